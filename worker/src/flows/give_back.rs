//! Gives back all that was paid for subscriptions that nobody should have paid for. What a bank has taken back is refunded once the bank
//! decides for us.

use crate::app::App;
use crate::config::Stripe;
use crate::error::Result;
use crate::flows::tell_of_doubt;
use crate::integrations::stripe::Fault;
use crate::store::subscription::refund_due;

/// Ends those of a customer, and refunds what is left of them; answers whether Stripe was asked to.
///
/// # Errors
/// Of the database; inside, why Stripe may do it later. Where it never will, admins are told.
pub async fn run(app: &App, stripe: &Stripe, customer: &str) -> Result<std::result::Result<bool, Fault>> {
    let mut any = false;
    for id in refund_due::of_customer(&app.db, customer).await? {
        match stripe.undo_subscription(&id).await {
            Ok(()) => any = true,
            Err(Fault::Permanent(_)) => tell_of_doubt::run(app, &id).await?,
            Err(passing) => return Ok(Err(passing)),
        }
    }
    Ok(Ok(any))
}
