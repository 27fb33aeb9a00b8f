//! What became of a video: accepted, refused, unfinished or erased.

use serde::Deserialize;

use crate::api::search::StepTone::{Bad, Good, Plain, Waiting};
use crate::api::search::{SearchKind, StepTone, Timeline, TimelineStep};
use crate::email::EmailStatus;
use crate::job::AttemptOutcome;
use crate::row::flag;
use crate::submission::{HoldReason, SubmissionStatus};
use crate::submission_attempt::{Arrived, AttemptReason, megabytes, open_upload_answer};

/// An accepted video with the mail about it.
#[derive(Debug, Clone, Deserialize)]
#[allow(missing_docs)] // they are their columns
pub struct SubmissionFacts {
    pub id: String,
    pub client_id: String,
    pub company_name: String,
    pub customer_name: String,
    pub customer_email: String,
    pub status: SubmissionStatus,
    pub hold: Option<HoldReason>,
    pub size_bytes: u64,
    pub duration_ms: u64,
    pub created_at: i64,
    pub delivered_at: Option<i64>,
    pub drive_path: Option<String>,
    pub video_deleted_at: Option<i64>,
    pub error_message: Option<String>,
    /// When its upload was begun.
    pub upload_began_at: Option<i64>,
    /// Of the mail of its own, or of the hour's digest that it is in.
    pub mail_status: Option<EmailStatus>,
    #[serde(deserialize_with = "flag")]
    pub is_digest: bool,
    pub recipient: Option<String>,
    pub mail_error: Option<String>,
    pub mail_queued_at: Option<i64>,
    pub mail_sent_at: Option<i64>,
    pub opened_at: Option<i64>,
}

/// One try to deliver it.
#[derive(Debug, Clone, Deserialize)]
#[allow(missing_docs)] // they are their columns
pub struct DeliveryTry {
    pub started_at: i64,
    pub outcome: Option<AttemptOutcome>,
    pub reason: Option<String>,
}

/// An attempt that did not become a submission.
#[derive(Debug, Clone, Deserialize)]
#[allow(missing_docs)] // they are their columns
pub struct AttemptFacts {
    pub id: String,
    pub client_id: String,
    pub company_name: String,
    pub customer_hash: String,
    pub reason: AttemptReason,
    pub sentence: String,
    pub tries: u32,
    pub declared_bytes: Option<u64>,
    pub stored_bytes: Option<u64>,
    pub began_at: i64,
    pub ended_at: i64,
}

/// An upload that nobody has finished yet.
#[derive(Debug, Clone, Deserialize)]
#[allow(missing_docs)] // they are their columns
pub struct UploadFacts {
    pub id: String,
    pub client_id: String,
    pub company_name: String,
    pub declared_bytes: u64,
    pub stored_bytes: u64,
    pub created_at: i64,
    pub moved_at: i64,
    pub expires_at: i64,
}

/// An erasure.
#[derive(Debug, Clone, Deserialize)]
#[allow(missing_docs)] // they are their columns
pub struct ErasureFacts {
    pub id: String,
    pub client_id: String,
    pub company_name: String,
    /// `schedule`, `maker` or a user's id.
    pub erased_by: String,
    /// The address of that user, where there is one.
    pub eraser: Option<String>,
    #[serde(deserialize_with = "flag")]
    pub is_rejection: bool,
    pub erased_at: i64,
}

impl AttemptFacts {
    fn arrived(&self) -> Option<Arrived> {
        Some(Arrived { stored: self.stored_bytes?, declared: self.declared_bytes? })
    }

    /// Its steps: begun, and how it ended.
    fn steps(&self) -> Vec<TimelineStep> {
        let mut steps = Vec::new();
        if self.began_at < self.ended_at || self.sentence.is_empty() {
            let size = self.declared_bytes.map(|bytes| format!("{} MB", megabytes(bytes))).unwrap_or_default();
            steps.push(TimelineStep::new(self.began_at, Plain, "Upload begun").with(size));
        }
        let mut detail = if self.sentence.is_empty() {
            self.arrived().map(|arrived| format!("{} had come.", arrived.in_words())).unwrap_or_default()
        } else {
            format!("The customer saw: “{}”", self.sentence)
        };
        if self.tries > 1 {
            detail = format!("{detail} Tried {} times.", self.tries);
        }
        let tone = if self.reason == AttemptReason::DuplicateVideo { Plain } else { Bad };
        steps.push(TimelineStep::new(self.ended_at, tone, self.reason.label()).with(detail.trim()));
        steps
    }
}

/// What became of an attempt.
#[must_use]
pub fn of_attempt(facts: &AttemptFacts) -> Timeline {
    Timeline {
        kind: SearchKind::Attempt,
        id: facts.id.clone(),
        title: facts.reason.label().to_owned(),
        answer: facts.reason.answer(facts.arrived()),
        tone: if facts.reason == AttemptReason::DuplicateVideo { Plain } else { Bad },
        steps: facts.steps(),
        client_id: Some(facts.client_id.clone()),
        company_name: Some(facts.company_name.clone()),
    }
}

/// What became of an upload so far.
#[must_use]
pub fn of_upload(facts: &UploadFacts) -> Timeline {
    let arrived = Arrived { stored: facts.stored_bytes, declared: facts.declared_bytes };
    let begun = TimelineStep::new(facts.created_at, Plain, "Upload begun");
    let mut steps = vec![begun.with(format!("{} MB", megabytes(facts.declared_bytes)))];
    if facts.stored_bytes > 0 {
        let at = facts.moved_at.max(facts.created_at);
        let tone = if arrived.stored < arrived.declared { Waiting } else { Plain };
        steps.push(TimelineStep::new(at, tone, "Last bytes came").with(arrived.in_words()));
    }
    Timeline {
        kind: SearchKind::Upload,
        id: facts.id.clone(),
        title: "A video on its way".to_owned(),
        answer: open_upload_answer(arrived, facts.expires_at),
        tone: Waiting,
        steps,
        client_id: Some(facts.client_id.clone()),
        company_name: Some(facts.company_name.clone()),
    }
}

/// What became of an erased video.
#[must_use]
pub fn of_erasure(facts: &ErasureFacts) -> Timeline {
    let by = match (facts.erased_by.as_str(), &facts.eraser) {
        ("schedule", _) => "automatically, because it had been kept for its time".to_owned(),
        ("maker", _) => "by the customer, with the link in the email".to_owned(),
        (_, Some(address)) => format!("by {address}"),
        (_, None) => "by a user who has been deleted since".to_owned(),
    };
    let why = if facts.is_rejection { " as “not a testimonial”" } else { "" };
    Timeline {
        kind: SearchKind::Erasure,
        id: facts.id.clone(),
        title: "An erased video".to_owned(),
        answer: format!("It had arrived, and was erased{why} {by}. Nothing of it can be brought back."),
        tone: Bad,
        steps: vec![TimelineStep::new(facts.erased_at, Bad, format!("Erased{why}")).with(by)],
        client_id: Some(facts.client_id.clone()),
        company_name: Some(facts.company_name.clone()),
    }
}

/// What became of an accepted video. `attempts` are those of the same customer at the same client.
#[must_use]
pub fn of_submission(facts: &SubmissionFacts, tries: &[DeliveryTry], attempts: &[AttemptFacts]) -> Timeline {
    let (answer, tone) = submission_answer(facts, tries);
    let mut steps: Vec<TimelineStep> = attempts.iter().flat_map(AttemptFacts::steps).collect();
    // An upload whose form was refused before has its beginning already.
    let is_new = |at: &i64| *at < facts.created_at && attempts.iter().all(|one| one.began_at != *at);
    if let Some(at) = facts.upload_began_at.filter(is_new) {
        steps.push(TimelineStep::new(at, Plain, "Upload begun"));
    }
    let seconds = facts.duration_ms / 1000;
    let measures = format!("{}:{:02} long, {} MB", seconds / 60, seconds % 60, megabytes(facts.size_bytes));
    let accepted = match facts.hold {
        None => TimelineStep::new(facts.created_at, Good, "Accepted"),
        Some(_) => TimelineStep::new(facts.created_at, Waiting, "Accepted on hold"),
    };
    steps.push(accepted.with(measures));
    for one in tries.iter().filter(|one| matches!(one.outcome, Some(AttemptOutcome::Retry | AttemptOutcome::Failed))) {
        let reason = one.reason.clone().unwrap_or_default();
        steps.push(TimelineStep::new(one.started_at, Bad, "Could not be delivered").with(reason));
    }
    if let Some(at) = facts.delivered_at {
        let file = facts.drive_path.as_deref().and_then(|path| path.rsplit('/').next()).unwrap_or_default();
        steps.push(TimelineStep::new(at, Good, "Delivered to the drive folder").with(file));
    }
    steps.extend(mail_step(facts));
    steps.extend(facts.opened_at.map(|at| TimelineStep::new(at, Good, "Video opened by its link")));
    let deleted = "Video deleted: it had been kept for its time";
    steps.extend(facts.video_deleted_at.map(|at| TimelineStep::new(at, Plain, deleted)));
    steps.sort_by_key(|step| step.at);
    Timeline {
        kind: SearchKind::Submission,
        id: facts.id.clone(),
        title: facts.customer_name.clone(),
        answer,
        tone,
        steps,
        client_id: Some(facts.client_id.clone()),
        company_name: Some(facts.company_name.clone()),
    }
}

fn mail_step(facts: &SubmissionFacts) -> Option<TimelineStep> {
    let name = if facts.is_digest { "The hour’s email" } else { "Email" };
    let recipient = facts.recipient.as_deref().unwrap_or_default();
    let at = facts.mail_sent_at.or(facts.mail_queued_at)?;
    Some(match facts.mail_status? {
        EmailStatus::Sent => TimelineStep::new(at, Good, format!("{name} sent to {recipient}")),
        EmailStatus::Failed => TimelineStep::new(at, Bad, format!("{name} to {recipient} was not sent"))
            .with(facts.mail_error.clone().unwrap_or_default()),
        EmailStatus::Queued | EmailStatus::Sending => {
            TimelineStep::new(at, Waiting, format!("{name} to {recipient} waits to be sent"))
                .with(facts.mail_error.clone().unwrap_or_default())
        }
    })
}

fn submission_answer(facts: &SubmissionFacts, tries: &[DeliveryTry]) -> (String, StepTone) {
    let business = &facts.company_name;
    let last_fault =
        tries.iter().rev().find_map(|one| one.reason.clone()).map(|why| format!(" The last try failed: {why}"));
    if facts.hold.is_some() {
        let answer = format!(
            "It arrived and is on hold. {business} has to take it on its Submissions page before it is delivered."
        );
        return (answer, Waiting);
    }
    match facts.status {
        SubmissionStatus::DriveUploadFailed => {
            let why = facts.error_message.clone().or(last_fault).unwrap_or_default();
            let answer = format!(
                "It arrived, but could not be delivered to the drive. {why} It is kept; try again under Failed uploads."
            );
            return (answer.replace("  ", " "), Bad);
        }
        SubmissionStatus::AwaitingDriveUpload => {
            let answer = format!("It arrived and is being delivered to the drive.{}", last_fault.unwrap_or_default());
            return (answer, Waiting);
        }
        SubmissionStatus::Pending | SubmissionStatus::Failed => {
            return ("It arrived, and nothing delivers it: it is from before the move to this system.".to_owned(), Bad);
        }
        SubmissionStatus::Processed => {}
    }
    if facts.video_deleted_at.is_some() {
        return (
            "It was delivered, and its video was deleted later because it had been kept for its time.".to_owned(),
            Plain,
        );
    }
    let recipient = facts.recipient.as_deref().unwrap_or(business);
    match facts.mail_status {
        Some(EmailStatus::Failed) => {
            let why = facts.mail_error.as_deref().unwrap_or_default();
            let answer = format!(
                "It was delivered to the drive folder, but the email about it did not reach {recipient}. {why}"
            );
            (answer.trim_end().to_owned(), Bad)
        }
        Some(EmailStatus::Queued | EmailStatus::Sending) => {
            (format!("It was delivered to the drive folder. The email to {recipient} waits to be sent."), Waiting)
        }
        Some(EmailStatus::Sent) if facts.opened_at.is_some() => (
            format!("It was delivered to the drive folder, {recipient} was told by email, and the video was opened."),
            Good,
        ),
        Some(EmailStatus::Sent) => {
            let answer = format!(
                "It was delivered to the drive folder, and {recipient} was told by email. Nobody has opened the link in it yet."
            );
            (answer, Good)
        }
        None => ("It was delivered to the drive folder. There is no email about it.".to_owned(), Good),
    }
}
