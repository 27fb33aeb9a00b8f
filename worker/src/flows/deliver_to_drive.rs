//! Brings an accepted video into its business's drive folder and queues the notification.

use domain::drive;
use domain::setting::automation_url;
use domain::submission::PROCESSED;
use domain::upload_job::Outcome;
use domain::webhook::DEMO;

use crate::app::App;
use crate::email;
use crate::error::Result;
use crate::integrations::drive::{Drive, Fault, Upload};
use crate::jobs;
use crate::log;
use crate::store::setting;
use crate::store::submission::{self, Notification};

/// One attempt. Every step may have happened before: the file's name is always the same, the drive looks
/// before it writes, and only the first note of a delivery counts.
///
/// # Errors
/// When the database fails; the job's attempt then counts as a passing fault.
pub async fn run(app: &App, submission_id: &str) -> Result<Outcome> {
    let Some(delivery) = submission::for_delivery(&app.db, submission_id).await? else {
        return Ok(Outcome::Done); // erased meanwhile
    };
    if delivery.status == PROCESSED {
        return Ok(Outcome::Done);
    }
    let name = drive::file_path(&delivery.created_on, &delivery.customer_name, submission_id, &delivery.container);
    let upload = Upload {
        client_id: &delivery.client_id,
        name: &name,
        upload_id: &delivery.upload_id,
        size: delivery.size_bytes,
        media_type: domain::submission::media_type(&delivery.container),
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
        Some(DEMO) => (email::DEMO_SUBMISSION, &delivery.customer_email),
        _ => (email::SUBMISSION_RECEIVED, &delivery.email),
    };
    let notification = Notification {
        upload_id: &delivery.upload_id,
        email_id: &email_id,
        job_id: &job_id,
        template,
        recipient,
        forward_job_id: forward_job_id.as_deref(),
        drive: drive.name(),
    };
    if submission::delivered(&app.db, submission_id, &name, &notification, app.now).await? {
        log::submission(delivery.marks.unfinished.as_deref(), delivery.marks.unwatermarked());
        jobs::announce(app, &job_id).await;
        if let Some(job_id) = &forward_job_id {
            jobs::announce(app, job_id).await;
        }
    } else if submission::for_delivery(&app.db, submission_id).await?.is_none() {
        // Erased while its bytes were on their way. Should this fail, the sweeper looks again.
        drive.remove(app, &delivery.client_id, &name).await?;
    }
    // The drive's copy is verified and noted. Should this fail, the sweeper does it later.
    let _ = app.files.delete_pieces(&delivery.upload_id).await;
    Ok(Outcome::Done)
}

/// Whether a submission that came by a webhook is to be handed on.
async fn forward_wished(app: &App, endpoint: Option<&str>) -> Result<bool> {
    match endpoint.and_then(automation_url) {
        Some(setting) => Ok(!setting::get(&app.db, setting).await?.is_empty()),
        None => Ok(false),
    }
}
