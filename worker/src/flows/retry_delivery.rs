//! Puts deliveries that failed for good back to work.

use domain::audit::AuditAction;
use serde_json::Map;

use crate::app::App;
use crate::error::{Error, Result};
use crate::log;
use crate::queue;
use crate::store::audit::Entry;
use crate::store::job::DeliveryPayload;
use crate::store::resumed_delivery;
use crate::store::session::CurrentSession;
use crate::store::submission::failed::FailedScope;
use crate::store::submission::{delivery, failed};

/// The queue is told of this many jobs at once; the sweeper finds the others by their rows within a minute.
const ANNOUNCED: usize = 50;
/// How often the most that is queued at once is queued when a drive works again.
const MAX_ROUNDS: u32 = 20;
/// Of so many clients the note that their deliveries are to be queued is removed at once.
const RESUMED: u32 = 500;

/// Whether a retry was queued. While one is pending or running already, nothing changes.
///
/// # Errors
/// [`Error::NotFound`].
pub async fn run(app: &App, by: &CurrentSession, submission_id: &str) -> Result<bool> {
    let delivery = delivery::for_delivery(&app.db, submission_id).await?.ok_or(Error::NotFound("Submission"))?;
    warn_of(failed::delete_jobs(&app.db, submission_id).await);
    let job_id = uuid::Uuid::new_v4().to_string();
    let path = format!("uploads/{}/", delivery.upload_id);
    let payload = DeliveryPayload { submission_id, final_file_path: &path, client_id: &delivery.client_id };
    let after = Map::from_iter([("submission".to_owned(), submission_id.into())]);
    let entry = Entry {
        after,
        ..Entry::without_fields(AuditAction::SubmissionRetry, &delivery.client_id, &delivery.company_name)
    };
    let note = entry.query_after_change(by, app.now);
    let queued = failed::retry(&app.db, submission_id, &job_id, &payload, note, app.now).await?;
    if queued {
        queue::announce(app, &job_id).await;
    }
    Ok(queued)
}

/// Retries all that can be retried, and says how many.
pub async fn all(app: &App, by: &CurrentSession) -> Result<u32> {
    let job_ids = queue_again(app, FailedScope::Everybody).await?;
    if !job_ids.is_empty() {
        let after = Map::from_iter([("submissions".to_owned(), job_ids.len().into())]);
        let entry = Entry::without_fields(AuditAction::SubmissionRetry, "all", "all failed uploads");
        app.db.idempotent_change(Entry { after, ..entry }.query(by, app.now)).await?;
    }
    announce(app, &job_ids).await;
    Ok(u32::try_from(job_ids.len()).unwrap_or(u32::MAX))
}

/// Retries what could not be delivered to a drive, now that it works, or is another one; also what waits for its next
/// attempt. Whoever calls this has noted it before, with [`resumed_delivery::note`] in the transaction that made it true: where
/// it is cut, the sweeper goes on.
pub async fn parked(app: &App, whose: FailedScope<'_>) -> Result<()> {
    let noted = resumed_delivery::of(&app.db, whose, RESUMED).await?;
    let mut are_all_queued = false;
    for _ in 0..MAX_ROUNDS {
        let job_ids = queue_again(app, whose).await?;
        announce(app, &job_ids).await;
        if job_ids.is_empty() {
            are_all_queued = true;
            break;
        }
    }
    announce(app, &failed::hurry(&app.db, whose, app.now).await?).await;
    if are_all_queued { resumed_delivery::queued(&app.db, &noted).await } else { Ok(()) }
}

/// Goes on where [`parked`] was cut, for a bounded number of clients. Says for how many.
pub async fn resume(app: &App, clients: u32) -> Result<usize> {
    let noted = resumed_delivery::of(&app.db, FailedScope::Everybody, clients).await?;
    for resumed in &noted {
        // A later run tries again; the others go on.
        if let Err(error) = parked(app, FailedScope::Client(&resumed.client_id)).await {
            log::warning("resumed_deliveries", &error.cause().unwrap_or_default());
        }
    }
    Ok(noted.len())
}

/// Queues failed deliveries again, and answers the ids of their jobs.
async fn queue_again(app: &App, whose: FailedScope<'_>) -> Result<Vec<String>> {
    let ids = failed::retryable(&app.db, whose).await?;
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    warn_of(failed::delete_failed_jobs(&app.db, &ids).await);
    failed::retry_all(&app.db, &ids, app.now).await
}

async fn announce(app: &App, job_ids: &[String]) {
    queue::announce_all(app, job_ids.get(..ANNOUNCED).unwrap_or(job_ids)).await;
}

/// Old jobs that could not be cleaned up block nothing (JOB09).
fn warn_of(cleaned: Result<()>) {
    if let Err(error) = cleaned {
        log::warning("old_jobs", &error.cause().unwrap_or_default());
    }
}
