//! Ends subscriptions that a client pays beside its plan, and says so once what they took has gone back. Each step can be repeated: what
//! a crash left undone is done with the next reading of the customer.

use std::collections::BTreeSet;

use domain::email::EmailTemplate;

use crate::app::App;
use crate::config::Stripe;
use crate::error::Result;
use crate::flows::{notify_doubt, queue_email};
use crate::integrations::stripe::Fault;
use crate::store::subscription::duplicate;
use crate::store::user;

/// Has Stripe end those of the clients of a customer; answers the customers to be read again.
///
/// # Errors
/// Of the database; inside, why Stripe does not do it: admins are told where it never will.
pub async fn run(app: &App, stripe: &Stripe, customer: &str) -> Result<std::result::Result<BTreeSet<String>, Fault>> {
    let mut customers = BTreeSet::new();
    for one in duplicate::of_customer(&app.db, customer).await? {
        app.db.idempotent_change(duplicate::found(&one, app.now)).await?;
        match stripe.end_subscription(&one.id).await {
            Ok(()) => {
                customers.insert(one.customer);
            }
            Err(Fault::Permanent(_)) => notify_doubt::run(app, &one.id).await?,
            Err(passing) => return Ok(Err(passing)),
        }
    }
    Ok(Ok(customers))
}

/// Tells the client and the admins of those that have ended, and whose money is back.
///
/// # Errors
/// Of the database.
pub async fn tell(app: &App, customer: &str) -> Result<()> {
    for ended in duplicate::untold(&app.db, customer).await? {
        let admins = user::admin_emails(&app.db).await?;
        let recipients = admins.iter().filter(|admin| **admin != ended.email).chain([&ended.email]);
        // A bank may decide later, and more goes back then.
        let subject_id = format!("{}/{}", ended.id, ended.refunded_pence);
        queue_email::to_each(app, EmailTemplate::ChargedTwice, &subject_id, recipients).await?;
        app.db.idempotent_change(duplicate::told(&ended)).await?;
    }
    Ok(())
}
