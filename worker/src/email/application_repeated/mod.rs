//! To a partner, or to the address of a pending application, which anybody may have sent: it was entered into another application.

use domain::affiliate::AffiliateStatus;

use super::mail::mail;
use super::{Message, support};
use crate::app::App;
use crate::error::Result;
use crate::store::partners::affiliate;
use crate::store::platform::email::Email;

mail!({ is_pending: bool, page: String, support: String, support_url: String } "email/application_repeated/mail.html");

/// Composes the mail; its subject id begins with the partner's id. `None` if the partner is erased.
pub async fn compose(app: &App, mail: &Email) -> Result<Option<Message>> {
    let [id] = mail.subject();
    let Some(found) = affiliate::get(&app.db, id).await? else { return Ok(None) };
    let page = format!("{}/affiliates/login", app.config.public_origin);
    let (support, support_url) = support(app).await?;
    Values { is_pending: found.status == AffiliateStatus::Pending, page, support, support_url }.message().map(Some)
}
