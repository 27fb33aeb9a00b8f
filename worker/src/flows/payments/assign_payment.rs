//! Assigns a payment without a client to one, by an admin.

use domain::audit::AuditAction;
use domain::plan::TOP_UP;

use crate::app::App;
use crate::error::{Error, Result, refusal};
use crate::flows::payments::sync_subscriptions;
use crate::store::clients::client;
use crate::store::identity::session::CurrentSession;
use crate::store::payments::subscription::doubt;
use crate::store::payments::top_up;
use crate::store::platform::audit::Entry;

/// The payment was assigned or is being refunded.
pub const PAYMENT_DECIDED: Error =
    refusal!(409, "payment_decided", "This payment has been assigned to a business or refunded in the meantime.");

/// Assigns a subscription to a client, whose plan it pays from now on.
///
/// # Errors
/// [`Error::not_found`], [`PAYMENT_DECIDED`] if it is assigned or being refunded, [`Error::malformed`] if it fits
/// no plan, [`Error::payments_unavailable`].
pub async fn subscription(app: &App, by: &CurrentSession, id: &str, client_id: &str) -> Result<()> {
    let Some(found) = doubt::unassigned(&app.db, id).await?.filter(|found| !found.has_ended) else {
        let is_owned = doubt::is_assigned(&app.db, id).await?;
        return Err(if is_owned { PAYMENT_DECIDED } else { Error::not_found("Subscription") });
    };
    if found.plan_type.is_none() {
        return Err(Error::malformed("It fits no plan. Say which plan its product is, or refund it."));
    }
    require_client(app, client_id).await?;
    let entry = Entry::change(AuditAction::PaymentAssign, client_id, &found.email, ("subscription", None, &found.id));
    let assigned =
        app.db.transaction(vec![doubt::assign(id, client_id), entry.query_after_change(by, app.now)]).await?;
    if assigned.first() != Some(&1) {
        return Err(PAYMENT_DECIDED);
    }
    // If this fails, the daily read applies it.
    sync_subscriptions::require(app, &found.customer).await
}

/// Assigns a top-up to a client, with the credits that its money buys.
///
/// # Errors
/// [`Error::not_found`], [`PAYMENT_DECIDED`] if it is assigned or being refunded.
pub async fn top_up(app: &App, by: &CurrentSession, id: &str, client_id: &str) -> Result<()> {
    let Some(found) = top_up::doubtful(&app.db, id).await? else {
        let is_known = top_up::state(&app.db, id).await?.is_some();
        return Err(if is_known { PAYMENT_DECIDED } else { Error::not_found("Top-up") });
    };
    require_client(app, client_id).await?;
    if found.currency != "gbp" {
        return Err(Error::malformed("It was not paid in pounds. Please refund it."));
    }
    // In whole credits at the usual price.
    let credits = found.amount_pence.saturating_mul(TOP_UP.credits).checked_div(TOP_UP.pence).unwrap_or(0);
    let entry = Entry::change(AuditAction::PaymentAssign, client_id, &found.email, ("top_up", None, &found.id));
    let mut statements = top_up::assign(&found, client_id, credits, app.now);
    statements.push(entry.query_after_change(by, app.now));
    match app.db.transaction(statements).await?.first() {
        Some(&1) => Ok(()),
        _ => Err(PAYMENT_DECIDED),
    }
}

async fn require_client(app: &App, client_id: &str) -> Result<()> {
    if client::exists(&app.db, client_id).await? { Ok(()) } else { Err(Error::not_found("Client")) }
}
