//! To a client: the first password is set, and this is what comes next.

use super::template::{fill, fill_html};
use super::{Message, company_or_yours, frame};
use crate::app::App;
use crate::error::Result;
use crate::store::user;

/// Writes the mail. `user_id` is the mail's subject.
///
/// # Errors
/// When the database fails.
pub async fn compose(app: &App, user_id: &str) -> Result<Option<Message>> {
    let Some(account) = user::by_id(&app.db, user_id).await? else { return Ok(None) };
    let company = company_or_yours(account.company_name.as_deref());
    let login = format!("{}/clients/login", app.config.public_origin);
    let values = [("company", company), ("login", login.as_str())];
    let subject = fill(include_str!("subject.txt").trim_end(), &values);
    Ok(Some(Message {
        text: fill(include_str!("text.txt"), &values),
        html: frame(&subject, &fill_html(include_str!("message.html"), &values), "Sayso collects video testimonials."),
        subject,
    }))
}
