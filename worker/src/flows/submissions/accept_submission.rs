//! Accepts a form with a stored video as a submission.

use std::cell::RefCell;

use domain::api::public::Accepting;
use domain::limits::{MAX_VIDEO_BYTES, MEBIBYTE};
use domain::rate_limit::wait_in_words;
use domain::retention::HOUR_MS;
use domain::submission::{Claims, HoldReason};
use domain::submission_rate::{OpenUploadLimits, SubmissionLimits};
use domain::upload::UploadStatus;
use domain::webhook::DEMO;
use domain::{challenge, gate};
use futures_util::future::{join, try_join};
use media_wasm::finish::{is_finished, plays_everywhere};
use media_wasm::limits::{MAX_VIDEO_MS, MIN_VIDEO_MS, is_too_short};
use media_wasm::private_data;
use media_wasm::probe::{Container, Media, RejectReason};
use media_wasm::submission::ValidForm;

use crate::app::App;
use crate::error::{Error, Result, refusal};
use crate::flows::submissions::discard_upload;
use crate::queue;
use crate::store::clients::client;
use crate::store::submissions::submission::acceptance::{self, Acceptance};
use crate::store::submissions::submission::publication::StoredPoster;
use crate::store::submissions::submission_rate::{self, Rates};
use crate::store::submissions::upload::{self, Upload};

/// The client already has this video.
pub const DUPLICATE_VIDEO: Error =
    refusal!(409, "duplicate_video", "This video has already arrived. There is no need to send it again.");

/// The client's status is not `active`.
pub const INACTIVE: Error = refusal!(403, "inactive", gate::INACTIVE);

/// The client has no credits left.
pub const NO_CREDITS: Error = refusal!(402, "no_credits", gate::NO_CREDITS);

/// The file is not a supported video.
const NOT_VIDEO: Error = refusal!(415, "not_a_video");

fn not_video(reason: RejectReason) -> Error {
    NOT_VIDEO.with_text(reason.message().to_owned()).with_cause(format!("{reason:?}"))
}

/// The video has too many bytes.
#[must_use]
pub fn too_large() -> Error {
    refusal!(413, "too_large").with_text(format!("A video may be at most {} MB.", MAX_VIDEO_BYTES / MEBIBYTE))
}

/// The video is longer than allowed.
const TOO_LONG: Error = refusal!(413, "too_long");

fn too_long() -> Error {
    let minutes = MAX_VIDEO_MS / 60_000;
    TOO_LONG.with_text(format!("This video is longer than {minutes} minutes. Please choose a shorter one."))
}

/// The video is too short to say anything.
const TOO_SHORT: Error = refusal!(415, "too_short");

fn too_short() -> Error {
    let seconds = MIN_VIDEO_MS / 1000;
    TOO_SHORT.with_text(format!("This video is shorter than {seconds} seconds. Please record or choose a longer one."))
}

/// Too many submissions from an address or to a client. Retry after `seconds`.
fn too_many_submissions(seconds: u32) -> Error {
    let wait = wait_in_words(seconds);
    refusal!(429, "too_many_submissions")
        .with_text(format!("Many videos have come in a short time. Please send yours again in {wait}."))
        .with_retry_after(seconds)
}

/// The upload's bytes are incomplete.
pub const UPLOAD_INCOMPLETE: Error = refusal!(409, "upload_incomplete", "The video has not arrived completely yet.");

/// The upload already belongs to another submission.
pub const UPLOAD_TAKEN: Error = refusal!(409, "upload_taken", "This video already belongs to another submission.");

/// Tolerance for different lengths of picture and sound, in milliseconds.
const LENGTH_TOLERANCE_MS: u64 = 1000;

/// A validated form, and the location of its video.
pub struct SubmissionRequest<'a> {
    pub client_id: &'a str,
    /// The webhook it was sent to. `None` for the record pages.
    pub webhook: Option<&'a str>,
    pub form: &'a ValidForm,
    /// The sender's browser's statements about the video.
    pub claims: &'a Claims,
    pub consent_version: &'a str,
    /// The gate's answer.
    pub admission: &'a Admission,
    /// Keyed hash of the sender's network address.
    pub ip_hash: &'a str,
    /// The sender's idempotency key, or one generated for this request.
    pub idempotency_key: &'a str,
    /// The upload with the video's bytes.
    pub upload_id: &'a str,
    /// The video, if it was in the body of this request.
    pub body: Option<&'a Body>,
    /// The row of a resumable upload, if it exists.
    pub upload: Option<&'a Upload>,
    /// The poster that the sender's browser made, if it did.
    pub poster: Option<&'a StoredPoster>,
}

/// A video sent in the form itself.
pub struct Body {
    pub upload_id: String,
    pub bytes: u64,
    /// SHA-256 in hex, once it is stored completely.
    pub sha256: Option<String>,
    /// Sizes of its chunks in bytes, once it is stored completely.
    pub chunk_sizes: Vec<u64>,
}

/// How a form can succeed.
#[derive(PartialEq, Eq)]
pub enum SubmissionOutcome {
    Accepted {
        /// The submission's id.
        id: String,
        /// Playable milliseconds, if the file is truncated.
        cut_to_ms: Option<u64>,
    },
    /// The submission with this id was accepted before, with the same idempotency key.
    Duplicate(String),
}

impl SubmissionOutcome {
    /// Id of the submission.
    #[must_use]
    pub fn id(&self) -> &str {
        match self {
            Self::Accepted { id, .. } | Self::Duplicate(id) => id,
        }
    }
}

/// Result of an open gate.
pub struct Admission {
    /// The client's company, for the consent.
    business: String,
    /// Limits per household, per network and per client.
    limits: SubmissionLimits,
    /// Whether the submission still needs a solved challenge.
    pub needs_challenge: bool,
    /// Whether it is put on hold if its form cannot solve a challenge.
    pub holds_without_script: bool,
    /// Why it is put on hold, if it is.
    pub hold: Option<HoldReason>,
}

impl Admission {
    /// Limits of concurrent uploads.
    #[must_use]
    pub const fn uploads(&self) -> OpenUploadLimits {
        self.limits.uploads
    }
}

/// Admits a submission: checks whether the idempotency key is a duplicate. A new key requires an open gate.
///
/// # Errors
/// Those of [`check_gate`].
pub async fn admit(
    app: &App,
    client_id: &str,
    webhook: Option<&str>,
    ip_hash: &str,
    idempotency_key: &str,
) -> Result<IdempotencyCheck> {
    // Concurrently, because the database may be far away.
    let known = acceptance::id_of(&app.db, client_id, idempotency_key);
    let (known, admission) = join(known, check_gate(app, client_id, webhook, ip_hash)).await;
    match known? {
        Some(id) => Ok(IdempotencyCheck::Duplicate(id)),
        None => admission.map(IdempotencyCheck::New),
    }
}

/// State of an idempotency key.
pub enum IdempotencyCheck {
    /// It was accepted before, as the submission with this id.
    Duplicate(String),
    /// It is new, and the gate is open.
    New(Admission),
}

/// Checks whether a client accepts a submission from this IP address now. The demo's own client accepts them through its webhook only.
///
/// # Errors
/// [`Error::not_found`], [`INACTIVE`], [`NO_CREDITS`], [`too_many_submissions`].
pub async fn check_gate(app: &App, client_id: &str, webhook: Option<&str>, ip_hash: &str) -> Result<Admission> {
    let client_gate = client::client_gate(&app.db, client_id, webhook.is_some());
    let (client_gate, rates) =
        try_join(client_gate, submission_rate::load(&app.db, client_id, ip_hash, app.now)).await?;
    let client_gate = client_gate.ok_or_else(|| Error::not_found("Client"))?;
    match client_gate.accepting() {
        Accepting::Inactive => return Err(INACTIVE),
        Accepting::NoCredits => return Err(NO_CREDITS),
        Accepting::Yes => {}
    }
    let Rates { stored, sender, client } = rates;
    let limits = if is_demo(webhook) { stored.of_demo() } else { stored };
    let limits = limits.for_sender(&sender, client_gate.credits(), app.now);
    if let Some(seconds) = limits.wait(&sender.household, &client, app.now) {
        return Err(too_many_submissions(seconds));
    }
    let hold = if client_gate.holds_everything {
        Some(HoldReason::Everything)
    } else {
        limits.is_crowded(&sender.network, &client, app.now).then_some(HoldReason::UnusualTraffic)
    };
    let needs_challenge =
        |client| challenge::is_needed(&sender.household, client, &limits, app.now.saturating_sub(HOUR_MS));
    Ok(Admission {
        business: client_gate.company_name,
        limits,
        needs_challenge: needs_challenge(&client),
        holds_without_script: needs_challenge(&client.without_held()),
        hold,
    })
}

/// The demo accepts duplicates: everybody may try the same video, and nobody pays for it.
fn is_demo(webhook: Option<&str>) -> bool {
    webhook == Some(DEMO)
}

/// Accepts the submission, or returns the exact reason for a rejection. Only [`SubmissionOutcome::Accepted`] takes a
/// credit, unless the submission is on hold. Keeps a rejected resumable upload for a retry, unless no retry can succeed
/// because it is not a video, too long or too short.
///
/// # Errors
/// Every rejection of the form's video or client, and internal errors.
pub async fn run(app: &App, request: &SubmissionRequest<'_>) -> Result<SubmissionOutcome> {
    let ProbedVideo { media, size, sha256, chunk_sizes } = match probe_and_blank(app, request).await {
        Err(error) if error.is(&NOT_VIDEO) || error.is(&TOO_LONG) || error.is(&TOO_SHORT) => {
            // If this fails, the sweeper does it later.
            let _ = discard_upload::run(app, request.upload_id).await;
            return Err(error);
        }
        Err(error) if matches!(error, Error::Internal(_)) || error.is(&UPLOAD_TAKEN) => {
            return explain_failed_probe(app, request, error).await;
        }
        probed => probed?,
    };
    let id = uuid::Uuid::new_v4().to_string();
    let job_id = uuid::Uuid::new_v4().to_string();
    // A browser that gives no reason has finished the video and could not make it smaller.
    let finished = is_finished(&media, size) || (plays_everywhere(&media) && request.claims.gives_no_reason());
    let mut acceptance = Acceptance {
        id: &id,
        client_id: request.client_id,
        endpoint: request.webhook,
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
        // Only a finished file can carry a watermark.
        watermarked: request.claims.watermarked && finished,
        sound_left_out: request.claims.sound_left_out && media.audio.is_none(),
        end_missing: media.truncated || request.claims.end_missing,
        job_id: &job_id,
        sha256: &sha256,
        chunk_sizes: &chunk_sizes,
        allows_duplicates: is_demo(request.webhook),
        ip_hash: request.ip_hash,
        limits: request.admission.limits,
        hold: request.admission.hold,
        poster: request.poster,
    };
    let SubmissionRequest { client_id, webhook, ip_hash, idempotency_key, .. } = request;
    loop {
        if acceptance::accept(&app.db, &acceptance, app.now).await? {
            // A submission on hold is announced later.
            if acceptance.hold.is_none() {
                queue::enqueue(app, &job_id).await;
            }
            let cut_to_ms = media.truncated.then_some(media.duration_ms);
            return Ok(SubmissionOutcome::Accepted { id: id.clone(), cut_to_ms });
        }
        // Rejected in the database: a concurrent request used the key, the gate has closed, the client has this video,
        // the upload is taken, or concurrent submissions have used up the limits.
        match admit(app, client_id, *webhook, ip_hash, idempotency_key).await? {
            IdempotencyCheck::Duplicate(id) => return Ok(SubmissionOutcome::Duplicate(id)),
            IdempotencyCheck::New(_)
                if !acceptance.allows_duplicates && acceptance::has_video(&app.db, client_id, &sha256).await? =>
            {
                return Err(DUPLICATE_VIDEO);
            }
            IdempotencyCheck::New(Admission { hold: Some(hold), limits, .. }) if acceptance.hold.is_none() => {
                acceptance.hold = Some(hold);
                acceptance.limits = limits;
            }
            IdempotencyCheck::New(_) => return Err(UPLOAD_TAKEN),
        }
    }
}

/// Explains a failed probe: a concurrent request may have deleted the upload or accepted it, even with the same key.
async fn explain_failed_probe(app: &App, request: &SubmissionRequest<'_>, error: Error) -> Result<SubmissionOutcome> {
    match upload::get(&app.db, request.upload_id).await?.map(|upload| upload.status) {
        None => Err(Error::not_found("Upload")),
        Some(UploadStatus::Open | UploadStatus::Receiving) => Err(error),
        Some(UploadStatus::Accepted | UploadStatus::Cleared) => {
            let known = acceptance::id_of(&app.db, request.client_id, request.idempotency_key).await?;
            known.map(SubmissionOutcome::Duplicate).ok_or(UPLOAD_TAKEN)
        }
    }
}

/// A probed video.
struct ProbedVideo {
    media: Media,
    /// Size in bytes.
    size: u64,
    /// SHA-256 in hex.
    sha256: String,
    /// Sizes of its chunks in bytes.
    chunk_sizes: Vec<u64>,
}

/// Probes the video and overwrites private data such as a location.
async fn probe_and_blank(app: &App, request: &SubmissionRequest<'_>) -> Result<ProbedVideo> {
    let (length, known_sha256, recorded_sizes) = match request.body {
        // This request created the upload itself; the transaction checks that it still exists.
        Some(body) => (body.bytes, body.sha256.clone(), body.chunk_sizes.clone()),
        None => declared_upload(app, request)?,
    };
    let chunks = app.files.chunks(request.upload_id, &recorded_sizes, length).await?;
    let size = chunks.total();
    if size < length {
        return Err(UPLOAD_INCOMPLETE);
    }
    if size > MAX_VIDEO_BYTES {
        return Err(too_large());
    }
    let seen = RefCell::new(Vec::new());
    let read = async |offset, length| {
        if let Some(bytes) = find_range(&seen.borrow(), offset, length) {
            return Ok(bytes);
        }
        let bytes = app.files.read(&chunks, offset, u64::from(length)).await?;
        seen.borrow_mut().push((offset, bytes.clone()));
        Ok::<_, Error>(bytes)
    };
    let [tail, head] = media_wasm::probe::first_ranges(size);
    let read_ahead = async |(offset, length): (u64, u64)| {
        let bytes = app.files.read(&chunks, offset, length).await?;
        seen.borrow_mut().push((offset, bytes));
        Ok::<_, Error>(())
    };
    try_join(read_ahead(tail), read_ahead(head)).await?;
    let media = media_wasm::probe::probe_with(size, read).await?.map_err(not_video)?;
    if media.container == Container::Matroska {
        return Err(not_video(RejectReason::Matroska));
    }
    if media.duration_ms > MAX_VIDEO_MS.saturating_add(LENGTH_TOLERANCE_MS) {
        return Err(too_long());
    }
    if is_too_short(media.duration_ms) {
        return Err(too_short());
    }
    let private = private_data::find_with(size, read).await?.map_err(not_video)?;
    let known_sha256 = if private.is_empty() { known_sha256 } else { None };
    if !private.is_empty() {
        // Clears the SHA-256 first: a retry finds nothing to overwrite and would keep the stale one.
        if request.body.is_none() {
            upload::clear_digest(&app.db, request.upload_id).await?;
        }
        app.files.overwrite(&chunks, &private).await?;
    }
    let chunk_sizes = chunks.sizes();
    let sha256 = match known_sha256 {
        Some(sha256) => sha256,
        // A video sent in several requests was never hashed as a whole.
        None => app.files.digest_chunks(chunks).await?,
    };
    Ok(ProbedVideo { media, size, sha256, chunk_sizes })
}

/// Bytes already read, with their offsets.
type ReadRanges = [(u64, Vec<u8>)];

fn find_range(seen: &ReadRanges, offset: u64, length: u32) -> Option<Vec<u8>> {
    seen.iter().find_map(|(start, bytes)| {
        let from = usize::try_from(offset.checked_sub(*start)?).ok()?;
        let to = from.checked_add(usize::try_from(length).ok()?)?;
        bytes.get(from..to).map(<[u8]>::to_vec)
    })
}

/// Returns a resumable upload's declared length, its SHA-256 if known, and its recorded chunk sizes. Treats another
/// client's or an expired upload as unknown.
fn declared_upload(app: &App, request: &SubmissionRequest<'_>) -> Result<(u64, Option<String>, Vec<u64>)> {
    let own = |u: &&Upload| u.client_id == request.client_id && u.expires_at > app.now;
    let upload = request.upload.filter(own).ok_or_else(|| Error::not_found("Upload"))?;
    if upload.status == UploadStatus::Open {
        let sizes = upload.chunk_sizes();
        Ok((upload.declared_length, upload.sha256.clone(), sizes))
    } else {
        Err(UPLOAD_TAKEN)
    }
}
