//! Turns a form and a stored video into a submission.

use domain::api::public::Accepting;
use domain::limits::MAX_VIDEO_BYTES;
use domain::submission::Claims;
use domain::upload::UploadStatus;
use media_wasm::finish::is_finished;
use media_wasm::limits::MAX_UPLOAD_MS;
use media_wasm::probe::Media;
use media_wasm::submission::ValidForm;

use crate::app::App;
use crate::error::{Error, Result};
use crate::flows::discard_upload;
use crate::queue;
use crate::store::submission::{self, Acceptance};
use crate::store::{client, upload};

/// What the clocks of picture and sound may differ by, in milliseconds.
const LENGTH_TOLERANCE_MS: u64 = 1000;

/// A form whose fields are right, and where its video is.
pub struct Request<'a> {
    pub client_id: &'a str,
    /// The webhook it came by; nothing for the record pages.
    pub endpoint: Option<&'a str>,
    pub form: &'a ValidForm,
    /// What the sender's browser says it did with the video.
    pub claims: &'a Claims,
    pub consent_version: &'a str,
    /// The client's company as the gate read it.
    pub business: &'a str,
    /// The sender's key, or one made for this request.
    pub idempotency_key: &'a str,
    /// The upload with the video's bytes.
    pub upload_id: &'a str,
    /// How many bytes came, where they came in the body of this very request; a resumable upload declared them.
    pub body_bytes: Option<u64>,
}

/// How a form was answered with success.
#[derive(PartialEq, Eq)]
pub enum Submitted {
    Accepted,
    /// The idempotency key was accepted before; the first answer stands.
    Duplicate,
}

/// Says whether the idempotency key is a duplicate. For a new key the gate has to be open; answers the business's name.
///
/// # Errors
/// [`Error::NotFound`], [`Error::Inactive`], [`Error::NoCredits`].
pub async fn check_idempotency(
    app: &App,
    client_id: &str,
    endpoint: Option<&str>,
    idempotency_key: &str,
) -> Result<KeyCheck> {
    if submission::exists(&app.db, client_id, idempotency_key).await? {
        return Ok(KeyCheck::Duplicate);
    }
    gate(app, client_id, endpoint).await.map(KeyCheck::New)
}

/// What an idempotency key is.
pub enum KeyCheck {
    /// Accepted before.
    Duplicate,
    /// New; holds the business's name for the consent.
    New(String),
}

/// Asks whether a client takes a submission now, and answers the business's name. The demo's own client takes them by
/// its webhook only.
pub async fn gate(app: &App, client_id: &str, endpoint: Option<&str>) -> Result<String> {
    match client::accepting(&app.db, client_id, endpoint.is_some()).await? {
        None => Err(Error::NotFound("Client")),
        Some((Accepting::Inactive, _)) => Err(Error::Inactive),
        Some((Accepting::NoCredits, _)) => Err(Error::NoCredits),
        Some((Accepting::Yes, business)) => Ok(business),
    }
}

/// Accepts, or says exactly why not. Unless the answer is [`Submitted::Accepted`] no credit was taken. A resumable
/// upload that was refused stays for another try, unless no try can succeed: it is no video, or too long a one.
///
/// # Errors
/// Every refusal of the form's video or client, or our own faults.
pub async fn run(app: &App, request: &Request<'_>) -> Result<Submitted> {
    let (media, size) = match probe(app, request).await {
        Err(error @ (Error::NotVideo(_) | Error::TooLong)) => {
            // Should this fail, the sweeper does it later.
            let _ = discard_upload::run(app, request.upload_id).await;
            return Err(error);
        }
        probed => probed?,
    };
    let id = uuid::Uuid::new_v4().to_string();
    let job_id = uuid::Uuid::new_v4().to_string();
    let finished = is_finished(&media, size);
    let acceptance = Acceptance {
        id: &id,
        client_id: request.client_id,
        endpoint: request.endpoint,
        idempotency_key: request.idempotency_key,
        upload_id: request.upload_id,
        customer_name: &request.form.customer_name,
        customer_email: &request.form.customer_email,
        consent_version: request.consent_version,
        business: request.business,
        container: media.container,
        size,
        duration_ms: media.duration_ms,
        frame_rate: media.frame_rate,
        unfinished: request.claims.unfinished(finished),
        unwatermarked_reason: request.claims.unwatermarked_reason(finished),
        // Whoever burns a watermark in finishes the file.
        watermarked: request.claims.watermarked && finished,
        job_id: &job_id,
    };
    if submission::accept(&app.db, &acceptance, app.now).await? {
        queue::announce(app, &job_id).await;
        return Ok(Submitted::Accepted);
    }
    // It took nothing: the same key won elsewhere, the gate closed meanwhile, or the upload is taken.
    match check_idempotency(app, request.client_id, request.endpoint, request.idempotency_key).await? {
        KeyCheck::Duplicate => Ok(Submitted::Duplicate),
        KeyCheck::New(_) => Err(Error::UploadTaken),
    }
}

async fn probe(app: &App, request: &Request<'_>) -> Result<(Media, u64)> {
    let length = match request.body_bytes {
        // This request has made the row itself; the transaction asks whether it is still there.
        Some(bytes) => bytes,
        None => declared_length(app, request).await?,
    };
    let chunks = app.files.chunks(request.upload_id).await?;
    let size = chunks.total();
    if size < length {
        return Err(Error::UploadIncomplete);
    }
    if size > MAX_VIDEO_BYTES {
        return Err(Error::TooLarge);
    }
    let read = async |offset, length| app.files.read(&chunks, offset, u64::from(length)).await;
    let media = media_wasm::probe::probe_with(size, read).await?.map_err(Error::NotVideo)?;
    if media.duration_ms > MAX_UPLOAD_MS.saturating_add(LENGTH_TOLERANCE_MS) {
        return Err(Error::TooLong);
    }
    Ok((media, size))
}

/// The length of a resumable upload. A foreign or expired upload answers like an unknown one.
async fn declared_length(app: &App, request: &Request<'_>) -> Result<u64> {
    let upload = upload::get(&app.db, request.upload_id).await?;
    let own = |u: &upload::Upload| u.client_id == request.client_id && u.expires_at > app.now;
    let upload = upload.filter(own).ok_or(Error::NotFound("Upload"))?;
    if upload.status == UploadStatus::Open { Ok(upload.declared_length) } else { Err(Error::UploadTaken) }
}
