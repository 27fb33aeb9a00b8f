//! To a visitor who signed up: the confirmation link.

use domain::retention::{DAY_MS, SIGN_UP_LINK_MS};
use domain::sign_up::SignUpStatus;
use domain::signed_url::LinkPurpose;
use serde::{Deserialize, Serialize};

use super::Message;
use super::mail::mail;
use crate::app::App;
use crate::auth::signed_url;
use crate::error::Result;
use crate::store::platform::email::Email;
use crate::store::platform::sign_up;

mail!({ link: String, days: i64 } "email/confirm_sign_up/mail.html");

/// The parameters stored in the mail's row.
#[derive(Serialize, Deserialize)]
pub struct Params<Text> {
    pub sign_up_id: Text,
}

/// Composes the mail with a link created on sending. Contains nothing that was typed, because anybody can enter any email address.
pub async fn compose(app: &App, mail: &Email) -> Result<Option<Message>> {
    let params: Params<String> = serde_json::from_str(&mail.params)?;
    let sign_up = sign_up::get(&app.db, &params.sign_up_id).await?;
    // A confirmed address is not asked again, whoever enters it.
    let is_due = |one: &sign_up::SignUp| one.email == mail.recipient && one.status != SignUpStatus::Confirmed;
    let Some(sign_up) = sign_up.filter(is_due) else { return Ok(None) };
    let expires_at = app.now.saturating_add(SIGN_UP_LINK_MS);
    // The token is in the fragment, which no server receives: opening the page confirms nothing, because the page asks first.
    let token = signed_url::token(&app.config, LinkPurpose::SignUp, &sign_up.id, expires_at);
    let link = signed_url::absolute(&app.config, &format!("/sign-up/confirm#{token}"));
    Values { link, days: SIGN_UP_LINK_MS / DAY_MS }.message().map(Some)
}
