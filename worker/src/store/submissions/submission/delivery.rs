//! Delivery of submissions.

use domain::api::client::MailRecipient;
use domain::api::operations::Arrivals;
use domain::drive::{DeliveryPath, DriveProvider};
use domain::email::EmailTemplate;
use domain::job::JobType;
use domain::row::flag;
use domain::submission::{HoldReason, SubmissionStatus};
use media_wasm::finish::RawReason;
use media_wasm::probe::Container;
use serde::Deserialize;

use crate::error::Result;
use crate::store::clients::{client_day, mail_recipient};
use crate::store::db::{Db, Query};
use crate::store::drives::drive_connection;
use crate::store::platform::job;
use crate::store::submissions::submission::retention::is_kept_sql;
use crate::store::submissions::submission::{erase, forward};
use crate::store::submissions::{transcript, upload};

/// The fields of a submission and its client that delivery needs.
#[derive(Deserialize)]
pub struct Delivery {
    pub client_id: String,
    pub upload_id: String,
    pub customer_name: String,
    pub container: Container,
    /// The video's size in bytes.
    pub size_bytes: u64,
    /// Why the video is raw, if it is.
    pub unfinished: Option<RawReason>,
    /// Whether the video lacks its client's watermark.
    #[serde(deserialize_with = "flag")]
    pub unwatermarked: bool,
    pub status: SubmissionStatus,
    /// Why it is on hold, if it is.
    pub hold: Option<HoldReason>,
    /// The webhook it was sent to. `None` for the record pages.
    pub endpoint: Option<String>,
    pub customer_email: String,
    created_on: String,
    delivery_path: Option<String>,
    pub drive_link: Option<String>,
    /// SHA-256 in hex, computed on receipt. `None` if not yet computed.
    pub sha256: Option<String>,
    /// The connection that an earlier attempt wrote to.
    pub drive_connection_id: Option<String>,
    /// The client's own address.
    pub email: String,
    pub company_name: String,
    /// Time of the client's digests: an IANA time zone and an hour.
    pub time_zone: String,
    pub digest_hour: u8,
    chunk_sizes: Option<String>,
    recipients: String,
}

impl Delivery {
    /// Sizes of the upload's chunks in bytes; empty if not recorded.
    #[must_use]
    pub fn chunk_sizes(&self) -> Vec<u64> {
        upload::chunk_sizes(self.chunk_sizes.as_deref())
    }

    /// Returns the path below the folder that its delivery writes to; `id` is the submission's.
    #[must_use]
    pub fn path(&self, id: &str) -> String {
        let Self { delivery_path, created_on, customer_name, container, .. } = self;
        let stored = delivery_path.as_deref();
        DeliveryPath { stored, created_on, customer_name, id, container: *container }.path()
    }

    /// Returns all recipients of the client's mails.
    pub fn recipients(&self) -> Result<Vec<MailRecipient>> {
        Ok(mail_recipient::with_own(&self.email, serde_json::from_str(&self.recipients)?))
    }
}

/// Loads the fields that delivery needs.
pub async fn for_delivery(db: &Db, id: &str) -> Result<Option<Delivery>> {
    let query = Query::new(
        "SELECT s.client_id, s.upload_id, s.customer_name, s.container, s.size_bytes, s.unfinished,
                s.unwatermarked, s.status, s.hold, s.endpoint, s.customer_email,
                strftime('%Y-%m-%d', s.created_at / 1000, 'unixepoch') AS created_on, s.delivery_path,
                c.drive_link, s.sha256, s.drive_connection_id, c.email, c.company_name, c.time_zone, c.digest_hour, u.chunk_sizes,
                (SELECT json_group_array(json_object('email', r.email, 'wants', r.wants, 'confirmed', 1)) FROM mail_recipients r
                  WHERE r.client_id = c.id AND (r.confirmed_at IS NOT NULL OR r.email = c.email)) AS recipients
           FROM submissions s JOIN clients c ON c.id = s.client_id JOIN uploads u ON u.id = s.upload_id WHERE s.id = ?1",
    );
    db.first(query.bind(id)).await
}

/// Records the delivery's connection before anything is written to that drive.
#[must_use]
pub fn deliver_by(id: &str, connection_id: Option<&str>) -> Query {
    let query = Query::new("UPDATE submissions SET drive_connection_id = ?2 WHERE id = ?1 AND status <> ?3");
    query.bind(id).bind(connection_id).bind(SubmissionStatus::Processed.as_str())
}

/// The copy of a video in a drive.
pub struct DriveCopy<'a> {
    /// Path below the client's folder.
    pub path: &'a str,
    pub drive: Option<DriveProvider>,
    /// The connection to the drive, if it is not the built-in folder.
    pub connection_id: Option<&'a str>,
    /// SHA-256 in hex, if not yet stored.
    pub new_sha256: Option<&'a str>,
}

/// The changes that follow a delivery.
pub struct DeliveryEffects<'a> {
    /// The upload to clear.
    pub upload_id: &'a str,
    /// Whether it is the demo's, which counts for no client.
    pub is_demo: bool,
    /// The hour of the digest that includes the submission, if one does.
    pub digest_hour: Option<i64>,
    /// Id of the job that forwards the submission, if it is to be forwarded.
    pub forward_job_id: Option<&'a str>,
    /// Id of the job that transcribes the film, if it may be transcribed.
    pub transcript_job_id: Option<&'a str>,
    pub mails: &'a [Notification],
}

/// A mail that follows a delivery. Only the first with a template and subject is stored.
pub struct Notification {
    pub email_id: String,
    /// Id of the job that sends it.
    pub job_id: String,
    pub template: EmailTemplate,
    /// Its subject: a submission, or a client and an hour or day; followed by the recipient, unless that is the client itself.
    pub subject_id: String,
    /// When it is due; UTC milliseconds.
    pub due_at: i64,
    pub recipient: String,
}

macro_rules! processed_sql {
    ($more:literal) => {
        concat!(
            "UPDATE submissions SET status = ?2, drive_path = ?3, drive = ?4, drive_connection_id = ?5, delivered_at = ?6,
                                    error_message = NULL, digest_hour = ?7, kept = ",
            is_kept_sql!("?5"),
            $more,
            " WHERE id = ?1 AND status <> ?2
                AND (?5 IS NULL OR EXISTS (SELECT 1 FROM drive_connections WHERE id = ?5 AND credential IS NOT NULL))"
        )
    };
}

/// Marks a submission as delivered, clears its upload and queues the mails, in one transaction. Only the first delivery
/// of a submission changes anything; returns whether this was it.
pub async fn record_delivery(
    db: &Db,
    id: &str,
    copy: &DriveCopy<'_>,
    after: &DeliveryEffects<'_>,
    now: i64,
) -> Result<bool> {
    // SQLite rewrites the index of videos whenever a statement names the column.
    let processed =
        Query::new(if copy.new_sha256.is_some() { processed_sql!(", sha256 = ?8") } else { processed_sql!("") })
            .bind(id)
            .bind(SubmissionStatus::Processed.as_str())
            .bind(copy.path)
            .bind(copy.drive.map(DriveProvider::as_str))
            .bind(copy.connection_id)
            .bind(now)
            .bind(after.digest_hour);
    let processed = match copy.new_sha256 {
        Some(sha256) => processed.bind(sha256),
        None => processed,
    };
    let counted = copy.connection_id.map(|id| drive_connection::count_video_after_change(id, now));
    let clear = Query::new("UPDATE uploads SET status = 'cleared', chunk_sizes = NULL WHERE id = ?1 AND changes() = 1")
        .bind(after.upload_id);
    // Each statement runs only if the previous one changed a row.
    let mut statements: Vec<Query> = [processed].into_iter().chain(counted).chain([clear]).collect();
    if let Some(job_id) = after.forward_job_id {
        statements.push(forward::queue(id, job_id, now)?);
    }
    // It would change nothing for the demo.
    if !after.is_demo {
        statements.push(client_day::count_for_all_after_change(id));
    }
    for mail in after.mails {
        statements.extend(notify(id, mail, now)?);
    }
    if let Some(job_id) = after.transcript_job_id {
        statements.extend(transcript::begin_with_delivery(id, job_id, now)?);
    }
    statements.extend(copy.connection_id.map(|connection_id| erase::cancel_leftover_removal(id, Some(connection_id))));
    let changes = db.transaction(statements).await?;
    Ok(changes.first() == Some(&1))
}

/// Queues a mail about a submission delivered in this transaction.
fn notify(id: &str, mail: &Notification, now: i64) -> Result<[Query; 2]> {
    let email = Query::new(
        "INSERT INTO emails (id, template, subject_id, recipient, params, status, created_at)
         SELECT ?1, ?2, ?3, ?4, '{}', 'queued', ?5 FROM submissions WHERE id = ?6 AND delivered_at = ?5
         ON CONFLICT (template, subject_id) DO NOTHING",
    )
    .bind(&mail.email_id)
    .bind(mail.template.as_str())
    .bind(&mail.subject_id)
    .bind(&mail.recipient)
    .bind(now)
    .bind(id);
    let payload = job::EmailPayload { email_id: &mail.email_id };
    let job =
        job::insert_due_after_change(&mail.job_id, JobType::SendEmail, &mail.email_id, &payload, (mail.due_at, now))?;
    Ok([email, job])
}

/// A delivered submission, for a notification or a video link.
#[derive(Deserialize)]
pub struct DeliveredSubmission {
    pub client_id: String,
    pub company_name: String,
    pub customer_name: String,
    pub container: Container,
    pub drive_path: String,
    pub drive: Option<DriveProvider>,
    /// The connection to the drive, if it is not the built-in folder.
    pub drive_connection_id: Option<String>,
    /// Opens that drive's folder in a browser.
    pub drive_link: Option<String>,
    pub size_bytes: u64,
    pub duration_ms: u64,
    /// Why the video is raw, if it is.
    pub unfinished: Option<RawReason>,
    /// Whether the video lacks its client's watermark.
    #[serde(deserialize_with = "flag")]
    pub unwatermarked: bool,
    #[serde(deserialize_with = "flag")]
    pub has_poster: bool,
}

/// Returns a delivered submission.
pub async fn delivered_by_id(db: &Db, id: &str) -> Result<Option<DeliveredSubmission>> {
    let query = Query::new(
        "SELECT s.client_id, c.company_name, s.customer_name, s.container, s.drive_path, s.drive, s.drive_connection_id,
                d.link AS drive_link, s.size_bytes, s.duration_ms, s.unfinished, s.unwatermarked,
                s.poster IS NOT NULL AS has_poster
           FROM submissions s JOIN clients c ON c.id = s.client_id
           LEFT JOIN drive_connections d ON d.id = s.drive_connection_id
          WHERE s.id = ?1 AND s.drive_path IS NOT NULL",
    );
    db.first(query.bind(id)).await
}

/// Records the first time that somebody played or downloaded the video on its page.
pub async fn record_watched(db: &Db, id: &str, now: i64) -> Result<()> {
    let query = Query::new("UPDATE submissions SET watched_at = ?2 WHERE id = ?1 AND watched_at IS NULL");
    db.idempotent_change(query.bind(id).bind(now)).await.map(drop)
}

/// Returns how long the newest deliveries took. Excludes those whose business was notified of their deletion.
pub async fn arrivals(db: &Db, newest: u32) -> Result<Arrivals> {
    let query = Query::new(
        "WITH newest AS MATERIALIZED (SELECT delivered_at - created_at AS ms FROM submissions
                                       WHERE drive_path IS NOT NULL AND deletion_told_at IS NULL AND kept = 0 AND delivered_at IS NOT NULL
                                       ORDER BY delivered_at DESC LIMIT ?1)
         SELECT count(*) AS count,
                (SELECT ms FROM newest ORDER BY ms LIMIT 1 OFFSET (SELECT count(*) / 2 FROM newest)) AS p50_ms,
                (SELECT ms FROM newest ORDER BY ms LIMIT 1 OFFSET (SELECT count(*) * 95 / 100 FROM newest)) AS p95_ms
           FROM newest",
    );
    Ok(db.first(query.bind(newest)).await?.unwrap_or(Arrivals { count: 0, p50_ms: None, p95_ms: None }))
}
