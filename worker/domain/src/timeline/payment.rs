//! Timelines of payments.

use super::Facts;
use crate::api::search::StepTone::{Bad, Good, Plain, Waiting};
use crate::api::search::{SearchKind, Timeline, TimelineStep};
use crate::commission::in_currency;
use crate::stripe::returns::DisputeStanding;

/// The timeline of a payment for a month, or for more credits.
#[must_use]
pub fn of_payment(kind: SearchKind, facts: &Facts) -> Timeline {
    let money = |column| in_currency(facts.at(column), facts.text("currency"));
    let (sum, returned) = (money("amount"), money("returned_pence"));
    let what = purpose(kind);
    let paid = TimelineStep::new(facts.at("paid_at"), Good, format!("{sum} paid {what}"));
    let mut steps = vec![paid.with(facts.text("email"))];
    let went_back = format!("{returned} went back to the card");
    steps.extend(facts.number("returned_at").map(|at| TimelineStep::new(at, Plain, went_back)));
    let (came_of, tone) = match (DisputeStanding::parse(facts.text("dispute")), facts.some_text("problem")) {
        (Some(DisputeStanding::Open), _) => (", and is disputed with the card’s bank.".to_owned(), Bad),
        (Some(DisputeStanding::Lost), _) => (", and was lost in a dispute with the card’s bank.".to_owned(), Bad),
        _ if facts.is("inquired_pence") => (", and the card’s bank asks about it.".to_owned(), Waiting),
        _ if facts.is("returned_pence") => (format!(", and {returned} of it went back."), Plain),
        (_, Some(problem)) => (format!(" and waits for a decision under Payments: {problem}"), Waiting),
        _ => match facts.some_text("company_name") {
            Some(name) => (format!(" {what} by {name}."), Good),
            None => (format!(" {what}, and it is not known by which business."), Waiting),
        },
    };
    let answer = (format!("{sum} was paid{came_of}"), tone);
    facts.timeline(kind, &format!("{sum} {what}"), answer, steps)
}

/// The purpose of a kind of payment.
#[must_use]
pub fn purpose(kind: SearchKind) -> &'static str {
    if kind == SearchKind::TopUp { "for more credits" } else { "for a month" }
}
