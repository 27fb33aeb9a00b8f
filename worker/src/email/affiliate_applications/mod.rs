//! To admins: the partner applications of an hour, if there were several.

use super::Message;
use super::mail::mail;
use crate::app::App;
use crate::error::Result;
use crate::store::partners::affiliate;
use crate::store::platform::email::Email;

mail!({ waiting: String, page: String } "email/affiliate_applications/mail.html");

/// Composes the mail; its subject id begins with the hour. `None` if all of them were decided.
pub async fn compose(app: &App, mail: &Email) -> Result<Option<Message>> {
    let [hour] = mail.subject();
    let Ok(hour) = hour.parse() else { return Ok(None) };
    let waiting = match affiliate::pending_of_hour(&app.db, hour).await? {
        0 => return Ok(None),
        1 => "A partner application of the last hour waits".to_owned(),
        count => format!("{count} partner applications of the last hour wait"),
    };
    let page = format!("{}/clients/admin/affiliates", app.config.public_origin);
    Values { waiting, page }.message().map(Some)
}
