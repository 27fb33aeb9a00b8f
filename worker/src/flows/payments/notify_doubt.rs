//! Notifies admins of a payment that needs a decision.

use domain::email::EmailTemplate;

use crate::app::App;
use crate::error::Result;
use crate::flows::platform::queue_email;
use crate::store::identity::user;
use crate::store::payments::subscription::doubt;

/// Mails each admin, once per occurrence. `id` is a subscription's or a purchase's.
///
/// # Errors
/// If the database fails.
pub async fn run(app: &App, id: &str) -> Result<()> {
    let Some(found) = doubt::get(&app.db, id).await? else { return Ok(()) };
    let subject = found.occasion.map_or_else(|| id.to_owned(), |occasion| format!("{id}/{occasion}"));
    let admins = user::admin_emails(&app.db).await?;
    queue_email::to_each(app, EmailTemplate::PaymentWaits, &subject, &admins).await
}
