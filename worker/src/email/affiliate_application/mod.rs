//! To admins: a new partner application.

use domain::affiliate::AffiliateStatus;
use domain::plain_text::without_links;

use super::Message;
use super::mail::mail;
use crate::app::App;
use crate::error::Result;
use crate::store::partners::affiliate;
use crate::store::platform::email::Email;

mail!({ name: String, email: String, tier: u8, sponsor: Option<String>, page: String } "email/affiliate_application/mail.html");

/// Composes the mail; its subject id begins with the application's id. `None` if the application was decided.
pub async fn compose(app: &App, mail: &Email) -> Result<Option<Message>> {
    let [id] = mail.subject();
    let found = affiliate::get(&app.db, id).await?;
    let Some(found) = found.filter(|found| found.status == AffiliateStatus::Pending) else { return Ok(None) };
    let page = format!("{}/clients/admin/affiliates", app.config.public_origin);
    let (name, tier) = (without_links(&found.name()), found.tier());
    Values { name, tier, email: found.email, sponsor: found.sponsor_name, page }.message().map(Some)
}
