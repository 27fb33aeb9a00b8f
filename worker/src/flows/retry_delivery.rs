//! Puts a delivery that failed for good back to work.

use crate::app::App;
use crate::error::{Error, Result};
use crate::jobs;
use crate::store::submission;

/// Whether a retry was queued. While one is pending or running already, nothing changes.
///
/// # Errors
/// [`Error::NotFound`], or when the database fails.
pub async fn run(app: &App, submission_id: &str) -> Result<bool> {
    let delivery = submission::for_delivery(&app.db, submission_id).await?.ok_or(Error::NotFound("Submission"))?;
    let job_id = uuid::Uuid::new_v4().to_string();
    let queued = submission::retry(&app.db, submission_id, &delivery, &job_id, app.now).await?;
    if queued {
        jobs::announce(app, &job_id).await;
    }
    Ok(queued)
}
