//! Background work. A message holds an id only; the row in `job_queue` is the truth.

use domain::upload_job::{Outcome, Verdict, after};
use serde::{Deserialize, Serialize};

use crate::app::{App, clock};
use crate::error::Result;
use crate::flows;
use crate::log;
use crate::store::job::{self, FORWARD_SUBMISSION, Finish, Job, SEND_EMAIL, SUBSCRIBE, UPLOAD_TO_DRIVE};

/// What travels through the queue.
#[derive(Debug, Serialize, Deserialize)]
pub struct JobMessage {
    /// The id in `job_queue`.
    pub job_id: String,
}

/// What becomes of a message.
pub enum Disposition {
    /// Over, or someone else's.
    Ack,
    /// Deliver it again after so many seconds.
    Retry(u32),
}

/// The queue holds a message back for at most 12 hours; the sweeper sends what is due later.
const LONGEST_DELAY_SECONDS: i64 = 12 * 60 * 60;

/// Sends a job's message. A queue that fails is no error: the sweeper finds the job by its row.
pub async fn announce(app: &App, job_id: &str) {
    let sent = match app.jobs() {
        Ok(queue) => queue.send(JobMessage { job_id: job_id.to_owned() }).await,
        Err(error) => Err(error),
    };
    if let Err(error) = sent {
        log::warning("queue_send", &error.to_string());
    }
}

/// Runs a job's next attempt, if it is due and nobody else has it.
///
/// # Errors
/// When the database fails: the message is to come again.
pub async fn run(app: &App, job_id: &str) -> Result<Disposition> {
    let lease = uuid::Uuid::new_v4().simple().to_string();
    // Not the batch's time: the last message of a slow batch would get a lease that is nearly over.
    let Some(job) = job::claim(&app.db, job_id, &lease, clock().max(app.now)).await? else {
        return Ok(Disposition::Ack);
    };
    let outcome = match perform(app, &job).await {
        Ok(outcome) => outcome,
        Err(error) => Outcome::Retry(error.cause().unwrap_or_else(|| error.outward().2)),
    };
    let verdict = after(&outcome, job.attempts, job.max_attempts, js_sys::Math::random());
    let reason = match &outcome {
        Outcome::Done => None,
        Outcome::Retry(reason) | Outcome::RetryAfter(reason, _) | Outcome::GiveUp(reason) => Some(reason.as_str()),
    };
    let (status, word, delay, disposition) = match verdict {
        Verdict::Done => ("done", "done", 0, Disposition::Ack),
        Verdict::Again(delay) => ("pending", "retry", delay, Disposition::Retry(seconds(delay))),
        Verdict::Failed => ("failed", "failed", 0, Disposition::Ack),
    };
    let now = clock().max(app.now);
    let end = Finish {
        id: job_id,
        lease: &lease,
        attempt: job.attempts,
        status,
        outcome: word,
        reason,
        due_at: now.saturating_add(delay),
    };
    job::finish(&app.db, &end, now).await?;
    log::job(&job.job_type, word, job.attempts, reason);
    Ok(disposition)
}

async fn perform(app: &App, job: &Job) -> Result<Outcome> {
    match job.job_type.as_str() {
        UPLOAD_TO_DRIVE => flows::deliver_to_drive::run(app, &job.subject_id).await,
        SEND_EMAIL => flows::send_email::run(app, &job.subject_id).await,
        FORWARD_SUBMISSION => flows::forward_submission::run(app, &job.subject_id).await,
        SUBSCRIBE => flows::subscribe::hand_on(app, &job.subject_id).await,
        _ => Ok(Outcome::GiveUp("This version knows no such job.".into())),
    }
}

/// Rounded up, so that the message never comes before the job is due.
fn seconds(delay_ms: i64) -> u32 {
    let seconds = delay_ms.saturating_add(999).checked_div(1000).unwrap_or(0).clamp(1, LONGEST_DELAY_SECONDS);
    u32::try_from(seconds).unwrap_or(1)
}
