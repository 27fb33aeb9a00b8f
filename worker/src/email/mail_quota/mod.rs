//! To admins: the daily mail quota is nearly used up.

use domain::pages::ADMIN_OPERATIONS;

use super::Message;
use super::mail::mail;
use crate::app::App;
use crate::error::Result;
use crate::store::platform::mail_day;

mail!({ sent: u32, limit: u32, page: String } "email/mail_quota/mail.html");

/// Composes the mail; `None` if the quota is no longer nearly used up.
pub async fn compose(app: &App) -> Result<Option<Message>> {
    let day = mail_day::today(&app.db, app.now).await?;
    let Some(limit) = day.limit().filter(|_| day.is_nearly_used()) else { return Ok(None) };
    let page = format!("{}{}", app.config.public_origin, ADMIN_OPERATIONS.path);
    Values { sent: day.sent, limit, page }.message().map(Some)
}
