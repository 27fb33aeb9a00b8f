//! Refunds everything paid for subscriptions that should not have been paid. The part that a bank took back is refunded
//! once the bank decides for us.

use domain::email::EmailTemplate;

use crate::app::App;
use crate::config::Stripe;
use crate::error::Result;
use crate::flows::payments::notify_doubt;
use crate::flows::payments::sync_error::SyncResult;
use crate::flows::platform::queue_email::{self, EmailRequest};
use crate::integrations::stripe::Fault;
use crate::store::db::Query;
use crate::store::payments::subscription::refund_due;
use crate::store::payments::top_up;

/// Ends and refunds a customer's marked subscriptions. Returns whether Stripe was asked to.
///
/// # Errors
/// If the database fails, or Stripe transiently; admins are notified of a permanent fault.
pub async fn run(app: &App, stripe: &Stripe, customer: &str) -> SyncResult<bool> {
    let mut any = false;
    for id in refund_due::of_customer(&app.db, customer).await? {
        match stripe.undo_subscription(&id).await {
            Ok(()) => any = true,
            Err(Fault::Permanent(_)) => notify_doubt::run(app, &id).await?,
            Err(transient) => return Err(transient.into()),
        }
    }
    Ok(any)
}

/// Mails the buyers of a customer's purchases refunded by an admin, once the refund is complete.
///
/// # Errors
/// If the database fails.
pub async fn notify_buyers(app: &App, customer: &str) -> Result<()> {
    for refunded in refund_due::refunds_to_notify(&app.db, customer).await? {
        notify(app, &refunded.id, &refunded.email, refund_due::mark_notified(&refunded.id, app.now)).await?;
    }
    Ok(())
}

/// Mails the buyer of a top-up refunded by an admin.
///
/// # Errors
/// If the database fails.
pub async fn notify_top_up_buyer(app: &App, id: &str) -> Result<()> {
    let Some(refunded) = top_up::refund_to_notify(&app.db, id).await? else { return Ok(()) };
    notify(app, id, &refunded.email, top_up::mark_refund_notified(id, app.now)).await
}

async fn notify(app: &App, id: &str, email: &str, mark_notified: Query) -> Result<()> {
    if email.is_empty() {
        return app.db.idempotent_change(mark_notified).await.map(drop);
    }
    let mail =
        EmailRequest { template: EmailTemplate::PaymentGivenBack, subject_id: Some(id), recipient: email, params: () };
    queue_email::run(app, &mail, vec![mark_notified]).await
}
