//! Why a recording was sent unfinished.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Why a recording was sent unfinished. Serialised as its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "media.ts"))]
pub enum RawReason {
    /// The browser cannot encode H.264.
    Unsupported,
    /// The browser cannot decode the recording.
    Undecodable,
    /// Finishing failed with an error.
    Failed,
    /// Finishing made no progress, or too little.
    Stalled,
    /// The finished file exceeds the budget.
    TooLarge,
    /// The customer did not wait for finishing.
    Skipped,
    /// The page crashed twice while finishing.
    Crashed,
}

impl RawReason {
    /// All reasons.
    pub const ALL: [Self; 7] = [
        Self::Unsupported,
        Self::Undecodable,
        Self::Failed,
        Self::Stalled,
        Self::TooLarge,
        Self::Skipped,
        Self::Crashed,
    ];

    /// The serialised name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Unsupported => "unsupported",
            Self::Undecodable => "undecodable",
            Self::Failed => "failed",
            Self::Stalled => "stalled",
            Self::TooLarge => "too-large",
            Self::Skipped => "skipped",
            Self::Crashed => "crashed",
        }
    }
}

impl FromStr for RawReason {
    type Err = UnknownRawReason;

    fn from_str(name: &str) -> Result<Self, UnknownRawReason> {
        Self::ALL.into_iter().find(|reason| reason.as_str() == name).ok_or(UnknownRawReason)
    }
}

/// Error: no reason has this name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownRawReason;

impl fmt::Display for UnknownRawReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a reason why a recording is unfinished")
    }
}

impl Error for UnknownRawReason {}
