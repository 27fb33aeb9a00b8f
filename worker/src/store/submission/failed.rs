//! Submissions that could not be delivered, and putting them back to work.

use domain::api::admin::{Attempt, FailedUpload};
use domain::api::operations::Cause;
use domain::submission::{AWAITING, FAILED};
use domain::upload_job::MAX_ATTEMPTS;
use serde::Deserialize;

use crate::error::Result;
use crate::store::db::{Db, Query};
use crate::store::job::{self, RETRY_PRIORITY};
use crate::store::place::{Place, cut, one_more};

/// How many a page of the list holds.
const PAGE: usize = 50;
/// This many are put back to work at once; whoever has more asks again.
const RETRY_MOST: u32 = 500;

#[derive(Deserialize)]
struct Row {
    retryable: u8,
    #[serde(flatten)]
    rest: serde_json::Map<String, serde_json::Value>,
}

#[derive(Deserialize)]
struct AttemptRow {
    subject_id: String,
    #[serde(flatten)]
    attempt: Attempt,
}

/// A page of failed deliveries, newest first, with every try, and where the next one begins.
///
/// # Errors
/// When the database fails.
pub async fn list(db: &Db, before: Option<&Place>) -> Result<(Vec<FailedUpload>, Option<Place>)> {
    let (at, last_id) = Place::bounds(before);
    let query = Query::new(
        "SELECT s.id AS submission_id, s.client_id, c.company_name, c.drive_link, s.customer_name, s.final_file_path,
                s.error_message, s.created_at,
                s.final_file_path IS NOT NULL AND c.drive_link IS NOT NULL AS retryable
           FROM submissions s JOIN clients c ON c.id = s.client_id
          WHERE s.status = 'drive_upload_failed' AND s.created_at <= ?1 AND (s.created_at < ?1 OR s.id > ?2)
          ORDER BY s.created_at DESC, s.id LIMIT ?3",
    );
    let rows: Vec<Row> = db.all(query.bind(at).bind(last_id).bind(one_more(PAGE))).await?;
    let id = |row: &Row| row.rest.get("submission_id").cloned().unwrap_or_default();
    let ids: Vec<serde_json::Value> = rows.iter().map(id).collect();
    let query = Query::new(
        "SELECT a.subject_id, a.attempt, a.started_at, a.finished_at, a.outcome, a.reason
           FROM json_each(?1) AS wanted JOIN job_attempts a ON a.subject_id = wanted.value
          WHERE a.job_type = 'upload-to-drive' ORDER BY a.started_at, a.attempt",
    );
    let tries: Vec<AttemptRow> = db.all(query.bind(&serde_json::to_string(&ids)?)).await?;
    let upload = |mut row: Row| -> Result<FailedUpload> {
        let own = |attempt: &&AttemptRow| {
            row.rest.get("submission_id").and_then(|id| id.as_str()) == Some(&attempt.subject_id)
        };
        let attempts: Vec<Attempt> = tries.iter().filter(own).map(|row| row.attempt.clone()).collect();
        row.rest.insert("attempts".into(), serde_json::to_value(attempts)?);
        row.rest.insert("retryable".into(), (row.retryable != 0).into());
        Ok(serde_json::from_value(row.rest.into())?)
    };
    let mut uploads = rows.into_iter().map(upload).collect::<Result<Vec<_>>>()?;
    let next = cut(&mut uploads, PAGE, |upload| (upload.created_at, &upload.submission_id));
    Ok((uploads, next))
}

/// How many failed deliveries there are, and how many of them can be retried.
#[derive(Deserialize, Default)]
pub struct Extent {
    /// All of them.
    pub total: u32,
    /// Those with a file, and a drive to bring it to.
    pub retryable: u32,
}

/// Counts them.
///
/// # Errors
/// When the database fails.
pub async fn extent(db: &Db) -> Result<Extent> {
    let query = Query::new(
        "SELECT count(*) AS total, count(CASE WHEN s.final_file_path IS NOT NULL AND c.drive_link IS NOT NULL THEN 1 END)
                  AS retryable
           FROM submissions s JOIN clients c ON c.id = s.client_id WHERE s.status = 'drive_upload_failed'",
    );
    Ok(db.first(query).await?.unwrap_or_default())
}

/// Failed deliveries by what went wrong, the most frequent first.
///
/// # Errors
/// When the database fails.
pub async fn causes(db: &Db) -> Result<Vec<Cause>> {
    db.all(Query::new(
        "SELECT coalesce(error_message, 'No reason was noted.') AS name, count(*) AS count FROM submissions
          WHERE status = 'drive_upload_failed' GROUP BY name ORDER BY count DESC, name LIMIT 20",
    ))
    .await
}

/// Removes a submission's earlier pending and failed delivery jobs, unless the submission is not a failed one.
///
/// # Errors
/// When the database fails.
pub async fn forget_jobs(db: &Db, id: &str) -> Result<()> {
    let query = Query::new(
        "DELETE FROM job_queue WHERE subject_id = ?1 AND job_type = 'upload-to-drive' AND status IN ('pending', 'failed')
            AND EXISTS (SELECT 1 FROM submissions s JOIN clients c ON c.id = s.client_id
                         WHERE s.id = ?1 AND s.status = ?2 AND s.final_file_path IS NOT NULL
                           AND c.drive_link IS NOT NULL)",
    );
    db.change(query.bind(id).bind(FAILED)).await.map(drop)
}

/// Puts a failed delivery back to work in one transaction. While a job runs, or when the submission has not failed,
/// has no file or no drive, nothing changes. `note` is written with it. Says whether it did.
///
/// # Errors
/// When the database fails; then nothing has changed.
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
    .bind(AWAITING)
    .bind(FAILED);
    let job = job::insert_after_change(job_id, job::UPLOAD_TO_DRIVE, id, payload, RETRY_PRIORITY, now)?;
    let changes = db.transaction(vec![awaiting, job, note]).await?;
    Ok(changes.first() == Some(&1))
}

#[derive(Deserialize)]
struct Id {
    id: String,
}

/// Puts failed deliveries back to work in one transaction, the oldest first, and answers the new jobs' ids.
///
/// # Errors
/// When the database fails; then nothing has changed.
pub async fn retry_all(db: &Db, now: i64) -> Result<Vec<String>> {
    let candidates = Query::new(
        "SELECT s.id FROM submissions s JOIN clients c ON c.id = s.client_id
          WHERE s.status = 'drive_upload_failed' AND s.final_file_path IS NOT NULL AND c.drive_link IS NOT NULL
            AND NOT EXISTS (SELECT 1 FROM job_queue
                             WHERE subject_id = s.id AND job_type = 'upload-to-drive' AND status IN ('pending', 'running'))
          ORDER BY s.created_at LIMIT ?1",
    );
    let found: Vec<Id> = db.all(candidates.bind(RETRY_MOST)).await?;
    let pairs: Vec<(String, String)> =
        found.into_iter().map(|row| (row.id, uuid::Uuid::new_v4().to_string())).collect();
    let pairs_json = serde_json::to_string(&pairs)?;
    let forget = Query::new(
        "DELETE FROM job_queue WHERE job_type = 'upload-to-drive' AND status = 'failed'
            AND subject_id IN (SELECT value->>0 FROM json_each(?1))",
    )
    .bind(&pairs_json);
    // A job only where its submission is still a failed one: somebody may be retrying side by side.
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
    .bind(AWAITING);
    let queued =
        Query::new("SELECT j.id FROM json_each(?1) p JOIN job_queue j ON j.id = p.value->>1").bind(&pairs_json);
    if !pairs.is_empty() {
        db.transaction(vec![forget, jobs, awaiting]).await?;
    }
    let rows: Vec<Id> = db.all(queued).await?;
    Ok(rows.into_iter().map(|row| row.id).collect())
}
