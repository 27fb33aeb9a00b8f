//! Makes the consent record of a submission: a signed document for its business and its customer.

use domain::api::client::{ConsentDocument, ConsentTexts, DocumentedConsent, DocumentedFilm, SignedConsent};
use domain::date::iso_time;
use domain::publication::PublicationStatus;

use crate::app::App;
use crate::auth::consent_signature;
use crate::error::{Error, Result};
use crate::store::submissions::submission::list;

/// The language of all consent texts.
const LANGUAGE: &str = "en-GB";

/// # Errors
/// [`Error::not_found`].
pub async fn run(app: &App, client_id: &str, id: &str) -> Result<SignedConsent> {
    let found = list::details(&app.db, client_id, id, app.now).await?;
    let (line, details) = found.ok_or_else(|| Error::not_found("Submission"))?;
    let consent = details.consent();
    let is_public = line.publication == Some(PublicationStatus::Public);
    let first = DocumentedConsent {
        given_at: iso_time(consent.given_at),
        version: consent.text_version,
        words: consent.texts.map(ConsentTexts::sentences),
    };
    let later = consent.requests.iter().filter_map(|request| request.answer.clone()).map(|answer| DocumentedConsent {
        given_at: iso_time(answer.given_at),
        version: answer.text_version,
        words: answer.texts.map(ConsentTexts::sentences),
    });
    let document = ConsentDocument {
        issuer: app.config.public_origin.clone(),
        issued_at: iso_time(app.now),
        submission: line.id,
        business: line.company_name,
        customer_name: line.customer_name,
        customer_email: line.customer_email,
        language: LANGUAGE.to_owned(),
        consents: std::iter::once(first).chain(later).collect(),
        asked_at: consent.requests.iter().map(|request| iso_time(request.asked_at)).collect(),
        withdrawn_at: details.withdrawn_at.map(iso_time),
        film: DocumentedFilm {
            received_at: iso_time(line.created_at),
            bytes: line.size_bytes,
            // The public copy is compared with the accepted video before it is public.
            published_sha256: details.sha256.clone().filter(|_| is_public),
            published_at: details.published_at.filter(|_| is_public).map(iso_time),
            accepted_sha256: details.sha256,
        },
    };
    consent_signature::sign_document(app, &document).await
}
