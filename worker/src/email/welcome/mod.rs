//! To a client whose first password is set: the next steps.

use super::mail::mail;
use super::{Message, company_or_yours};
use crate::app::App;
use crate::error::Result;
use crate::store::identity::user;
use crate::store::platform::email::Email;

mail!({ company: String, login: String } "email/welcome/mail.html");

/// Composes the mail about a user.
pub async fn compose(app: &App, mail: &Email) -> Result<Option<Message>> {
    let Some(account) = user::by_id(&app.db, &mail.subject_id).await? else { return Ok(None) };
    let company = company_or_yours(account.company_name.as_deref()).to_owned();
    Values { company, login: format!("{}/clients/login", app.config.public_origin) }.message().map(Some)
}
