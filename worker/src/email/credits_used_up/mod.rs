//! To a business: no credit is left.

use domain::email::EmailTemplate;

use super::mail::mail;
use super::{Credits, Message, credits_of};
use crate::app::App;
use crate::error::Result;
use crate::store::platform::email::Email;

mail!({ credits: Credits } "email/credits_used_up/mail.html");

/// Composes the mail; `None` if there are credits again.
pub async fn compose(app: &App, mail: &Email) -> Result<Option<Message>> {
    let Some(credits) = credits_of(app, mail, EmailTemplate::CreditsUsedUp).await? else { return Ok(None) };
    Values { credits }.message().map(Some)
}
