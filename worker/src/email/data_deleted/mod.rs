//! To a business that has left: all its data is deleted.

use super::mail::mail;
use super::{Leaving, Message, leaver_of};
use crate::app::App;
use crate::error::Result;
use crate::store::platform::email::Email;

mail!({ company: String, end: String, own_drive: &'static str, page: String } "email/data_deleted/mail.html");

/// Composes the mail; `None` if the plan was resumed.
pub async fn compose(app: &App, mail: &Email) -> Result<Option<Message>> {
    let Some(Leaving { company, end, own_drive, .. }) = leaver_of(app, mail).await? else { return Ok(None) };
    let page = format!("{}/clients/support", app.config.public_origin);
    Values { company, end, own_drive, page }.message().map(Some)
}
