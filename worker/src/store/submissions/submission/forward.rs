//! Forwarding of webhook submissions to their automation addresses.

use domain::api::site::ForwardSummary;
use domain::job::{JobStatus, JobType};
use domain::limits::ROWS_PER_PAGE;
use domain::page::{Cursor, Keyed, Page, limit_plus_one};
use media_wasm::probe::Container;
use serde::Deserialize;

use crate::error::Result;
use crate::store::db::{Db, Query};
use crate::store::platform::job::{self, AttemptRow, RETRY_PRIORITY, attempts_of};

/// The forwarded fields of a submission.
#[derive(Deserialize)]
#[allow(missing_docs)] // they are their names
pub struct Forward {
    pub endpoint: String,
    pub company_name: String,
    pub customer_name: String,
    pub customer_email: String,
    pub container: Container,
    pub size_bytes: u64,
    pub duration_ms: u64,
    /// Version of the consent texts that were shown.
    pub consent_version: String,
    /// UTC, `yyyy-MM-ddTHH:mm:ss.SSSZ`.
    pub received_at: String,
}

/// Returns a delivered webhook submission.
pub async fn get(db: &Db, id: &str) -> Result<Option<Forward>> {
    let query = Query::new(
        "SELECT s.endpoint, c.company_name, s.customer_name, s.customer_email, s.container, s.size_bytes, s.duration_ms,
                strftime('%Y-%m-%dT%H:%M:%fZ', s.created_at / 1000.0, 'unixepoch') AS received_at,
                k.text_version AS consent_version
           FROM submissions s JOIN clients c ON c.id = s.client_id JOIN consents k ON k.submission_id = s.id
          WHERE s.id = ?1 AND s.endpoint IS NOT NULL AND s.drive_path IS NOT NULL",
    );
    db.first(query.bind(id)).await
}

/// Queues the forward of a just delivered submission, only if the previous statement changed a row.
pub fn queue(id: &str, job_id: &str, now: i64) -> Result<Query> {
    job::insert_after_change(job_id, JobType::ForwardSubmission, id, &serde_json::json!({ "submissionId": id }), 0, now)
}

#[derive(Deserialize)]
struct Row {
    job_id: String,
    submission_id: String,
    endpoint: String,
    company_name: String,
    status: JobStatus,
    created_at: i64,
}

impl Keyed for Row {
    fn key(&self) -> (i64, &str) {
        (self.created_at, &self.job_id)
    }
}

/// Returns a page of the log with the attempts of each job.
pub async fn page(db: &Db, before: Option<&Cursor>) -> Result<Page<ForwardSummary>> {
    let (at, id) = Cursor::keyset(before);
    let query = Query::new(
        "SELECT j.id AS job_id, j.subject_id AS submission_id, s.endpoint, c.company_name,
                iif(j.lease IS NULL, j.status, 'running') AS status, j.created_at
           FROM job_queue j JOIN submissions s ON s.id = j.subject_id JOIN clients c ON c.id = s.client_id
          WHERE j.job_type = 'forward-submission' AND j.created_at <= ?1 AND (j.created_at < ?1 OR j.id > ?2)
          ORDER BY j.created_at DESC, j.id LIMIT ?3",
    );
    let rows = db.all(query.bind(at).bind(id).bind(limit_plus_one(ROWS_PER_PAGE))).await?;
    let page: Page<Row> = Page::split(rows, ROWS_PER_PAGE);
    let ids: Vec<&str> = page.rows.iter().map(|row| row.job_id.as_str()).collect();
    let query = Query::new(
        "SELECT a.job_id AS owner_id, a.attempt, a.started_at, a.finished_at, a.outcome, a.reason
           FROM json_each(?1) AS wanted JOIN job_attempts a ON a.job_id = wanted.value
          ORDER BY a.started_at, a.attempt",
    );
    let attempts: Vec<AttemptRow> = db.all(query.bind(&serde_json::to_string(&ids)?)).await?;
    Ok(page.map(|row| ForwardSummary {
        attempts: attempts_of(&row.job_id, &attempts),
        submission_id: row.submission_id,
        endpoint: row.endpoint,
        company_name: row.company_name,
        status: row.status,
        created_at: row.created_at,
    }))
}

/// Requeues a failed forward as a new job, so that the log keeps both, in one transaction with an audit entry. Returns
/// whether it did: not while one is pending, nor after a success.
pub async fn retry(db: &Db, id: &str, job_id: &str, note: Query, now: i64) -> Result<bool> {
    let query = Query::new(
        "INSERT INTO job_queue (id, job_type, subject_id, payload, priority, status, max_attempts, attempts, due_at, created_at)
         SELECT ?1, job_type, subject_id, payload, ?3, 'pending', max_attempts, 0, ?4, ?4 FROM job_queue
          WHERE id IN (SELECT job_id FROM job_attempts WHERE subject_id = ?2) AND job_type = 'forward-submission'
            AND NOT EXISTS (SELECT 1 FROM job_queue
                             WHERE id IN (SELECT job_id FROM job_attempts WHERE subject_id = ?2)
                               AND job_type = 'forward-submission' AND status <> 'failed')
            AND NOT EXISTS (SELECT 1 FROM job_queue
                             WHERE subject_id = ?2 AND job_type = 'forward-submission' AND status IN ('pending', 'running'))
          ORDER BY created_at DESC LIMIT 1",
    )
    .bind(job_id)
    .bind(id)
    .bind(RETRY_PRIORITY)
    .bind(now);
    Ok(db.transaction(vec![query, note]).await?.first() == Some(&1))
}
