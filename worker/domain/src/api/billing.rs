//! A client's plan and credits in its portal.

use serde::{Deserialize, Serialize};

use crate::credits::CreditReason;

/// `POST /api/client/{client}/cancellation`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export))]
pub struct Cancellation {
    /// When the plan was cancelled, UTC milliseconds.
    pub cancelled_at: i64,
    /// Until when the record page and the portal work; then everything that customers sent is deleted. UTC milliseconds.
    pub access_ends_at: i64,
}

/// `GET /api/client/{client}/credits?before=…`: every change of its credits, newest first, 50 to a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export))]
pub struct CreditPage {
    /// One page of them.
    pub entries: Vec<CreditEntry>,
    /// Where the next page begins; `null` at the end.
    pub next: Option<String>,
}

/// A change of a client's credits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export))]
pub struct CreditEntry {
    /// 1, 2, 3, … for each client.
    pub seq: i64,
    /// UTC milliseconds.
    pub at: i64,
    /// Why.
    pub reason: CreditReason,
    /// What came, or went where it is below 0.
    pub amount: i64,
    /// What was left then.
    pub balance: i64,
    /// Whose video it was; `null` where it was none, or has been erased.
    pub customer_name: Option<String>,
    /// The email of the admin who changed it; admins alone learn of it.
    pub actor: Option<String>,
}
