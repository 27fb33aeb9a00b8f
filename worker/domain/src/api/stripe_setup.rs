//! Whether the Stripe account has what the product needs.

use serde::{Deserialize, Serialize};

use crate::stripe::setup::{SetupItem, SetupState};

/// `GET /api/admin/stripe-setup`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "operations.ts"))]
pub struct StripeSetup {
    /// Whether the key moves real money; `null` where there is no key.
    pub is_live: Option<bool>,
    /// Where events have to be sent to.
    pub webhook_address: String,
    /// Every needed thing, in the order in which they are made.
    pub rows: Vec<SetupRow>,
}

/// One of the needed things.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "operations.ts"))]
pub struct SetupRow {
    /// Which.
    pub item: SetupItem,
    /// What is needed, in words.
    pub needed: String,
    /// What was found of it.
    pub state: SetupState,
    /// Its id at Stripe, where it is there.
    pub id: Option<String>,
    /// In what it differs, or why nobody knows.
    pub problems: Vec<String>,
    /// What an admin has to do, each once.
    pub ways_out: Vec<String>,
    /// Whether creating what is missing may put it right.
    pub is_mended_here: bool,
}

/// `POST /api/admin/stripe-setup`: what was created and changed, and how everything is now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "operations.ts"))]
pub struct StripeSetupDone {
    /// How everything is now.
    pub setup: StripeSetup,
    /// What was made.
    pub created: Vec<SetupItem>,
    /// What was there and has been changed, settings included.
    pub changed: Vec<SetupItem>,
    /// What Stripe refused, in sentences for an admin.
    pub faults: Vec<String>,
    /// What the events of a new endpoint are signed with. It is answered this once and kept nowhere.
    pub webhook_secret: Option<String>,
}
