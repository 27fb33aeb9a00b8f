//! Refunds an unassigned payment for an admin: it charges nothing more, and the buyer is notified.

use domain::audit::AuditAction;

use crate::app::App;
use crate::error::{Error, Result};
use crate::flows::payments::assign_payment::PAYMENT_DECIDED;
use crate::flows::payments::sync_error::SyncError;
use crate::flows::payments::{sync_subscriptions, sync_top_up};
use crate::integrations::stripe::Fault;
use crate::store::identity::session::CurrentSession;
use crate::store::payments::subscription::{doubt, refund_due};
use crate::store::payments::top_up;
use crate::store::platform::audit::Entry;

/// Ends a subscription and refunds all its payments. Each step is idempotent; the daily read completes failed ones.
///
/// # Errors
/// [`Error::not_found`], also if it is assigned, [`PAYMENT_DECIDED`] if it was assigned concurrently,
/// [`Error::payments_unavailable`].
pub async fn subscription(app: &App, by: &CurrentSession, id: &str) -> Result<()> {
    let found = doubt::unassigned(&app.db, id).await?.ok_or_else(|| Error::not_found("Subscription"))?;
    let stripe = app.stripe()?;
    let entry = Entry::change(AuditAction::PaymentRefund, id, &found.email, ("subscription", None, id));
    let statements = vec![refund_due::mark_by_admin(id, app.now), entry.query_after_change(by, app.now)];
    let is_first = app.db.transaction(statements).await?.first() == Some(&1);
    // Otherwise an admin requested it before, or has assigned it.
    if !is_first && doubt::unassigned(&app.db, id).await?.is_none() {
        return Err(PAYMENT_DECIDED);
    }
    stripe.undo_subscription(id).await?;
    sync_subscriptions::require(app, &found.customer).await
}

/// Refunds a top-up. After the first request it can no longer be assigned, unless Stripe refuses for good.
///
/// # Errors
/// Those of [`subscription`].
pub async fn top_up(app: &App, by: &CurrentSession, id: &str) -> Result<()> {
    let Some(found) = top_up::doubtful(&app.db, id).await? else {
        let holder = top_up::state(&app.db, id).await?.and_then(|held| held.client_id);
        return Err(if holder.is_some() { PAYMENT_DECIDED } else { Error::not_found("Top-up") });
    };
    let stripe = app.stripe()?;
    let session = stripe.checkout_session(id).await?;
    let payment = session.payment_intent.ok_or_else(|| Error::not_found("Payment"))?;
    let entry = Entry::change(AuditAction::PaymentRefund, id, &found.email, ("top_up", None, id));
    let statements = vec![top_up::request_refund(id, app.now), entry.query_after_change(by, app.now)];
    let is_first = app.db.transaction(statements).await?.first() == Some(&1);
    if !is_first && top_up::doubtful(&app.db, id).await?.is_none() {
        return Err(PAYMENT_DECIDED);
    }
    if let Err(fault) = stripe.refund(&payment.id).await {
        if matches!(fault, Fault::Permanent(_)) {
            app.db.idempotent_change(top_up::withdraw_refund(id)).await?;
        }
        return Err(fault.into());
    }
    let session = stripe.checkout_session(id).await?;
    sync_top_up::run(app, stripe, &session).await.map(drop).or_else(SyncError::ignore_overtaken)
}
