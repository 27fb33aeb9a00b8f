//! Timelines of businesses and partners.

use super::payment::refund_step;
use super::{Facts, shown};
use crate::api::search::StepTone::{Bad, Good, Plain, Waiting};
use crate::api::search::{SearchKind, StepTone, Timeline, TimelineStep};
use crate::client::ClientStatus;
use crate::commission::in_pounds;
use crate::date::{date_of, in_words};
use crate::submission_attempt::AttemptReason;
use crate::subscription::{access_end, grace_end};

/// Builds a business's timeline: the state of its page, and its latest videos, attempts and payments.
#[must_use]
pub fn of_client(facts: &Facts, videos: &[Facts], attempts: &[Facts], payments: &[Facts]) -> Timeline {
    let mut steps = vec![TimelineStep::new(facts.at("created_at"), Plain, "Created")];
    for one in videos {
        let (tone, state) = if one.is("is_held") {
            (Waiting, "On hold")
        } else if one.is("is_delivered") {
            (Good, "Delivered")
        } else if let Some(why) = one.some_text("error_message") {
            (Bad, why)
        } else {
            (Waiting, "Being delivered")
        };
        let text = format!("Video from {}", one.text("customer_name"));
        steps.push(TimelineStep::new(one.at("at"), tone, text).with(state));
    }
    for one in attempts {
        let reason = AttemptReason::parse(one.text("reason")).unwrap_or(AttemptReason::Ours);
        steps.push(
            TimelineStep::new(one.at("ended_at"), Bad, reason.label(one.text("fields")))
                .with(shown(one.text("sentence"))),
        );
    }
    for one in payments {
        let what = if one.is("is_top_up") { "Paid for more credits" } else { "Paid for a month" };
        let sum = in_pounds(one.at("amount_pence"));
        steps.push(TimelineStep::new(one.at("paid_at"), Good, what).with(sum));
        steps.extend(refund_step(one, in_pounds(one.at("returned_pence"))));
    }
    for (column, tone, text) in [
        ("unpaid_since", Bad, "A payment failed"),
        ("cancelled_at", Plain, "Plan cancelled"),
        ("data_deleted_at", Plain, "All customer data deleted"),
        ("drive_fault_at", Bad, "Its drive stopped accepting videos"),
    ] {
        let detail = if column == "drive_fault_at" { facts.text("drive_fault") } else { "" };
        steps.extend(facts.number(column).map(|at| TimelineStep::new(at, tone, text).with(detail)));
    }
    facts.timeline(SearchKind::Client, facts.text("company_name"), client_answer(facts), steps)
}

fn client_answer(facts: &Facts) -> (String, StepTone) {
    let day = |at: i64| in_words(date_of(at));
    let grace = facts.number("unpaid_since").map(grace_end).map(day);
    let status = ClientStatus::parse(facts.text("status")).unwrap_or(ClientStatus::Suspended);
    let left = facts.at("credits_remaining");
    let (mut answer, mut tone) = match status {
        ClientStatus::PendingOnboarding => {
            ("Its set-up is not finished, so its page isn’t accepting videos yet.".to_owned(), Waiting)
        }
        ClientStatus::PendingInvite => {
            ("Nobody has activated the account, so its page isn’t accepting videos yet.".to_owned(), Waiting)
        }
        ClientStatus::Suspended if grace.is_some() => {
            ("It is suspended because a payment is overdue. Its page isn’t accepting videos.".to_owned(), Bad)
        }
        ClientStatus::Suspended => ("It is suspended. Its page isn’t accepting videos.".to_owned(), Bad),
        ClientStatus::Active if !facts.is("counts_credits") => {
            ("Its page is accepting videos, without using credits.".to_owned(), Good)
        }
        ClientStatus::Active if left <= 0 => {
            ("It has no credits left. Its page isn’t accepting videos.".to_owned(), Bad)
        }
        ClientStatus::Active => (
            format!("Its page is accepting videos. {left} credit{} left.", if left == 1 { " is" } else { "s are" }),
            Good,
        ),
    };
    if let (ClientStatus::Active, Some(end)) = (status, grace) {
        answer = format!("{answer} A payment is overdue: the page closes on {end} unless it is paid.");
        tone = if tone == Good { Waiting } else { tone };
    }
    if let Some(at) = facts.number("cancelled_at") {
        answer = format!("{answer} The plan is cancelled: access ends on {}.", day(access_end(at)));
    }
    if facts.some_text("drive_fault").is_some() {
        answer = format!("{answer} We can’t save videos to its drive at the moment, and keep them until we can.");
        tone = Bad;
    }
    (answer, tone)
}

/// Builds a partner's timeline.
#[must_use]
pub fn of_partner(facts: &Facts, payouts: &[Facts]) -> Timeline {
    let mut steps = vec![TimelineStep::new(facts.at("created_at"), Plain, "Applied")];
    for one in payouts {
        let (tone, what) = match one.text("status") {
            "recorded" => (Good, "Paid out by hand"),
            "sending" => (Waiting, "Payout being sent"),
            "sent" => (Good, "Payout sent"),
            _ => (Bad, "Payout failed"),
        };
        let why = one.some_text("problem").filter(|_| tone == Bad).map(|why| format!(". {why}")).unwrap_or_default();
        let detail = format!("{}{why}", in_pounds(one.at("amount_pence")));
        steps.push(TimelineStep::new(one.at("paid_at"), tone, what).with(detail));
    }
    for (column, tone, text) in [
        ("approved_at", Good, "Approved"),
        ("left_at", Plain, "Left the programme"),
        ("erased_at", Plain, "Data erased"),
    ] {
        steps.extend(facts.number(column).map(|at| TimelineStep::new(at, tone, text)));
    }
    let (answer, tone) = match (facts.number("erased_at"), facts.number("left_at"), facts.text("status")) {
        (Some(_), ..) => ("The partner has left, and their data was erased.", Plain),
        (_, Some(_), _) => ("The partner has left the programme.", Plain),
        (.., "pending") => ("The application is waiting for an admin.", Waiting),
        (.., "approved") => ("The partner is approved, and has not set a password yet.", Waiting),
        _ => ("The partner is active.", Good),
    };
    facts.timeline(SearchKind::Partner, facts.text("name"), (answer.to_owned(), tone), steps)
}
