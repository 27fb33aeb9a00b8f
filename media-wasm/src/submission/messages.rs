//! The messages of the submission form.

use serde::Serialize;

/// The messages shown beside a field.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, export_to = "media.ts"))]
#[allow(missing_docs)] // they are their texts
pub struct Messages {
    pub name_missing: &'static str,
    pub name_too_long: &'static str,
    pub name_characters: &'static str,
    pub email_invalid: &'static str,
    pub email_too_long: &'static str,
    pub consent_missing: &'static str,
}

/// The messages (SUB15 to SUB17).
pub const MESSAGES: Messages = Messages {
    name_missing: "Name is required",
    name_too_long: "Name too long",
    name_characters: "Name contains invalid characters",
    email_invalid: "Invalid email address",
    email_too_long: "Email too long",
    consent_missing: "Please tick this box to continue",
};
