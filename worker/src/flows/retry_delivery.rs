//! Puts deliveries that failed for good back to work.

use serde_json::Map;

use crate::app::App;
use crate::error::{Error, Result};
use crate::jobs;
use crate::log;
use crate::store::audit::Entry;
use crate::store::job::DeliveryPayload;
use crate::store::session::Found;
use crate::store::submission::{self, failed};

/// The queue is told of this many jobs at once; the sweeper finds the others by their rows within a minute.
const ANNOUNCED: usize = 50;

/// Whether a retry was queued. While one is pending or running already, nothing changes.
///
/// # Errors
/// [`Error::NotFound`], or when the database fails.
pub async fn run(app: &App, by: &Found, submission_id: &str) -> Result<bool> {
    let delivery = submission::for_delivery(&app.db, submission_id).await?.ok_or(Error::NotFound("Submission"))?;
    if let Err(error) = failed::forget_jobs(&app.db, submission_id).await {
        // Old rows in the way of nobody.
        log::warning("old_jobs", &error.cause().unwrap_or_default());
    }
    let job_id = uuid::Uuid::new_v4().to_string();
    let path = format!("uploads/{}/", delivery.upload_id);
    let payload = DeliveryPayload { submission_id, final_file_path: &path, client_id: &delivery.client_id };
    let after = Map::from_iter([("submission".to_owned(), submission_id.into())]);
    let entry = Entry { after, ..Entry::plain("submission.retry", &delivery.client_id, &delivery.company_name) };
    let note = entry.query_after_change(by, app.now);
    let queued = failed::retry(&app.db, submission_id, &job_id, &payload, note, app.now).await?;
    if queued {
        jobs::announce(app, &job_id).await;
    }
    Ok(queued)
}

/// Retries all that can be retried, and says how many.
///
/// # Errors
/// When the database fails.
pub async fn all(app: &App, by: &Found) -> Result<u32> {
    let job_ids = failed::retry_all(&app.db, app.now).await?;
    if !job_ids.is_empty() {
        let after = Map::from_iter([("submissions".to_owned(), job_ids.len().into())]);
        let entry = Entry::plain("submission.retry", "all", "all failed uploads");
        app.db.change(Entry { after, ..entry }.query(by, app.now)).await?;
    }
    for job_id in job_ids.iter().take(ANNOUNCED) {
        jobs::announce(app, job_id).await;
    }
    Ok(u32::try_from(job_ids.len()).unwrap_or(u32::MAX))
}
