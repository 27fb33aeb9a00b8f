//! To a business and to admins: its drive rejects videos.

use super::mail::mail;
use super::{Message, drive_of, drive_page};
use crate::app::App;
use crate::error::Result;
use crate::store::platform::email::Email;

mail!({ company: String, drive: String, fault: String, page: String } "email/drive_failing/mail.html");

/// Composes the mail; `None` if the drive works again.
pub async fn compose(app: &App, mail: &Email) -> Result<Option<Message>> {
    let Some(notice) = drive_of(app, mail).await? else { return Ok(None) };
    let Some(fault) = notice.fault.clone() else { return Ok(None) };
    let page = drive_page(app, &notice, &mail.recipient);
    Values { company: notice.company_name.clone(), drive: notice.name(), fault, page }.message().map(Some)
}
