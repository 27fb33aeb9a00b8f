//! Timelines of payments.

use super::Facts;
use crate::api::search::StepTone::{Bad, Good, Plain, Waiting};
use crate::api::search::{SearchKind, Timeline, TimelineStep};
use crate::commission::in_currency;
use crate::stripe::returns::DisputeStanding;

/// Builds the timeline of a monthly payment or of a purchase of credits.
#[must_use]
pub fn of_payment(kind: SearchKind, facts: &Facts) -> Timeline {
    let money = |column| in_currency(facts.at(column), facts.text("currency"));
    let (sum, returned) = (money("amount"), money("returned_pence"));
    let what = purpose(kind);
    let paid = TimelineStep::new(facts.at("paid_at"), Good, format!("{sum} paid {what}"));
    let mut steps = vec![paid.with(facts.text("email"))];
    steps.extend(refund_step(facts, returned.clone()));
    let (came_of, tone) = match (DisputeStanding::parse(facts.text("dispute")), facts.some_text("problem")) {
        (Some(DisputeStanding::Open), _) => (", and is disputed with the card’s bank.".to_owned(), Bad),
        (Some(DisputeStanding::Lost), _) => (", and was lost in a dispute with the card’s bank.".to_owned(), Bad),
        _ if facts.is("inquired_pence") => (", and the card’s bank is asking about it.".to_owned(), Waiting),
        _ if facts.is("returned_pence") => (format!(", and {returned} of it was refunded."), Plain),
        (_, Some(problem)) => (format!(" and is waiting for a decision under Payments: {problem}"), Waiting),
        _ => match facts.some_text("company_name") {
            Some(name) => (format!(" {what} by {name}."), Good),
            None => (format!(" {what}, but we don’t know by which business."), Waiting),
        },
    };
    let answer = (format!("{sum} was paid{came_of}"), tone);
    facts.timeline(kind, &format!("{sum} {what}"), answer, steps)
}

/// Returns the step for refunds of a payment, if any. `sum` is the amount.
pub(super) fn refund_step(facts: &Facts, sum: String) -> Option<TimelineStep> {
    let at = facts.number("returned_at").filter(|_| facts.is("returned_pence"))?;
    Some(TimelineStep::new(at, Plain, "Refunded to the card").with(sum))
}

/// Describes the purpose of a payment.
#[must_use]
pub fn purpose(kind: SearchKind) -> &'static str {
    if kind == SearchKind::TopUp { "for more credits" } else { "for a month" }
}
