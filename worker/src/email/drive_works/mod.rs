//! To a business and to admins: its drive accepts videos again.

use super::mail::mail;
use super::{Message, drive_of, drive_page};
use crate::app::App;
use crate::error::Result;
use crate::store::platform::email::Email;

mail!({ company: String, drive: String, page: String } "email/drive_works/mail.html");

/// Composes the mail; `None` if the drive has failed again.
pub async fn compose(app: &App, mail: &Email) -> Result<Option<Message>> {
    let Some(notice) = drive_of(app, mail).await?.filter(|notice| notice.fault.is_none()) else { return Ok(None) };
    let page = drive_page(app, &notice, &mail.recipient);
    Values { company: notice.company_name.clone(), drive: notice.name(), page }.message().map(Some)
}
