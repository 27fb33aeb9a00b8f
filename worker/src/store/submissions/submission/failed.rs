//! Failed deliveries and their retries.

use domain::api::admin::FailedUpload;
use domain::api::operations::Cause;
use domain::job::JobType;
use domain::limits::{MAX_RETRIED, ROWS_PER_PAGE};
use domain::page::{Cursor, Page, limit_plus_one};
use domain::retry_policy::MAX_ATTEMPTS;
use domain::submission::SubmissionStatus;
use serde::Deserialize;

use crate::error::Result;
use crate::store::db::{Db, Query};
use crate::store::platform::job::{self, AttemptRow, RETRY_PRIORITY, attempts_of};

/// Returns a page of failed deliveries with their attempts.
pub async fn page(db: &Db, before: Option<&Cursor>) -> Result<Page<FailedUpload>> {
    let (at, last_id) = Cursor::keyset(before);
    let query = Query::new(
        "SELECT s.id AS submission_id, s.client_id, c.company_name, c.drive_link, s.customer_name, s.final_file_path,
                s.error_message, s.created_at,
                s.final_file_path IS NOT NULL AND c.drive_link IS NOT NULL AS retryable
           FROM submissions s JOIN clients c ON c.id = s.client_id
          WHERE s.status = 'drive_upload_failed' AND s.created_at <= ?1 AND (s.created_at < ?1 OR s.id > ?2)
          ORDER BY s.created_at DESC, s.id LIMIT ?3",
    );
    let rows = db.all(query.bind(at).bind(last_id).bind(limit_plus_one(ROWS_PER_PAGE))).await?;
    let page = Page::split(rows, ROWS_PER_PAGE);
    let ids: Vec<&str> = page.rows.iter().map(|row: &FailedUpload| row.submission_id.as_str()).collect();
    let query = Query::new(
        "SELECT a.subject_id AS owner_id, a.attempt, a.started_at, a.finished_at, a.outcome, a.reason
           FROM json_each(?1) AS wanted JOIN job_attempts a ON a.subject_id = wanted.value
          WHERE a.job_type = 'upload-to-drive' ORDER BY a.started_at, a.attempt",
    );
    let attempts: Vec<AttemptRow> = db.all(query.bind(&serde_json::to_string(&ids)?)).await?;
    Ok(page.map(|upload| {
        let attempts = attempts_of(&upload.submission_id, &attempts);
        FailedUpload { attempts, ..upload }
    }))
}

/// Numbers of failed and of retryable deliveries.
#[derive(Deserialize, Default)]
pub struct Extent {
    pub total: u32,
    /// Those with a file and a drive.
    pub retryable: u32,
}

/// Counts the failed deliveries.
pub async fn extent(db: &Db) -> Result<Extent> {
    let query = Query::new(
        "SELECT count(*) AS total, count(CASE WHEN s.final_file_path IS NOT NULL AND c.drive_link IS NOT NULL THEN 1 END)
                  AS retryable
           FROM submissions s JOIN clients c ON c.id = s.client_id WHERE s.status = 'drive_upload_failed'",
    );
    Ok(db.first(query).await?.unwrap_or_default())
}

/// Counts a client's failed deliveries.
pub async fn of_client(db: &Db, client_id: &str) -> Result<u32> {
    let query = Query::new(
        "SELECT count(*) AS total, 0 AS retryable FROM submissions WHERE client_id = ?1 AND status = 'drive_upload_failed'",
    );
    Ok(db.first::<Extent>(query.bind(client_id)).await?.unwrap_or_default().total)
}

/// Counts failed deliveries by reason, most frequent first.
pub async fn causes(db: &Db) -> Result<Vec<Cause>> {
    db.all(Query::new(
        "SELECT coalesce(error_message, 'No reason was recorded.') AS name, count(*) AS count FROM submissions
          WHERE status = 'drive_upload_failed' GROUP BY name ORDER BY count DESC, name LIMIT 20",
    ))
    .await
}

/// Deletes a failed submission's pending and failed delivery jobs. No-op for any other submission.
pub async fn delete_jobs(db: &Db, id: &str) -> Result<()> {
    let query = Query::new(
        "DELETE FROM job_queue
          WHERE id IN (SELECT id FROM job_queue
                        WHERE subject_id = ?1 AND job_type = 'upload-to-drive' AND status IN ('pending', 'running')
                       UNION ALL SELECT job_id FROM job_attempts WHERE subject_id = ?1)
            AND job_type = 'upload-to-drive' AND status IN ('pending', 'failed') AND lease IS NULL
            AND EXISTS (SELECT 1 FROM submissions s JOIN clients c ON c.id = s.client_id
                         WHERE s.id = ?1 AND s.status = ?2 AND s.final_file_path IS NOT NULL
                           AND c.drive_link IS NOT NULL)",
    );
    db.idempotent_change(query.bind(id).bind(SubmissionStatus::DriveUploadFailed.as_str())).await.map(drop)
}

/// Requeues a failed delivery in one transaction with `note`. No-op while a job is pending or running, or if the
/// submission has not failed, has no file or no drive. Returns whether it was requeued.
pub async fn retry(
    db: &Db,
    id: &str,
    job_id: &str,
    payload: &job::DeliveryPayload<'_>,
    note: Query,
    now: i64,
) -> Result<bool> {
    let awaiting = Query::new(
        "UPDATE submissions SET status = ?2, error_message = NULL
          WHERE id = ?1 AND status = ?3 AND final_file_path IS NOT NULL
            AND EXISTS (SELECT 1 FROM clients WHERE id = submissions.client_id AND drive_link IS NOT NULL)
            AND NOT EXISTS (SELECT 1 FROM job_queue
                             WHERE subject_id = ?1 AND job_type = 'upload-to-drive' AND status IN ('pending', 'running'))",
    )
    .bind(id)
    .bind(SubmissionStatus::AwaitingDriveUpload.as_str())
    .bind(SubmissionStatus::DriveUploadFailed.as_str());
    let job = job::insert_after_change(job_id, JobType::UploadToDrive, id, payload, RETRY_PRIORITY, now)?;
    let changes = db.transaction(vec![awaiting, job, note]).await?;
    Ok(changes.first() == Some(&1))
}

/// Selects failed deliveries.
#[derive(Clone, Copy)]
pub enum FailedScope<'a> {
    All,
    /// Of a client, by its id.
    Client(&'a str),
    /// Of clients with folders in this account of the platform's.
    Platform(&'a str),
}

impl<'a> FailedScope<'a> {
    /// The client and the account.
    pub(in crate::store) fn parts(self) -> (Option<&'a str>, Option<&'a str>) {
        match self {
            Self::All => (None, None),
            Self::Client(id) => (Some(id), None),
            Self::Platform(account) => (None, Some(account)),
        }
    }
}

// Filters a submission `s` and its client `c`: `?1` is the client or null, `?2` the platform's account or null.
macro_rules! whose_sql {
    ($start:literal, $end:literal) => {
        concat!(
            $start,
            " AND (?1 IS NULL OR s.client_id = ?1)
              AND (?2 IS NULL OR EXISTS (SELECT 1 FROM drive_connections d
                                          WHERE d.client_id = c.id AND d.link = c.drive_link AND d.is_platform = 1
                                            AND d.account = ?2 AND d.credential IS NOT NULL))",
            $end
        )
    };
}

/// Returns the retryable submissions, oldest first, at most [`MAX_RETRIED`].
pub async fn retryable(db: &Db, whose: FailedScope<'_>) -> Result<Vec<String>> {
    let (client_id, account) = whose.parts();
    let query = Query::new(whose_sql!(
        "SELECT s.id FROM submissions s JOIN clients c ON c.id = s.client_id
          WHERE s.status = 'drive_upload_failed' AND s.final_file_path IS NOT NULL AND c.drive_link IS NOT NULL
            AND NOT EXISTS (SELECT 1 FROM job_queue
                             WHERE subject_id = s.id AND job_type = 'upload-to-drive' AND status IN ('pending', 'running'))",
        " ORDER BY s.created_at LIMIT ?3"
    ));
    db.ids(query.bind(client_id).bind(account).bind(MAX_RETRIED)).await
}

/// Deletes the failed delivery jobs of these submissions.
pub async fn delete_failed_jobs(db: &Db, ids: &[String]) -> Result<()> {
    let query = Query::new(
        "DELETE FROM job_queue WHERE job_type = 'upload-to-drive' AND status = 'failed'
            AND subject_id IN (SELECT value FROM json_each(?1))",
    );
    db.idempotent_change(query.bind(&serde_json::to_string(ids)?)).await.map(drop)
}

/// Requeues failed deliveries in one transaction and returns the ids of the new jobs.
pub async fn retry_all(db: &Db, ids: &[String], now: i64) -> Result<Vec<String>> {
    let pairs: Vec<(&String, String)> = ids.iter().map(|id| (id, uuid::Uuid::new_v4().to_string())).collect();
    let pairs_json = serde_json::to_string(&pairs)?;
    // Queues a job only if its submission is still failed: a concurrent retry may have been faster.
    let jobs = Query::new(
        "INSERT INTO job_queue (id, job_type, subject_id, payload, priority, status, max_attempts, attempts, due_at, created_at)
         SELECT p.value->>1, 'upload-to-drive', s.id,
                json_object('submissionId', s.id, 'finalFilePath', s.final_file_path, 'clientId', s.client_id),
                ?2, 'pending', ?3, 0, ?4, ?4
           FROM json_each(?1) p JOIN submissions s ON s.id = p.value->>0 AND s.status = 'drive_upload_failed'
          WHERE true ON CONFLICT DO NOTHING",
    )
    .bind(&pairs_json)
    .bind(RETRY_PRIORITY)
    .bind(MAX_ATTEMPTS)
    .bind(now);
    let awaiting = Query::new(
        "UPDATE submissions SET status = ?2, error_message = NULL
          WHERE status = 'drive_upload_failed' AND id IN
                (SELECT j.subject_id FROM json_each(?1) p JOIN job_queue j ON j.id = p.value->>1)",
    )
    .bind(&pairs_json)
    .bind(SubmissionStatus::AwaitingDriveUpload.as_str());
    let queued =
        Query::new("SELECT j.id FROM json_each(?1) p JOIN job_queue j ON j.id = p.value->>1").bind(&pairs_json);
    db.transaction(vec![jobs, awaiting]).await?;
    db.ids(queued).await
}

/// Makes deliveries waiting for a retry due now and returns the ids of their jobs.
pub async fn make_due(db: &Db, whose: FailedScope<'_>, now: i64) -> Result<Vec<String>> {
    let (client_id, account) = whose.parts();
    let query = Query::new(whose_sql!(
        "UPDATE job_queue SET due_at = ?3
          WHERE job_type = 'upload-to-drive' AND status IN ('pending', 'running') AND lease IS NULL AND due_at > ?3
            AND EXISTS (SELECT 1 FROM submissions s JOIN clients c ON c.id = s.client_id
                         WHERE s.id = job_queue.subject_id AND s.status = 'awaiting_drive_upload'",
        ") RETURNING id"
    ));
    db.ids(query.bind(client_id).bind(account).bind(now)).await
}

/// Marks the submission of a failed delivery job as failed.
#[must_use]
pub fn mark_failed(job_id: &str, reason: Option<&str>) -> Query {
    Query::new(
        "UPDATE submissions SET status = ?2, error_message = ?3 WHERE status = ?4 AND id =
           (SELECT subject_id FROM job_queue WHERE id = ?1 AND status = 'failed')",
    )
    .bind(job_id)
    .bind(SubmissionStatus::DriveUploadFailed.as_str())
    .bind(reason)
    .bind(SubmissionStatus::AwaitingDriveUpload.as_str())
}
