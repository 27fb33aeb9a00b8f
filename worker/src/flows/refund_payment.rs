//! An admin gives a payment back that is nobody's: nothing was made of it, nothing more is charged, and the buyer is told.

use domain::audit::AuditAction;

use crate::app::App;
use crate::error::{Error, Result};
use crate::flows::{read_subscriptions, read_top_up};
use crate::integrations::stripe::Fault;
use crate::store::audit::Entry;
use crate::store::session::CurrentSession;
use crate::store::subscription::{doubt, refund_due};
use crate::store::top_up;

/// Ends a subscription, and gives back what it took. Each step can be repeated; what fails of it is done by the daily reading.
///
/// # Errors
/// [`Error::NotFound`] also where it is somebody's by now, [`Error::PaymentDecided`] where it became somebody's at this moment,
/// [`Error::PaymentsUnavailable`].
pub async fn subscription(app: &App, by: &CurrentSession, id: &str) -> Result<()> {
    let found = doubt::unowned(&app.db, id).await?.ok_or(Error::NotFound("Subscription"))?;
    let stripe = app.stripe()?;
    let entry = Entry::change(AuditAction::PaymentRefund, id, &found.email, ("subscription", None, id));
    let statements = vec![refund_due::mark_by_admin(id, app.now), entry.query_after_change(by, app.now)];
    let is_first = app.db.transaction(statements).await?.first() == Some(&1);
    // Otherwise it was pressed before, or somebody has said whose it is.
    if !is_first && doubt::unowned(&app.db, id).await?.is_none() {
        return Err(Error::PaymentDecided);
    }
    stripe.undo_subscription(id).await?;
    read_subscriptions::require(app, &found.customer).await
}

/// Gives back what a top-up took. From the first press on it can be given to nobody, unless Stripe refuses for good.
///
/// # Errors
/// As [`subscription`].
pub async fn top_up(app: &App, by: &CurrentSession, id: &str) -> Result<()> {
    let Some(found) = top_up::doubtful(&app.db, id).await? else {
        let holder = top_up::holder(&app.db, id).await?.and_then(|held| held.client_id);
        return Err(if holder.is_some() { Error::PaymentDecided } else { Error::NotFound("Top-up") });
    };
    let stripe = app.stripe()?;
    let session = stripe.checkout_session(id).await?;
    let payment = session.payment_intent.ok_or(Error::NotFound("Payment"))?;
    let entry = Entry::change(AuditAction::PaymentRefund, id, &found.email, ("top_up", None, id));
    let statements = vec![top_up::ask_for_refund(id, app.now), entry.query_after_change(by, app.now)];
    let is_first = app.db.transaction(statements).await?.first() == Some(&1);
    if !is_first && top_up::doubtful(&app.db, id).await?.is_none() {
        return Err(Error::PaymentDecided);
    }
    if let Err(fault) = stripe.refund(&payment.id).await {
        if matches!(fault, Fault::Permanent(_)) {
            app.db.idempotent_change(top_up::withdraw_refund(id)).await?;
        }
        return Err(fault.into());
    }
    let session = stripe.checkout_session(id).await?;
    read_top_up::run(app, stripe, &session).await?.map(drop).map_err(Error::from)
}
