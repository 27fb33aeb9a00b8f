//! Storing accepted submissions.

use domain::comparable::{email_address, search_key};
use domain::credits::CreditReason;
use domain::email::{EmailTemplate, digest};
use domain::job::JobType;
use domain::rate_limit::{household_of, network_of};
use domain::retention::{DAY_MS, HOUR_MS};
use domain::submission::{HoldReason, SubmissionStatus};
use domain::submission_rate::{ALWAYS_TAKEN, SubmissionLimits};
use media_wasm::finish::RawReason;
use media_wasm::probe::Container;

use crate::error::Result;
use crate::store::clients::client_day;
use crate::store::db::{Db, Query};
use crate::store::payments::credit_ledger;
use crate::store::platform::job;
use crate::store::platform::job::DeliveryPayload;
use crate::store::submissions::submission_rate;

/// The data of a submission to accept.
pub struct Acceptance<'a> {
    pub id: &'a str,
    pub client_id: &'a str,
    /// The webhook it was sent to. `None` for the record pages.
    pub endpoint: Option<&'a str>,
    /// The sender's idempotency key, or one generated here.
    pub idempotency_key: &'a str,
    pub upload_id: &'a str,
    pub customer_name: &'a str,
    pub customer_email: &'a str,
    /// Version of the consent texts shown.
    pub consent_version: &'a str,
    /// The client's company, as the consent texts named it.
    pub business: &'a str,
    pub container: Container,
    /// The video's size in bytes.
    pub size: u64,
    /// The video's length in milliseconds, 0 if unknown.
    pub duration_ms: u64,
    /// Frames per second, if the file states them.
    pub frame_rate: Option<u32>,
    /// Why the video is raw, if it is.
    pub unfinished: Option<RawReason>,
    /// Why the video lacks its client's watermark, if it does.
    pub unwatermarked_reason: Option<RawReason>,
    /// Whether the sender says that the video carries the client's watermark.
    pub watermarked: bool,
    /// Whether the sender's device dropped an audio track that it could not convert.
    pub sound_left_out: bool,
    /// Whether the end of the video was never received.
    pub end_missing: bool,
    pub job_id: &'a str,
    /// SHA-256 of the video, in hex.
    pub sha256: &'a str,
    /// Sizes of the stored chunks, in bytes.
    pub chunk_sizes: &'a [u64],
    /// Whether to accept a video that the client already has.
    pub allows_duplicates: bool,
    /// Keyed hash of the sender's network address.
    pub ip_hash: &'a str,
    /// Limits of the sender and of the client.
    pub limits: SubmissionLimits,
    /// Why it is put on hold, if it is.
    pub hold: Option<HoldReason>,
}

/// Takes the credit and stores submission, consent, job and upload in one transaction. On hold it takes no credit, and
/// the job mails the business. The first statement checks every condition; each later one runs only if the previous one
/// changed its row. Returns whether the submission was accepted; if not, nothing has changed.
pub async fn accept(db: &Db, new: &Acceptance<'_>, now: i64) -> Result<bool> {
    let path = format!("uploads/{}/", new.upload_id);
    let bounds = new.limits.bounds(new.hold.is_some());
    let status = if new.hold.is_some() { SubmissionStatus::Pending } else { SubmissionStatus::AwaitingDriveUpload };
    let search_text = search_key(&format!("{} {}", new.customer_name, new.customer_email));
    let submission = Query::new(
        "INSERT INTO submissions (id, client_id, idempotency_key, upload_id, customer_name, customer_email,
                                  final_file_path, container, size_bytes, duration_ms, status, created_at,
                                  unfinished, unwatermarked, search_text, customer_key, endpoint,
                                  frame_rate, unwatermarked_reason, sha256, sound_left_out, end_missing, hold)
         SELECT :id, :client_id, :idempotency_key, :upload_id, :customer_name, :customer_email, :path, :container, :size, :duration_ms, :status, :now, :unfinished,
                watermark_enabled AND NOT :watermarked, :search_text, :customer_key, :endpoint, :frame_rate,
                CASE WHEN watermark_enabled AND NOT :watermarked THEN :unwatermarked_reason END, :sha256, :sound_left_out, :end_missing, :hold
           FROM clients
          WHERE id = :client_id AND status = 'active' AND (credits_remaining > 0 OR counts_credits = 0)
            AND (:hold IS NOT NULL OR holds_everything = 0)
            AND EXISTS (SELECT 1 FROM uploads WHERE id = :upload_id AND client_id = :client_id AND status IN ('open', 'receiving'))
            AND (:allows_duplicates OR NOT EXISTS (SELECT 1 FROM submissions WHERE client_id = :client_id AND sha256 = :sha256)
                        AND NOT EXISTS (SELECT 1 FROM erasures WHERE client_id = :client_id AND rejected_sha256 = :sha256))
            AND NOT EXISTS (SELECT 1 FROM submission_rates WHERE client_id = :client_id AND ip_hash = :household
                               AND (hour_count >= :household_hour AND hour_began > :now - :hour_ms OR day_count >= :household_day AND day_began > :now - :day_ms))
            AND NOT EXISTS (SELECT 1 FROM submission_rates WHERE client_id = :client_id AND ip_hash = :network
                               AND (hour_count >= :network_hour AND hour_began > :now - :hour_ms OR day_count >= :network_day AND day_began > :now - :day_ms))
            AND (NOT EXISTS (SELECT 1 FROM submission_rates WHERE client_id = :client_id AND ip_hash = ''
                                AND (hour_count >= :client_hour AND hour_began > :now - :hour_ms OR day_count >= :client_day AND day_began > :now - :day_ms))
              OR :hold IS NOT NULL AND NOT EXISTS (SELECT 1 FROM submission_rates WHERE client_id = :client_id AND ip_hash = :household
                                                    AND day_count >= :always_taken AND day_began > :now - :day_ms))
         ON CONFLICT (client_id, idempotency_key) DO NOTHING",
    )
    .named("id", new.id)
    .named("client_id", new.client_id)
    .named("idempotency_key", new.idempotency_key)
    .named("upload_id", new.upload_id)
    .named("customer_name", new.customer_name)
    .named("customer_email", new.customer_email)
    .named("path", &path)
    .named("container", new.container.extension())
    .named("size", new.size)
    .named("duration_ms", new.duration_ms)
    .named("status", status.as_str())
    .named("now", now)
    .named("unfinished", new.unfinished.map(RawReason::as_str))
    .named("watermarked", new.watermarked)
    .named("search_text", &search_text)
    .named("customer_key", &email_address(new.customer_email))
    .named("endpoint", new.endpoint)
    .named("frame_rate", new.frame_rate)
    .named("unwatermarked_reason", new.unwatermarked_reason.map(RawReason::as_str))
    .named("sha256", new.sha256)
    .named("allows_duplicates", new.allows_duplicates)
    .named("household", household_of(new.ip_hash))
    .named("household_hour", bounds.household.hour)
    .named("household_day", bounds.household.day)
    .named("client_hour", bounds.client.hour)
    .named("client_day", bounds.client.day)
    .named("hour_ms", HOUR_MS)
    .named("day_ms", DAY_MS)
    .named("sound_left_out", new.sound_left_out)
    .named("end_missing", new.end_missing)
    .named("hold", new.hold.map(HoldReason::as_str))
    .named("always_taken", ALWAYS_TAKEN)
    .named("network", network_of(new.ip_hash))
    .named("network_hour", bounds.network.hour)
    .named("network_day", bounds.network.day);
    let credit = Query::new(
        "UPDATE clients SET credits_remaining = credits_remaining - (counts_credits AND NOT ?3),
                                credit_changes = credit_changes + (counts_credits AND NOT ?3),
                                submissions_count = submissions_count + 1, storage_bytes = storage_bytes + ?2
              WHERE id = ?1 AND changes() = 1",
    )
    .bind(new.client_id)
    .bind(new.size)
    .bind(new.hold.is_some());
    let day = client_day::count_submission_after_change(new.client_id, now);
    // The form may come from another address than the upload. Keeps the one that the limits count.
    let upload = Query::new(
        "UPDATE uploads SET status = 'accepted', ip_hash = ?2, chunk_sizes = ?3, customer_hash = '' WHERE id = ?1 AND changes() = 1",
    )
    .bind(new.upload_id)
    .bind(new.ip_hash)
    .bind(&serde_json::to_string(new.chunk_sizes)?);
    let consent = Query::new(
        "INSERT INTO consents (submission_id, consent_data, consent_marketing, text_version, given_at, business)
         SELECT ?1, 1, 1, ?2, ?3, ?4 WHERE changes() = 1",
    )
    .bind(new.id)
    .bind(new.consent_version)
    .bind(now)
    .bind(new.business);
    let mut statements = vec![submission, credit, day, upload, consent];
    statements.extend(submission_rate::count_after_change(new.client_id, new.ip_hash, now));
    statements.extend(if new.hold.is_some() {
        notify_after_change(new, now)?
    } else {
        let payload = DeliveryPayload { submission_id: new.id, final_file_path: &path, client_id: new.client_id };
        start_delivery_after_change(&payload, new.job_id, now)?
    });
    let changes = db.idempotent_transaction(statements).await?;
    Ok(changes.first() == Some(&1))
}

/// Queues a submission's delivery and records its credit in the ledger, if the previous statement changed one row.
pub fn start_delivery_after_change(of: &DeliveryPayload<'_>, job_id: &str, now: i64) -> Result<[Query; 2]> {
    let delivery = job::insert_after_change(job_id, JobType::UploadToDrive, of.submission_id, of, 0, now)?;
    let taken = credit_ledger::Change {
        client_id: of.client_id,
        reason: CreditReason::Submission,
        amount: -1,
        source: of.submission_id,
        actor: None,
    };
    Ok([delivery, credit_ledger::record_after_change(&taken, now)])
}

/// Queues one mail to the business, due at the end of the hour, about its submissions on hold, if the previous statement changed one row.
fn notify_after_change(new: &Acceptance<'_>, now: i64) -> Result<[Query; 2]> {
    let email_id = uuid::Uuid::new_v4().to_string();
    let digest = digest(now);
    let email = Query::new(
        "INSERT INTO emails (id, template, subject_id, recipient, params, status, created_at)
         SELECT ?1, ?2, ?3, email, '{}', 'queued', ?4 FROM clients WHERE id = ?5 AND changes() = 1
         ON CONFLICT (template, subject_id) DO NOTHING",
    )
    .bind(&email_id)
    .bind(EmailTemplate::SubmissionsHeld.as_str())
    .bind(&format!("{}/{}", new.client_id, digest.hour))
    .bind(now)
    .bind(new.client_id);
    let payload = job::EmailPayload { email_id: &email_id };
    let due = (digest.due_at, now);
    Ok([email, job::insert_due_after_change(new.job_id, JobType::SendEmail, &email_id, &payload, due)?])
}

/// Whether a client has this video, or had it and rejected it. `sha256` is in hex.
pub async fn has_video(db: &Db, client_id: &str, sha256: &str) -> Result<bool> {
    let query = Query::new(
        "SELECT 1 FROM submissions WHERE client_id = ?1 AND sha256 = ?2
         UNION ALL SELECT 1 FROM erasures WHERE client_id = ?1 AND rejected_sha256 = ?2 LIMIT 1",
    );
    db.has_row(query.bind(client_id).bind(sha256)).await
}

/// Whether a client has had a submission with this idempotency key.
pub async fn exists(db: &Db, client_id: &str, idempotency_key: &str) -> Result<bool> {
    let query = Query::new("SELECT 1 FROM submissions WHERE client_id = ?1 AND idempotency_key = ?2");
    db.has_row(query.bind(client_id).bind(idempotency_key)).await
}
