//! Submissions that came by a webhook, on their way to its automation address.

use domain::api::admin::Attempt;
use domain::api::site::ForwardLine;
use serde::Deserialize;

use crate::error::Result;
use crate::store::db::{Db, Query};
use crate::store::job::{self, FORWARD_SUBMISSION, RETRY_PRIORITY};
use crate::store::place::{Place, cut, one_more};

/// What is told of a submission.
#[derive(Deserialize)]
#[allow(missing_docs)] // they are their names
pub struct Forward {
    pub endpoint: String,
    pub company_name: String,
    pub customer_name: String,
    pub customer_email: String,
    pub container: String,
    pub size_bytes: u64,
    pub duration_ms: u64,
    /// UTC, `yyyy-MM-ddTHH:mm:ss.SSSZ`.
    pub received_at: String,
}

/// A delivered submission that came by a webhook, or nothing.
///
/// # Errors
/// When the database fails.
pub async fn get(db: &Db, id: &str) -> Result<Option<Forward>> {
    let query = Query::new(
        "SELECT s.endpoint, c.company_name, s.customer_name, s.customer_email, s.container, s.size_bytes, s.duration_ms,
                strftime('%Y-%m-%dT%H:%M:%fZ', s.created_at / 1000.0, 'unixepoch') AS received_at
           FROM submissions s JOIN clients c ON c.id = s.client_id
          WHERE s.id = ?1 AND s.endpoint IS NOT NULL AND s.drive_path IS NOT NULL",
    );
    db.first(query.bind(id)).await
}

/// The job of a submission that was just delivered, written only if the statement before it changed a row.
///
/// # Errors
/// When the payload is no JSON.
pub fn queue(id: &str, job_id: &str, now: i64) -> Result<Query> {
    job::insert_after_change(job_id, FORWARD_SUBMISSION, id, &serde_json::json!({ "submissionId": id }), 0, now)
}

#[derive(Deserialize)]
struct Line {
    job_id: String,
    submission_id: String,
    endpoint: String,
    company_name: String,
    state: String,
    created_at: i64,
}

#[derive(Deserialize)]
struct AttemptRow {
    job_id: String,
    #[serde(flatten)]
    attempt: Attempt,
}

/// How many a page of the log holds.
const PAGE: usize = 50;

/// A page of the log, newest first, with every try, and where the next one begins.
///
/// # Errors
/// When the database fails.
pub async fn page(db: &Db, before: Option<&Place>) -> Result<(Vec<ForwardLine>, Option<Place>)> {
    let (at, id) = Place::bounds(before);
    let query = Query::new(
        "SELECT j.id AS job_id, j.subject_id AS submission_id, s.endpoint, c.company_name, j.status AS state, j.created_at
           FROM job_queue j JOIN submissions s ON s.id = j.subject_id JOIN clients c ON c.id = s.client_id
          WHERE j.job_type = 'forward-submission' AND j.created_at <= ?1 AND (j.created_at < ?1 OR j.id > ?2)
          ORDER BY j.created_at DESC, j.id LIMIT ?3",
    );
    let mut rows: Vec<Line> = db.all(query.bind(at).bind(id).bind(one_more(PAGE))).await?;
    let next = cut(&mut rows, PAGE, |row| (row.created_at, &row.job_id));
    let ids: Vec<&str> = rows.iter().map(|row| row.job_id.as_str()).collect();
    let query = Query::new(
        "SELECT a.job_id, a.attempt, a.started_at, a.finished_at, a.outcome, a.reason
           FROM json_each(?1) AS wanted JOIN job_attempts a ON a.job_id = wanted.value
          ORDER BY a.started_at, a.attempt",
    );
    let tries: Vec<AttemptRow> = db.all(query.bind(&serde_json::to_string(&ids)?)).await?;
    let line = |line: Line| ForwardLine {
        attempts: tries.iter().filter(|row| row.job_id == line.job_id).map(|row| row.attempt.clone()).collect(),
        submission_id: line.submission_id,
        endpoint: line.endpoint,
        company_name: line.company_name,
        state: line.state,
        created_at: line.created_at,
    };
    Ok((rows.into_iter().map(line).collect(), next))
}

/// Queues a failed one again with a job of its own, so that the log keeps both, in one transaction with a note of it.
/// Says whether it did: not while one is on its way, nor after a success.
///
/// # Errors
/// When the database fails; then nothing has changed.
pub async fn retry(db: &Db, id: &str, job_id: &str, note: Query, now: i64) -> Result<bool> {
    let query = Query::new(
        "INSERT INTO job_queue (id, job_type, subject_id, payload, priority, status, max_attempts, attempts, due_at, created_at)
         SELECT ?1, job_type, subject_id, payload, ?3, 'pending', max_attempts, 0, ?4, ?4 FROM job_queue
          WHERE subject_id = ?2 AND job_type = 'forward-submission'
            AND NOT EXISTS (SELECT 1 FROM job_queue WHERE subject_id = ?2 AND job_type = 'forward-submission'
                                                      AND status <> 'failed')
          ORDER BY created_at DESC LIMIT 1",
    )
    .bind(job_id)
    .bind(id)
    .bind(RETRY_PRIORITY)
    .bind(now);
    Ok(db.transaction(vec![query, note]).await?.first() == Some(&1))
}
