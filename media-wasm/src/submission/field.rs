//! The fields of a submission form.

use serde::Serialize;

/// A field of the form, serialised by its name in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, export_to = "media.ts"))]
#[allow(missing_docs)] // they are their names
pub enum Field {
    CustomerName,
    CustomerEmail,
    ConsentData,
    ConsentMarketing,
}

impl Field {
    /// The name in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::CustomerName => "customerName",
            Self::CustomerEmail => "customerEmail",
            Self::ConsentData => "consentData",
            Self::ConsentMarketing => "consentMarketing",
        }
    }
}
