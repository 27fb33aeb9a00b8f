//! `move-video`: copies a delivered video to the drive that receives new ones, compares it, and removes the source.

use domain::comparable::email_address;
use domain::retry_policy::JobOutcome;

use crate::app::{App, clock};
use crate::auth::login_subject::email_hash;
use crate::error::Result;
use crate::flows::drives::move_videos;
use crate::flows::submissions::erase_submissions::{remove_copy, seal_path};
use crate::integrations::drive::{DeliveredVideo, Drive, Fault};
use crate::log;
use crate::store::submissions::submission::erase;
use crate::store::submissions::submission::moves::{self, MovableVideo};
use crate::store::submissions::submission::pending_removal;

const REMOVAL_PENDING: &str = "An earlier copy of the video is still being removed from this drive.";
/// Seconds until a retry: longer than removing a copy takes, and over all attempts at least as long as the removals of
/// an unavailable drive are postponed.
const REMOVAL_RETRY_SECONDS: u32 = 900;
const CONTENT_MISMATCH: &str =
    "The video is not the one that was delivered: somebody has changed it. It stays where it is.";
const CHANGED: &str = "The drive was disconnected while the video was on its way.";
const INTERNAL: &str = "Something went wrong on our side.";

/// Idempotent: every step may have happened in an earlier attempt. Before writing, stores a record that has the copy
/// removed unless the video's new place is recorded.
pub async fn run(app: &App, submission_id: &str) -> Result<JobOutcome> {
    let Some(video) = moves::get(&app.db, submission_id).await? else {
        return Ok(JobOutcome::Done); // erased meanwhile
    };
    let outcome = attempt(app, submission_id, &video).await;
    move_videos::start_next(app, &video.client_id).await?;
    outcome
}

async fn attempt(app: &App, submission_id: &str, video: &MovableVideo) -> Result<JobOutcome> {
    let from_id = video.drive_connection_id.as_deref();
    let to = Drive::selected(app, &video.client_id, video.drive_link.as_deref()).await?;
    if to.connection_id() == from_id {
        return Ok(JobOutcome::Done);
    }
    let from = Drive::of_video(app, video.drive, from_id).await?;
    let [there_id, here_id] = [uuid::Uuid::new_v4().to_string(), uuid::Uuid::new_v4().to_string()];
    let there_path = seal_path(app, &there_id, &video.drive_path)?;
    let here_path = seal_path(app, &here_id, &video.drive_path)?;
    let customer_hash = email_hash(&app.config, &email_address(&video.customer_email));
    let sides = [(&there_id, &there_path, &to), (&here_id, &here_path, &from)];
    let [there, here] = sides.map(|(id, drive_path, drive)| erase::ErasureRecord {
        id,
        client_id: &video.client_id,
        submission_id,
        customer_hash: &customer_hash,
        erased_by: erase::BY_SCHEDULE,
        drive_path,
        drive: drive.provider(),
        drive_connection_id: drive.connection_id(),
        upload_id: &video.upload_id,
    });
    if !erase::start_move(&app.db, &there, clock()).await? {
        return Ok(JobOutcome::RetryAfter(REMOVAL_PENDING.into(), REMOVAL_RETRY_SECONDS));
    }
    let held = DeliveredVideo::new(app, &from, &video.client_id, &video.drive_path, video.size_bytes);
    let sha256 = match held.copy(&to, video.container.mime()).await {
        Ok(sha256) => sha256,
        Err(Fault::Internal(cause)) => {
            log::warning("move_video", &cause);
            return Ok(JobOutcome::Retry(INTERNAL.into()));
        }
        Err(fault) => return Ok(fault.into()),
    };
    if video.sha256.as_ref().is_some_and(|known| *known != sha256) {
        remove_copy(app, &to, video).await?;
        return Ok(JobOutcome::GiveUp(CONTENT_MISMATCH.into()));
    }
    let now_at = (to.provider(), to.connection_id());
    if moves::record_move(&app.db, submission_id, video, now_at, &here, clock()).await? {
        // If this fails, the sweeper does it later.
        if let Some(now_there) = moves::get(&app.db, submission_id).await?
            && remove_copy(app, &from, &now_there).await.is_ok()
        {
            pending_removal::mark_swept(&app.db, here.id, clock()).await?;
        }
        return Ok(JobOutcome::Done);
    }
    if moves::get(&app.db, submission_id).await?.is_some() {
        return Ok(JobOutcome::Retry(CHANGED.into()));
    }
    // Erased during the move. If this fails, the sweeper retries.
    to.remove(app, &video.client_id, &video.drive_path).await?;
    Ok(JobOutcome::Done)
}
