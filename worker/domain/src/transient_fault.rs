//! Transient errors of D1 and R2. A healthy D1 has a base rate of them and stalls now and then for
//! up to a minute.

/// Attempts for repeatable operations, including the first.
pub const MAX_ATTEMPTS: u32 = 5;
/// Delay before the second attempt in milliseconds; doubles for each further one.
const FIRST_PAUSE_MS: f64 = 60.0;
/// `Retry-After` in seconds after such an error.
pub const RETRY_SECONDS: u32 = 3;

/// D1 error messages worth a retry (Cloudflare's docs: D1, "Retry queries" and "Debug D1", the list
/// of errors).
const OF_DATABASE: [&str; 5] = [
    "Network connection lost",
    "caused object to be reset",
    "reset because its code was updated",
    "due to transient issue on remote node",
    "D1 DB is overloaded",
];

/// Suffixes of R2 errors worth a retry (Cloudflare's docs: R2, "Error codes"): internal error,
/// service unavailable, too many concurrent changes of one object, lost connection.
const OF_STORAGE: [&str; 5] = ["(10001)", "(10043)", "(10058)", "Unspecified error (0)", "Network connection lost"];

/// Whether the database could not answer now but may shortly. The operation may have happened all the same.
#[must_use]
pub fn is_transient_in_database(error: &str) -> bool {
    OF_DATABASE.iter().any(|words| error.contains(words))
}

/// Whether the file storage could not answer now but may shortly.
#[must_use]
pub fn is_transient_in_storage(error: &str) -> bool {
    OF_STORAGE.iter().any(|words| error.contains(words))
}

/// Time limit for one operation of the platform, over all attempts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Timeout {
    /// A page or its data.
    Page,
    /// A change: a submission, a chunk of its video.
    Change,
    /// A job or schedule, for which nobody waits. Longer than known stalls of D1.
    Background,
}

impl Timeout {
    /// Returns the limit in milliseconds.
    #[must_use]
    pub const fn ms(self) -> u32 {
        match self {
            Self::Page => 3_000,
            Self::Change => 10_000,
            Self::Background => 90_000,
        }
    }
}

/// Returns the delay before another attempt in milliseconds; `None` if there are no more. `tried`
/// counts from 1; `chance` in 0..=1 spreads concurrent retries.
#[must_use]
pub fn pause_ms(tried: u32, chance: f64) -> Option<f64> {
    let doubled = f64::from(1_u32.checked_shl(tried.saturating_sub(1))?);
    (tried < MAX_ATTEMPTS).then_some(FIRST_PAUSE_MS * doubled * (0.5 + chance))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inv04_only_documented_transient_database_errors_are_retried() {
        for passing in [
            "D1_ERROR: Network connection lost.",
            "D1_ERROR: Internal error in D1 DB storage caused object to be reset.",
            "D1_ERROR: D1 DB storage operation exceeded timeout which caused object to be reset.",
            "D1_ERROR: D1 DB reset because its code was updated.",
            "D1_ERROR: Cannot resolve D1 DB due to transient issue on remote node.",
            "D1_ERROR: D1 DB is overloaded. Requests queued for too long.",
        ] {
            assert!(is_transient_in_database(passing), "{passing}");
        }
        for lasting in ["D1_ERROR: UNIQUE constraint failed: clients.email: SQLITE_CONSTRAINT", "no such table: x", ""]
        {
            assert!(!is_transient_in_database(lasting), "{lasting}");
        }
    }

    #[test]
    fn inv04_only_documented_transient_storage_errors_are_retried() {
        for passing in [
            "put: We encountered an internal error. Please try again. (10001)",
            "get: Service temporarily unavailable. (10043)",
            "put: Reduce your concurrent request rate for the same object. (10058)",
            "head: Unspecified error (0)",
        ] {
            assert!(is_transient_in_storage(passing), "{passing}");
        }
        for lasting in ["put: Your metadata headers exceed the maximum allowed metadata size. (10012)", ""] {
            assert!(!is_transient_in_storage(lasting), "{lasting}");
        }
    }

    #[test]
    fn inv04_pauses_grow_with_jitter_and_end_within_the_timeout() {
        let all = |chance: f64| -> Vec<f64> { (1..=9).map_while(|tried| pause_ms(tried, chance)).collect() };
        assert_eq!(all(0.5), [60.0, 120.0, 240.0, 480.0]);
        assert!(all(1.0).iter().sum::<f64>() < f64::from(Timeout::Page.ms()));
        assert!(all(0.0).iter().sum::<f64>() >= 400.0);
    }
}
