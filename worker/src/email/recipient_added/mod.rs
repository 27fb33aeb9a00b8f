//! To a recipient whom a business has added to its mails: the button that confirms.

use domain::plain_text::without_links;
use domain::retention::{DAY_MS, GET_MAILS_LINK_MS};

use super::Message;
use super::mail::mail;
use crate::app::App;
use crate::auth::signed_url;
use crate::error::Result;
use crate::store::clients::client;
use crate::store::clients::mail_recipient;
use crate::store::platform::email::Email;

mail!({ company: String, get: String, days: i64, leave: String } "email/recipient_added/mail.html");

/// Composes the mail; its subject id begins with the client's id. `None` if the address was removed or has confirmed.
pub async fn compose(app: &App, mail: &Email) -> Result<Option<Message>> {
    let [client_id] = mail.subject();
    let added = mail_recipient::configured(&app.db, client_id).await?;
    if !added.iter().any(|one| !one.confirmed && one.email.eq_ignore_ascii_case(&mail.recipient)) {
        return Ok(None);
    }
    let Some(company) = client::name(&app.db, client_id, None).await? else { return Ok(None) };
    let [get, leave] = signed_url::recipient(&app.config, client_id, &mail.recipient, app.now)
        .map(|path| signed_url::absolute(&app.config, &path));
    let values = Values { company: without_links(&company), get, days: GET_MAILS_LINK_MS / DAY_MS, leave };
    let message = values.message()?;
    Ok(Some(Message { stop_url: Some(values.leave), ..message }))
}
