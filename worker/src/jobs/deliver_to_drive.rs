//! `upload-to-drive`: delivers an accepted video to its business's folder and queues the notification.

use domain::drive;
use domain::email::EmailTemplate;
use domain::retry_policy::Outcome;
use domain::setting::automation_url;
use domain::submission::SubmissionStatus;
use domain::webhook::DEMO;

use crate::app::App;
use crate::error::Result;
use crate::integrations::drive::{Drive, Fault, Upload};
use crate::log;
use crate::queue;
use crate::store::db::Query;
use crate::store::setting;
use crate::store::submission::{self, Notification, failed};

/// Every step may have happened in an earlier attempt: the file's name is always the same, the drive looks
/// before it writes, and only the first note of a delivery counts.
pub async fn run(app: &App, submission_id: &str) -> Result<Outcome> {
    let Some(delivery) = submission::for_delivery(&app.db, submission_id).await? else {
        return Ok(Outcome::Done); // erased meanwhile
    };
    if delivery.status == SubmissionStatus::Processed {
        return Ok(Outcome::Done);
    }
    let name = drive::file_path(&delivery.created_on, &delivery.customer_name, submission_id, delivery.container);
    let upload = Upload {
        client_id: &delivery.client_id,
        name: &name,
        upload_id: &delivery.upload_id,
        size: delivery.size_bytes,
        media_type: delivery.container.mime(),
    };
    let drive = Drive::of(delivery.drive_link.as_deref(), &delivery.client_id, app);
    match drive.deliver(app, &upload).await {
        Ok(()) => {}
        Err(Fault::Passing(reason)) => return Ok(Outcome::Retry(reason)),
        Err(Fault::Permanent(reason)) => return Ok(Outcome::GiveUp(reason)),
    }
    let (email_id, job_id) = (uuid::Uuid::new_v4().to_string(), uuid::Uuid::new_v4().to_string());
    let forward_job_id =
        forward_wished(app, delivery.endpoint.as_deref()).await?.then(|| uuid::Uuid::new_v4().to_string());
    // What the demo makes goes to whoever tried it, and to nobody else.
    let (template, recipient) = match delivery.endpoint.as_deref() {
        Some(DEMO) => (EmailTemplate::DemoSubmission, &delivery.customer_email),
        _ => (EmailTemplate::SubmissionReceived, &delivery.email),
    };
    let notification = Notification {
        upload_id: &delivery.upload_id,
        email_id: &email_id,
        job_id: &job_id,
        template,
        recipient,
        forward_job_id: forward_job_id.as_deref(),
        drive: drive.provider(),
    };
    if submission::delivered(&app.db, submission_id, &name, &notification, app.now).await? {
        log::submission(delivery.unfinished, delivery.unwatermarked);
        queue::announce(app, &job_id).await;
        if let Some(job_id) = &forward_job_id {
            queue::announce(app, job_id).await;
        }
    } else if submission::for_delivery(&app.db, submission_id).await?.is_none() {
        // Erased while its bytes were on their way. Should this fail, the sweeper looks again.
        drive.remove(app, &delivery.client_id, &name).await?;
    }
    // The drive's copy is verified and noted. Should this fail, the sweeper does it later.
    let _ = app.files.delete_chunks(&delivery.upload_id).await;
    Ok(Outcome::Done)
}

/// Whether a submission that came by a webhook is to be forwarded.
async fn forward_wished(app: &App, endpoint: Option<&str>) -> Result<bool> {
    match endpoint.and_then(automation_url) {
        Some(setting) => Ok(!setting::get(&app.db, setting).await?.is_empty()),
        None => Ok(false),
    }
}

/// The delivery failed; an admin can retry it.
pub fn on_failure(job_id: &str, reason: Option<&str>) -> Query {
    failed::mark_failed(job_id, reason)
}
