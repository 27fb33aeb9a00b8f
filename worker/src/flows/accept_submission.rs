//! Turns a form and a stored video into a submission.

use std::cell::RefCell;

use domain::api::public::Accepting;
use domain::challenge;
use domain::limits::MAX_VIDEO_BYTES;
use domain::retention::HOUR_MS;
use domain::submission::{Claims, HoldReason};
use domain::submission_rate::{SubmissionLimits, UploadPlaces};
use domain::upload::UploadStatus;
use domain::webhook::DEMO;
use futures_util::future::{join, try_join};
use media_wasm::finish::{is_finished, plays_everywhere};
use media_wasm::limits::{MAX_UPLOAD_MS, is_too_short};
use media_wasm::private_data;
use media_wasm::probe::{Container, Media, RejectReason};
use media_wasm::submission::ValidForm;

use crate::app::App;
use crate::error::{Error, Result};
use crate::flows::discard_upload;
use crate::queue;
use crate::store::submission::acceptance::{self, Acceptance};
use crate::store::submission_rate::Rates;
use crate::store::{client, submission_rate, upload};

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
    /// What the gate has read.
    pub admission: &'a Admission,
    /// The keyed hash of the sender's address.
    pub ip_hash: &'a str,
    /// The sender's key, or one made for this request.
    pub idempotency_key: &'a str,
    /// The upload with the video's bytes.
    pub upload_id: &'a str,
    /// The video, where it came in the body of this very request.
    pub body: Option<&'a Body>,
}

/// A video that came in the form itself.
pub struct Body {
    pub upload_id: String,
    pub bytes: u64,
    /// In hex, once all of it is stored.
    pub sha256: Option<String>,
    /// The lengths of its chunks in bytes, once all of it is stored.
    pub chunk_sizes: Vec<u64>,
}

/// How a form was answered with success.
#[derive(PartialEq, Eq)]
pub enum SubmissionOutcome {
    Accepted {
        /// Milliseconds that are there of a video whose end is missing.
        cut_to_ms: Option<u64>,
    },
    /// The idempotency key was accepted before; the first answer stands.
    Duplicate,
}

/// What the gate has read of a client that is open.
pub struct Admission {
    /// Its company, for the consent.
    business: String,
    /// The most that the sender's household, its network and everybody may send.
    limits: SubmissionLimits,
    /// Whether the submission needs a proof, which was not given yet.
    pub needs_proof: bool,
    /// Why it waits for its business to take it, where it does.
    pub hold: Option<HoldReason>,
}

impl Admission {
    /// How many uploads may move at once.
    #[must_use]
    pub const fn uploads(&self) -> UploadPlaces {
        self.limits.uploads
    }
}

/// Says whether the idempotency key is a duplicate. For a new key the gate has to be open.
///
/// # Errors
/// Those of [`gate`].
pub async fn check_idempotency(
    app: &App,
    client_id: &str,
    endpoint: Option<&str>,
    ip_hash: &str,
    idempotency_key: &str,
) -> Result<KeyCheck> {
    // Side by side: the database may be far away.
    let is_known = acceptance::exists(&app.db, client_id, idempotency_key);
    let (is_known, admission) = join(is_known, gate(app, client_id, endpoint, ip_hash)).await;
    if is_known? { Ok(KeyCheck::Duplicate) } else { admission.map(KeyCheck::New) }
}

/// What an idempotency key is.
pub enum KeyCheck {
    /// Accepted before.
    Duplicate,
    /// New, and the gate is open.
    New(Admission),
}

/// Asks whether a client takes a submission now from an address. The demo's own client takes them by its webhook only.
///
/// # Errors
/// [`Error::NotFound`], [`Error::Inactive`], [`Error::NoCredits`], [`Error::TooManySubmissions`].
pub async fn gate(app: &App, client_id: &str, endpoint: Option<&str>, ip_hash: &str) -> Result<Admission> {
    let gate = client::client_gate(&app.db, client_id, endpoint.is_some());
    let (gate, rates) = try_join(gate, submission_rate::load(&app.db, client_id, ip_hash, app.now)).await?;
    let gate = gate.ok_or(Error::NotFound("Client"))?;
    match gate.accepting() {
        Accepting::Inactive => return Err(Error::Inactive),
        Accepting::NoCredits => return Err(Error::NoCredits),
        Accepting::Yes => {}
    }
    let Rates { stored, sender, client } = rates;
    let limits = if is_demo(endpoint) { stored.of_demo() } else { stored };
    let limits = limits.for_sender(&sender, gate.credits(), app.now);
    if let Some(seconds) = limits.wait(&sender.household, &client, app.now) {
        return Err(Error::TooManySubmissions(seconds));
    }
    let hold = if gate.holds_everything {
        Some(HoldReason::Everything)
    } else {
        limits.is_crowded(&sender.network, &client, app.now).then_some(HoldReason::UnusualTraffic)
    };
    let needs_proof = challenge::is_needed(&sender.household, &client, &limits, app.now.saturating_sub(HOUR_MS));
    Ok(Admission { business: gate.company_name, limits, needs_proof, hold })
}

/// Everybody may try the demo with the same video, and nobody pays for it.
fn is_demo(endpoint: Option<&str>) -> bool {
    endpoint == Some(DEMO)
}

/// Accepts, or says exactly why not. Unless the answer is [`SubmissionOutcome::Accepted`] no credit was taken; what is accepted on hold
/// takes none either. A resumable upload that was refused stays for another try, unless no try can succeed: it is no video, or
/// too long a one.
///
/// # Errors
/// Every refusal of the form's video or client, or our own faults.
pub async fn run(app: &App, request: &Request<'_>) -> Result<SubmissionOutcome> {
    let ProbedVideo { media, size, sha256, chunk_sizes } = match probe(app, request).await {
        Err(error @ (Error::NotVideo(_) | Error::TooLong | Error::TooShort)) => {
            // Should this fail, the sweeper does it later.
            let _ = discard_upload::run(app, request.upload_id).await;
            return Err(error);
        }
        Err(error @ (Error::Internal(_) | Error::UploadTaken)) => return overtaken(app, request, error).await,
        probed => probed?,
    };
    let id = uuid::Uuid::new_v4().to_string();
    let job_id = uuid::Uuid::new_v4().to_string();
    // A browser that gives no reason has finished it, and could make it no smaller.
    let finished = is_finished(&media, size) || (plays_everywhere(&media) && request.claims.gives_no_reason());
    let mut acceptance = Acceptance {
        id: &id,
        client_id: request.client_id,
        endpoint: request.endpoint,
        idempotency_key: request.idempotency_key,
        upload_id: request.upload_id,
        customer_name: &request.form.customer_name,
        customer_email: &request.form.customer_email,
        consent_version: request.consent_version,
        business: &request.admission.business,
        container: media.container,
        size,
        duration_ms: media.duration_ms,
        frame_rate: media.frame_rate,
        unfinished: request.claims.unfinished(finished),
        unwatermarked_reason: request.claims.unwatermarked_reason(finished),
        // Whoever burns a watermark in finishes the file.
        watermarked: request.claims.watermarked && finished,
        sound_left_out: request.claims.sound_left_out && media.audio.is_none(),
        end_missing: media.truncated || request.claims.end_missing,
        job_id: &job_id,
        sha256: &sha256,
        chunk_sizes: &chunk_sizes,
        takes_duplicates: is_demo(request.endpoint),
        ip_hash: request.ip_hash,
        limits: request.admission.limits,
        hold: request.admission.hold,
    };
    let Request { client_id, endpoint, ip_hash, idempotency_key, .. } = request;
    loop {
        if acceptance::accept(&app.db, &acceptance, app.now).await? {
            // Its business is told later.
            if acceptance.hold.is_none() {
                queue::announce(app, &job_id).await;
            }
            return Ok(SubmissionOutcome::Accepted { cut_to_ms: media.truncated.then_some(media.duration_ms) });
        }
        // It took nothing: the same key won elsewhere, the gate closed meanwhile, the client has this video, the upload is
        // taken, or others beside it have used up what comes through at once.
        match check_idempotency(app, client_id, *endpoint, ip_hash, idempotency_key).await? {
            KeyCheck::Duplicate => return Ok(SubmissionOutcome::Duplicate),
            KeyCheck::New(_)
                if !acceptance.takes_duplicates && acceptance::has_video(&app.db, client_id, &sha256).await? =>
            {
                return Err(Error::DuplicateVideo);
            }
            KeyCheck::New(Admission { hold: Some(hold), limits, .. }) if acceptance.hold.is_none() => {
                acceptance.hold = Some(hold);
                acceptance.limits = limits;
            }
            KeyCheck::New(_) => return Err(Error::UploadTaken),
        }
    }
}

/// The answer where an upload could not be looked into: its sender may have ended it meanwhile, or another form was accepted with it, even
/// with the same key.
async fn overtaken(app: &App, request: &Request<'_>, error: Error) -> Result<SubmissionOutcome> {
    match upload::get(&app.db, request.upload_id).await?.map(|upload| upload.status) {
        None => Err(Error::NotFound("Upload")),
        Some(UploadStatus::Open | UploadStatus::Receiving) => Err(error),
        Some(UploadStatus::Accepted | UploadStatus::Cleared) => {
            let is_known = acceptance::exists(&app.db, request.client_id, request.idempotency_key).await?;
            if is_known { Ok(SubmissionOutcome::Duplicate) } else { Err(Error::UploadTaken) }
        }
    }
}

/// A video that was looked into.
struct ProbedVideo {
    media: Media,
    /// In bytes.
    size: u64,
    /// In hex.
    sha256: String,
    /// The lengths of its chunks in bytes.
    chunk_sizes: Vec<u64>,
}

/// What is in the video.
async fn probe(app: &App, request: &Request<'_>) -> Result<ProbedVideo> {
    let (length, known, noted) = match request.body {
        // This request has made the row itself; the transaction asks whether it is still there.
        Some(body) => (body.bytes, body.sha256.clone(), body.chunk_sizes.clone()),
        None => declared(app, request).await?,
    };
    let chunks = app.files.chunks(request.upload_id, &noted, length).await?;
    let size = chunks.total();
    if size < length {
        return Err(Error::UploadIncomplete);
    }
    if size > MAX_VIDEO_BYTES {
        return Err(Error::TooLarge);
    }
    let seen = RefCell::new(Vec::new());
    let read = async |offset, length| {
        if let Some(bytes) = found_in(&seen.borrow(), offset, length) {
            return Ok(bytes);
        }
        let bytes = app.files.read(&chunks, offset, u64::from(length)).await?;
        seen.borrow_mut().push((offset, bytes.clone()));
        Ok::<_, Error>(bytes)
    };
    let media = media_wasm::probe::probe_with(size, read).await?.map_err(Error::NotVideo)?;
    if media.container == Container::Matroska {
        return Err(Error::NotVideo(RejectReason::Matroska));
    }
    if media.duration_ms > MAX_UPLOAD_MS.saturating_add(LENGTH_TOLERANCE_MS) {
        return Err(Error::TooLong);
    }
    if is_too_short(media.duration_ms) {
        return Err(Error::TooShort);
    }
    let private = private_data::find_with(size, read).await?;
    let known = if private.is_empty() { known } else { None };
    if !private.is_empty() {
        // In this order: a second try finds nothing more to overwrite, and must count what is stored by then.
        if request.body.is_none() {
            upload::clear_digest(&app.db, request.upload_id).await?;
        }
        app.files.overwrite(&chunks, &private).await?;
    }
    let chunk_sizes = chunks.sizes();
    let sha256 = match known {
        Some(sha256) => sha256,
        // It came in several requests: none of them has counted all.
        None => app.files.digest_chunks(chunks).await?,
    };
    Ok(ProbedVideo { media, size, sha256, chunk_sizes })
}

/// Bytes that were read before, with their offsets.
type Seen = [(u64, Vec<u8>)];

fn found_in(seen: &Seen, offset: u64, length: u32) -> Option<Vec<u8>> {
    seen.iter().find_map(|(start, bytes)| {
        let from = usize::try_from(offset.checked_sub(*start)?).ok()?;
        let to = from.checked_add(usize::try_from(length).ok()?)?;
        bytes.get(from..to).map(<[u8]>::to_vec)
    })
}

/// The length of a resumable upload, its SHA-256 where it is known, and the sizes of its chunks as far as they were noted. A foreign or
/// expired upload answers like an unknown one.
async fn declared(app: &App, request: &Request<'_>) -> Result<(u64, Option<String>, Vec<u64>)> {
    let upload = upload::get(&app.db, request.upload_id).await?;
    let own = |u: &upload::Upload| u.client_id == request.client_id && u.expires_at > app.now;
    let upload = upload.filter(own).ok_or(Error::NotFound("Upload"))?;
    if upload.status == UploadStatus::Open {
        let sizes = upload.chunk_sizes();
        Ok((upload.declared_length, upload.sha256, sizes))
    } else {
        Err(Error::UploadTaken)
    }
}
