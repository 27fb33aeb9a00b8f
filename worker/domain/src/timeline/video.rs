//! Timelines of videos: accepted, rejected, unfinished or erased.

use super::{Facts, shown};
use crate::api::search::StepTone::{Bad, Good, Plain, Waiting};
use crate::api::search::{SearchKind, StepTone, Timeline, TimelineStep};
use crate::email::{EmailStatus, EmailTemplate};
use crate::submission::SubmissionStatus;
use crate::submission_attempt::{AttemptReason, ReceivedBytes, megabytes, open_upload_answer, open_upload_title};

fn arrived(facts: &Facts) -> Option<ReceivedBytes> {
    Some(ReceivedBytes { stored: facts.count("stored_bytes")?, declared: facts.count("declared_bytes")? })
}

fn reason(facts: &Facts) -> AttemptReason {
    AttemptReason::parse(facts.text("reason")).unwrap_or(AttemptReason::Ours)
}

const fn tone_of(reason: AttemptReason) -> StepTone {
    match reason {
        AttemptReason::DuplicateVideo => Plain,
        _ => Bad,
    }
}

/// Returns the steps of an attempt: its start and its end.
fn attempt_steps(facts: &Facts) -> Vec<TimelineStep> {
    let (began_at, ended_at, reason) = (facts.at("began_at"), facts.at("ended_at"), reason(facts));
    let sentence = facts.text("sentence");
    let mut steps = Vec::new();
    if began_at < ended_at || sentence.is_empty() {
        let size = facts.count("declared_bytes").map(|bytes| format!("{} MB", megabytes(bytes))).unwrap_or_default();
        steps.push(TimelineStep::new(began_at, Plain, "Upload started").with(size));
    }
    let mut detail = match arrived(facts).filter(|_| sentence.is_empty()) {
        Some(arrived) => format!("{} received.", arrived.in_words()),
        None => shown(sentence),
    };
    let tries = facts.at("tries");
    if tries > 1 {
        detail = format!("{detail} Tried {tries} times.");
    }
    steps.push(TimelineStep::new(ended_at, tone_of(reason), reason.label(facts.text("fields"))).with(detail.trim()));
    steps
}

/// Builds an attempt's timeline.
#[must_use]
pub fn of_attempt(facts: &Facts) -> Timeline {
    let reason = reason(facts);
    let fields = facts.text("fields");
    let answer = (reason.answer(arrived(facts), fields), tone_of(reason));
    facts.timeline(SearchKind::Attempt, &reason.label(fields), answer, attempt_steps(facts))
}

/// Returns the title of an open upload.
#[must_use]
pub fn upload_title(facts: &Facts, now: i64) -> String {
    let arrived = arrived(facts).unwrap_or(ReceivedBytes { stored: 0, declared: 0 });
    open_upload_title(arrived, facts.at("moved_at").max(facts.at("created_at")), now)
}

/// Builds the timeline of an open upload.
#[must_use]
pub fn of_upload(facts: &Facts, now: i64) -> Timeline {
    let arrived = arrived(facts).unwrap_or(ReceivedBytes { stored: 0, declared: 0 });
    let began_at = facts.at("created_at");
    let title = upload_title(facts, now);
    let begun = TimelineStep::new(began_at, Plain, "Upload started");
    let mut steps = vec![begun.with(format!("{} MB", megabytes(arrived.declared)))];
    if arrived.stored > 0 {
        let tone = if arrived.stored < arrived.declared { Waiting } else { Plain };
        let at = facts.at("moved_at").max(began_at);
        steps.push(TimelineStep::new(at, tone, "Last data received").with(arrived.in_words()));
    }
    let answer = (open_upload_answer(arrived, facts.at("expires_at")), Waiting);
    facts.timeline(SearchKind::Upload, &title, answer, steps)
}

/// Builds an erased video's timeline.
#[must_use]
pub fn of_erasure(facts: &Facts) -> Timeline {
    let by = match (facts.text("erased_by"), facts.some_text("eraser")) {
        ("schedule", _) => "automatically, at the end of its retention period".to_owned(),
        ("maker", _) => "by the customer, with the link in the email".to_owned(),
        (_, Some(address)) => format!("by {address}"),
        (_, None) => "by a user who has been deleted since".to_owned(),
    };
    let why = if facts.is("is_rejection") { " as “not a testimonial”" } else { "" };
    let answer = format!("It arrived and was erased{why} {by}. It cannot be restored.");
    let step = TimelineStep::new(facts.at("erased_at"), Bad, format!("Erased{why}")).with(by);
    facts.timeline(SearchKind::Erasure, "An erased video", (answer, Bad), vec![step])
}

/// Builds an accepted video's timeline. `tries` are the delivery attempts, `attempts` those of the
/// same customer at the same client.
#[must_use]
pub fn of_submission(facts: &Facts, tries: &[Facts], attempts: &[Facts]) -> Timeline {
    let created_at = facts.at("created_at");
    let mut steps: Vec<TimelineStep> = attempts.iter().flat_map(attempt_steps).collect();
    // An upload whose form was rejected before already has its first step.
    let is_new = |at: &i64| *at < created_at && attempts.iter().all(|one| one.at("began_at") != *at);
    if let Some(at) = facts.number("upload_began_at").filter(is_new) {
        steps.push(TimelineStep::new(at, Plain, "Upload started"));
    }
    let seconds = facts.count("duration_ms").unwrap_or_default() / 1000;
    let size = megabytes(facts.count("size_bytes").unwrap_or_default());
    let (tone, accepted) =
        if facts.some_text("hold").is_some() { (Waiting, "Accepted on hold") } else { (Good, "Accepted") };
    let measures = format!("{}:{:02} long, {size} MB", seconds / 60, seconds % 60);
    steps.push(TimelineStep::new(created_at, tone, accepted).with(measures));
    for one in tries.iter().filter(|one| matches!(one.text("outcome"), "retry" | "failed")) {
        steps.push(TimelineStep::new(one.at("started_at"), Bad, "Could not be delivered").with(one.text("reason")));
    }
    if let Some(at) = facts.number("delivered_at") {
        let file = facts.text("drive_path").rsplit('/').next().unwrap_or_default();
        steps.push(TimelineStep::new(at, Good, "Delivered to the drive folder").with(file));
    }
    steps.extend(mail_step(facts));
    steps.extend(watched_step(facts));
    let deleted = "Video deleted at the end of its retention period";
    steps.extend(facts.number("video_deleted_at").map(|at| TimelineStep::new(at, Plain, deleted)));
    let answer = submission_answer(facts, tries);
    facts.timeline(SearchKind::Submission, facts.text("customer_name"), answer, steps)
}

/// Returns the step for the first playback by the mail's link, if any.
pub(super) fn watched_step(facts: &Facts) -> Option<TimelineStep> {
    facts.number("watched_at").map(|at| TimelineStep::new(at, Good, "Video played or downloaded from its email"))
}

fn mail_step(facts: &Facts) -> Option<TimelineStep> {
    let name = match EmailTemplate::parse(facts.text("mail_template")) {
        Some(EmailTemplate::SubmissionDigest) => "The hourly email",
        Some(EmailTemplate::DailyDigest) => "The daily email",
        _ => "Email",
    };
    let at = facts.number("mail_sent_at").or(facts.number("mail_queued_at"))?;
    let (tone, what) = match EmailStatus::parse(facts.text("mail_status"))? {
        EmailStatus::Sent => (Good, "was sent"),
        EmailStatus::Failed => (Bad, "was not sent"),
        EmailStatus::Queued | EmailStatus::Sending => (Waiting, "is waiting to be sent"),
    };
    let text = format!("{name} to {} {what}", facts.text("recipient"));
    Some(TimelineStep::new(at, tone, text).with(facts.text("mail_error")))
}

fn submission_answer(facts: &Facts, tries: &[Facts]) -> (String, StepTone) {
    let business = facts.text("company_name");
    let last_fault = tries.iter().rev().find_map(|one| one.some_text("reason")).unwrap_or_default();
    if facts.some_text("hold").is_some() {
        let answer = format!(
            "It arrived and is on hold. {business} has to accept it on its Submissions page before we deliver it."
        );
        return (answer, Waiting);
    }
    match SubmissionStatus::parse(facts.text("status")) {
        Some(SubmissionStatus::Processed) => {}
        Some(SubmissionStatus::DriveUploadFailed) => {
            let why = facts.some_text("error_message").unwrap_or(last_fault);
            let answer = format!(
                "It arrived, but could not be delivered to the drive. {why} It is kept; try again under Failed uploads."
            );
            return (answer.replace("  ", " "), Bad);
        }
        Some(SubmissionStatus::AwaitingDriveUpload) if last_fault.is_empty() => {
            return ("It arrived and is being delivered to the drive.".to_owned(), Waiting);
        }
        Some(SubmissionStatus::AwaitingDriveUpload) => {
            let answer = format!("It arrived and is being delivered to the drive. The last try failed: {last_fault}");
            return (answer, Waiting);
        }
        Some(SubmissionStatus::Pending | SubmissionStatus::Failed) | None => {
            let answer = "It arrived before the move to this system, and is not delivered from here.";
            return (answer.to_owned(), Bad);
        }
    }
    if facts.number("video_deleted_at").is_some() {
        let answer = "It was delivered. The video was deleted later, at the end of its retention period.";
        return (answer.to_owned(), Plain);
    }
    let recipient = facts.some_text("recipient").unwrap_or(business);
    let (mail, tone) = match EmailStatus::parse(facts.text("mail_status")) {
        Some(EmailStatus::Failed) => {
            (format!(", but the email about it did not reach {recipient}. {}", facts.text("mail_error")), Bad)
        }
        Some(EmailStatus::Queued | EmailStatus::Sending) => {
            (format!(". The email to {recipient} is waiting to be sent."), Waiting)
        }
        Some(EmailStatus::Sent) if facts.number("watched_at").is_some() => {
            (format!(", {recipient} was told by email, and the video was played or downloaded from there."), Good)
        }
        Some(EmailStatus::Sent) => {
            let answer =
                format!(", and {recipient} was told by email. Nobody has played or downloaded it from that email yet.");
            (answer, Good)
        }
        None => (". The business’s email settings ask for no email about it.".to_owned(), Good),
    };
    (format!("It was delivered to the drive folder{mail}"), tone)
}
