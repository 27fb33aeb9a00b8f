//! Puts a clip into the drive of its business.

use domain::retry_policy::JobOutcome;

use crate::app::App;
use crate::error::Result;
use crate::files::CLIPS;
use crate::integrations::drive::{Drive, Upload};
use crate::store::db::Query;
use crate::store::submissions::clip;

/// Idempotent: the path is always the same, and the drive looks before it writes.
pub async fn run(app: &App, clip_id: &str) -> Result<JobOutcome> {
    let Some(waiting) = clip::to_deliver(&app.db, clip_id).await? else { return Ok(JobOutcome::Done) };
    let drive = Drive::selected(app, &waiting.client_id, waiting.drive_link.as_deref()).await?;
    let source = app.files.object(format!("{CLIPS}{}", waiting.film), waiting.size_bytes);
    let upload = Upload {
        client_id: &waiting.client_id,
        name: &waiting.drive_path,
        source: &source,
        size: waiting.size_bytes,
        media_type: "video/mp4",
    };
    if let Err(fault) = drive.deliver(app, &upload).await {
        return Ok(fault.into());
    }
    if !clip::record_delivery(&app.db, clip_id, drive.provider(), drive.connection_id()).await? {
        // Erased during the delivery.
        drive.remove(app, &waiting.client_id, &waiting.drive_path).await?;
    }
    Ok(JobOutcome::Done)
}

/// Its business sees why, and can try again.
pub fn on_failure(job_id: &str, reason: Option<&str>) -> Query {
    clip::record_failure(job_id, reason)
}
