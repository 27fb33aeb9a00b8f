//! To a business that has cancelled: all its data will soon be deleted.

use super::mail::mail;
use super::{Leaving, Message, leaver_of};
use crate::app::App;
use crate::error::Result;
use crate::store::platform::email::Email;

mail!({ leaving: Leaving, page: String } "email/deletion_ahead/mail.html");

/// Composes the mail; `None` if the plan was resumed.
pub async fn compose(app: &App, mail: &Email) -> Result<Option<Message>> {
    let Some(leaving) = leaver_of(app, mail).await? else { return Ok(None) };
    let page = format!("{}/clients/drive", app.config.public_origin);
    Values { leaving, page }.message().map(Some)
}
