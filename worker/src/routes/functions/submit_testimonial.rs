//! `POST /functions/v1/submit-testimonial`: the multipart form of a testimonial, with the video itself or with
//! the `uploadId` of a finished resumable upload.

use std::collections::BTreeMap;

use domain::limits::{MAX_FIELD_BYTES, MAX_FORM_BYTES, MAX_FORM_PARTS, MAX_VIDEO_BYTES};
use media_wasm::submission::{CONSENT_VERSION, Form, Valid, validate};
use worker::{Request, Response};

use crate::app::App;
use crate::error::{Error, Result};
use crate::flows::accept_submission::{self, Novelty, before};
use crate::flows::receive_pieces::Gatherer;
use crate::routes::functions::form_stream;
use crate::store::submission::Origin;
use domain::api::public::SubmitReply;

/// Accepts a submission, or says exactly why not; a refused one leaves nothing behind.
pub async fn submit(app: &App, request: &Request) -> Result<Response> {
    let length = request.headers().get("content-length")?.ok_or(Error::NoLength)?;
    let length: u64 = length.trim().parse().map_err(|_| Error::NoLength)?;
    if length > MAX_FORM_BYTES {
        return Err(Error::TooLarge);
    }
    let key = idempotency_key(request)?;
    let body_upload = uuid::Uuid::new_v4().simple().to_string();
    let outcome = receive_and_accept(app, request, &key, &body_upload).await;
    if !matches!(outcome, Ok((Novelty::New, _))) {
        // Bytes that came in the body and were not accepted go at once; should this fail, the sweeper finds them.
        let stored = outcome.as_ref().map_or(true, |(_, origin)| *origin == Origin::Body);
        if stored {
            let _ = app.files.delete_pieces(&body_upload).await;
        }
    }
    outcome?;
    Ok(Response::from_json(&SubmitReply { success: true, error: None, code: None, fields: None })?)
}

/// The sender's key, or a new one where it sent none.
fn idempotency_key(request: &Request) -> Result<String> {
    match request.headers().get("idempotency-key")? {
        None => Ok(uuid::Uuid::new_v4().to_string()),
        Some(text) => uuid::Uuid::parse_str(text.trim())
            .map(|key| key.to_string())
            .map_err(|_| Error::Malformed("The Idempotency-Key must be a UUID.")),
    }
}

async fn receive_and_accept(app: &App, request: &Request, key: &str, body_upload: &str) -> Result<(Novelty, Origin)> {
    let received = receive(app, request, key, body_upload).await?;
    let Received::Form { fields, video } = received else { return Ok((Novelty::Known, Origin::Body)) };
    let client_id = text(&fields, "clientId");
    if client_id.is_empty() {
        return Err(invalid([("clientId", "Please name the client.")]));
    }
    let origin = if video { Origin::Body } else { Origin::Resumable };
    if before(app, client_id, key).await? == Novelty::Known {
        return Ok((Novelty::Known, origin));
    }
    let form = check(&fields)?;
    let upload_id = if video { body_upload } else { text(&fields, "uploadId") };
    if upload_id.is_empty() {
        return Err(invalid([("video", "Please add a video.")]));
    }
    let request = accept_submission::Request {
        client_id,
        form: &form,
        consent_version: consent_version(&fields)?,
        idempotency_key: key,
        upload_id,
        origin,
    };
    Ok((accept_submission::run(app, &request).await?, origin))
}

enum Received {
    /// The whole form; the video's bytes, if it held any, are stored.
    Form { fields: BTreeMap<String, String>, video: bool },
    /// The key was accepted before: the rest of the body does not matter.
    Known,
}

/// Reads the form as it streams in. Where the client is named before the video, a closed gate or a known key
/// is answered before any byte of the video is stored.
async fn receive(app: &App, request: &Request, key: &str, body_upload: &str) -> Result<Received> {
    let mut form = form_stream::open(request)?;
    let mut fields = BTreeMap::new();
    let mut video = false;
    let mut parts = 0_usize;
    while let Some(mut part) = form.next_field().await.map_err(form_stream::error)? {
        parts = parts.saturating_add(1);
        if parts > MAX_FORM_PARTS {
            return Err(Error::Malformed("The form has too many parts."));
        }
        let name = part.name().unwrap_or_default().to_owned();
        if name != "video" {
            let mut bytes = Vec::new();
            while let Some(more) = part.chunk().await.map_err(form_stream::error)? {
                bytes.extend_from_slice(&more);
                if bytes.len() as u64 > MAX_FIELD_BYTES {
                    return Err(Error::Malformed("A field of the form is too long."));
                }
            }
            let value = String::from_utf8(bytes).map_err(|_| Error::Malformed("A field of the form is no UTF-8."))?;
            fields.insert(name, value);
            continue;
        }
        if video {
            return Err(Error::Malformed("The form has more than one video."));
        }
        if let Some(client_id) = fields.get("clientId") {
            if before(app, client_id, key).await? == Novelty::Known {
                return Ok(Received::Known);
            }
            check(&fields)?;
        }
        video = true;
        let mut gatherer = Gatherer::new(app, body_upload);
        let mut size = 0_u64;
        while let Some(bytes) = part.chunk().await.map_err(form_stream::error)? {
            size = size.saturating_add(bytes.len() as u64);
            if size > MAX_VIDEO_BYTES {
                return Err(Error::TooLarge);
            }
            gatherer.add(&bytes).await?;
        }
        gatherer.end().await?;
    }
    Ok(Received::Form { fields, video })
}

/// The rules of the form; the browser applies the very same ones.
fn check(fields: &BTreeMap<String, String>) -> Result<Valid> {
    let ticked = |name: &str| text(fields, name) == "true";
    let form = Form {
        customer_name: text(fields, "customerName"),
        customer_email: text(fields, "customerEmail"),
        consent_data: ticked("consentData"),
        consent_marketing: ticked("consentMarketing"),
    };
    validate(&form).map_err(|errors| invalid(errors.iter().map(|e| (e.field.name(), e.message))))
}

/// The version of the consent texts that were on screen. One we never showed is no consent.
fn consent_version(fields: &BTreeMap<String, String>) -> Result<&'static str> {
    match fields.get("consentVersion").map(String::as_str) {
        None | Some(CONSENT_VERSION) => Ok(CONSENT_VERSION),
        Some(_) => Err(invalid([("consentVersion", "The consent texts have changed. Please reload the page.")])),
    }
}

fn text<'a>(fields: &'a BTreeMap<String, String>, name: &str) -> &'a str {
    fields.get(name).map(String::as_str).unwrap_or_default()
}

fn invalid<'a>(fields: impl IntoIterator<Item = (&'a str, &'a str)>) -> Error {
    Error::Invalid(fields.into_iter().map(|(name, message)| (name.to_owned(), message.to_owned())).collect())
}
