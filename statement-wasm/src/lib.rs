//! Verifies a partner's statement in the partner's browser.

use domain::api::commission::CommissionFacts;
use domain::commission::activity::Standing;
use domain::commission::check::{check, standings};
use wasm_bindgen::prelude::wasm_bindgen;

/// Computed and stated commission of a month.
#[wasm_bindgen]
#[derive(Debug, Clone)]
pub struct StatementCheck {
    /// Number of the partner's active clients.
    #[wasm_bindgen(readonly, js_name = ownClients)]
    pub own_clients: u32,
    /// Number of active clients of the partners it sponsors.
    #[wasm_bindgen(readonly, js_name = sponsoredClients)]
    pub sponsored_clients: u32,
    /// Commission computed from those numbers, in pence.
    #[wasm_bindgen(readonly, js_name = computedPence)]
    pub computed_pence: f64,
    /// Commission stated by the server, in pence.
    #[wasm_bindgen(readonly, js_name = statedPence)]
    pub stated_pence: f64,
    /// Whether every pending commission follows from the facts and the payouts made so far.
    #[wasm_bindgen(readonly, js_name = isRight)]
    pub is_right: bool,
    referrals: Vec<Standing>,
}

#[wasm_bindgen]
impl StatementCheck {
    /// Returns the partner's own referral at `index`, in the order of the statement.
    #[must_use]
    pub fn referral(&self, index: usize) -> Option<ReferralStanding> {
        self.referrals.get(index).copied().map(ReferralStanding::from)
    }
}

/// Whether a referral counts for the month, with the facts used to decide it; UTC milliseconds.
#[wasm_bindgen]
#[derive(Debug, Clone, Copy)]
pub struct ReferralStanding {
    activity: &'static str,
    /// Start of the last paid period.
    #[wasm_bindgen(readonly, js_name = paidFrom)]
    pub paid_from: Option<f64>,
    /// End of the last paid period.
    #[wasm_bindgen(readonly, js_name = paidUntil)]
    pub paid_until: Option<f64>,
    /// Whether that payment was refunded in full.
    #[wasm_bindgen(readonly, js_name = isRefunded)]
    pub is_refunded: bool,
    /// When the unpaid invoice became due.
    #[wasm_bindgen(readonly, js_name = unpaidSince)]
    pub unpaid_since: Option<f64>,
    /// When the subscription ended.
    #[wasm_bindgen(readonly, js_name = endedAt)]
    pub ended_at: Option<f64>,
}

#[wasm_bindgen]
impl ReferralStanding {
    /// Value of `ReferralActivity`.
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

/// Converts to a JavaScript number; timestamps and pence of a month are far below 2^53.
#[allow(clippy::cast_precision_loss)]
const fn number(of: i64) -> f64 {
    of as f64
}

/// Recomputes a month. `statement` is the raw answer of `GET /api/affiliate/statements/{month}`;
/// `None` if it cannot be parsed.
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
