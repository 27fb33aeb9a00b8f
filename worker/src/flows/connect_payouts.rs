//! A partner connects the account that payouts go to. What it can do is asked of Stripe; nothing of the browser's address is believed.

use domain::api::payout::PayoutAccount;

use crate::app::App;
use crate::config::Stripe;
use crate::error::{Error, Result};
use crate::store::affiliate::{self, Affiliate};
use crate::store::connect_account;

/// The address of Stripe's page for the partner's account, which is created with the first call.
///
/// # Errors
/// [`Error::NoConnect`], [`Error::PaymentsUnavailable`].
pub async fn begin(app: &App, partner: &Affiliate) -> Result<String> {
    let stripe = app.config.connect.as_ref().ok_or(Error::NoConnect)?;
    let account = match &partner.connect_account_id {
        Some(account) => account.clone(),
        None => create(app, stripe, partner).await?,
    };
    let page = |state| format!("{}/affiliates/dashboard?payouts={state}", app.config.public_origin);
    Ok(stripe.onboarding_page(&account, &page("back"), &page("again")).await?)
}

/// Of two calls at once, both use the account of the first.
async fn create(app: &App, stripe: &Stripe, partner: &Affiliate) -> Result<String> {
    let created = stripe.create_connect_account(&partner.id, &partner.email).await?;
    if app.db.change(connect_account::keep(&partner.id, &created)).await? == 1 {
        return Ok(created);
    }
    let kept = affiliate::get(&app.db, &partner.id).await?.and_then(|found| found.connect_account_id);
    kept.ok_or(Error::NotFound("Affiliate account"))
}

/// What Stripe says of the partner's account now; nothing where it has none.
///
/// # Errors
/// [`Error::PaymentsUnavailable`].
pub async fn check(app: &App, partner: &Affiliate) -> Result<Option<PayoutAccount>> {
    let Some(id) = partner.connect_account_id.clone() else { return Ok(None) };
    let stripe = app.config.connect.as_ref().ok_or(Error::NoConnect)?;
    let can_receive = ask(app, stripe, &id).await?;
    Ok(Some(PayoutAccount { id, can_receive }))
}

/// Asks what an account can do, and keeps it. One that Stripe does not let us see any more receives nothing; a key that Stripe refuses says
/// nothing of an account.
///
/// # Errors
/// [`Error::PaymentsUnavailable`]; of the database.
pub async fn ask(app: &App, stripe: &Stripe, account: &str) -> Result<bool> {
    let can_receive = stripe.connect_account(account).await?.is_some_and(|found| found.can_receive());
    app.db.idempotent_change(connect_account::checked(account, can_receive, app.now)).await?;
    Ok(can_receive)
}
