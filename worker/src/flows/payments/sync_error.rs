//! Why a sync with Stripe failed.

use domain::retry_policy::JobOutcome;

use crate::error::{Error, Result};
use crate::integrations::stripe::Fault;

/// Result of a sync with Stripe.
pub type SyncResult<T> = std::result::Result<T, SyncError>;

/// Why a sync with Stripe failed.
pub enum SyncError {
    /// Stripe did not answer, or refused.
    Stripe(Fault),
    /// A concurrent run has written a newer state.
    Overtaken,
    /// A fault of our own.
    Internal(Error),
}

impl SyncError {
    /// Converts it for the job that syncs.
    ///
    /// # Errors
    /// [`SyncError::Internal`].
    pub fn outcome(self) -> Result<JobOutcome> {
        match self {
            Self::Stripe(fault) => Ok(fault.into()),
            Self::Overtaken => Ok(JobOutcome::Retry("Others write at the same time.".into())),
            Self::Internal(error) => Err(error),
        }
    }

    /// Converts it for a caller that waits for the sync: a concurrent run has read the same.
    ///
    /// # Errors
    /// All but [`SyncError::Overtaken`].
    pub fn ignore_overtaken(self) -> Result<()> {
        match self {
            Self::Stripe(fault) => Err(fault.into()),
            Self::Overtaken => Ok(()),
            Self::Internal(error) => Err(error),
        }
    }
}

impl From<Fault> for SyncError {
    fn from(fault: Fault) -> Self {
        Self::Stripe(fault)
    }
}

impl From<Error> for SyncError {
    fn from(error: Error) -> Self {
        Self::Internal(error)
    }
}

impl From<serde_json::Error> for SyncError {
    fn from(error: serde_json::Error) -> Self {
        Self::Internal(error.into())
    }
}
