//! To a user: the link that sets a new password in place of a forgotten one.

use domain::api::auth::Area;
use domain::session::RECOVERY_LINK_LIFE_MS;
use serde::{Deserialize, Serialize};

use super::template::{fill, fill_html};
use super::{Message, frame};
use crate::app::App;
use crate::auth::one_time_link;
use crate::error::Result;
use crate::store::email::Email;
use crate::store::one_time_link::Purpose;
use crate::store::user;

/// What the mail's row holds.
#[derive(Serialize, Deserialize)]
pub struct Params<Text> {
    /// Whose password.
    pub user_id: Text,
    /// Which login page the link opens.
    pub area: Area,
}

/// Writes the mail, with a link made now: no row ever holds one.
///
/// # Errors
/// When the database fails.
pub async fn compose(app: &App, mail: &Email) -> Result<Option<Message>> {
    let params: Params<String> = serde_json::from_str(&mail.params)?;
    let account = user::by_id(&app.db, &params.user_id).await?;
    // An address that was corrected since must not get the account.
    let Some(account) = account.filter(|account| account.email == mail.recipient) else { return Ok(None) };
    let link = one_time_link::make(app, &account.id, Purpose::Recovery, params.area, RECOVERY_LINK_LIFE_MS).await?;
    let values = [("email", account.email.as_str()), ("link", link.as_str()), ("life", "60 minutes")];
    let subject = include_str!("subject.txt").trim_end();
    Ok(Some(Message {
        subject: subject.to_owned(),
        text: fill(include_str!("text.txt"), &values),
        html: frame(subject, &fill_html(include_str!("message.html"), &values), "Sayso collects video testimonials."),
    }))
}
