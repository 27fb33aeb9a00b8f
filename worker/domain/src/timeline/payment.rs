//! What became of a payment.

use serde::Deserialize;

use crate::api::search::StepTone::{Bad, Good, Plain, Waiting};
use crate::api::search::{SearchKind, Timeline, TimelineStep};
use crate::commission::in_currency;
use crate::stripe::returns::DisputeStanding;

/// A payment of a month, or for more credits.
#[derive(Debug, Clone, Deserialize)]
#[allow(missing_docs)] // they are their columns
pub struct PaymentFacts {
    pub id: String,
    pub amount: i64,
    pub currency: String,
    pub paid_at: i64,
    pub returned_pence: i64,
    pub returned_at: Option<i64>,
    pub dispute: Option<DisputeStanding>,
    pub inquired_pence: i64,
    /// Why it is nobody's.
    pub problem: Option<String>,
    pub email: String,
    pub client_id: Option<String>,
    pub company_name: Option<String>,
}

/// What became of a payment.
#[must_use]
pub fn of_payment(kind: SearchKind, facts: &PaymentFacts) -> Timeline {
    let sum = in_currency(facts.amount, &facts.currency);
    let what = if kind == SearchKind::TopUp { "for more credits" } else { "for a month" };
    let paid = TimelineStep::new(facts.paid_at, Good, format!("{sum} paid {what}"));
    let mut steps = vec![paid.with(facts.email.clone())];
    let returned = in_currency(facts.returned_pence, &facts.currency);
    steps.extend(facts.returned_at.map(|at| TimelineStep::new(at, Plain, format!("{returned} went back to the card"))));
    let whose = facts.company_name.as_deref();
    let (answer, tone) = match (facts.dispute, &facts.problem, whose) {
        (Some(DisputeStanding::Open), ..) => (format!("{sum} was paid, and is disputed with the card’s bank."), Bad),
        (Some(DisputeStanding::Lost), ..) => {
            (format!("{sum} was paid, and was lost in a dispute with the card’s bank."), Bad)
        }
        _ if facts.inquired_pence > 0 => (format!("{sum} was paid, and the card’s bank asks about it."), Waiting),
        _ if facts.returned_pence > 0 => (format!("{sum} was paid, and {returned} of it went back."), Plain),
        (_, Some(problem), _) => {
            (format!("{sum} was paid and waits for a decision under Payments: {problem}"), Waiting)
        }
        (_, _, Some(name)) => (format!("{sum} was paid {what} by {name}."), Good),
        _ => (format!("{sum} was paid {what}, and it is not known by which business."), Waiting),
    };
    Timeline {
        kind,
        id: facts.id.clone(),
        title: format!("{sum} {what}"),
        answer,
        tone,
        steps,
        client_id: facts.client_id.clone(),
        company_name: facts.company_name.clone(),
    }
}
