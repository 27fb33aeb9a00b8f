//! `POST /functions/v1/submit-testimonial`: the multipart form of a testimonial, with the video itself as its last
//! part or with the `uploadId` of a finished resumable upload.

use std::collections::BTreeMap;

use domain::api::public::SubmitReply;
use domain::limits::{MAX_FIELD_BYTES, MAX_FORM_BYTES, MAX_FORM_PARTS, MAX_VIDEO_BYTES};
use domain::number::whole;
use domain::submission::Claims;
use media_wasm::submission::{CONSENT_VERSION, Form, Valid, validate};
use worker::Response;

use crate::app::App;
use crate::auth::address;
use crate::error::{Error, Result, invalid};
use crate::flows::accept_submission::{self, Novelty, before};
use crate::flows::discard_upload;
use crate::flows::receive_pieces::Gatherer;
use crate::request::Request;
use crate::routes::functions::form_stream::{FormStream, Part};
use crate::store::upload::{self, NewUpload};

/// Accepts a submission, or says exactly why not; a refused one leaves nothing behind.
pub async fn submit(app: &App, request: &Request) -> Result<Response> {
    let length = request.header("content-length").and_then(|text| whole(&text)).ok_or(Error::NoLength)?;
    if length > MAX_FORM_BYTES {
        return Err(Error::TooLarge);
    }
    let mut received = Received { key: idempotency_key(request)?, length, fields: BTreeMap::new(), body: None };
    let outcome = receive_and_accept(app, request, &mut received).await;
    if let (Some(body), false) = (&received.body, matches!(outcome, Ok(Novelty::New))) {
        // Should this fail, the sweeper does it later.
        let _ = discard_upload::run(app, &body.upload_id).await;
    }
    outcome.map_err(Error::of_submission)?;
    Ok(Response::from_json(&SubmitReply { success: true, error: None, code: None, fields: None })?)
}

/// What has come of a form.
struct Received {
    /// The sender's key, or one made here.
    key: String,
    /// The declared length of the whole form.
    length: u64,
    fields: BTreeMap<String, String>,
    body: Option<Body>,
}

/// A video that came in the form itself.
struct Body {
    upload_id: String,
    bytes: u64,
}

/// The sender's key, or a new one where it sent none.
fn idempotency_key(request: &Request) -> Result<String> {
    match request.header("idempotency-key") {
        None => Ok(uuid::Uuid::new_v4().to_string()),
        Some(text) => uuid::Uuid::parse_str(text.trim())
            .map(|key| key.to_string())
            .map_err(|_| Error::Malformed("The Idempotency-Key must be a UUID.")),
    }
}

async fn receive_and_accept(app: &App, request: &Request, received: &mut Received) -> Result<Novelty> {
    if receive(app, request, received).await? == Novelty::Known {
        return Ok(Novelty::Known);
    }
    let Received { key, fields, body, .. } = received;
    let client_id = client_of(fields)?;
    if body.is_none() && before(app, client_id, key).await? == Novelty::Known {
        return Ok(Novelty::Known);
    }
    let (form, claims) = check(fields)?;
    let upload_id = body.as_ref().map_or_else(|| text(fields, "uploadId"), |body| &body.upload_id);
    if upload_id.is_empty() {
        return Err(invalid([("video", "Please add a video.")]));
    }
    let submission = accept_submission::Request {
        client_id,
        form: &form,
        claims: &claims,
        consent_version: consent_version(fields)?,
        idempotency_key: key,
        upload_id,
        body_bytes: body.as_ref().map(|body| body.bytes),
    };
    accept_submission::run(app, &submission).await
}

/// Reads the form as it streams in. A known key ends it early: the first answer holds, whatever else is sent.
async fn receive(app: &App, request: &Request, received: &mut Received) -> Result<Novelty> {
    let mut form = FormStream::open(request)?;
    let mut parts = 0_usize;
    while let Some(mut part) = form.next_part().await? {
        parts = parts.saturating_add(1);
        if parts > MAX_FORM_PARTS {
            return Err(Error::Malformed("The form has too many parts."));
        }
        let name = part.name();
        if name != "video" {
            if received.body.is_some() && Claims::FIELDS.contains(&name.as_str()) {
                return Err(invalid([(name.as_str(), "Please send this before the video.")]));
            }
            let value = part.text(MAX_FIELD_BYTES).await?;
            received.fields.insert(name, value);
        } else if received.body.is_some() {
            return Err(Error::Malformed("The form has more than one video."));
        } else if receive_video(app, request, received, &mut part).await? == Novelty::Known {
            return Ok(Novelty::Known);
        }
    }
    Ok(Novelty::New)
}

/// Stores the video's bytes. Everything else is decided before: the client, the key, the gate and the fields, so
/// that nobody fills our storage with what could never be accepted.
async fn receive_video(app: &App, request: &Request, received: &mut Received, part: &mut Part<'_>) -> Result<Novelty> {
    let client_id = client_of(&received.fields)?;
    if before(app, client_id, &received.key).await? == Novelty::Known {
        return Ok(Novelty::Known);
    }
    check(&received.fields)?;
    let upload_id = uuid::Uuid::new_v4().simple().to_string();
    let new = NewUpload {
        id: &upload_id,
        client_id,
        address_hash: &address::hash(&app.config, request),
        declared_length: received.length,
        content_type: "multipart/form-data",
    };
    upload::receive(&app.db, &new, app.now).await?;
    let body = received.body.insert(Body { upload_id, bytes: 0 });
    let mut gatherer = Gatherer::new(app, &body.upload_id);
    while let Some(bytes) = part.chunk().await? {
        body.bytes = body.bytes.saturating_add(bytes.len() as u64);
        if body.bytes > MAX_VIDEO_BYTES {
            return Err(Error::TooLarge);
        }
        gatherer.add(&bytes).await?;
    }
    gatherer.end().await?;
    Ok(Novelty::New)
}

/// The client, which has to be named before the video.
fn client_of(fields: &BTreeMap<String, String>) -> Result<&str> {
    match text(fields, "clientId") {
        "" => Err(invalid([("clientId", "Please name the client, before the video.")])),
        id => Ok(id),
    }
}

/// The rules of the form, which the browser applies too, and what the form says of its video.
fn check(fields: &BTreeMap<String, String>) -> Result<(Valid, Claims)> {
    let ticked = |name: &str| text(fields, name) == "true";
    let form = Form {
        customer_name: text(fields, "customerName"),
        customer_email: text(fields, "customerEmail"),
        consent_data: ticked("consentData"),
        consent_marketing: ticked("consentMarketing"),
    };
    let valid = validate(&form).map_err(|errors| invalid(errors.iter().map(|e| (e.field.name(), e.message))))?;
    let claims = Claims::read(|name| fields.get(name).map(String::as_str)).map_err(|refusal| invalid([refusal]))?;
    Ok((valid, claims))
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
