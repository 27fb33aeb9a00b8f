//! To a visitor who signed up: the link that confirms it.

use domain::limits::SIGN_UP_LINK_LIFE_MS;
use domain::signed_link::Kind;
use serde::{Deserialize, Serialize};

use super::template::{fill, fill_html};
use super::{Message, frame};
use crate::app::App;
use crate::auth::link;
use crate::error::Result;
use crate::store::email::Email;
use crate::store::sign_up;

/// What the mail's row holds.
#[derive(Serialize, Deserialize)]
pub struct Params<Text> {
    /// The sign-up.
    pub sign_up_id: Text,
}

/// Writes the mail, with a link made now. Nothing that was typed stands in it: anybody can type any address.
///
/// # Errors
/// When the database fails.
pub async fn compose(app: &App, mail: &Email) -> Result<Option<Message>> {
    let params: Params<String> = serde_json::from_str(&mail.params)?;
    let sign_up = sign_up::get(&app.db, &params.sign_up_id).await?;
    let Some(sign_up) = sign_up.filter(|sign_up| sign_up.email == mail.recipient) else { return Ok(None) };
    let expires_at = app.now.saturating_add(SIGN_UP_LINK_LIFE_MS);
    let link = link::address(&app.config, Kind::SignUp, &sign_up.id, expires_at);
    let days = (SIGN_UP_LINK_LIFE_MS / (24 * 60 * 60 * 1000)).to_string();
    let values = [("link", link.as_str()), ("days", days.as_str())];
    let subject = include_str!("subject.txt").trim_end();
    Ok(Some(Message {
        subject: subject.to_owned(),
        text: fill(include_str!("text.txt"), &values),
        html: frame(subject, &fill_html(include_str!("message.html"), &values), "Sayso collects video testimonials."),
    }))
}
