//! What became of a mail.

use serde::Deserialize;

use crate::api::search::StepTone::{Bad, Good, Plain, Waiting};
use crate::api::search::{SearchKind, Timeline, TimelineStep};
use crate::email::EmailStatus;

/// A mail.
#[derive(Debug, Clone, Deserialize)]
#[allow(missing_docs)] // they are their columns
pub struct MailFacts {
    pub id: String,
    pub recipient: String,
    pub subject: Option<String>,
    pub text: Option<String>,
    pub status: EmailStatus,
    pub error_message: Option<String>,
    pub created_at: i64,
    pub sent_at: Option<i64>,
    pub opened_at: Option<i64>,
}

/// What became of a mail.
#[must_use]
pub fn of_mail(facts: &MailFacts) -> Timeline {
    let recipient = &facts.recipient;
    let why = facts.error_message.clone().unwrap_or_default();
    let mut steps = vec![TimelineStep::new(facts.created_at, Plain, "Queued")];
    let text = facts.text.clone().unwrap_or_default();
    steps.extend(facts.sent_at.map(|at| TimelineStep::new(at, Good, format!("Sent to {recipient}")).with(text)));
    steps.extend(facts.opened_at.map(|at| TimelineStep::new(at, Good, "Video opened by its link")));
    let (answer, tone) = match facts.status {
        EmailStatus::Sent if facts.opened_at.is_some() => {
            (format!("It was sent to {recipient}, and its link was opened."), Good)
        }
        EmailStatus::Sent => (format!("It was sent to {recipient}."), Good),
        EmailStatus::Failed => (format!("It did not reach {recipient}. {why}"), Bad),
        EmailStatus::Queued | EmailStatus::Sending => (format!("It waits to be sent to {recipient}. {why}"), Waiting),
    };
    if facts.status == EmailStatus::Failed {
        let at = facts.sent_at.unwrap_or(facts.created_at);
        steps.push(TimelineStep::new(at, Bad, "Not sent").with(why));
    }
    Timeline {
        kind: SearchKind::Mail,
        id: facts.id.clone(),
        title: facts.subject.clone().unwrap_or_else(|| "An email that was not sent yet".to_owned()),
        answer: answer.trim_end().to_owned(),
        tone,
        steps,
        client_id: None,
        company_name: None,
    }
}
