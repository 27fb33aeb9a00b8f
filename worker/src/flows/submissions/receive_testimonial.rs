//! Receives a testimonial's multipart form, and validates it while it streams in.

mod form_spec;

use std::collections::BTreeMap;

use domain::comparable::email_address;
use domain::limits::{
    MAX_CARD_BYTES, MAX_FIELD_BYTES, MAX_FORM_BYTES, MAX_POSTER_BYTES, MAX_VIDEO_BYTES, UPLOAD_MOVES_MS,
};
use domain::number::parse_u64;
use domain::submission::{Claims, HoldReason};
use futures_util::future::join;

use crate::app::{App, clock};
use crate::auth::{client_ip, login_subject, token};
use crate::error::{Error, Result, invalid, refusal};
pub use crate::flows::submissions::accept_submission::SubmissionOutcome;
use crate::flows::submissions::accept_submission::{
    self, Admission, Body, IdempotencyCheck, SubmissionRequest, admit, too_large,
};
use crate::flows::submissions::receive_chunks::ChunkWriter;
use crate::flows::submissions::record_attempt::{self, RefusedAttempt, customer_hash};
use crate::flows::submissions::replace_poster::{self, POSTER_REFUSED, Poster};
use crate::flows::submissions::{check_challenge, discard_upload};
use crate::form_stream::{FormStream, Part, field_twice};
use crate::log;
use crate::request::{LENGTH_REQUIRED, Request};
use crate::store::identity::rate_limit_event::{self, LoginSubject};
use crate::store::platform::stopped_recipient;
use crate::store::submissions::submission::publication::StoredPoster;
use crate::store::submissions::upload::{self, NewUpload};
use form_spec::text;
pub use form_spec::{ChallengePolicy, Fields, FormSpec, Names};

/// A challenge is required, and the form has no idempotency key, without which it cannot be sent again with the solution.
pub const CHALLENGE_NEEDS_KEY: Error = refusal!(
    400,
    "malformed",
    "Many videos have come in a short time, so this one needs a check. Please send it with an Idempotency-Key, and with \
     the same one again when you have solved the challenge."
);

/// Converts an internal error to the answer that the specification names.
#[must_use]
pub fn of_submission(error: Error) -> Error {
    match error {
        Error::Internal(cause) => refusal!(500, "submission_failed", "Submission failed").with_cause(cause),
        other => other,
    }
}

/// Accepts a form, or returns the exact reason for a rejection; a rejected form leaves nothing behind. Fills `fields` as they arrive.
///
/// # Errors
/// Every rejection of the form, its video or its client, and internal errors.
pub async fn run(app: &App, request: &Request, spec: &FormSpec<'_>, fields: &mut Fields) -> Result<SubmissionOutcome> {
    let length = request.header("content-length").and_then(|text| parse_u64(&text)).ok_or(LENGTH_REQUIRED)?;
    if length > MAX_FORM_BYTES {
        return Err(too_large());
    }
    let sent_key = idempotency_key(request)?;
    let has_sent_key = sent_key.is_some();
    let key = sent_key.unwrap_or_else(|| uuid::Uuid::new_v4().to_string());
    let ip_hash = client_ip::hash(&app.config, request);
    let (images, body, admission) = (BTreeMap::new(), None, None);
    let mut received = ReceivedForm { key, has_sent_key, length, ip_hash, fields, images, body, admission };
    let outcome = receive_and_accept(app, request, spec, &mut received).await;
    if let Err(error) = &outcome {
        record_refusal(app, spec, &received, error).await;
    }
    if let (Some(body), false) = (&received.body, matches!(outcome, Ok(SubmissionOutcome::Accepted { .. }))) {
        // If this fails, the sweeper does it later.
        let _ = discard_upload::run(app, &body.upload_id).await;
    }
    outcome
}

/// Records why a form was rejected, under its upload's id, or its own key if it contained the video.
async fn record_refusal(app: &App, spec: &FormSpec<'_>, received: &ReceivedForm<'_>, error: &Error) {
    let Ok(client_id) = spec.client(received.fields) else { return };
    let upload_id = text(received.fields, "uploadId");
    let id = if upload::is_id(upload_id) { upload_id } else { received.key.as_str() };
    let email = text(received.fields, spec.names.email);
    record_attempt::refusal(app, &RefusedAttempt { id, client_id, email, ip_hash: &received.ip_hash }, error).await;
}

/// The received part of a form.
struct ReceivedForm<'a> {
    /// The sender's key, or one generated here.
    key: String,
    has_sent_key: bool,
    /// Declared length of the whole form.
    length: u64,
    /// Keyed hash of the sender's network address.
    ip_hash: String,
    fields: &'a mut Fields,
    /// The poster's images by field name.
    images: BTreeMap<&'static str, Vec<u8>>,
    body: Option<Body>,
    /// The gate's answer, if a video in the form made it necessary. `receive` sets it, `receive_and_accept` takes it.
    admission: Option<Admission>,
}

impl ReceivedForm<'_> {
    /// The poster that the sender's browser made, if it did.
    fn poster(&self) -> Result<Option<Poster>> {
        let [still, card] = POSTER.map(|(name, _)| self.images.get(name));
        match (still, card) {
            (None, None) => Ok(None),
            (Some(still), Some(card)) => Poster::parse(still, card).map(Some),
            _ => Err(Error::malformed("Please send both images of the poster, or none.")),
        }
    }
}

/// The fields of a poster, with the greatest number of bytes of each.
const POSTER: [(&str, usize); 2] = [("posterStill", MAX_POSTER_BYTES), ("posterCard", MAX_CARD_BYTES)];

/// Result of reading a form.
enum Reception {
    /// Read completely.
    Complete,
    /// A repetition of the form of this submission; the rest was not read.
    Duplicate(String),
}

/// The sender's idempotency key, if sent.
fn idempotency_key(request: &Request) -> Result<Option<String>> {
    let parse = |text: String| {
        let key = uuid::Uuid::parse_str(text.trim());
        key.map(|key| key.to_string()).map_err(|_| Error::malformed("The Idempotency-Key must be a UUID."))
    };
    request.header("idempotency-key").map(parse).transpose()
}

async fn receive_and_accept(
    app: &App,
    request: &Request,
    spec: &FormSpec<'_>,
    received: &mut ReceivedForm<'_>,
) -> Result<SubmissionOutcome> {
    if let Reception::Duplicate(id) = receive(app, request, spec, received).await? {
        return Ok(SubmissionOutcome::Duplicate(id));
    }
    let client_id = spec.client(received.fields)?.to_owned();
    let (mut admission, upload) = match received.admission.take() {
        Some(admission) => (admission, None),
        None => {
            let check = admit(app, &client_id, spec.webhook(), &received.ip_hash, &received.key);
            // Concurrently, because the database may be far away.
            let (check, upload) = join(check, upload::get(&app.db, text(received.fields, "uploadId"))).await;
            match check? {
                IdempotencyCheck::Duplicate(id) => return Ok(SubmissionOutcome::Duplicate(id)),
                IdempotencyCheck::New(admission) => (admission, upload?),
            }
        }
    };
    let (form, claims) = spec.check(received.fields)?;
    let poster = received.poster()?;
    let ReceivedForm { key, fields, body, ip_hash, .. } = &*received;
    let upload_id = body.as_ref().map_or(text(fields, "uploadId"), |body| &body.upload_id);
    if upload_id.is_empty() {
        return Err(invalid([("video", "Please add a video.")]));
    }
    // The form's key is the subject of a video in the form, because its upload was created here.
    let subject = if body.is_some() { received.has_sent_key.then_some(key.as_str()) } else { Some(upload_id) };
    verify_challenge(app, spec.challenge_policy, &mut admission, &client_id, subject, fields).await?;
    let poster = match poster {
        Some(poster) => replace_poster::store(app, poster).await.map_or_else(without_poster, Some),
        None => None,
    };
    let submission = SubmissionRequest {
        client_id: &client_id,
        webhook: spec.webhook(),
        form: &form,
        claims: &claims,
        consent_version: spec.consent_version(fields)?,
        admission: &admission,
        ip_hash,
        idempotency_key: key,
        upload_id,
        body: body.as_ref(),
        upload: upload.as_ref(),
        poster: poster.as_ref(),
    };
    if !spec.emails_sender {
        return accept_submission::run(app, &submission).await;
    }
    // Counts the mail after everything has arrived, and uncounts it if none is sent.
    let subject = login_subject::from_request(app, request, &email_address(&form.customer_email));
    reject_opted_out(app, spec, &subject).await?;
    let event_id = uuid::Uuid::new_v4().to_string();
    rate_limit_event::record_mail(&app.db, &event_id, &subject, app.now).await?.map_err(Error::too_many_mails)?;
    let outcome = accept_submission::run(app, &submission).await;
    if !matches!(outcome, Ok(SubmissionOutcome::Accepted { .. })) {
        rate_limit_event::delete(&app.db, &event_id).await?;
    }
    outcome
}

/// A poster that could not be stored does not keep its video from being accepted: the portal makes one when the submission
/// is first seen.
fn without_poster(error: Error) -> Option<StoredPoster> {
    log::warning("poster", &error.cause().unwrap_or_default());
    None
}

/// Rejects recipients who have opted out of the demo's mails.
async fn reject_opted_out(app: &App, spec: &FormSpec<'_>, subject: &LoginSubject) -> Result<()> {
    if stopped_recipient::exists(&app.db, &subject.recipient_hash).await? {
        let refusal = "This address wants no emails from the demo. Please use another one.";
        return Err(invalid([(spec.names.email, refusal)]));
    }
    Ok(())
}

/// Interval of renewing the upload while a video in a form arrives.
const RENEWAL_MS: i64 = UPLOAD_MOVES_MS / 4;

/// The field with the solution of a challenge.
const CHALLENGE: &str = "challenge";

/// Verifies the challenge of a submission that needs one, once. `subject` is its upload, or its form's key: without
/// either, the form could not be sent again with the solution.
async fn verify_challenge(
    app: &App,
    challenge_policy: ChallengePolicy,
    admission: &mut Admission,
    client_id: &str,
    subject: Option<&str>,
    fields: &Fields,
) -> Result<()> {
    if !admission.needs_challenge {
        return Ok(());
    }
    match challenge_policy {
        ChallengePolicy::Hold if admission.holds_without_script => {
            admission.hold.get_or_insert(HoldReason::UnusualTraffic);
        }
        ChallengePolicy::Hold => {}
        ChallengePolicy::Require => {
            let subject = subject.ok_or(CHALLENGE_NEEDS_KEY)?;
            check_challenge::run(app, client_id, subject, text(fields, CHALLENGE)).await?;
        }
    }
    admission.needs_challenge = false;
    Ok(())
}

/// Reads the form as it streams in. A known key ends it early: the first answer holds, whatever else is sent.
async fn receive(
    app: &App,
    request: &Request,
    spec: &FormSpec<'_>,
    received: &mut ReceivedForm<'_>,
) -> Result<Reception> {
    let mut form = FormStream::open(request)?;
    while let Some(mut part) = form.next_part().await? {
        let name = part.name();
        if let Some((image, max)) = POSTER.into_iter().find(|(image, _)| *image == name) {
            let bytes = part.bytes(max as u64).await?.ok_or(POSTER_REFUSED)?;
            if received.images.insert(image, bytes).is_some() {
                return Err(field_twice());
            }
        } else if name != "video" {
            let late = received.body.is_some() && spec.target.is_none();
            if late && Claims::FIELDS.contains(&name.as_str()) {
                return Err(invalid([(name.as_str(), "Please send this before the video.")]));
            }
            let value = part.text(MAX_FIELD_BYTES).await?;
            // A field must not change after it was validated before the video.
            if received.fields.insert(name, value).is_some() {
                return Err(field_twice());
            }
        } else if received.body.is_some() {
            return Err(Error::malformed("The form has more than one video."));
        } else if let Reception::Duplicate(id) = receive_video(app, request, spec, received, &mut part).await? {
            return Ok(Reception::Duplicate(id));
        }
    }
    Ok(Reception::Complete)
}

/// Stores the video's bytes. Checks everything possible before, namely the client, the key, the gate and the fields, so
/// that nobody fills our storage with bytes that can never be accepted. A webhook's fields may follow the video.
async fn receive_video(
    app: &App,
    request: &Request,
    spec: &FormSpec<'_>,
    received: &mut ReceivedForm<'_>,
    part: &mut Part<'_>,
) -> Result<Reception> {
    let client_id = spec.client(received.fields)?;
    let places = match admit(app, client_id, spec.webhook(), &received.ip_hash, &received.key).await? {
        IdempotencyCheck::Duplicate(id) => return Ok(Reception::Duplicate(id)),
        IdempotencyCheck::New(admission) => received.admission.insert(admission).uploads(),
    };
    match spec.check(received.fields) {
        Ok((form, _)) if spec.emails_sender => {
            let subject = login_subject::from_request(app, request, &email_address(&form.customer_email));
            reject_opted_out(app, spec, &subject).await?;
            rate_limit_event::check_mail_limit(&app.db, &subject, app.now).await?.map_err(Error::too_many_mails)?;
        }
        Err(refusal) if spec.target.is_none() => return Err(refusal),
        _ => {}
    }
    // A webhook's solution may follow the video.
    if let Some(admission) = &mut received.admission
        && (spec.target.is_none() || received.fields.contains_key(CHALLENGE))
    {
        let subject = received.has_sent_key.then_some(received.key.as_str());
        verify_challenge(app, spec.challenge_policy, admission, client_id, subject, received.fields).await?;
    }
    let upload_id = token::secret_id()?;
    let new = NewUpload {
        id: &upload_id,
        client_id,
        ip_hash: &received.ip_hash,
        declared_length: received.length,
        content_type: "multipart/form-data",
        customer_hash: &customer_hash(app, text(received.fields, spec.names.email)),
        places,
    };
    upload::receive(&app.db, &new, app.now).await?;
    let body = received.body.insert(Body { upload_id, bytes: 0, sha256: None, chunk_sizes: Vec::new() });
    let mut writer = ChunkWriter::new(app, &body.upload_id, received.length)?;
    if let Err(error) = store_video(app, part, body, &mut writer).await {
        // A put in flight would store its chunk after the upload is discarded.
        writer.wait_for_put().await;
        return Err(error);
    }
    (body.sha256, body.chunk_sizes) = writer.end().await?;
    Ok(Reception::Complete)
}

async fn store_video(app: &App, part: &mut Part<'_>, body: &mut Body, writer: &mut ChunkWriter<'_>) -> Result<()> {
    let mut renewed = app.now;
    while let Some(bytes) = part.chunk().await? {
        if clock().saturating_sub(renewed) > RENEWAL_MS {
            renewed = clock();
            upload::extend_receiving(&app.db, &body.upload_id, renewed).await?;
        }
        body.bytes = body.bytes.saturating_add(bytes.len() as u64);
        if body.bytes > MAX_VIDEO_BYTES {
            return Err(too_large());
        }
        writer.add(&bytes).await?;
    }
    Ok(())
}
