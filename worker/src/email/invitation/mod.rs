//! To a new client: the link that sets the first password.

use domain::api::auth::Area;
use domain::session::INVITE_LINK_LIFE_MS;
use serde::{Deserialize, Serialize};

use super::template::{fill, fill_html};
use super::{Message, company_or_yours, frame};
use crate::app::App;
use crate::auth::one_time_link;
use crate::error::Result;
use crate::store::email::Email;
use crate::store::one_time_link::Purpose;
use crate::store::user;

/// What the mail's row holds.
#[derive(Serialize, Deserialize)]
pub struct Params<Text> {
    /// Who is invited.
    pub user_id: Text,
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
    let link = one_time_link::make(app, &account.id, Purpose::Invite, Area::Client, INVITE_LINK_LIFE_MS).await?;
    let values = [
        ("company", company_or_yours(account.company_name.as_deref())),
        ("email", account.email.as_str()),
        ("link", link.as_str()),
        ("life", "7 days"),
    ];
    let subject = include_str!("subject.txt").trim_end();
    Ok(Some(Message {
        subject: subject.to_owned(),
        text: fill(include_str!("text.txt"), &values),
        html: frame(subject, &fill_html(include_str!("message.html"), &values), "Sayso collects video testimonials."),
    }))
}
