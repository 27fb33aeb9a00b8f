//! To a business and to admins: its drive is nearly full.

use super::mail::mail;
use super::{Message, drive_of, drive_page};
use crate::app::App;
use crate::error::Result;
use crate::store::platform::email::Email;

mail!({ company: String, drive: String, percent: u64, page: String } "email/drive_nearly_full/mail.html");

/// Composes the mail; `None` if the drive has enough space again.
pub async fn compose(app: &App, mail: &Email) -> Result<Option<Message>> {
    let Some(notice) = drive_of(app, mail).await? else { return Ok(None) };
    let Some(space) = notice.space().filter(|space| space.is_nearly_full()) else { return Ok(None) };
    let page = drive_page(app, &notice, &mail.recipient);
    Values { company: notice.company_name.clone(), drive: notice.name(), percent: space.percent(), page }
        .message()
        .map(Some)
}
