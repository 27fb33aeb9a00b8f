//! Turns a form and a stored video into a submission.

use domain::api::public::Accepting;
use domain::limits::MAX_VIDEO_BYTES;
use media_wasm::probe::Media;
use media_wasm::submission::Valid;

use crate::app::App;
use crate::error::{Error, Result};
use crate::jobs;
use crate::store::submission::{self, Acceptance, Origin};
use crate::store::{client, upload};

/// A form whose fields are right, and where its video is.
pub struct Request<'a> {
    /// The client it is for.
    pub client_id: &'a str,
    /// Name, email and consent, checked.
    pub form: &'a Valid,
    /// The consent version that was shown.
    pub consent_version: &'a str,
    /// The sender's key, or one made for this request.
    pub idempotency_key: &'a str,
    /// The upload with the video's bytes.
    pub upload_id: &'a str,
    /// How the video came.
    pub origin: Origin,
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
pub async fn before(app: &App, client_id: &str, idempotency_key: &str) -> Result<Novelty> {
    if submission::known(&app.db, client_id, idempotency_key).await? {
        return Ok(Novelty::Known);
    }
    gate(app, client_id).await.map(|()| Novelty::New)
}

/// Asks whether a client takes a submission now.
///
/// # Errors
/// As [`before`].
pub async fn gate(app: &App, client_id: &str) -> Result<()> {
    match client::accepting(&app.db, client_id).await? {
        None => Err(Error::NotFound("Client")),
        Some(Accepting::Inactive) => Err(Error::Inactive),
        Some(Accepting::NoCredits) => Err(Error::NoCredits),
        Some(Accepting::Yes) => Ok(()),
    }
}

/// Accepts, or says exactly why not. Unless the answer is [`Novelty::New`] nothing was taken and no row exists;
/// the caller removes the bytes of a video that came in the body.
///
/// # Errors
/// Every refusal of the form's video or client, or our own faults.
pub async fn run(app: &App, request: &Request<'_>) -> Result<Novelty> {
    let (media, size) = match probe(app, request).await {
        Err(Error::NotVideo(reason)) => {
            discard(app, request).await?;
            return Err(Error::NotVideo(reason));
        }
        probed => probed?,
    };
    let id = uuid::Uuid::new_v4().to_string();
    let job_id = uuid::Uuid::new_v4().to_string();
    let acceptance = Acceptance {
        id: &id,
        client_id: request.client_id,
        idempotency_key: request.idempotency_key,
        upload_id: request.upload_id,
        customer_name: &request.form.customer_name,
        customer_email: &request.form.customer_email,
        consent_version: request.consent_version,
        container: media.container.extension(),
        size,
        duration_ms: media.duration_ms,
        job_id: &job_id,
    };
    if submission::accept(&app.db, &acceptance, request.origin, app.now).await? {
        jobs::announce(app, &job_id).await;
        return Ok(Novelty::New);
    }
    // It took nothing: the same key won elsewhere, the gate closed meanwhile, or the upload is taken.
    match before(app, request.client_id, request.idempotency_key).await? {
        Novelty::Known => Ok(Novelty::Known),
        Novelty::New => Err(Error::UploadTaken),
    }
}

/// Nothing is kept of an upload that is no video; the bytes of a body are the caller's to remove.
async fn discard(app: &App, request: &Request<'_>) -> Result<()> {
    if request.origin == Origin::Resumable && upload::delete_open(&app.db, request.upload_id).await? {
        app.files.delete_pieces(request.upload_id).await?;
    }
    Ok(())
}

async fn probe(app: &App, request: &Request<'_>) -> Result<(Media, u64)> {
    let pieces = app.files.pieces(request.upload_id).await?;
    let size = pieces.total();
    if request.origin == Origin::Resumable {
        let upload = upload::get(&app.db, request.upload_id).await?;
        // A foreign upload answers like an unknown one.
        let upload = upload.filter(|u| u.client_id == request.client_id).ok_or(Error::NotFound("Upload"))?;
        if upload.status != "open" {
            return Err(Error::UploadTaken);
        }
        if upload.expires_at <= app.now {
            return Err(Error::Gone);
        }
        if size < upload.declared_length {
            return Err(Error::Incomplete);
        }
    }
    if size > MAX_VIDEO_BYTES {
        return Err(Error::TooLarge);
    }
    let read = async |offset, length| app.files.read(&pieces, offset, u64::from(length)).await;
    let media = media_wasm::probe::probe_with(size, read).await?.map_err(Error::NotVideo)?;
    Ok((media, size))
}
