//! Notifies a business, once per month of credits, that few or no credits are left.

use domain::credits;

use crate::app::App;
use crate::error::Result;
use crate::flows::platform::queue_email::{self, EmailRequest};
use crate::store::clients::client;

/// Queues the mail that is due, unless it was queued this month.
///
/// # Errors
/// If the database fails.
pub async fn run(app: &App, client_id: &str) -> Result<()> {
    let Some(balance) = client::credit_balance(&app.db, client_id).await? else { return Ok(()) };
    // A cancelled plan gets no further month.
    if balance.cancelled_at.is_some_and(|at| at <= app.now) {
        return Ok(());
    }
    let Some(template) = credits::warning(balance.credits_remaining, balance.credits_per_month) else { return Ok(()) };
    let month = balance.last_reset_date.map_or_else(|| "first".to_owned(), |date| date.to_string());
    let subject_id = format!("{client_id}/{month}");
    let mail = EmailRequest { template, subject_id: Some(&subject_id), recipient: &balance.email, params: () };
    queue_email::run(app, &mail, Vec::new()).await?;
    queue_email::to_others(app, template, &subject_id, (client_id, &balance.email)).await
}
