//! To a business: few credits are left.

use domain::email::EmailTemplate;

use super::mail::mail;
use super::{Credits, Message, credits_of};
use crate::app::App;
use crate::error::Result;
use crate::store::platform::email::Email;

mail!({ credits: Credits } "email/credits_low/mail.html");

/// Composes the mail; `None` if the credits have been refilled or used up.
pub async fn compose(app: &App, mail: &Email) -> Result<Option<Message>> {
    let Some(credits) = credits_of(app, mail, EmailTemplate::CreditsLow).await? else { return Ok(None) };
    Values { credits }.message().map(Some)
}
