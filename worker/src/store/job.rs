//! `job_queue` and `job_attempts`.

use domain::limits::{JOB_LEASE_MS, SWEEP_BATCH};
use domain::submission::{AWAITING, FAILED};
use domain::upload_job::MAX_ATTEMPTS;
use serde::{Deserialize, Serialize};

use crate::error::Result;
use crate::store::db::{Db, Query};

/// The kind that delivers a video.
pub const UPLOAD_TO_DRIVE: &str = "upload-to-drive";
/// The kind that sends a mail.
pub const SEND_EMAIL: &str = "send-email";
/// The kind that hands a submission on to an automation address.
pub const FORWARD_SUBMISSION: &str = "forward-submission";
/// The kind that hands a sign-up on to the mailing list.
pub const SUBSCRIBE: &str = "subscribe";
/// A retried delivery goes before new ones.
pub const RETRY_PRIORITY: i64 = 10;

/// The payload of `upload-to-drive`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DeliveryPayload<'a> {
    /// The submission to deliver.
    pub submission_id: &'a str,
    /// Where its uploaded bytes are.
    pub final_file_path: &'a str,
    /// Whose it is.
    pub client_id: &'a str,
}

/// The payload of `send-email`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct EmailPayload<'a> {
    /// The mail to send.
    pub email_id: &'a str,
}

macro_rules! insert_sql {
    ($more:literal) => {
        concat!(
            "INSERT INTO job_queue (id, job_type, subject_id, payload, priority, status, max_attempts, attempts, due_at,
                                    created_at)
             SELECT ?1, ?2, ?3, ?4, ?5, 'pending', ?6, 0, ?7, ?7 WHERE changes() = 1",
            $more
        )
    };
}

/// A new pending job, written only if the statement before it in the transaction changed a row.
///
/// # Errors
/// When the payload is no JSON.
pub fn insert_after_change(
    id: &str,
    kind: &str,
    subject: &str,
    payload: &impl Serialize,
    priority: i64,
    now: i64,
) -> Result<Query> {
    let payload = serde_json::to_string(payload)?;
    let query = Query::new(insert_sql!("")).bind(id).bind(kind).bind(subject).bind(&payload).bind(priority);
    Ok(query.bind(MAX_ATTEMPTS).bind(now))
}

/// The same without priority, but nothing while the subject has a pending or running job of this kind.
///
/// # Errors
/// When the payload is no JSON.
pub fn insert_once_after_change(
    id: &str,
    kind: &str,
    subject: &str,
    payload: &impl Serialize,
    now: i64,
) -> Result<Query> {
    let payload = serde_json::to_string(payload)?;
    let query = Query::new(insert_sql!(" ON CONFLICT DO NOTHING")).bind(id).bind(kind).bind(subject).bind(&payload);
    Ok(query.bind(0_i64).bind(MAX_ATTEMPTS).bind(now))
}

/// A job that this run has claimed.
#[derive(Deserialize)]
pub struct Job {
    /// Its kind.
    pub job_type: String,
    /// The submission or mail it is about.
    pub subject_id: String,
    /// Which attempt this is, from 1.
    pub attempts: u32,
    /// How many there may be.
    pub max_attempts: u32,
}

/// Claims a job that is due, or whose runner has crashed, and opens the attempt's row.
/// Nothing where someone else has it, it is over, or it is not due.
///
/// # Errors
/// When the database fails.
pub async fn claim(db: &Db, id: &str, lease: &str, now: i64) -> Result<Option<Job>> {
    let take = Query::new(
        "UPDATE job_queue SET status = 'running', attempts = attempts + 1, lease = ?2, due_at = ?3
          WHERE id = ?1 AND status IN ('pending', 'running') AND due_at <= ?4 AND attempts < max_attempts",
    )
    .bind(id)
    .bind(lease)
    .bind(now.saturating_add(JOB_LEASE_MS))
    .bind(now);
    let attempt = Query::new(
        "INSERT INTO job_attempts (job_id, attempt, job_type, subject_id, started_at)
         SELECT id, attempts, job_type, subject_id, ?2 FROM job_queue WHERE id = ?1 AND changes() = 1",
    )
    .bind(id)
    .bind(now);
    if db.transaction(vec![take, attempt]).await?.first() != Some(&1) {
        return Ok(None);
    }
    let query =
        Query::new("SELECT job_type, subject_id, attempts, max_attempts FROM job_queue WHERE id = ?1 AND lease = ?2");
    db.first(query.bind(id).bind(lease)).await
}

/// What a finished attempt leaves behind.
pub struct Finish<'a> {
    /// The job.
    pub id: &'a str,
    /// This runner's claim.
    pub lease: &'a str,
    /// The attempt's number.
    pub attempt: u32,
    /// `done`, `pending` (again) or `failed`.
    pub status: &'static str,
    /// For the attempt's row: `done`, `retry` or `failed`.
    pub outcome: &'static str,
    /// Why, for an admin.
    pub reason: Option<&'a str>,
    /// When it may run again.
    pub due_at: i64,
}

/// Ends an attempt. A failed delivery marks its submission, a failed mail its row, in the same transaction.
///
/// # Errors
/// When the database fails; then the lease runs out and the job is tried again.
pub async fn finish(db: &Db, end: &Finish<'_>, now: i64) -> Result<()> {
    let job = Query::new(
        "UPDATE job_queue SET status = ?3, error_message = ?4, due_at = ?5, lease = NULL WHERE id = ?1 AND lease = ?2",
    )
    .bind(end.id)
    .bind(end.lease)
    .bind(end.status)
    .bind(end.reason)
    .bind(end.due_at);
    let attempt = Query::new(
        "UPDATE job_attempts SET finished_at = ?3, outcome = ?4, reason = ?5 WHERE job_id = ?1 AND attempt = ?2",
    )
    .bind(end.id)
    .bind(end.attempt)
    .bind(now)
    .bind(end.outcome)
    .bind(end.reason);
    let mut queries = vec![job, attempt];
    if end.status == "failed" {
        queries.extend(failure_of(end.id, end.reason));
    }
    db.transaction(queries).await.map(drop)
}

/// Carries a job's failure over to what it was about. Each looks at the job's own row first.
fn failure_of(job_id: &str, reason: Option<&str>) -> [Query; 3] {
    let submission = Query::new(
        "UPDATE submissions SET status = ?2, error_message = ?3 WHERE status = ?4 AND id =
           (SELECT subject_id FROM job_queue WHERE id = ?1 AND job_type = 'upload-to-drive' AND status = 'failed')",
    )
    .bind(job_id)
    .bind(FAILED)
    .bind(reason)
    .bind(AWAITING);
    let email = Query::new(
        "UPDATE emails SET state = 'failed', error_message = ?2 WHERE state <> 'sent' AND id =
           (SELECT subject_id FROM job_queue WHERE id = ?1 AND job_type = 'send-email' AND status = 'failed')",
    )
    .bind(job_id)
    .bind(reason);
    let sign_up = Query::new(
        "UPDATE sign_ups SET state = 'failed', error_message = ?2 WHERE state = 'waiting' AND id =
           (SELECT subject_id FROM job_queue WHERE id = ?1 AND job_type = 'subscribe' AND status = 'failed')",
    )
    .bind(job_id)
    .bind(reason);
    [submission, email, sign_up]
}

#[derive(Deserialize)]
struct Id {
    id: String,
}

/// Jobs that are due although their message should have come: lost by the queue, or their runner crashed.
///
/// # Errors
/// When the database fails.
pub async fn overdue(db: &Db, now: i64) -> Result<Vec<String>> {
    let query = Query::new(
        "SELECT id FROM job_queue WHERE status IN ('pending', 'running') AND due_at <= ?1 AND attempts < max_attempts
          ORDER BY priority DESC, due_at LIMIT ?2",
    );
    let rows: Vec<Id> = db.all(query.bind(now).bind(SWEEP_BATCH)).await?;
    Ok(rows.into_iter().map(|row| row.id).collect())
}

/// Fails the jobs whose last attempt crashed. Says how many.
///
/// # Errors
/// When the database fails.
pub async fn fail_exhausted(db: &Db, now: i64) -> Result<usize> {
    const REASON: &str = "The last attempt stopped without an answer.";
    let query = Query::new(
        "SELECT id FROM job_queue WHERE status = 'running' AND due_at <= ?1 AND attempts >= max_attempts
          ORDER BY due_at LIMIT ?2",
    );
    let rows: Vec<Id> = db.all(query.bind(now).bind(SWEEP_BATCH)).await?;
    for row in &rows {
        let job = Query::new(
            "UPDATE job_queue SET status = 'failed', error_message = ?2, lease = NULL
              WHERE id = ?1 AND status = 'running' AND due_at <= ?3",
        )
        .bind(&row.id)
        .bind(REASON)
        .bind(now);
        let mut queries = vec![job];
        queries.extend(failure_of(&row.id, Some(REASON)));
        db.transaction(queries).await?;
    }
    Ok(rows.len())
}

/// How many jobs there are in which state, for the admins' pages.
#[derive(Deserialize)]
pub struct Depth {
    /// Pending or running jobs of every kind.
    pub queue_depth: u32,
    /// When the oldest of them was created.
    pub oldest_job_at: Option<i64>,
    /// Deliveries that failed.
    pub failed_deliveries: u32,
    /// Deliveries that wait.
    pub pending_deliveries: u32,
}

/// Counts the jobs.
///
/// # Errors
/// When the database fails.
pub async fn depth(db: &Db) -> Result<Depth> {
    let query = Query::new(
        "SELECT (SELECT count(*) FROM job_queue WHERE status IN ('pending', 'running')) AS queue_depth,
                (SELECT min(created_at) FROM job_queue WHERE status IN ('pending', 'running')) AS oldest_job_at,
                (SELECT count(*) FROM job_queue WHERE status = 'failed' AND job_type = 'upload-to-drive')
                  AS failed_deliveries,
                (SELECT count(*) FROM job_queue WHERE status = 'pending' AND job_type = 'upload-to-drive')
                  AS pending_deliveries",
    );
    Ok(db.first(query).await?.unwrap_or(Depth {
        queue_depth: 0,
        oldest_job_at: None,
        failed_deliveries: 0,
        pending_deliveries: 0,
    }))
}
