//! To admins: videos of a business could not be delivered for a long time.

use domain::date;

use super::mail::mail;
use super::{Message, videos};
use crate::app::App;
use crate::error::Result;
use crate::store::platform::email::Email;
use crate::store::submissions::submission::retention;

mail!({ company: String, videos: String, day: String, reason: String, page: String } "email/videos_undelivered/mail.html");

/// Composes the mail; its subject id begins with the client's id and the day, `yyyy-MM-dd`. `None` if every video has been delivered.
pub async fn compose(app: &App, mail: &Email) -> Result<Option<Message>> {
    let [client_id, day] = mail.subject();
    let Some(undelivered) = retention::still_undelivered(&app.db, client_id, day).await? else { return Ok(None) };
    Values {
        company: undelivered.company_name,
        videos: videos(undelivered.videos),
        day: date::in_words(day.parse().unwrap_or_default()),
        reason: undelivered.reason.unwrap_or_default(),
        page: format!("{}/clients/admin#failed-uploads", app.config.public_origin),
    }
    .message()
    .map(Some)
}
