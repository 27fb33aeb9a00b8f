//! Background jobs: one file per type, with its attempt and the effect of a final failure.

mod apply_payment_event;
mod deliver_clip;
mod deliver_to_drive;
mod forward_alert;
mod forward_submission;
mod move_video;
mod publish_testimonial;
mod send_email;
mod send_transfer;
mod subscribe;
mod transcribe;

use domain::job::{AttemptOutcome, JobStatus, JobType};
use domain::limits::{JOB_LEASE_MS, JOB_RENEWAL_MS};
use domain::retry_policy::{JobOutcome, NextStep, next_step};
use futures_util::future::{Either, pending, select};
use worker::Delay;

use crate::app::{App, clock};
use crate::error::Result;
use crate::log;
use crate::store::db::Query;
use crate::store::platform::job::{self, FinishedAttempt, Job};

/// How to handle a queue message.
pub enum Disposition {
    /// The job is finished, or another runner has it.
    Ack,
    /// Redeliver it after this many seconds.
    Retry(u32),
}

/// The queue delays a message by at most 12 hours; the sweeper announces jobs due later.
const MAX_DELAY_SECONDS: i64 = 12 * 60 * 60;
const CRASHED: &str = "The last attempt stopped without an answer.";
const NOT_RENEWED: &str = "The attempt was given up, because its lease could not be renewed.";

/// Makes one attempt. Any await in it may be repeated, so names are deterministic, and each step looks before it writes.
async fn attempt(app: &App, job: &Job) -> Result<JobOutcome> {
    match job.job_type {
        JobType::UploadToDrive => deliver_to_drive::run(app, &job.subject_id).await,
        JobType::SendEmail => send_email::run(app, &job.subject_id).await,
        JobType::ForwardSubmission => forward_submission::run(app, &job.subject_id).await,
        JobType::ForwardAlert => forward_alert::run(app, &job.subject_id).await,
        JobType::MoveVideo => move_video::run(app, &job.subject_id).await,
        JobType::ApplyPaymentEvent => apply_payment_event::run(app, &job.subject_id).await,
        JobType::SendTransfer => send_transfer::run(app, &job.subject_id).await,
        JobType::PublishTestimonial => publish_testimonial::run(app, &job.subject_id).await,
        JobType::Transcribe => transcribe::run(app, &job.subject_id).await,
        JobType::DeliverClip => deliver_clip::run(app, &job.subject_id).await,
        JobType::Subscribe => subscribe::run(app, &job.subject_id).await,
    }
}

/// Makes one attempt, renewing the lease for as long as it takes.
async fn attempt_under_lease(app: &App, job_id: &str, lease: &str, job: &Job) -> Result<JobOutcome> {
    let renewals = Box::pin(renew_until_lost(app, job_id, lease));
    match select(Box::pin(attempt(app, job)), renewals).await {
        Either::Left((outcome, _)) => outcome,
        Either::Right(_) => Ok(JobOutcome::Retry(NOT_RENEWED.into())),
    }
}

/// Renews a lease repeatedly. Returns shortly before it expires if renewing fails.
async fn renew_until_lost(app: &App, job_id: &str, lease: &str) {
    let pause = std::time::Duration::from_millis(JOB_RENEWAL_MS.unsigned_abs());
    let mut renewed_at = clock();
    while clock().saturating_sub(renewed_at) < JOB_LEASE_MS.saturating_sub(JOB_RENEWAL_MS.saturating_mul(2)) {
        Delay::from(pause).await;
        let now = clock();
        match job::renew(&app.db, job_id, lease, now).await {
            Ok(true) => renewed_at = now,
            Ok(false) => match job::exists(&app.db, job_id).await {
                // Its submission was erased, which the attempt notices and cleans up by itself.
                Ok(false) => pending().await,
                // Another runner has it, or it was ended.
                _ => return,
            },
            Err(error) => log::warning("lease", &error.cause().unwrap_or_default()),
        }
    }
}

/// Passes a final failure on to the job's subject.
fn on_failure(job_type: JobType, job_id: &str, reason: Option<&str>, now: i64) -> Option<Query> {
    match job_type {
        JobType::UploadToDrive => Some(deliver_to_drive::on_failure(job_id, reason)),
        JobType::SendEmail => Some(send_email::on_failure(job_id, reason)),
        // The log of forwards, the Drive page and the alerts show the job itself.
        JobType::ForwardSubmission | JobType::MoveVideo | JobType::ForwardAlert => None,
        JobType::ApplyPaymentEvent => Some(apply_payment_event::on_failure(job_id, reason)),
        JobType::SendTransfer => Some(send_transfer::on_failure(job_id, reason, now)),
        JobType::PublishTestimonial => Some(publish_testimonial::on_failure(job_id, reason)),
        JobType::Transcribe => Some(transcribe::on_failure(job_id, reason)),
        JobType::DeliverClip => Some(deliver_clip::on_failure(job_id, reason)),
        JobType::Subscribe => Some(subscribe::on_failure(job_id, reason)),
    }
}

/// Runs a job's next attempt, if it is due and no other runner has it. An error requires the message's redelivery.
pub async fn run(app: &App, job_id: &str) -> Result<Disposition> {
    let lease = uuid::Uuid::new_v4().simple().to_string();
    // Not the batch's time, because the last message of a slow batch would get a nearly expired lease.
    let Some(job) = job::claim(&app.db, job_id, &lease, clock().max(app.now)).await? else {
        return Ok(Disposition::Ack);
    };
    let outcome = match attempt_under_lease(app, job_id, &lease, &job).await {
        Ok(outcome) => outcome,
        Err(error) => JobOutcome::Retry(error.cause_or_text()),
    };
    let next = next_step(&outcome, job.attempts, job.max_attempts, js_sys::Math::random());
    let reason = outcome.reason();
    let is_postponed = matches!(outcome, JobOutcome::Postponed(..));
    let (status, outcome, delay, disposition) = match next {
        NextStep::Done => (JobStatus::Done, AttemptOutcome::Done, 0, Disposition::Ack),
        NextStep::Retry(delay) => {
            (JobStatus::Pending, AttemptOutcome::Retry, delay, Disposition::Retry(delay_seconds(delay)))
        }
        NextStep::Failed => (JobStatus::Failed, AttemptOutcome::Failed, 0, Disposition::Ack),
    };
    let now = clock().max(app.now);
    let end = FinishedAttempt {
        id: job_id,
        lease: &lease,
        attempt: job.attempts,
        status,
        outcome,
        reason,
        due_at: now.saturating_add(delay),
        is_postponed,
    };
    let failure = if status == JobStatus::Failed { on_failure(job.job_type, job_id, reason, now) } else { None };
    job::finish(&app.db, &end, failure, now).await?;
    log::job(job.job_type, outcome, job.attempts, reason);
    Ok(disposition)
}

/// Fails one batch of jobs whose last attempt crashed. Returns their number.
pub async fn fail_exhausted(app: &App) -> Result<usize> {
    let exhausted = job::exhausted(&app.db, app.now).await?;
    for job in &exhausted {
        let failure = on_failure(job.job_type, &job.id, Some(CRASHED), app.now);
        job::fail_exhausted(&app.db, &job.id, CRASHED, failure, app.now).await?;
    }
    Ok(exhausted.len())
}

/// Rounds up, so that the message never arrives before the job is due.
fn delay_seconds(delay_ms: i64) -> u32 {
    let seconds = delay_ms.saturating_add(999).checked_div(1000).unwrap_or(0).clamp(1, MAX_DELAY_SECONDS);
    u32::try_from(seconds).unwrap_or(1)
}
