//! To a business: new testimonials are on hold until it releases them.

use super::Message;
use super::mail::mail;
use crate::app::App;
use crate::error::Result;
use crate::store::platform::email::Email;
use crate::store::submissions::submission::hold;

mail!({ company: String, held: String, asked: bool, page: String } "email/submissions_held/mail.html");

/// Composes the mail; its subject id is the client's id and the hour. `None` if none is on hold any more.
pub async fn compose(app: &App, mail: &Email) -> Result<Option<Message>> {
    let [client_id] = mail.subject();
    let Some(notice) = hold::notice(&app.db, client_id).await? else { return Ok(None) };
    Values {
        company: notice.company_name,
        held: if notice.count == 1 {
            "1 testimonial is".to_owned()
        } else {
            format!("{} testimonials are", notice.count)
        },
        asked: notice.holds_everything,
        page: format!("{}/clients/submissions?status=held", app.config.public_origin),
    }
    .message()
    .map(Some)
}
