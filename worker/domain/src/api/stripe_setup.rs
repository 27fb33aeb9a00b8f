//! Whether the Stripe account has what the product needs.

use serde::{Deserialize, Serialize};

use crate::stripe::setup::{SetupItem, SetupState};

/// `GET /api/admin/stripe-setup`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "operations.ts"))]
pub struct StripeSetup {
    /// Whether the key moves real money; `null` where there is no key.
    pub is_live: Option<bool>,
    /// Endpoint for events.
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
    /// The requirement, in words.
    pub needed: String,
    /// The object found.
    pub state: SetupState,
    /// Its id at Stripe, where it is there.
    pub id: Option<String>,
    /// In what it differs, or why nobody knows.
    pub problems: Vec<String>,
    /// Steps for the admin, each once.
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
    /// Objects created.
    pub created: Vec<SetupItem>,
    /// Objects and settings changed.
    pub changed: Vec<SetupItem>,
    /// Refusals by Stripe, in sentences for an admin.
    pub faults: Vec<String>,
    /// Signing secret of a new endpoint. It is returned once and stored nowhere.
    pub webhook_secret: Option<String>,
}
