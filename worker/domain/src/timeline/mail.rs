//! Timelines of mails.

use super::Facts;
use super::video::watched_step;
use crate::api::search::StepTone::{Bad, Good, Plain, Waiting};
use crate::api::search::{SearchKind, Timeline, TimelineStep};
use crate::email::EmailStatus;

/// Builds a mail's timeline.
#[must_use]
pub fn of_mail(facts: &Facts) -> Timeline {
    let (recipient, why) = (facts.text("recipient"), facts.text("error_message"));
    let created_at = facts.at("created_at");
    let mut steps = vec![TimelineStep::new(created_at, Plain, "Queued")];
    let sent = facts.number("sent_at");
    steps.extend(sent.map(|at| TimelineStep::new(at, Good, format!("Sent to {recipient}")).with(facts.text("text"))));
    steps.extend(watched_step(facts));
    let answer = match EmailStatus::parse(facts.text("status")) {
        Some(EmailStatus::Sent) if facts.number("watched_at").is_some() => {
            (format!("It was sent to {recipient}, and the video was played or downloaded from its page."), Good)
        }
        Some(EmailStatus::Sent) => (format!("It was sent to {recipient}."), Good),
        Some(EmailStatus::Failed) => {
            steps.push(TimelineStep::new(sent.unwrap_or(created_at), Bad, "Not sent").with(why));
            (format!("It did not reach {recipient}. {why}"), Bad)
        }
        _ => (format!("It is waiting to be sent to {recipient}. {why}"), Waiting),
    };
    let title = facts.some_text("subject").unwrap_or("An email that has not been sent yet");
    facts.timeline(SearchKind::Mail, title, answer, steps)
}
