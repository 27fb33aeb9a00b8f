//! `submissions` and `consents`.

pub mod archive;
pub mod erase;
pub mod failed;
pub mod forward;
pub mod list;
pub mod moves;
pub mod retention;
pub mod unswept;

use domain::api::operations::Arrivals;
use domain::credits::CreditReason;
use domain::drive::DriveProvider;
use domain::email::EmailTemplate;
use domain::job::JobType;
use domain::limits::{DIGEST_NAMES, MAILS_BEFORE_DIGEST};
use domain::retention::{DAY_MS, HOUR_MS};
use domain::row::flag;
use domain::submission::SubmissionStatus;
use domain::submission_rate::SubmissionLimits;
use media_wasm::finish::RawReason;
use media_wasm::probe::Container;
use serde::Deserialize;

use crate::error::Result;
use crate::store::db::{Db, Query};
use crate::store::{client_day, credit_ledger, drive_connection, job, submission_rate};

/// All that is written when a submission is accepted.
pub struct Acceptance<'a> {
    pub id: &'a str,
    pub client_id: &'a str,
    /// The webhook it came by; nothing for the record pages.
    pub endpoint: Option<&'a str>,
    /// The sender's key for this submission, or one made here.
    pub idempotency_key: &'a str,
    pub upload_id: &'a str,
    pub customer_name: &'a str,
    pub customer_email: &'a str,
    /// The version of the consent texts that were shown.
    pub consent_version: &'a str,
    /// The client's company, as the consent names it.
    pub business: &'a str,
    pub container: Container,
    /// The video's size in bytes.
    pub size: u64,
    /// The video's length in milliseconds, 0 where it does not say.
    pub duration_ms: u64,
    /// Frames per second, where the file tells them.
    pub frame_rate: Option<u32>,
    /// Why the video is not finished, where it is not.
    pub unfinished: Option<RawReason>,
    /// Why the video lacks a watermark, if its client wants one and it lacks it.
    pub unwatermarked_reason: Option<RawReason>,
    /// Whether the sender says that the video carries the client's watermark.
    pub watermarked: bool,
    pub job_id: &'a str,
    /// The SHA-256 of the video, in hex.
    pub sha256: &'a str,
    /// Whether a video that the client has already is taken.
    pub takes_duplicates: bool,
    /// The keyed hash of the sender's address.
    pub ip_hash: &'a str,
    /// What may come from there and from everywhere.
    pub limits: &'a SubmissionLimits,
}

/// Takes the credit and writes submission, consent, job and upload in one transaction. The first statement
/// carries the whole condition; each later one happens only if the one before changed its row. Says whether
/// the submission was taken; if not, nothing has changed.
pub async fn accept(db: &Db, new: &Acceptance<'_>, now: i64) -> Result<bool> {
    let path = format!("uploads/{}/", new.upload_id);
    let search_text = format!("{} {}", new.customer_name, new.customer_email).to_lowercase();
    let submission = Query::new(
        "INSERT INTO submissions (id, client_id, idempotency_key, upload_id, customer_name, customer_email,
                                  final_file_path, container, size_bytes, duration_ms, status, created_at,
                                  unfinished, unwatermarked, search_text, customer_key, endpoint,
                                  frame_rate, unwatermarked_reason, sha256)
         SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13,
                watermark_enabled AND NOT ?14, ?15, ?16, ?17, ?18,
                CASE WHEN watermark_enabled AND NOT ?14 THEN ?19 END, ?20
           FROM clients
          WHERE id = ?2 AND status = 'active' AND (credits_remaining > 0 OR counts_credits = 0)
            AND EXISTS (SELECT 1 FROM uploads WHERE id = ?4 AND client_id = ?2 AND status IN ('open', 'receiving'))
            AND (?21 OR NOT EXISTS (SELECT 1 FROM submissions WHERE client_id = ?2 AND sha256 = ?20)
                        AND NOT EXISTS (SELECT 1 FROM erasures WHERE client_id = ?2 AND rejected_sha256 = ?20))
            AND NOT EXISTS (SELECT 1 FROM submission_rates WHERE client_id = ?2 AND ip_hash = ?22
                               AND (hour_count >= ?23 AND hour_began > ?12 - ?27 OR day_count >= ?24 AND day_began > ?12 - ?28))
            AND NOT EXISTS (SELECT 1 FROM submission_rates WHERE client_id = ?2 AND ip_hash = ''
                               AND (hour_count >= ?25 AND hour_began > ?12 - ?27 OR day_count >= ?26 AND day_began > ?12 - ?28))
         ON CONFLICT (client_id, idempotency_key) DO NOTHING",
    )
    .bind(new.id)
    .bind(new.client_id)
    .bind(new.idempotency_key)
    .bind(new.upload_id)
    .bind(new.customer_name)
    .bind(new.customer_email)
    .bind(&path)
    .bind(new.container.extension())
    .bind(new.size)
    .bind(new.duration_ms)
    .bind(SubmissionStatus::AwaitingDriveUpload.as_str())
    .bind(now)
    .bind(new.unfinished.map(RawReason::as_str))
    .bind(new.watermarked)
    .bind(&search_text)
    .bind(&new.customer_email.to_lowercase())
    .bind(new.endpoint)
    .bind(new.frame_rate)
    .bind(new.unwatermarked_reason.map(RawReason::as_str))
    .bind(new.sha256)
    .bind(new.takes_duplicates)
    .bind(new.ip_hash)
    .bind(new.limits.ip.hour)
    .bind(new.limits.ip.day)
    .bind(new.limits.client.hour)
    .bind(new.limits.client.day)
    .bind(HOUR_MS)
    .bind(DAY_MS);
    let credit = Query::new(
        "UPDATE clients SET credits_remaining = credits_remaining - counts_credits,
                                credit_changes = credit_changes + counts_credits,
                                submissions_count = submissions_count + 1, storage_bytes = storage_bytes + ?2
              WHERE id = ?1 AND changes() = 1",
    )
    .bind(new.client_id)
    .bind(new.size);
    let day = client_day::count_submission_after_change(new.client_id, now);
    // The form may have come from another address than the upload: the one that is counted is kept.
    let upload = Query::new("UPDATE uploads SET status = 'accepted', ip_hash = ?2 WHERE id = ?1 AND changes() = 1")
        .bind(new.upload_id)
        .bind(new.ip_hash);
    let consent = Query::new(
        "INSERT INTO consents (submission_id, consent_data, consent_marketing, text_version, given_at, business)
         SELECT ?1, 1, 1, ?2, ?3, ?4 WHERE changes() = 1",
    )
    .bind(new.id)
    .bind(new.consent_version)
    .bind(now)
    .bind(new.business);
    let payload = job::DeliveryPayload { submission_id: new.id, final_file_path: &path, client_id: new.client_id };
    let delivery = job::insert_after_change(new.job_id, JobType::UploadToDrive, new.id, &payload, 0, now)?;
    let taken = credit_ledger::Change {
        client_id: new.client_id,
        reason: CreditReason::Submission,
        amount: -1,
        source: new.id,
        actor: None,
    };
    let noted = credit_ledger::note_after_change(&taken, now);
    let [from_here, from_everywhere] = submission_rate::count_after_change(new.client_id, new.ip_hash, now);
    let statements = vec![submission, credit, day, upload, consent, delivery, from_here, from_everywhere, noted];
    let changes = db.repeatable_transaction(statements).await?;
    Ok(changes.first() == Some(&1))
}

/// Whether a client has this video, or had it and said that it is no testimonial. `sha256` in hex.
pub async fn has_video(db: &Db, client_id: &str, sha256: &str) -> Result<bool> {
    let query = Query::new(
        "SELECT 1 FROM submissions WHERE client_id = ?1 AND sha256 = ?2
         UNION ALL SELECT 1 FROM erasures WHERE client_id = ?1 AND rejected_sha256 = ?2 LIMIT 1",
    );
    db.has_row(query.bind(client_id).bind(sha256)).await
}

/// Whose a submission is.
pub async fn client_of(db: &Db, id: &str) -> Result<Option<String>> {
    let query = Query::new("SELECT client_id AS id FROM submissions WHERE id = ?1").bind(id);
    Ok(db.ids(query).await?.pop())
}

/// Whether a client has had a submission with this key.
pub async fn exists(db: &Db, client_id: &str, idempotency_key: &str) -> Result<bool> {
    let query = Query::new("SELECT 1 FROM submissions WHERE client_id = ?1 AND idempotency_key = ?2");
    db.has_row(query.bind(client_id).bind(idempotency_key)).await
}

/// What delivery needs of a submission and its client.
#[derive(Deserialize)]
pub struct Delivery {
    pub client_id: String,
    pub upload_id: String,
    pub customer_name: String,
    pub container: Container,
    /// The video's size in bytes.
    pub size_bytes: u64,
    /// Why the video is not finished, where it is not.
    pub unfinished: Option<RawReason>,
    /// The client has a watermark that the video lacks.
    #[serde(deserialize_with = "flag")]
    pub unwatermarked: bool,
    pub status: SubmissionStatus,
    /// The webhook it came by; nothing for the record pages.
    pub endpoint: Option<String>,
    pub customer_email: String,
    /// The UTC date of the submission, `yyyy-MM-dd`.
    pub created_on: String,
    pub drive_link: Option<String>,
    /// The connection that an earlier attempt has written to.
    pub drive_connection_id: Option<String>,
    pub email: String,
    pub company_name: String,
}

/// Whether a submission is one too many to be told of in a mail of its own: so many came to its client in the hour before it.
pub async fn comes_in_flood(db: &Db, id: &str) -> Result<bool> {
    let query = Query::new(
        "SELECT 1 FROM submissions s
          WHERE s.id = ?1
            AND (SELECT count(*) FROM (SELECT 1 FROM submissions o
                                        WHERE o.client_id = s.client_id AND o.created_at > s.created_at - ?2
                                          AND (o.created_at < s.created_at OR (o.created_at = s.created_at AND o.id < s.id))
                                        LIMIT ?3)) >= ?3",
    );
    db.has_row(query.bind(id).bind(HOUR_MS).bind(MAILS_BEFORE_DIGEST)).await
}

/// Loads what delivery needs.
pub async fn for_delivery(db: &Db, id: &str) -> Result<Option<Delivery>> {
    let query = Query::new(
        "SELECT s.client_id, s.upload_id, s.customer_name, s.container, s.size_bytes, s.unfinished,
                s.unwatermarked, s.status, s.endpoint, s.customer_email,
                strftime('%Y-%m-%d', s.created_at / 1000, 'unixepoch') AS created_on,
                c.drive_link, s.drive_connection_id, c.email, c.company_name
           FROM submissions s JOIN clients c ON c.id = s.client_id WHERE s.id = ?1",
    );
    db.first(query.bind(id)).await
}

/// Notes which connection is delivered by, before anything is written there.
#[must_use]
pub fn deliver_by(id: &str, connection_id: Option<&str>) -> Query {
    let query = Query::new("UPDATE submissions SET drive_connection_id = ?2 WHERE id = ?1 AND status <> ?3");
    query.bind(id).bind(connection_id).bind(SubmissionStatus::Processed.as_str())
}

/// Notes the delivery, lets go of the uploaded bytes, and queues the notification, in one transaction.
/// Only the first of several deliveries of one submission changes anything; says whether this was it.
pub async fn delivered(db: &Db, id: &str, copy: &Copy<'_>, mail: &Notification<'_>, now: i64) -> Result<bool> {
    let processed = Query::new(
        "UPDATE submissions SET status = ?2, drive_path = ?3, drive = ?4, drive_connection_id = ?5, sha256 = ?6,
                                delivered_at = ?7, error_message = NULL, digest_hour = ?8
          WHERE id = ?1 AND status <> ?2
            AND (?5 IS NULL OR EXISTS (SELECT 1 FROM drive_connections WHERE id = ?5 AND credential IS NOT NULL))",
    )
    .bind(id)
    .bind(SubmissionStatus::Processed.as_str())
    .bind(copy.path)
    .bind(copy.drive.map(DriveProvider::as_str))
    .bind(copy.connection_id)
    .bind(copy.sha256)
    .bind(now)
    .bind(mail.digest_hour);
    let counted = copy.connection_id.map(|id| drive_connection::count_video_after_change(id, now));
    let clear =
        Query::new("UPDATE uploads SET status = 'cleared' WHERE id = ?1 AND changes() = 1").bind(mail.upload_id);
    let email = Query::new(
        "INSERT INTO emails (id, template, subject_id, recipient, params, status, created_at)
         SELECT ?1, ?2, ?3, ?4, '{}', 'queued', ?5 WHERE changes() = 1
         ON CONFLICT (template, subject_id) DO NOTHING",
    )
    .bind(mail.email_id)
    .bind(mail.template.as_str())
    .bind(&mail.subject_id)
    .bind(mail.recipient)
    .bind(now);
    let payload = job::EmailPayload { email_id: mail.email_id };
    let job =
        job::insert_due_after_change(mail.job_id, JobType::SendEmail, mail.email_id, &payload, (mail.due_at, now))?;
    // Each looks at whether the one before it changed a row.
    let mut statements: Vec<Query> = [processed].into_iter().chain(counted).chain([clear]).collect();
    if let Some(job_id) = mail.forward_job_id {
        statements.push(forward::queue(id, job_id, now)?);
    }
    // It changes nothing for the demo.
    if mail.template != EmailTemplate::DemoSubmission {
        statements.push(client_day::count_for_all_after_change(id));
    }
    // Only the first of an hour writes the digest.
    statements.extend([email, job]);
    statements.extend(copy.connection_id.map(|connection_id| erase::keep(id, Some(connection_id))));
    let changes = db.transaction(statements).await?;
    Ok(changes.first() == Some(&1))
}

/// How long the newest deliveries took.
pub async fn arrivals(db: &Db, newest: u32) -> Result<Arrivals> {
    let query = Query::new(
        "WITH newest AS MATERIALIZED (SELECT delivered_at - created_at AS ms FROM submissions
                                       WHERE delivered_at IS NOT NULL ORDER BY delivered_at DESC LIMIT ?1)
         SELECT count(*) AS count,
                (SELECT ms FROM newest ORDER BY ms LIMIT 1 OFFSET (SELECT count(*) / 2 FROM newest)) AS p50_ms,
                (SELECT ms FROM newest ORDER BY ms LIMIT 1 OFFSET (SELECT count(*) * 95 / 100 FROM newest)) AS p95_ms
           FROM newest",
    );
    Ok(db.first(query.bind(newest)).await?.unwrap_or(Arrivals { count: 0, p50_ms: None, p95_ms: None }))
}

/// The mail that follows a delivery.
pub struct Notification<'a> {
    /// The upload that is no longer needed.
    pub upload_id: &'a str,
    pub email_id: &'a str,
    /// The id of the job that sends it.
    pub job_id: &'a str,
    pub template: EmailTemplate,
    /// The submission, or the client and the hour of which it tells.
    pub subject_id: String,
    /// The hour whose digest tells of the submission, where one does.
    pub digest_hour: Option<i64>,
    /// When it is sent; UTC milliseconds.
    pub due_at: i64,
    pub recipient: &'a str,
    /// The id of the job that hands the submission on, where that is wished.
    pub forward_job_id: Option<&'a str>,
}

/// A testimonial of which a digest tells.
#[derive(Deserialize)]
pub struct Told {
    pub id: String,
    pub customer_name: String,
    pub duration_ms: u64,
}

/// What a digest tells of: the client's company, the first of its testimonials, and how many there are. Nothing where none
/// is left.
pub async fn of_digest(db: &Db, client_id: &str, hour: i64) -> Result<Option<(String, Vec<Told>, u32)>> {
    #[derive(Deserialize)]
    struct Counted {
        company_name: String,
        count: u32,
    }
    let counted = Query::new(
        "SELECT c.company_name, count(*) AS count FROM submissions s JOIN clients c ON c.id = s.client_id
          WHERE s.client_id = ?1 AND s.digest_hour = ?2 HAVING count(*) > 0",
    );
    let Some(Counted { company_name, count }) = db.first(counted.bind(client_id).bind(hour)).await? else {
        return Ok(None);
    };
    let told = Query::new(
        "SELECT id, customer_name, duration_ms FROM submissions
          WHERE client_id = ?1 AND digest_hour = ?2 ORDER BY created_at LIMIT ?3",
    );
    let told = db.all(told.bind(client_id).bind(hour).bind(DIGEST_NAMES)).await?;
    Ok(Some((company_name, told, count)))
}

/// The copy of a video in a drive.
pub struct Copy<'a> {
    /// Below the client's folder.
    pub path: &'a str,
    pub drive: Option<DriveProvider>,
    /// The connection to a drive of the client's own.
    pub connection_id: Option<&'a str>,
    /// In hex.
    pub sha256: &'a str,
}

/// What a notification says, and what a video link opens.
#[derive(Deserialize)]
pub struct Delivered {
    pub client_id: String,
    pub company_name: String,
    pub customer_name: String,
    pub container: Container,
    pub drive_path: String,
    pub drive: Option<DriveProvider>,
    /// The connection to a drive of the client's own.
    pub drive_connection_id: Option<String>,
    /// Opens that drive's folder for people.
    pub drive_link: Option<String>,
    pub size_bytes: u64,
    pub duration_ms: u64,
    /// Why the video is not finished, where it is not.
    pub unfinished: Option<RawReason>,
    /// The client has a watermark that the video lacks.
    #[serde(deserialize_with = "flag")]
    pub unwatermarked: bool,
}

/// A delivered submission, or nothing.
pub async fn delivered_by_id(db: &Db, id: &str) -> Result<Option<Delivered>> {
    let query = Query::new(
        "SELECT s.client_id, c.company_name, s.customer_name, s.container, s.drive_path, s.drive, s.drive_connection_id,
                d.link AS drive_link, s.size_bytes, s.duration_ms, s.unfinished, s.unwatermarked
           FROM submissions s JOIN clients c ON c.id = s.client_id
           LEFT JOIN drive_connections d ON d.id = s.drive_connection_id
          WHERE s.id = ?1 AND s.drive_path IS NOT NULL",
    );
    db.first(query.bind(id)).await
}
