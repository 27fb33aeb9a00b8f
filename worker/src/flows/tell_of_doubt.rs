//! Tells admins of a payment that needs a decision.

use domain::email::EmailTemplate;

use crate::app::App;
use crate::error::Result;
use crate::flows::queue_email;
use crate::store::user;

/// One mail for good to each admin about each payment; `id` is that of a subscription or of a purchase.
///
/// # Errors
/// Of the database.
pub async fn run(app: &App, id: &str) -> Result<()> {
    let admins = user::admin_emails(&app.db).await?;
    queue_email::to_each(app, EmailTemplate::PaymentWaits, id, &admins).await
}
