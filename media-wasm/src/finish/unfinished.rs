//! Why a recording was sent as it was recorded.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use serde::Serialize;

/// Why a recording was sent as it was recorded. Crosses every border as its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub enum Unfinished {
    /// The browser cannot encode H.264.
    Unsupported,
    /// The browser cannot decode the recording.
    Undecodable,
    /// Finishing ended in an error.
    Failed,
    /// Finishing made no progress, or too little.
    Stalled,
    /// What came out is over budget.
    TooLarge,
    /// The customer did not wait.
    Skipped,
}

impl Unfinished {
    /// All reasons.
    pub const ALL: [Self; 6] =
        [Self::Unsupported, Self::Undecodable, Self::Failed, Self::Stalled, Self::TooLarge, Self::Skipped];

    /// The name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Unsupported => "unsupported",
            Self::Undecodable => "undecodable",
            Self::Failed => "failed",
            Self::Stalled => "stalled",
            Self::TooLarge => "too-large",
            Self::Skipped => "skipped",
        }
    }
}

impl FromStr for Unfinished {
    type Err = UnknownReason;

    fn from_str(name: &str) -> Result<Self, UnknownReason> {
        Self::ALL.into_iter().find(|reason| reason.as_str() == name).ok_or(UnknownReason)
    }
}

/// No reason has this name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownReason;

impl fmt::Display for UnknownReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a reason why a recording is unfinished")
    }
}

impl Error for UnknownReason {}
