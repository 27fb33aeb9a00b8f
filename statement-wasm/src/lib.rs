//! The check of a partner's statement, for its own browser.

use domain::api::commission::CommissionFacts;
use domain::commission::activity::Standing;
use domain::commission::check::{check, standings};
use wasm_bindgen::prelude::wasm_bindgen;

/// What a month comes to, and what it is said to come to.
#[wasm_bindgen]
#[derive(Debug, Clone)]
pub struct StatementCheck {
    /// How many of the partner's clients count.
    #[wasm_bindgen(readonly, js_name = ownClients)]
    pub own_clients: u32,
    /// How many count of the partners whom it sponsors.
    #[wasm_bindgen(readonly, js_name = sponsoredClients)]
    pub sponsored_clients: u32,
    /// What the month comes to by them, in pence.
    #[wasm_bindgen(readonly, js_name = computedPence)]
    pub computed_pence: f64,
    /// What its commissions come to, in pence.
    #[wasm_bindgen(readonly, js_name = statedPence)]
    pub stated_pence: f64,
    /// Whether every commission that waits is what follows from the facts and from those that were paid.
    #[wasm_bindgen(readonly, js_name = isRight)]
    pub is_right: bool,
    referrals: Vec<Standing>,
}

#[wasm_bindgen]
impl StatementCheck {
    /// Of the partner's own referrals the one at `index`, in the order of the statement; nothing past the last.
    #[must_use]
    pub fn referral(&self, index: usize) -> Option<ReferralStanding> {
        self.referrals.get(index).copied().map(ReferralStanding::from)
    }
}

/// Whether a referral counts for the month, and what said so as it was computed; UTC milliseconds.
#[wasm_bindgen]
#[derive(Debug, Clone, Copy)]
pub struct ReferralStanding {
    activity: &'static str,
    /// The beginning of what was paid for last.
    #[wasm_bindgen(readonly, js_name = paidFrom)]
    pub paid_from: Option<f64>,
    /// Its end.
    #[wasm_bindgen(readonly, js_name = paidUntil)]
    pub paid_until: Option<f64>,
    /// Whether all of it went back.
    #[wasm_bindgen(readonly, js_name = isRefunded)]
    pub is_refunded: bool,
    /// Since when a payment was due.
    #[wasm_bindgen(readonly, js_name = unpaidSince)]
    pub unpaid_since: Option<f64>,
    /// When its subscription had ended.
    #[wasm_bindgen(readonly, js_name = endedAt)]
    pub ended_at: Option<f64>,
}

#[wasm_bindgen]
impl ReferralStanding {
    /// A word of `ReferralActivity`.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn activity(&self) -> String {
        self.activity.to_owned()
    }
}

impl From<Standing> for ReferralStanding {
    fn from(of: Standing) -> Self {
        let paid = of.last_paid;
        Self {
            activity: of.activity.as_str(),
            paid_from: paid.map(|one| number(one.period_start)),
            paid_until: paid.map(|one| number(one.period_end)),
            is_refunded: paid.is_some_and(|one| one.is_refunded),
            unpaid_since: of.unpaid_since.map(number),
            ended_at: of.ended_at.map(number),
        }
    }
}

/// As JavaScript counts; moments and pence of a month stay far below 2^53.
#[allow(clippy::cast_precision_loss)]
const fn number(of: i64) -> f64 {
    of as f64
}

/// Computes a month once more. `statement` is what `GET /api/affiliate/statements/{month}` answered, as it came; nothing where it cannot be
/// read.
#[wasm_bindgen(js_name = checkStatement)]
#[must_use]
pub fn check_statement(statement: &str) -> Option<StatementCheck> {
    let statement: CommissionFacts = serde_json::from_str(statement).ok()?;
    let found = check(&statement)?;
    Some(StatementCheck {
        own_clients: found.own_clients,
        sponsored_clients: found.sponsored_clients,
        computed_pence: number(found.computed_pence),
        stated_pence: number(found.stated_pence),
        is_right: found.is_right,
        referrals: standings(&statement),
    })
}
