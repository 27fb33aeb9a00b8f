//! What became of a business or a partner.

use serde::Deserialize;

use crate::affiliate::AffiliateStatus;
use crate::api::search::StepTone::{Bad, Good, Plain, Waiting};
use crate::api::search::{SearchKind, StepTone, Timeline, TimelineStep};
use crate::client::ClientStatus;
use crate::commission::in_pounds;
use crate::date::{date_of, in_words};
use crate::payout::PayoutStatus;
use crate::row::flag;
use crate::submission_attempt::AttemptReason;
use crate::subscription::{access_end, grace_end};

/// A business.
#[derive(Debug, Clone, Deserialize)]
#[allow(missing_docs)] // they are their columns
pub struct ClientFacts {
    pub id: String,
    pub company_name: String,
    pub status: ClientStatus,
    pub credits_remaining: i64,
    #[serde(deserialize_with = "flag")]
    pub counts_credits: bool,
    pub created_at: i64,
    pub cancelled_at: Option<i64>,
    pub data_deleted_at: Option<i64>,
    pub unpaid_since: Option<i64>,
    /// What is wrong with its drive, and since when.
    pub drive_fault: Option<String>,
    pub drive_fault_at: Option<i64>,
}

/// A recent video of a business.
#[derive(Debug, Clone, Deserialize)]
#[allow(missing_docs)] // they are their columns
pub struct RecentVideo {
    pub at: i64,
    pub customer_name: String,
    #[serde(deserialize_with = "flag")]
    pub is_held: bool,
    #[serde(deserialize_with = "flag")]
    pub is_delivered: bool,
    pub error_message: Option<String>,
}

/// A recent attempt at a business.
#[derive(Debug, Clone, Deserialize)]
#[allow(missing_docs)] // they are their columns
pub struct RecentAttempt {
    pub ended_at: i64,
    pub reason: AttemptReason,
    pub sentence: String,
}

/// Something that was paid.
#[derive(Debug, Clone, Deserialize)]
#[allow(missing_docs)] // they are their columns
pub struct RecentPayment {
    pub paid_at: i64,
    pub amount_pence: i64,
    #[serde(deserialize_with = "flag")]
    pub is_top_up: bool,
}

/// What a business's page does now, and what has happened lately.
#[must_use]
pub fn of_client(
    facts: &ClientFacts,
    videos: &[RecentVideo],
    attempts: &[RecentAttempt],
    payments: &[RecentPayment],
) -> Timeline {
    let mut steps = vec![TimelineStep::new(facts.created_at, Plain, "Created")];
    for one in videos {
        let (tone, state) = match (one.is_held, one.is_delivered, &one.error_message) {
            (true, ..) => (Waiting, "On hold".to_owned()),
            (_, true, _) => (Good, "Delivered".to_owned()),
            (.., Some(why)) => (Bad, why.clone()),
            _ => (Waiting, "Being delivered".to_owned()),
        };
        steps.push(TimelineStep::new(one.at, tone, format!("Video from {}", one.customer_name)).with(state));
    }
    for one in attempts {
        let detail =
            if one.sentence.is_empty() { String::new() } else { format!("The customer saw: “{}”", one.sentence) };
        steps.push(TimelineStep::new(one.ended_at, Bad, one.reason.label()).with(detail));
    }
    for one in payments {
        let what = if one.is_top_up { "Paid for more credits" } else { "Paid for a month" };
        steps.push(TimelineStep::new(one.paid_at, Good, what).with(in_pounds(one.amount_pence)));
    }
    steps.extend(facts.unpaid_since.map(|at| TimelineStep::new(at, Bad, "A payment failed")));
    steps.extend(facts.cancelled_at.map(|at| TimelineStep::new(at, Plain, "Plan cancelled")));
    steps.extend(facts.data_deleted_at.map(|at| TimelineStep::new(at, Plain, "Everything of its customers deleted")));
    let fault = facts.drive_fault_at.zip(facts.drive_fault.clone());
    steps.extend(fault.map(|(at, why)| TimelineStep::new(at, Bad, "Its drive takes no videos").with(why)));
    steps.sort_by_key(|step| step.at);
    let (answer, tone) = client_answer(facts);
    Timeline {
        kind: SearchKind::Client,
        id: facts.id.clone(),
        title: facts.company_name.clone(),
        answer,
        tone,
        steps,
        client_id: Some(facts.id.clone()),
        company_name: Some(facts.company_name.clone()),
    }
}

fn client_answer(facts: &ClientFacts) -> (String, StepTone) {
    let day = |at: i64| in_words(date_of(at));
    let grace = facts.unpaid_since.map(grace_end).map(day);
    let (state, mut tone) = match facts.status {
        ClientStatus::PendingOnboarding => {
            ("Its set-up is not finished: its page takes no videos yet.".to_owned(), Waiting)
        }
        ClientStatus::PendingInvite => {
            ("Nobody has activated the account: its page takes no videos yet.".to_owned(), Waiting)
        }
        ClientStatus::Suspended if grace.is_some() => {
            ("It is suspended because a payment is missing: its page takes no videos.".to_owned(), Bad)
        }
        ClientStatus::Suspended => ("It is suspended: its page takes no videos.".to_owned(), Bad),
        ClientStatus::Active if facts.counts_credits && facts.credits_remaining <= 0 => {
            ("It has no credits left: its page takes no videos.".to_owned(), Bad)
        }
        ClientStatus::Active if facts.counts_credits => {
            let left = facts.credits_remaining;
            (format!("Its page takes videos. {left} credit{} left.", if left == 1 { " is" } else { "s are" }), Good)
        }
        ClientStatus::Active => ("Its page takes videos, without using credits.".to_owned(), Good),
    };
    let mut sentences = vec![state];
    if let (ClientStatus::Active, Some(end)) = (facts.status, grace) {
        sentences.push(format!("A payment is missing: without it the page closes on {end}."));
        tone = if tone == Good { Waiting } else { tone };
    }
    if let Some(at) = facts.cancelled_at {
        sentences.push(format!("The plan is cancelled: access ends on {}.", day(access_end(at))));
    }
    if facts.drive_fault.is_some() {
        sentences.push("Its drive takes no videos at the moment; they are kept until it does.".to_owned());
        tone = Bad;
    }
    (sentences.join(" "), tone)
}

/// A partner.
#[derive(Debug, Clone, Deserialize)]
#[allow(missing_docs)] // they are their columns
pub struct PartnerFacts {
    pub id: String,
    pub name: String,
    pub status: AffiliateStatus,
    pub created_at: i64,
    pub approved_at: Option<i64>,
    pub left_at: Option<i64>,
    pub erased_at: Option<i64>,
}

/// A payout to a partner.
#[derive(Debug, Clone, Deserialize)]
#[allow(missing_docs)] // they are their columns
pub struct PayoutFacts {
    pub paid_at: i64,
    pub amount_pence: i64,
    pub status: PayoutStatus,
    pub problem: Option<String>,
}

/// What became of a partner.
#[must_use]
pub fn of_partner(facts: &PartnerFacts, payouts: &[PayoutFacts]) -> Timeline {
    let mut steps = vec![TimelineStep::new(facts.created_at, Plain, "Applied")];
    steps.extend(facts.approved_at.map(|at| TimelineStep::new(at, Good, "Approved")));
    for one in payouts {
        let (tone, what) = match one.status {
            PayoutStatus::Recorded => (Good, "Paid out by hand"),
            PayoutStatus::Sending => (Waiting, "Payout being sent"),
            PayoutStatus::Sent => (Good, "Payout sent"),
            PayoutStatus::Failed => (Bad, "Payout failed"),
        };
        let why = one.problem.as_ref().filter(|_| one.status == PayoutStatus::Failed);
        let detail = why.map_or_else(String::new, |why| format!(". {why}"));
        steps.push(TimelineStep::new(one.paid_at, tone, what).with(format!("{}{detail}", in_pounds(one.amount_pence))));
    }
    steps.extend(facts.left_at.map(|at| TimelineStep::new(at, Plain, "Left the programme")));
    steps.extend(facts.erased_at.map(|at| TimelineStep::new(at, Plain, "Data erased")));
    steps.sort_by_key(|step| step.at);
    let (answer, tone) = match (facts.erased_at, facts.left_at, facts.status) {
        (Some(_), ..) => ("The partner has left, and their data was erased.", Plain),
        (_, Some(_), _) => ("The partner has left the programme.", Plain),
        (.., AffiliateStatus::Pending) => ("The application waits for an admin.", Waiting),
        (.., AffiliateStatus::Approved) => ("The partner is approved, and has not set a password yet.", Waiting),
        (.., AffiliateStatus::Active) => ("The partner is active.", Good),
    };
    Timeline {
        kind: SearchKind::Partner,
        id: facts.id.clone(),
        title: facts.name.clone(),
        answer: answer.to_owned(),
        tone,
        steps,
        client_id: None,
        company_name: None,
    }
}
