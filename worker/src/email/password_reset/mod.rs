//! To a user: the link to replace a forgotten password.

use domain::retention::{RECOVERY_LINK_MS, in_words};
use domain::user::{Area, LinkPurpose};
use serde::{Deserialize, Serialize};

use super::Message;
use super::mail::mail;
use crate::app::App;
use crate::auth::one_time_link;
use crate::error::Result;
use crate::store::identity::user;
use crate::store::platform::email::Email;

mail!({ email: String, link: String, life: String } "email/password_reset/mail.html");

/// The parameters stored in the mail's row.
#[derive(Serialize, Deserialize)]
pub struct Params {
    /// The login page that the link opens.
    pub area: Area,
}

/// Composes the mail with a link created on sending, because no row may hold one. `None` if no enabled account with
/// this address may enter the area.
pub async fn compose(app: &App, mail: &Email) -> Result<Option<Message>> {
    let Params { area } = serde_json::from_str(&mail.params)?;
    let account = user::by_email(&app.db, &mail.recipient).await?;
    let account = account.filter(|account| !account.disabled() && account.may_enter(area));
    let Some(account) = account else { return Ok(None) };
    let link = one_time_link::make(app, &account.id, LinkPurpose::Recovery, area, RECOVERY_LINK_MS).await?;
    Values { email: account.email, link, life: in_words(RECOVERY_LINK_MS) }.message().map(Some)
}
