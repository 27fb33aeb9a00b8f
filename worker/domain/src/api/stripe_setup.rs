//! Status of the required objects in the Stripe account.

use serde::{Deserialize, Serialize};

use crate::stripe::setup::{SetupItem, SetupState};

/// `GET /api/admin/stripe-setup`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "operations.ts"))]
pub struct StripeSetup {
    /// Whether the key is a live one; `null` without a key.
    pub is_live: Option<bool>,
    /// URL of the webhook endpoint.
    pub webhook_address: String,
    /// Every required object, in order of creation.
    pub rows: Vec<SetupRow>,
}

/// A required object.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "operations.ts"))]
pub struct SetupRow {
    /// The required object.
    pub item: SetupItem,
    /// The requirement, in words.
    pub needed: String,
    /// The object found.
    pub state: SetupState,
    /// Stripe id of the object, if it exists.
    pub id: Option<String>,
    /// Differences from the requirement, or why it could not be read.
    pub problems: Vec<String>,
    /// Steps for the admin, without duplicates.
    pub ways_out: Vec<String>,
    /// Whether `POST` may fix it.
    pub is_mended_here: bool,
}

/// `POST /api/admin/stripe-setup`: the changes made and the resulting status.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "operations.ts"))]
pub struct StripeSetupDone {
    /// Status after the changes.
    pub setup: StripeSetup,
    /// Objects created.
    pub created: Vec<SetupItem>,
    /// Objects and settings changed.
    pub changed: Vec<SetupItem>,
    /// Errors from Stripe, as sentences for an admin.
    pub faults: Vec<String>,
    /// Signing secret of a new endpoint. Returned once, never stored.
    pub webhook_secret: Option<String>,
}
