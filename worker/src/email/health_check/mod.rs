//! To an admin: proof that jobs run and mail is sent.

use super::Message;
use super::mail::mail;
use crate::app::App;
use crate::error::Result;

mail!({ version: String, origin: String } "email/health_check/mail.html");

/// Composes the mail.
pub fn compose(app: &App) -> Result<Option<Message>> {
    Values { version: app.config.version.clone(), origin: app.config.public_origin.clone() }.message().map(Some)
}
