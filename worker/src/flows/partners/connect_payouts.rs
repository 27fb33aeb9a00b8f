//! Connects a partner's Stripe account for payouts. Its state is read from Stripe, never from the browser's address.

use domain::api::payout::PayoutAccount;

use crate::app::App;
use crate::config::Stripe;
use crate::error::{Error, Result, refusal};
use crate::store::partners::affiliate::{self, Affiliate};
use crate::store::partners::connect_account;

/// No key for connected accounts is set.
pub const NO_CONNECT: Error = refusal!(409, "no_connect", "No Stripe key for payouts is set here.");

/// Returns the address of Stripe's onboarding page for the partner's account, which the first call creates.
///
/// # Errors
/// [`NO_CONNECT`], [`Error::payments_unavailable`].
pub async fn start_onboarding(app: &App, partner: &Affiliate) -> Result<String> {
    let stripe = app.config.connect.as_ref().ok_or(NO_CONNECT)?;
    let account = match &partner.connect_account_id {
        Some(account) => account.clone(),
        None => create(app, stripe, partner).await?,
    };
    let page = |state| format!("{}/affiliates/dashboard?payouts={state}", app.config.public_origin);
    Ok(stripe.onboarding_page(&account, &page("back"), &page("again")).await?)
}

/// Of two concurrent calls, both use the account of the first.
async fn create(app: &App, stripe: &Stripe, partner: &Affiliate) -> Result<String> {
    let created = stripe.create_connect_account(&partner.id, &partner.email).await?;
    if app.db.change(connect_account::insert(&partner.id, &created)).await? == 1 {
        return Ok(created);
    }
    let account_id = affiliate::get(&app.db, &partner.id).await?.and_then(|found| found.connect_account_id);
    account_id.ok_or_else(|| Error::not_found("Affiliate account"))
}

/// Returns Stripe's state of the partner's account. `None` without an account.
///
/// # Errors
/// [`Error::payments_unavailable`].
pub async fn check(app: &App, partner: &Affiliate) -> Result<Option<PayoutAccount>> {
    let Some(id) = partner.connect_account_id.clone() else { return Ok(None) };
    let stripe = app.config.connect.as_ref().ok_or(NO_CONNECT)?;
    let can_receive = refresh(app, stripe, &id).await?;
    Ok(Some(PayoutAccount { id, can_receive }))
}

/// Reads and stores whether an account can receive transfers. An account that Stripe hides from us cannot; a key that
/// Stripe refuses says nothing about the account.
///
/// # Errors
/// [`Error::payments_unavailable`]; if the database fails.
pub async fn refresh(app: &App, stripe: &Stripe, account: &str) -> Result<bool> {
    let can_receive = stripe.connect_account(account).await?.is_some_and(|found| found.can_receive());
    app.db.idempotent_change(connect_account::record_check(account, can_receive, app.now)).await?;
    Ok(can_receive)
}
