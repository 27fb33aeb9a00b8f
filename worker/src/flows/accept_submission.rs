//! Turns a form and a stored video into a submission.

use domain::api::public::Accepting;
use domain::limits::MAX_VIDEO_BYTES;
use domain::submission::Claims;
use media_wasm::finish::{Unfinished, is_finished};
use media_wasm::probe::Media;
use media_wasm::submission::Valid;

use crate::app::App;
use crate::error::{Error, Result};
use crate::flows::discard_upload;
use crate::jobs;
use crate::store::submission::{self, Acceptance};
use crate::store::{client, upload};

/// A form whose fields are right, and where its video is.
pub struct Request<'a> {
    /// The client it is for.
    pub client_id: &'a str,
    /// The webhook it came by; nothing for the record pages.
    pub endpoint: Option<&'a str>,
    /// Name, email and consent, checked.
    pub form: &'a Valid,
    /// What the sender's browser says it did with the video.
    pub claims: &'a Claims,
    /// The consent version that was shown.
    pub consent_version: &'a str,
    /// The sender's key, or one made for this request.
    pub idempotency_key: &'a str,
    /// The upload with the video's bytes.
    pub upload_id: &'a str,
    /// How many bytes came, where they came in the body of this very request; a resumable upload declared them.
    pub body_bytes: Option<u64>,
}

/// Whether a request's key has been seen.
#[derive(PartialEq, Eq)]
pub enum Novelty {
    /// It is new.
    New,
    /// It was accepted before; the first answer holds.
    Known,
}

/// Looks the key up, then asks the gate.
///
/// # Errors
/// [`Error::NotFound`], [`Error::Inactive`], [`Error::NoCredits`], or when the database fails.
pub async fn before(app: &App, client_id: &str, endpoint: Option<&str>, idempotency_key: &str) -> Result<Novelty> {
    if submission::known(&app.db, client_id, idempotency_key).await? {
        return Ok(Novelty::Known);
    }
    gate(app, client_id, endpoint).await.map(|()| Novelty::New)
}

/// Asks whether a client takes a submission now. The demo's folder takes them by its webhook only.
///
/// # Errors
/// As [`before`].
pub async fn gate(app: &App, client_id: &str, endpoint: Option<&str>) -> Result<()> {
    match client::accepting(&app.db, client_id, endpoint.is_some()).await? {
        None => Err(Error::NotFound("Client")),
        Some(Accepting::Inactive) => Err(Error::Inactive),
        Some(Accepting::NoCredits) => Err(Error::NoCredits),
        Some(Accepting::Yes) => Ok(()),
    }
}

/// Accepts, or says exactly why not. Unless the answer is [`Novelty::New`] nothing was taken. A resumable upload
/// that was refused stays for another try, unless it is no video at all.
///
/// # Errors
/// Every refusal of the form's video or client, or our own faults.
pub async fn run(app: &App, request: &Request<'_>) -> Result<Novelty> {
    let (media, size) = match probe(app, request).await {
        Err(Error::NotVideo(reason)) => {
            // Should this fail, the sweeper does it later.
            let _ = discard_upload::run(app, request.upload_id).await;
            return Err(Error::NotVideo(reason));
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
        container: media.container.extension(),
        size,
        duration_ms: media.duration_ms,
        unfinished: request.claims.unfinished(finished).map(Unfinished::as_str),
        // Whoever burns a watermark in finishes the file.
        watermarked: request.claims.watermarked && finished,
        job_id: &job_id,
    };
    if submission::accept(&app.db, &acceptance, app.now).await? {
        jobs::announce(app, &job_id).await;
        return Ok(Novelty::New);
    }
    // It took nothing: the same key won elsewhere, the gate closed meanwhile, or the upload is taken.
    match before(app, request.client_id, request.endpoint, request.idempotency_key).await? {
        Novelty::Known => Ok(Novelty::Known),
        Novelty::New => Err(Error::UploadTaken),
    }
}

async fn probe(app: &App, request: &Request<'_>) -> Result<(Media, u64)> {
    let upload = upload::get(&app.db, request.upload_id).await?;
    // A foreign or expired upload answers like an unknown one.
    let own = |u: &upload::Upload| u.client_id == request.client_id && u.expires_at > app.now;
    let upload = upload.filter(own).ok_or(Error::NotFound("Upload"))?;
    let awaited = if request.body_bytes.is_some() { "receiving" } else { "open" };
    if upload.status != awaited {
        return Err(Error::UploadTaken);
    }
    let pieces = app.files.pieces(request.upload_id).await?;
    let size = pieces.total();
    if size < request.body_bytes.unwrap_or(upload.declared_length) {
        return Err(Error::Incomplete);
    }
    if size > MAX_VIDEO_BYTES {
        return Err(Error::TooLarge);
    }
    let read = async |offset, length| app.files.read(&pieces, offset, u64::from(length)).await;
    let media = media_wasm::probe::probe_with(size, read).await?.map_err(Error::NotVideo)?;
    Ok((media, size))
}
