//! Makes the public copy of a published submission.

use domain::email::EmailTemplate;
use domain::publication::PublicationStatus;
use domain::retry_policy::JobOutcome;

use crate::app::{App, clock};
use crate::auth::token;
use crate::error::Result;
use crate::files::PUBLIC;
use crate::flows::platform::queue_email::{self, EmailRequest};
use crate::integrations::drive::{DeliveredVideo, Drive, Fault};
use crate::log;
use crate::store::db::Query;
use crate::store::platform::object_removal;
use crate::store::submissions::submission::publication::{self, CopySource};

const CHANGED: &str = "The video in the drive is not the one that was delivered: somebody has changed it.";
const MOVED: &str = "The video moved to another place while it was copied.";
const INTERNAL: &str = "Something went wrong on our side.";

/// Copies the video to an object of its own and makes it public. Every attempt writes another object; those that
/// nothing refers to in the end are removed.
pub async fn run(app: &App, submission_id: &str) -> Result<JobOutcome> {
    let Some(source) = publication::copy_source(&app.db, submission_id).await? else {
        // Taken back or erased, or public already: then an earlier attempt may have ended before its mail.
        notify_customer(app, submission_id).await?;
        return Ok(JobOutcome::Done);
    };
    let copy = token::secret_id()?;
    let key = format!("{PUBLIC}{copy}");
    object_removal::schedule(&app.db, &key, clock()).await?;
    let sha256 = match store(app, &source, &key).await {
        Ok(sha256) if source.sha256.as_ref().is_some_and(|known| *known != sha256) => {
            return Ok(JobOutcome::GiveUp(CHANGED.into()));
        }
        Ok(sha256) => sha256,
        Err(Fault::Internal(cause)) => {
            log::warning("publish_testimonial", &cause);
            return Ok(JobOutcome::Retry(INTERNAL.into()));
        }
        // It was delivered or moved meanwhile: the next attempt reads it there.
        Err(Fault::Permanent(_)) if has_moved(app, submission_id, &source).await? => {
            return Ok(JobOutcome::Retry(MOVED.into()));
        }
        Err(fault) => return Ok(fault.into()),
    };
    if publication::record_copy(&app.db, submission_id, (&copy, &sha256), clock()).await? {
        notify_customer(app, submission_id).await?;
    }
    Ok(JobOutcome::Done)
}

/// Mails the customer of a public testimonial, once for all publications.
async fn notify_customer(app: &App, submission_id: &str) -> Result<()> {
    let parties = publication::parties(&app.db, submission_id).await?;
    let Some(parties) = parties.filter(|parties| parties.publication == Some(PublicationStatus::Public)) else {
        return Ok(());
    };
    let mail = EmailRequest {
        template: EmailTemplate::TestimonialPublished,
        subject_id: Some(submission_id),
        recipient: &parties.customer_email,
        params: (),
    };
    queue_email::run(app, &mail, Vec::new()).await
}

/// Stores the video, from wherever it is, under a key of the bucket. Returns its SHA-256 in hex.
async fn store(app: &App, source: &CopySource, key: &str) -> std::result::Result<String, Fault> {
    let CopySource { client_id, size_bytes, container, .. } = source;
    match &source.drive_path {
        Some(path) => {
            let drive = Drive::of_video(app, source.drive, source.drive_connection_id.as_deref()).await?;
            let video = DeliveredVideo::new(app, &drive, client_id, path, *size_bytes);
            video.store(key, container.mime()).await
        }
        None => {
            let upload = app.files.upload(&source.upload_id, &source.chunk_sizes(), *size_bytes).await?;
            Ok(app.files.put_file((&upload, *size_bytes), key, container.mime()).await?)
        }
    }
}

async fn has_moved(app: &App, submission_id: &str, from: &CopySource) -> Result<bool> {
    let now = publication::copy_source(&app.db, submission_id).await?;
    Ok(now.is_some_and(|now| {
        (now.drive_path, now.drive, now.drive_connection_id)
            != (from.drive_path.clone(), from.drive, from.drive_connection_id.clone())
    }))
}

/// Its business sees why, and can try again.
pub fn on_failure(job_id: &str, reason: Option<&str>) -> Query {
    publication::record_failure(job_id, reason)
}
