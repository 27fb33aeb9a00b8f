//! Opens a payment page for a client's plan, for the first time or again.

use crate::app::App;
use crate::auth::guard::ClientUser;
use crate::error::{Error, Result, refusal};
use crate::flows::payments::cancel_plan::NO_PLAN;
use crate::flows::payments::sync_subscriptions;
use crate::flows::submissions::accept_submission::INACTIVE;
use crate::store::payments::subscription::{client_plan, referral};

/// The plan is already paid by card.
pub const ALREADY_SUBSCRIBED: Error = refusal!(409, "already_subscribed", "This plan is paid by card already.");

/// A plan bought with the client's address is unassigned.
pub const PURCHASE_UNANSWERED: Error = refusal!(
    409,
    "purchase_unanswered",
    "A plan was bought with your address. Please tell us which business it is for first, or you will pay for two."
);

/// Returns the address of the payment page. A client that was set up before pays no set-up fee.
///
/// # Errors
/// [`NO_PLAN`], [`INACTIVE`], [`ALREADY_SUBSCRIBED`], [`PURCHASE_UNANSWERED`], [`Error::payments_unavailable`].
pub async fn run(app: &App, user: &ClientUser) -> Result<String> {
    let stripe = app.config.stripe.as_ref().ok_or(NO_PLAN)?;
    let mut client_plan =
        client_plan::of_client(&app.db, &user.client_id).await?.ok_or_else(|| Error::not_found("Client"))?;
    if let Some(customer) = &client_plan.customer {
        // It may just have paid on another page.
        sync_subscriptions::require(app, customer).await?;
        client_plan =
            client_plan::of_client(&app.db, &user.client_id).await?.ok_or_else(|| Error::not_found("Client"))?;
    }
    if !client_plan.has_plan() {
        return Err(NO_PLAN);
    }
    // A payment would not reopen its page: only an admin can.
    if client_plan.is_suspended_by_admin() {
        return Err(INACTIVE);
    }
    if client_plan.live().is_some() {
        return Err(ALREADY_SUBSCRIBED);
    }
    if client_plan::newest_unassigned(&app.db, &client_plan.email).await?.is_some() {
        return Err(PURCHASE_UNANSWERED);
    }
    // A customer deleted at Stripe cannot pay.
    let customer = match client_plan.customer {
        Some(customer) if !stripe.customer(&customer).await?.deleted => customer,
        _ => {
            let made = stripe.create_customer(&user.client_id, &client_plan.email).await?;
            app.db.idempotent_change(client_plan::store_customer(&user.client_id, &made)).await?;
            made
        }
    };
    let referral = referral::of_client(&app.db, &user.client_id).await?.filter(|referral| referral.discounted);
    let code = referral.as_ref().map(|referral| referral.code.as_str());
    let plan = client_plan.plan_type.plan();
    let opened = stripe.open_subscribe_page(plan, &user.client_id, &customer, code, &billing_page(app, user)).await?;
    Ok(stripe.expire_older_pages(&customer).await?.unwrap_or(opened))
}

/// The page that Stripe's pages return to. An admin returns to the client's portal.
#[must_use]
pub fn billing_page(app: &App, user: &ClientUser) -> String {
    let page = format!("{}/clients/billing", app.config.public_origin);
    if user.user.is_admin() { format!("{page}?clientId={}", user.client_id) } else { page }
}
