//! Retries failed deliveries.

use domain::audit::AuditAction;
use serde_json::Map;

use crate::app::App;
use crate::error::{Error, Result};
use crate::log;
use crate::queue;
use crate::store::drives::resumed_delivery;
use crate::store::identity::session::CurrentSession;
use crate::store::platform::audit::Entry;
use crate::store::platform::job::DeliveryPayload;
use crate::store::submissions::submission::failed::FailedScope;
use crate::store::submissions::submission::{delivery, failed};

/// Jobs announced to the queue at once; the sweeper finds the others by their rows within a minute.
const ANNOUNCED: usize = 50;
/// Batches queued at once when a drive has recovered.
const MAX_ROUNDS: u32 = 20;
/// Requests to resume deliveries that are handled at once, one per client.
const RESUME_BATCH: u32 = 500;

/// Requeues a failed delivery and returns whether it did. No-op while one is pending or running.
///
/// # Errors
/// [`Error::not_found`].
pub async fn run(app: &App, by: &CurrentSession, submission_id: &str) -> Result<bool> {
    let delivery =
        delivery::for_delivery(&app.db, submission_id).await?.ok_or_else(|| Error::not_found("Submission"))?;
    log_failure(failed::delete_jobs(&app.db, submission_id).await);
    let job_id = uuid::Uuid::new_v4().to_string();
    let path = format!("uploads/{}/", delivery.upload_id);
    let payload = DeliveryPayload { submission_id, final_file_path: &path, client_id: &delivery.client_id };
    let entry =
        Entry::of_submission(AuditAction::SubmissionRetry, &delivery.client_id, &delivery.company_name, submission_id);
    let audit_entry = entry.query_after_change(by, app.now);
    let queued = failed::retry(&app.db, submission_id, &job_id, &payload, audit_entry, app.now).await?;
    if queued {
        queue::enqueue(app, &job_id).await;
    }
    Ok(queued)
}

/// Retries every retryable delivery and returns the number.
pub async fn all(app: &App, by: &CurrentSession) -> Result<u32> {
    let job_ids = requeue(app, FailedScope::All).await?;
    if !job_ids.is_empty() {
        let after = Map::from_iter([("submissions".to_owned(), job_ids.len().into())]);
        let entry = Entry::without_fields(AuditAction::SubmissionRetry, "all", "all failed uploads");
        app.db.idempotent_change(Entry { after, ..entry }.query(by, app.now)).await?;
    }
    enqueue_jobs(app, &job_ids).await;
    Ok(u32::try_from(job_ids.len()).unwrap_or(u32::MAX))
}

/// Retries failed deliveries to a recovered or replaced drive, and those that wait for a retry. The caller must have requested it
/// with [`resumed_delivery::request`] in the transaction that recovered the drive, so that the sweeper resumes after a crash.
pub async fn resume_waiting(app: &App, whose: FailedScope<'_>) -> Result<()> {
    let requests = resumed_delivery::of(&app.db, whose, RESUME_BATCH).await?;
    let mut are_all_queued = false;
    for _ in 0..MAX_ROUNDS {
        let job_ids = requeue(app, whose).await?;
        enqueue_jobs(app, &job_ids).await;
        if job_ids.is_empty() {
            are_all_queued = true;
            break;
        }
    }
    enqueue_jobs(app, &failed::make_due(&app.db, whose, app.now).await?).await;
    if are_all_queued { resumed_delivery::delete_queued(&app.db, &requests).await } else { Ok(()) }
}

/// Resumes interrupted calls of [`resume_waiting`] for up to `clients` clients. Returns their number.
pub async fn resume_interrupted(app: &App, clients: u32) -> Result<usize> {
    let requests = resumed_delivery::of(&app.db, FailedScope::All, clients).await?;
    for resumed in &requests {
        // A later run retries this client; the others continue.
        if let Err(error) = resume_waiting(app, FailedScope::Client(&resumed.client_id)).await {
            log::warning("resumed_deliveries", &error.cause().unwrap_or_default());
        }
    }
    Ok(requests.len())
}

/// Requeues failed deliveries and returns the ids of their jobs.
async fn requeue(app: &App, whose: FailedScope<'_>) -> Result<Vec<String>> {
    let ids = failed::retryable(&app.db, whose).await?;
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    log_failure(failed::delete_failed_jobs(&app.db, &ids).await);
    failed::retry_all(&app.db, &ids, app.now).await
}

async fn enqueue_jobs(app: &App, job_ids: &[String]) {
    queue::enqueue_all(app, job_ids.get(..ANNOUNCED).unwrap_or(job_ids)).await;
}

/// Old jobs that could not be deleted block nothing (JOB09).
fn log_failure(cleaned: Result<()>) {
    if let Err(error) = cleaned {
        log::warning("old_jobs", &error.cause().unwrap_or_default());
    }
}
