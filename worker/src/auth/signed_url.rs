//! Creates and verifies signed URLs.

use domain::drive;
use domain::number::parse_u64;
use domain::retention::{GET_MAILS_LINK_MS, OWN_TESTIMONIAL_LINK_ENDS, STOP_MAILS_LINK_MS};
use domain::signed_url::{self, LinkPurpose};

use crate::app::App;
use crate::auth::login_subject::email_hash;
use crate::config::Config;
use crate::error::{Error, Result, refusal};
use crate::request::Request;

/// The link of a video or a folder has expired.
pub const LINK_EXPIRED: Error =
    refusal!(410, "link_expired", "This link has expired. Please sign in to see the video.");

fn link_refused(fault: signed_url::LinkError) -> Error {
    match fault {
        signed_url::LinkError::Expired => LINK_EXPIRED,
        signed_url::LinkError::Forged => Error::not_found("Link"),
    }
}

/// A confirmation link that is forged or expired.
#[must_use]
pub fn confirmation_refused(fault: signed_url::LinkError) -> Error {
    match fault {
        signed_url::LinkError::Expired => {
            refusal!(410, "link_expired", "This link has expired. Please sign up once more.")
        }
        signed_url::LinkError::Forged => {
            refusal!(403, "link_invalid", "This link is not complete. Please open it again from the email.")
        }
    }
}

/// Makes a path absolute, for a mail.
#[must_use]
pub fn absolute(config: &Config, path: &str) -> String {
    format!("{}{path}", config.public_origin)
}

/// Path and query of a video, valid until `expires_at` (UTC milliseconds).
#[must_use]
pub fn video(config: &Config, submission_id: &str, expires_at: i64) -> String {
    signed(config, LinkPurpose::Video, &format!("/drive/video/{submission_id}"), submission_id, expires_at)
}

/// Path and query of a video's poster.
#[must_use]
pub fn poster(config: &Config, submission_id: &str, expires_at: i64) -> String {
    signed(config, LinkPurpose::Video, &format!("/drive/poster/{submission_id}"), submission_id, expires_at)
}

/// Path and query of a video's page.
#[must_use]
pub fn watch(config: &Config, submission_id: &str, expires_at: i64) -> String {
    signed(config, LinkPurpose::Video, &format!("/drive/watch/{submission_id}"), submission_id, expires_at)
}

/// Path and query of a page about a customer's own testimonial. `more` continues the path.
#[must_use]
pub fn own_testimonial(config: &Config, submission_id: &str, more: &str) -> String {
    let path = format!("/yours/{submission_id}{more}");
    signed(config, LinkPurpose::OwnTestimonial, &path, submission_id, OWN_TESTIMONIAL_LINK_ENDS)
}

/// Path and query of a client's folder.
#[must_use]
pub fn folder(config: &Config, client_id: &str, expires_at: i64) -> String {
    signed(config, LinkPurpose::Folder, &drive::folder_path(client_id), client_id, expires_at)
}

/// Path and query that opt a recipient out of the mails that strangers can cause.
#[must_use]
pub fn stop_mails(config: &Config, recipient_hash: &str, expires_at: i64) -> String {
    signed(config, LinkPurpose::DemoUnsubscribe, &format!("/emails/stop/{recipient_hash}"), recipient_hash, expires_at)
}

/// Paths and queries that start, and end, a business's mails to an added recipient.
#[must_use]
pub fn recipient(config: &Config, client_id: &str, email: &str, now: i64) -> [String; 2] {
    let id = format!("{client_id}/{}", email_hash(config, email));
    [
        (LinkPurpose::RecipientConfirm, "get", GET_MAILS_LINK_MS),
        (LinkPurpose::RecipientUnsubscribe, "leave", STOP_MAILS_LINK_MS),
    ]
    .map(|(purpose, word, good_for)| {
        signed(config, purpose, &format!("/emails/{word}/{id}"), &id, now.saturating_add(good_for))
    })
}

/// Path and query that erase a demo.
#[must_use]
pub fn demo_erasure(config: &Config, submission_id: &str, expires_at: i64) -> String {
    signed(config, LinkPurpose::DemoErasure, &format!("/demo/{submission_id}/delete"), submission_id, expires_at)
}

fn signed(config: &Config, purpose: LinkPurpose, path: &str, id: &str, expires_at: i64) -> String {
    let signature = signed_url::sign(&config.keys, purpose, id, expires_at);
    format!("{path}?expires={expires_at}&signature={signature}")
}

/// Signs an id as one word, for [`verify_token`].
#[must_use]
pub fn token(config: &Config, purpose: LinkPurpose, id: &str, expires_at: i64) -> String {
    format!("{id}.{expires_at}.{}", signed_url::sign(&config.keys, purpose, id, expires_at))
}

/// Verifies a [`token`] and returns its id.
///
/// # Errors
/// [`confirmation_refused`].
pub fn verify_token(app: &App, purpose: LinkPurpose, token: &str) -> Result<String> {
    let mut parts = token.splitn(3, '.');
    let id = parts.next().unwrap_or_default();
    let expires_at = parts.next().and_then(parse_u64).and_then(|at| at.try_into().ok()).unwrap_or_default();
    let signature = parts.next().unwrap_or_default();
    signed_url::verify(&app.config.keys, purpose, id, expires_at, signature, app.now).map_err(confirmation_refused)?;
    Ok(id.to_owned())
}

/// Verifies the query of a request for a signed URL.
///
/// # Errors
/// [`link_refused`].
pub fn verify_query(app: &App, request: &Request, purpose: LinkPurpose, id: &str) -> Result<()> {
    let expires_at = request.query("expires").and_then(parse_u64).and_then(|at| at.try_into().ok()).unwrap_or_default();
    let signature = request.query("signature").unwrap_or_default();
    signed_url::verify(&app.config.keys, purpose, id, expires_at, signature, app.now).map_err(link_refused)
}
