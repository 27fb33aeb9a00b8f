//! An admin gives a payment back that is nobody's: nothing was made of it, and nothing more is charged.

use domain::audit::AuditAction;

use crate::app::App;
use crate::error::{Error, Result};
use crate::flows::{read_subscriptions, read_top_up};
use crate::store::audit::Entry;
use crate::store::session::CurrentSession;
use crate::store::subscription::{doubt, refund_due};
use crate::store::top_up;

/// Ends a subscription, and gives back what it took. Each step can be repeated; what fails of it is done by the daily reading.
///
/// # Errors
/// [`Error::NotFound`] also where it is somebody's by now, [`Error::PaymentsAway`].
pub async fn subscription(app: &App, by: &CurrentSession, id: &str) -> Result<()> {
    let found = doubt::unowned(&app.db, id).await?.ok_or(Error::NotFound("Subscription"))?;
    let stripe = app.stripe()?;
    let entry = Entry::change(AuditAction::PaymentRefund, id, &found.email, ("subscription", None, id));
    let marked = app.db.transaction(vec![refund_due::mark(id, app.now), entry.query_after_change(by, app.now)]).await?;
    if marked.first() != Some(&1) {
        return Err(Error::NotFound("Subscription"));
    }
    stripe.undo_subscription(id).await?;
    read_subscriptions::require(app, &found.customer).await
}

/// Gives back what a top-up took.
///
/// # Errors
/// As [`subscription`].
pub async fn top_up(app: &App, by: &CurrentSession, id: &str) -> Result<()> {
    let found = top_up::doubtful(&app.db, id).await?.ok_or(Error::NotFound("Top-up"))?;
    let stripe = app.stripe()?;
    let session = stripe.checkout_session(id).await?;
    let payment = session.payment_intent.ok_or(Error::NotFound("Payment"))?;
    let entry = Entry::change(AuditAction::PaymentRefund, id, &found.email, ("top_up", None, id));
    app.db.transaction(vec![entry.query(by, app.now)]).await?;
    stripe.refund(&payment.id).await?;
    let session = stripe.checkout_session(id).await?;
    read_top_up::run(app, stripe, &session).await?.map(drop).map_err(Error::from)
}
