//! The check of a partner's statement, for its own browser.

use domain::api::commission::CommissionFacts;
use domain::commission::check::check;
use wasm_bindgen::prelude::wasm_bindgen;

/// What a month comes to, and what it is said to come to.
#[wasm_bindgen]
#[derive(Debug, Clone, Copy)]
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
}

/// Computes a month once more. `statement` is what `GET /api/affiliate/statements/{month}` answered, as it came; nothing where it cannot be
/// read.
#[wasm_bindgen(js_name = checkStatement)]
#[must_use]
#[allow(clippy::cast_precision_loss)] // pence of a month stay far below 2^53
pub fn check_statement(statement: &str) -> Option<StatementCheck> {
    let statement: CommissionFacts = serde_json::from_str(statement).ok()?;
    let found = check(&statement)?;
    Some(StatementCheck {
        own_clients: found.own_clients,
        sponsored_clients: found.sponsored_clients,
        computed_pence: found.computed_pence as f64,
        stated_pence: found.stated_pence as f64,
        is_right: found.is_right,
    })
}
