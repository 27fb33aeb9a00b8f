//! Gives back all that was paid for subscriptions that nobody should have paid for. What a bank has taken back is refunded once the bank
//! decides for us.

use domain::email::EmailTemplate;

use crate::app::App;
use crate::config::Stripe;
use crate::error::Result;
use crate::flows::notify_doubt;
use crate::flows::queue_email::{self, EmailRequest};
use crate::integrations::stripe::Fault;
use crate::store::db::Query;
use crate::store::subscription::refund_due;
use crate::store::top_up;

/// Ends those of a customer, and refunds what is left of them; answers whether Stripe was asked to.
///
/// # Errors
/// Of the database; inside, why Stripe may do it later. Where it never will, admins are told.
pub async fn run(app: &App, stripe: &Stripe, customer: &str) -> Result<std::result::Result<bool, Fault>> {
    let mut any = false;
    for id in refund_due::of_customer(&app.db, customer).await? {
        match stripe.undo_subscription(&id).await {
            Ok(()) => any = true,
            Err(Fault::Permanent(_)) => notify_doubt::run(app, &id).await?,
            Err(passing) => return Ok(Err(passing)),
        }
    }
    Ok(Ok(any))
}

/// Mails the buyers of a customer's purchases that an admin has given back, once all of it is.
///
/// # Errors
/// Of the database.
pub async fn notify_buyers(app: &App, customer: &str) -> Result<()> {
    for refunded in refund_due::untold(&app.db, customer).await? {
        notify(app, &refunded.id, &refunded.email, refund_due::told(&refunded.id, app.now)).await?;
    }
    Ok(())
}

/// Mails the buyer of a top-up that an admin has given back.
///
/// # Errors
/// Of the database.
pub async fn notify_top_up_buyer(app: &App, id: &str) -> Result<()> {
    let Some(refunded) = top_up::untold_refund(&app.db, id).await? else { return Ok(()) };
    notify(app, id, &refunded.email, top_up::mark_refund_notified(id, app.now)).await
}

async fn notify(app: &App, id: &str, email: &str, told: Query) -> Result<()> {
    if email.is_empty() {
        return app.db.idempotent_change(told).await.map(drop);
    }
    let mail =
        EmailRequest { template: EmailTemplate::PaymentGivenBack, subject_id: Some(id), recipient: email, params: () };
    queue_email::run(app, &mail, vec![told]).await
}
