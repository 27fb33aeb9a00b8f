//! To a new client: the link to set the first password.

use domain::retention::{INVITE_LINK_MS, in_words};
use domain::user::{Area, LinkPurpose};
use serde::{Deserialize, Serialize};

use super::mail::mail;
use super::{Message, company_or_yours};
use crate::app::App;
use crate::auth::one_time_link;
use crate::error::Result;
use crate::store::identity::user;
use crate::store::platform::email::Email;

mail!({ company: String, email: String, link: String, life: String } "email/invitation/mail.html");

/// The parameters stored in the mail's row.
#[derive(Serialize, Deserialize)]
pub struct Params<Text> {
    pub user_id: Text,
}

/// Composes the mail with a link created on sending, because no row may hold one.
pub async fn compose(app: &App, mail: &Email) -> Result<Option<Message>> {
    let params: Params<String> = serde_json::from_str(&mail.params)?;
    let account = user::by_id(&app.db, &params.user_id).await?;
    // After a correction of the email address the wrong recipient must not get access to the account.
    let Some(account) = account.filter(|account| account.email == mail.recipient) else { return Ok(None) };
    let link = one_time_link::make(app, &account.id, LinkPurpose::Invite, Area::Client, INVITE_LINK_MS).await?;
    let company = company_or_yours(account.company_name.as_deref()).to_owned();
    Values { company, email: account.email, link, life: in_words(INVITE_LINK_MS) }.message().map(Some)
}
