//! To a customer who asked for it: the private link to the own testimonial.

use domain::plain_text::without_links;

use super::Message;
use super::mail::mail;
use crate::app::App;
use crate::auth::signed_url;
use crate::error::Result;
use crate::store::platform::email::Email;
use crate::store::submissions::submission::publication;

mail!({ business: String, own: String } "email/own_page/mail.html");

/// Composes the mail; its subject id is the submission's. `None` if it was erased meanwhile.
pub async fn compose(app: &App, mail: &Email) -> Result<Option<Message>> {
    let [id] = mail.subject();
    let Some(parties) = publication::parties(&app.db, id).await? else { return Ok(None) };
    Values {
        business: without_links(&parties.company_name),
        own: signed_url::absolute(&app.config, &signed_url::own_testimonial(&app.config, id, "")),
    }
    .message()
    .map(Some)
}
