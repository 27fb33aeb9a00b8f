//! Ends subscriptions that a client pays in addition to its plan's, and notifies about their refunds. Each step is
//! idempotent: the next read of the customer resumes after a crash.

use std::collections::BTreeSet;

use domain::email::EmailTemplate;

use crate::app::App;
use crate::config::Stripe;
use crate::error::Result;
use crate::flows::payments::notify_doubt;
use crate::flows::payments::sync_error::SyncResult;
use crate::flows::platform::queue_email;
use crate::integrations::stripe::Fault;
use crate::store::identity::user;
use crate::store::payments::subscription::duplicate;

/// Ends the duplicates of a customer's clients at Stripe. Returns the customers to read again.
///
/// # Errors
/// If the database fails, or Stripe transiently; admins are notified of a permanent fault.
pub async fn run(app: &App, stripe: &Stripe, customer: &str) -> SyncResult<BTreeSet<String>> {
    let mut customers = BTreeSet::new();
    for one in duplicate::of_customer(&app.db, customer).await? {
        app.db.idempotent_change(duplicate::record(&one, app.now)).await?;
        match stripe.end_subscription(&one.id).await {
            Ok(()) => {
                customers.insert(one.customer);
            }
            Err(Fault::Permanent(_)) => notify_doubt::run(app, &one.id).await?,
            Err(transient) => return Err(transient.into()),
        }
    }
    Ok(customers)
}

/// Notifies the client and the admins of ended and refunded duplicates.
///
/// # Errors
/// If the database fails.
pub async fn notify(app: &App, customer: &str) -> Result<()> {
    for ended in duplicate::duplicates_to_notify(&app.db, customer).await? {
        let admins = user::admin_emails(&app.db).await?;
        let recipients = admins.iter().filter(|admin| **admin != ended.email).chain([&ended.email]);
        // The sum distinguishes the mails, because a bank may decide later and more is refunded then.
        let subject_id = format!("{}/{}", ended.id, ended.refunded_pence);
        queue_email::to_each(app, EmailTemplate::ChargedTwice, &subject_id, recipients).await?;
        app.db.idempotent_change(duplicate::mark_notified(&ended)).await?;
    }
    Ok(())
}
