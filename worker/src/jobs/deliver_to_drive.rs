//! `upload-to-drive`: delivers an accepted video to its business's folder and queues the notification.
//!
//! The notification is queued with the delivery, not at acceptance, because its link plays the video. A failed delivery
//! is retried for 17 hours; one that fails for good waits for an admin's retry, which then sends the mail.

use domain::api::client::MailRecipient;
use domain::comparable::email_address;
use domain::email::{self, Digest, EmailTemplate, MailChoice};
use domain::retry_policy::JobOutcome;
use domain::setting::automation_url;
use domain::submission::SubmissionStatus;
use domain::transcript::obstacle;
use domain::webhook::DEMO;
use futures_util::future::{join3, try_join3};

use crate::app::{App, clock};
use crate::auth::login_subject::email_hash;
use crate::error::Result;
use crate::files::StoredUpload;
use crate::flows::clients::notify_low_credits;
use crate::flows::drives::check_drives;
use crate::flows::submissions::erase_submissions::seal_path;
use crate::integrations::drive::{Drive, Fault, Upload};
use crate::integrations::transcriber::Transcriber;
use crate::local_time::TimeZone;
use crate::log;
use crate::queue;
use crate::store::db::Query;
use crate::store::drives::drive_connection;
use crate::store::platform::setting;
use crate::store::submissions::submission::delivery::{self, Delivery, DeliveryEffects, DriveCopy, Notification};
use crate::store::submissions::submission::{digest, erase, failed};
use crate::store::submissions::transcript;

const DISCONNECTED: &str = "The drive was disconnected while the video was on its way.";
const CONTENT_MISMATCH: &str = "The file in the drive is not the video that we accepted. We keep our own copy.";
const CHANGED: &str = "The drive was reconnected or replaced while the video was on its way.";

/// Idempotent: every step may have happened in an earlier attempt. The file's name is always the same, the drive looks
/// before it writes, and only the first record of a delivery counts.
pub async fn run(app: &App, submission_id: &str) -> Result<JobOutcome> {
    let Some(plan) = plan_and_warn(app, submission_id).await? else { return Ok(JobOutcome::Done) };
    let sha256 = match deliver(app, &plan).await? {
        Ok(sha256) => sha256,
        Err(outcome) => return Ok(outcome),
    };
    let follow_ups = follow_ups(app, &plan).await?;
    if record(app, &plan, &sha256, &follow_ups).await? {
        enqueue_follow_ups(app, &plan, &follow_ups).await;
    } else {
        match delivery::for_delivery(&app.db, submission_id).await? {
            Some(other) if other.status == SubmissionStatus::Processed => {}
            Some(_) => return Ok(JobOutcome::Retry(DISCONNECTED.into())),
            // Erased during the delivery. If this fails, the sweeper retries.
            None => plan.drive.remove(app, &plan.delivery.client_id, &plan.name).await?,
        }
    }
    // The drive's copy is verified and recorded. If this fails, the sweeper does it later.
    let _ = plan.source.delete().await;
    Ok(JobOutcome::Done)
}

/// A video to deliver, and its drive.
struct Plan<'a> {
    submission_id: &'a str,
    delivery: Delivery,
    source: StoredUpload<'a>,
    drive: Drive,
    /// Path of the file below the client's folder.
    name: String,
}

/// Loads the delivery, and meanwhile queues the mails about low credits. Returns `None` if nothing is to be delivered: the
/// video was erased, or an earlier attempt has delivered it.
async fn plan_and_warn<'a>(app: &'a App, submission_id: &'a str) -> Result<Option<Plan<'a>>> {
    let found = delivery::for_delivery(&app.db, submission_id).await?;
    let Some(delivery) = found.filter(|found| found.status != SubmissionStatus::Processed) else { return Ok(None) };
    let chunk_sizes = delivery.chunk_sizes();
    // Concurrently, because the database may be far away.
    let (warned, source, drive) = join3(
        // The submission's credit may have been one of the last.
        notify_low_credits::run(app, &delivery.client_id),
        app.files.upload(&delivery.upload_id, &chunk_sizes, delivery.size_bytes),
        Drive::selected(app, &delivery.client_id, delivery.drive_link.as_deref()),
    )
    .await;
    // A failed mail must not stop the delivery.
    if let Err(error) = warned {
        log::warning("credits", &error.cause().unwrap_or_default());
    }
    let name = delivery.path(submission_id);
    Ok(Some(Plan { submission_id, source: source?, drive: drive?, name, delivery }))
}

/// Delivers the video and returns the SHA-256 of the drive's copy, or what becomes of the job instead.
async fn deliver(app: &App, plan: &Plan<'_>) -> Result<std::result::Result<String, JobOutcome>> {
    let Plan { submission_id, delivery, source, drive, name } = plan;
    if drive.connection_id() != delivery.drive_connection_id.as_deref() {
        change_drive(app, submission_id, delivery, drive, name).await?;
    }
    let upload = Upload {
        client_id: &delivery.client_id,
        name,
        source,
        size: delivery.size_bytes,
        media_type: delivery.container.mime(),
    };
    let sha256 = match drive.deliver(app, &upload).await {
        Ok(sha256) => sha256,
        Err(fault) => return record_refusal(app, submission_id, drive, fault).await.map(Err),
    };
    let is_the_same = delivery.sha256.as_ref().is_none_or(|known| *known == sha256);
    Ok(if is_the_same { Ok(sha256) } else { Err(JobOutcome::GiveUp(CONTENT_MISMATCH.into())) })
}

/// Mails and jobs that follow a delivery.
struct FollowUps {
    digest: Option<Digest>,
    mails: Vec<Notification>,
    forward_job_id: Option<String>,
    transcript_job_id: Option<String>,
}

async fn follow_ups(app: &App, plan: &Plan<'_>) -> Result<FollowUps> {
    let Plan { submission_id, delivery, .. } = plan;
    let in_flood = async {
        if is_demo(delivery) { Result::Ok(false) } else { digest::belongs_in_digest(&app.db, submission_id).await }
    };
    let (is_forwarded, is_in_flood, is_transcribed) = try_join3(
        forward_requested(app, delivery.endpoint.as_deref()),
        in_flood,
        is_transcribed(app, submission_id, delivery),
    )
    .await?;
    // Uses the clock: a delivery recorded within the hour is in the digest at its end.
    let digest = is_in_flood.then(|| email::digest(clock()));
    let mails = notifications(app, submission_id, delivery, digest)?;
    let new_id = || uuid::Uuid::new_v4().to_string();
    Ok(FollowUps {
        digest,
        mails,
        forward_job_id: is_forwarded.then(new_id),
        transcript_job_id: is_transcribed.then(new_id),
    })
}

/// Records the delivery with its mails and jobs, and returns whether it is the first record.
async fn record(app: &App, plan: &Plan<'_>, sha256: &str, follow_ups: &FollowUps) -> Result<bool> {
    let Plan { submission_id, delivery, drive, name, .. } = plan;
    let after = DeliveryEffects {
        upload_id: &delivery.upload_id,
        is_demo: is_demo(delivery),
        digest_hour: follow_ups.digest.map(|digest| digest.hour),
        forward_job_id: follow_ups.forward_job_id.as_deref(),
        transcript_job_id: follow_ups.transcript_job_id.as_deref(),
        mails: &follow_ups.mails,
    };
    let new_sha256 = delivery.sha256.is_none().then_some(sha256);
    let copy = DriveCopy { path: name, drive: drive.provider(), connection_id: drive.connection_id(), new_sha256 };
    delivery::record_delivery(&app.db, submission_id, &copy, &after, app.now).await
}

async fn enqueue_follow_ups(app: &App, plan: &Plan<'_>, follow_ups: &FollowUps) {
    log::submission(plan.delivery.unfinished, plan.delivery.unwatermarked);
    // The sweeper announces a digest when it is due.
    for mail in follow_ups.mails.iter().filter(|mail| mail.due_at <= app.now) {
        queue::enqueue(app, &mail.job_id).await;
    }
    // Transcribing is last: nobody waits for it.
    for job_id in [&follow_ups.forward_job_id, &follow_ups.transcript_job_id].into_iter().flatten() {
        queue::enqueue(app, job_id).await;
    }
}

fn is_demo(delivery: &Delivery) -> bool {
    delivery.endpoint.as_deref() == Some(DEMO)
}

/// Returns the mails about a delivery. A demo's goes only to the person who tried it.
fn notifications(
    app: &App,
    submission_id: &str,
    delivery: &Delivery,
    flood: Option<Digest>,
) -> Result<Vec<Notification>> {
    let mail = |template, subject_id, due_at, recipient: &str| Notification {
        email_id: uuid::Uuid::new_v4().to_string(),
        job_id: uuid::Uuid::new_v4().to_string(),
        template,
        subject_id,
        due_at,
        recipient: recipient.to_owned(),
    };
    if is_demo(delivery) {
        let subject = submission_id.to_owned();
        return Ok(vec![mail(EmailTemplate::DemoSubmission, subject, app.now, &delivery.customer_email)]);
    }
    let mut mails = Vec::new();
    for MailRecipient { email: to, wants, .. } in delivery.recipients()? {
        let whose = if to == delivery.email { String::new() } else { format!("/{to}") };
        match (wants, flood) {
            (MailChoice::Trouble, _) => {}
            (MailChoice::EveryVideo, None) => {
                mails.push(mail(EmailTemplate::SubmissionReceived, format!("{submission_id}{whose}"), app.now, &to));
            }
            (MailChoice::EveryVideo, Some(digest)) => {
                let subject = format!("{}/{}{whose}", delivery.client_id, digest.hour);
                mails.push(mail(EmailTemplate::SubmissionDigest, subject, digest.due_at, &to));
            }
            (MailChoice::Daily, _) => {
                let zone = TimeZone::named(&delivery.time_zone);
                let next = zone.and_then(|zone| zone.next(delivery.digest_hour, clock()));
                if let Some(due_at) = next {
                    let subject = format!("{}/{due_at}/{to}", delivery.client_id);
                    mails.push(mail(EmailTemplate::DailyDigest, subject, due_at, &to));
                }
            }
        }
    }
    Ok(mails)
}

/// Records the new connection of the delivery. Has the sweeper remove what an attempt may have left in the previous
/// one, once the video is delivered elsewhere.
async fn change_drive(app: &App, id: &str, delivery: &Delivery, drive: &Drive, name: &str) -> Result<()> {
    let record_id = uuid::Uuid::new_v4().to_string();
    let path = seal_path(app, &record_id, name)?;
    let leftover = delivery.drive_connection_id.as_deref().map(|before| {
        let record = erase::ErasureRecord {
            id: &record_id,
            client_id: &delivery.client_id,
            submission_id: id,
            customer_hash: &email_hash(&app.config, &email_address(&delivery.customer_email)),
            erased_by: erase::BY_SCHEDULE,
            drive_path: &path,
            drive: None,
            drive_connection_id: Some(before),
            upload_id: &delivery.upload_id,
        };
        erase::enqueue_leftover_removal(&record, app.now)
    });
    let chosen = delivery::deliver_by(id, drive.connection_id());
    app.db.transaction(leftover.into_iter().chain([chosen]).collect()).await.map(drop)
}

/// Converts a drive's refusal for the job, and records it for the drive's owner.
async fn record_refusal(app: &App, submission_id: &str, drive: &Drive, fault: Fault) -> Result<JobOutcome> {
    // The drive may have been renewed, ended or replaced during this attempt, which makes its answer obsolete.
    let Some(delivery) = delivery::for_delivery(&app.db, submission_id).await? else { return Ok(JobOutcome::Done) };
    let chosen = Drive::selected(app, &delivery.client_id, delivery.drive_link.as_deref()).await?;
    if chosen.connection() != drive.connection() {
        return Ok(JobOutcome::Retry(CHANGED.into()));
    }
    let is_ours = matches!(fault, Fault::Internal(_));
    let is_permanent = matches!(fault, Fault::Permanent(_));
    let outcome = JobOutcome::from(fault);
    if let (Some(id), Some(reason), false) = (drive.connection_id(), outcome.reason(), is_ours) {
        app.db.idempotent_change(drive_connection::record_fault(id, reason, app.now)).await?;
        check_drives::notify_fault(app, id, is_permanent).await?;
    }
    Ok(outcome)
}

/// Whether the film is transcribed after its delivery.
async fn is_transcribed(app: &App, submission_id: &str, delivery: &Delivery) -> Result<bool> {
    if is_demo(delivery) || Transcriber::of(app).is_none() {
        return Ok(false);
    }
    let row = transcript::of_submission(&app.db, submission_id).await?;
    Ok(row.is_some_and(|row| obstacle(&row.facts(true)).is_none()))
}

/// Whether a webhook submission is to be forwarded.
async fn forward_requested(app: &App, endpoint: Option<&str>) -> Result<bool> {
    match endpoint.and_then(automation_url) {
        Some(setting) => Ok(!setting::get(&app.db, setting).await?.is_empty()),
        None => Ok(false),
    }
}

/// Marks the delivery as failed; an admin can retry it.
pub fn on_failure(job_id: &str, reason: Option<&str>) -> Query {
    failed::mark_failed(job_id, reason)
}
