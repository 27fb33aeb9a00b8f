//! To a customer: the business asks for the consent to newer texts.

use domain::plain_text::without_links;
use media_wasm::submission::CONSENT_EXPLANATION;

use super::Message;
use super::mail::mail;
use crate::app::App;
use crate::auth::signed_url;
use crate::error::Result;
use crate::store::platform::email::Email;
use crate::store::submissions::submission::publication;

mail!({ business: String, explanation: &'static str, own: String } "email/consent_requested/mail.html");

/// Composes the mail; its subject id begins with the submission's. `None` if it was erased or withdrawn meanwhile.
pub async fn compose(app: &App, mail: &Email) -> Result<Option<Message>> {
    let [id] = mail.subject();
    let parties = publication::parties(&app.db, id).await?;
    let Some(parties) = parties.filter(|parties| parties.withdrawn_at.is_none()) else { return Ok(None) };
    Values {
        business: without_links(&parties.company_name),
        explanation: CONSENT_EXPLANATION,
        own: signed_url::absolute(&app.config, &signed_url::own_testimonial(&app.config, id, "")),
    }
    .message()
    .map(Some)
}
