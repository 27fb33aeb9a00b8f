//! `job_queue` and `job_attempts`. A pending job with a lease is running, so queries for waiting jobs say `lease IS NULL`.

use domain::api::admin::Attempt;
use domain::job::{AttemptOutcome, JobStatus, JobType};
use domain::limits::{JOB_LEASE_MS, SWEEP_BATCH};
use domain::retention::DONE_JOB_MS;
use domain::retry_policy::MAX_ATTEMPTS;
use serde::{Deserialize, Serialize};

use crate::error::Result;
use crate::store::db::{Db, Query};

/// Retried deliveries run before new ones.
pub const RETRY_PRIORITY: i64 = 10;

/// Moves resent per sweep. Nobody waits for a move, and each finished one starts the next of its client.
const MOVES_RESENT: u32 = 10;

/// The payload of `upload-to-drive`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DeliveryPayload<'a> {
    pub submission_id: &'a str,
    /// Location of its uploaded bytes.
    pub final_file_path: &'a str,
    pub client_id: &'a str,
}

/// The payload of `send-email`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct EmailPayload<'a> {
    pub email_id: &'a str,
}

macro_rules! insert_sql {
    ($more:literal) => {
        concat!(
            "INSERT INTO job_queue (id, job_type, subject_id, payload, priority, status, max_attempts, attempts, due_at,
                                    created_at)
             SELECT ?1, ?2, ?3, ?4, ?5, 'pending', ?6, 0, ?7, ?8 WHERE changes() = 1",
            $more
        )
    };
}

/// Inserts a pending job, only if the previous statement of the transaction changed a row.
pub fn insert_after_change(
    id: &str,
    job_type: JobType,
    subject: &str,
    payload: &impl Serialize,
    priority: i64,
    now: i64,
) -> Result<Query> {
    let payload = serde_json::to_string(payload)?;
    let query =
        Query::new(insert_sql!("")).bind(id).bind(job_type.as_str()).bind(subject).bind(&payload).bind(priority);
    Ok(query.bind(MAX_ATTEMPTS).bind(now).bind(now))
}

/// Like [`insert_after_change`], without priority and due later.
pub fn insert_due_after_change(
    id: &str,
    job_type: JobType,
    subject: &str,
    payload: &impl Serialize,
    (due_at, now): (i64, i64),
) -> Result<Query> {
    let payload = serde_json::to_string(payload)?;
    let query = Query::new(insert_sql!("")).bind(id).bind(job_type.as_str()).bind(subject).bind(&payload).bind(0_i64);
    Ok(query.bind(MAX_ATTEMPTS).bind(due_at).bind(now))
}

/// Like [`insert_after_change`], without priority. No-op while the subject has a pending or running job of this type.
pub fn insert_once_after_change(
    id: &str,
    job_type: JobType,
    subject: &str,
    payload: &impl Serialize,
    now: i64,
) -> Result<Query> {
    let payload = serde_json::to_string(payload)?;
    let query = Query::new(insert_sql!(" ON CONFLICT DO NOTHING"))
        .bind(id)
        .bind(job_type.as_str())
        .bind(subject)
        .bind(&payload);
    Ok(query.bind(0_i64).bind(MAX_ATTEMPTS).bind(now).bind(now))
}

/// A claimed job.
#[derive(Deserialize)]
pub struct Job {
    pub job_type: JobType,
    /// The job's submission, mail or other subject.
    pub subject_id: String,
    /// Number of this attempt, from 1.
    pub attempts: u32,
    pub max_attempts: u32,
}

/// Claims a job that is due or whose runner has crashed, and inserts the attempt. Only the lease marks the job as running: a change
/// of the status would write each index that contains it. Returns `None` if another runner has it, it is finished or it is not due.
pub async fn claim(db: &Db, id: &str, lease: &str, now: i64) -> Result<Option<Job>> {
    let take = Query::new(
        "UPDATE job_queue SET attempts = attempts + 1, lease = ?2, due_at = ?3
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
    // Holding the lease proves the claim, also if the first attempt's answer was lost.
    db.idempotent_transaction(vec![take, attempt]).await?;
    let query =
        Query::new("SELECT job_type, subject_id, attempts, max_attempts FROM job_queue WHERE id = ?1 AND lease = ?2");
    db.first(query.bind(id).bind(lease)).await
}

/// Extends a runner's lease. Returns whether the runner still held it.
pub async fn renew(db: &Db, id: &str, lease: &str, now: i64) -> Result<bool> {
    let query = Query::new("UPDATE job_queue SET due_at = ?3 WHERE id = ?1 AND lease = ?2");
    Ok(db.idempotent_change(query.bind(id).bind(lease).bind(now.saturating_add(JOB_LEASE_MS))).await? == 1)
}

/// Whether a job exists.
pub async fn exists(db: &Db, id: &str) -> Result<bool> {
    db.has_row(Query::new("SELECT 1 FROM job_queue WHERE id = ?1").bind(id)).await
}

/// Result of a finished attempt.
pub struct FinishedAttempt<'a> {
    pub id: &'a str,
    pub lease: &'a str,
    pub attempt: u32,
    pub status: JobStatus,
    pub outcome: AttemptOutcome,
    pub reason: Option<&'a str>,
    pub due_at: i64,
    /// Whether the attempt does not count.
    pub is_postponed: bool,
}

/// Ends an attempt. `on_failure` passes a final failure on to the job's subject, in the same transaction. If the
/// database fails, the lease expires and the job is retried.
pub async fn finish(db: &Db, end: &FinishedAttempt<'_>, on_failure: Option<Query>, now: i64) -> Result<()> {
    let job = Query::new(
        "UPDATE job_queue SET status = ?3, error_message = ?4, due_at = ?5, lease = NULL, max_attempts = max_attempts + ?6
          WHERE id = ?1 AND lease = ?2",
    )
    .bind(end.id)
    .bind(end.lease)
    .bind(end.status.as_str())
    .bind(end.reason)
    .bind(end.due_at)
    .bind(end.is_postponed);
    let attempt = Query::new(
        "UPDATE job_attempts SET finished_at = ?3, outcome = ?4, reason = ?5 WHERE job_id = ?1 AND attempt = ?2",
    )
    .bind(end.id)
    .bind(end.attempt)
    .bind(now)
    .bind(end.outcome.as_str())
    .bind(end.reason);
    let mut queries = vec![job, attempt];
    queries.extend(on_failure);
    db.idempotent_transaction(queries).await.map(drop)
}

/// Returns jobs that are due although their message should have arrived: the queue lost it, or the runner crashed.
pub async fn overdue(db: &Db, now: i64) -> Result<Vec<String>> {
    let query = Query::new(
        "WITH due AS (SELECT id, priority, due_at, job_type = 'move-video' AS moves FROM job_queue
                       WHERE status IN ('pending', 'running') AND due_at <= ?1 AND attempts < max_attempts)
         SELECT id FROM due WHERE NOT moves OR id IN (SELECT id FROM due WHERE moves ORDER BY due_at LIMIT ?3)
          ORDER BY priority DESC, due_at LIMIT ?2",
    );
    db.ids(query.bind(now).bind(SWEEP_BATCH).bind(MOVES_RESENT)).await
}

/// A job whose last attempt crashed.
#[derive(Deserialize)]
pub struct ExhaustedJob {
    pub id: String,
    pub job_type: JobType,
}

/// Returns one batch of jobs whose last attempt crashed.
pub async fn exhausted(db: &Db, now: i64) -> Result<Vec<ExhaustedJob>> {
    let query = Query::new(
        "SELECT id, job_type FROM job_queue
          WHERE status IN ('pending', 'running') AND lease IS NOT NULL AND due_at <= ?1 AND attempts >= max_attempts
          ORDER BY due_at LIMIT ?2",
    );
    db.all(query.bind(now).bind(SWEEP_BATCH)).await
}

/// Fails a job whose last attempt crashed. `on_failure` is used as in [`finish`].
pub async fn fail_exhausted(db: &Db, id: &str, reason: &str, on_failure: Option<Query>, now: i64) -> Result<()> {
    let job = Query::new(
        "UPDATE job_queue SET status = 'failed', error_message = ?2, lease = NULL
          WHERE id = ?1 AND status IN ('pending', 'running') AND lease IS NOT NULL AND due_at <= ?3",
    )
    .bind(id)
    .bind(reason)
    .bind(now);
    let mut queries = vec![job];
    queries.extend(on_failure);
    db.idempotent_transaction(queries).await.map(drop)
}

/// Numbers of jobs for the admin area.
#[derive(Deserialize, Default)]
pub struct QueueStats {
    /// Pending or running jobs of all types.
    pub queue_depth: u32,
    /// When the oldest of these was created.
    pub oldest_job_at: Option<i64>,
    pub failed_deliveries: u32,
    pub pending_deliveries: u32,
}

pub async fn queue_stats(db: &Db) -> Result<QueueStats> {
    let query = Query::new(
        "SELECT (SELECT count(*) FROM job_queue WHERE status IN ('pending', 'running')) AS queue_depth,
                (SELECT min(created_at) FROM job_queue WHERE status IN ('pending', 'running')) AS oldest_job_at,
                (SELECT count(*) FROM job_queue WHERE status = 'failed' AND job_type = 'upload-to-drive')
                  AS failed_deliveries,
                (SELECT count(*) FROM job_queue
                  WHERE status IN ('pending', 'running') AND lease IS NULL AND job_type = 'upload-to-drive')
                  AS pending_deliveries",
    );
    Ok(db.first(query).await?.unwrap_or_default())
}

/// An attempt of a job, with the id it is listed under.
#[derive(Deserialize)]
pub struct AttemptRow {
    owner_id: String,
    attempt: u32,
    started_at: i64,
    finished_at: Option<i64>,
    outcome: Option<AttemptOutcome>,
    reason: Option<String>,
}

/// Returns the attempts listed under this id.
pub fn attempts_of(owner_id: &str, rows: &[AttemptRow]) -> Vec<Attempt> {
    let own = rows.iter().filter(|row| row.owner_id == owner_id);
    own.map(|row| Attempt {
        attempt: row.attempt,
        started_at: row.started_at,
        finished_at: row.finished_at,
        outcome: row.outcome,
        reason: row.reason.clone(),
    })
    .collect()
}

/// Deletes the jobs of these subjects, an SQL list in parentheses. Runs before their attempts are deleted, which lead to finished jobs.
macro_rules! delete_about_sql {
    ($($subjects:tt)+) => {
        concat!(
            "DELETE FROM job_queue WHERE id IN
               (SELECT job_id FROM job_attempts WHERE subject_id IN ", $($subjects)+,
            " UNION ALL SELECT id FROM job_queue WHERE status IN ('pending', 'running') AND subject_id IN ", $($subjects)+,
            ")"
        )
    };
}
pub(crate) use delete_about_sql;

macro_rules! done_sql {
    ($column:literal) => {
        concat!(
            "(SELECT ",
            $column,
            " FROM job_queue
               WHERE status = 'done' AND job_type NOT IN ('forward-submission', 'move-video') AND due_at <= ?1
               ORDER BY due_at LIMIT ?2)"
        )
    };
}

/// Deletes jobs done long ago, with their attempts and those of jobs they replaced.
pub async fn sweep(db: &Db, now: i64) -> Result<usize> {
    let until = now.saturating_sub(DONE_JOB_MS);
    let deletions = [
        concat!(
            "DELETE FROM job_attempts WHERE subject_id IN ",
            done_sql!("subject_id"),
            " AND (job_id IN ",
            done_sql!("id"),
            " OR NOT EXISTS (SELECT 1 FROM job_queue j WHERE j.id = job_id))"
        ),
        concat!("DELETE FROM job_queue WHERE id IN ", done_sql!("id")),
    ];
    let queries = deletions.map(|sql| Query::new(sql).bind(until).bind(SWEEP_BATCH));
    Ok(db.idempotent_transaction(queries.into()).await?.last().copied().unwrap_or_default())
}
