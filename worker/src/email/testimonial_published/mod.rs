//! To a customer whose testimonial was published for the first time: where it is, and the private link.

use domain::plain_text::without_links;

use super::Message;
use super::mail::mail;
use crate::app::App;
use crate::auth::signed_url;
use crate::error::Result;
use crate::store::platform::email::Email;
use crate::store::submissions::submission::publication;

mail!({ business: String, address: String, own: String } "email/testimonial_published/mail.html");

/// Composes the mail; its subject id is the submission's. `None` if it has no public address any more.
pub async fn compose(app: &App, mail: &Email) -> Result<Option<Message>> {
    let [id] = mail.subject();
    let Some(parties) = publication::parties(&app.db, id).await? else { return Ok(None) };
    let Some(public_id) = parties.public_id else { return Ok(None) };
    Values {
        business: without_links(&parties.company_name),
        address: signed_url::absolute(&app.config, &format!("/t/{public_id}")),
        own: signed_url::absolute(&app.config, &signed_url::own_testimonial(&app.config, id, "")),
    }
    .message()
    .map(Some)
}
