//! To admins: an urgent alert.

use domain::date::time_in_words;
use domain::pages::ADMIN_OPERATIONS;

use super::Message;
use super::mail::mail;
use crate::app::App;
use crate::error::Result;
use crate::store::platform::alert;
use crate::store::platform::email::Email;

mail!({ title: String, detail: String, began: String, page: String } "email/alert/mail.html");

/// Composes the mail; its subject id begins with the alert's id.
pub async fn compose(app: &App, mail: &Email) -> Result<Option<Message>> {
    let [id] = mail.subject();
    let Some(alert) = alert::get(&app.db, id).await? else { return Ok(None) };
    Values {
        title: alert.cause.title().to_owned(),
        detail: alert.detail,
        began: time_in_words(alert.began_at),
        page: format!("{}{}", app.config.public_origin, ADMIN_OPERATIONS.path),
    }
    .message()
    .map(Some)
}
