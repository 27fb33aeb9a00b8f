//! To a business: no payment arrived, so its record page is closed.

use super::mail::mail;
use super::{Message, Unpaid, unpaid_of};
use crate::app::App;
use crate::error::Result;
use crate::store::platform::email::Email;

mail!({ company: String, end: String, has_ended: bool, is_suspended: bool, page: String } "email/plan_suspended/mail.html");

/// Composes the mail; `None` if the payment was made.
pub async fn compose(app: &App, mail: &Email) -> Result<Option<Message>> {
    let Some(Unpaid { company, end, has_ended, is_suspended, .. }) = unpaid_of(app, mail).await? else {
        return Ok(None);
    };
    let page = format!("{}/clients/billing", app.config.public_origin);
    Values { company, end, has_ended, is_suspended, page }.message().map(Some)
}
