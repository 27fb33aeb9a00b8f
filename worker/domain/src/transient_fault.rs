//! Faults of D1 and R2 that pass by themselves. D1 has a base rate of them even when it is healthy, and stalls now and then for a minute.

/// How often is tried what may be repeated, the first time included.
pub const TRIES: u32 = 5;
/// The pause before the second try, in milliseconds; each further one is twice as long.
const FIRST_PAUSE_MS: f64 = 60.0;
/// Seconds after which whoever met one is asked to try again.
pub const RETRY_SECONDS: u32 = 3;

/// The words of D1's errors that are worth another try (Cloudflare's docs: D1, "Retry queries" and "Debug D1", the list of errors).
const OF_DATABASE: [&str; 5] = [
    "Network connection lost",
    "caused object to be reset",
    "reset because its code was updated",
    "due to transient issue on remote node",
    "D1 DB is overloaded",
];

/// The ends of R2's errors that are (Cloudflare's docs: R2, "Error codes"): an internal error, a service that is away, too many changes of
/// one object at once; and what a lost connection to it is called.
const OF_STORAGE: [&str; 5] = ["(10001)", "(10043)", "(10058)", "Unspecified error (0)", "Network connection lost"];

/// Whether an error says that the database could not answer now, and may in a moment. What it was asked may have been done all the same.
#[must_use]
pub fn is_transient_in_database(error: &str) -> bool {
    OF_DATABASE.iter().any(|words| error.contains(words))
}

/// The same of the storage of files.
#[must_use]
pub fn is_transient_in_storage(error: &str) -> bool {
    OF_STORAGE.iter().any(|words| error.contains(words))
}

/// How long somebody waits for one thing that the platform is asked for, all tries together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Timeout {
    /// A page, or what it shows.
    Page,
    /// A change: a submission, a chunk of its video.
    Change,
    /// A job or a schedule, which nobody waits for. Longer than D1 is known to stall.
    Background,
}

impl Timeout {
    /// In milliseconds.
    #[must_use]
    pub const fn ms(self) -> u32 {
        match self {
            Self::Page => 3_000,
            Self::Change => 10_000,
            Self::Background => 90_000,
        }
    }
}

/// The pause before another try, in milliseconds; nothing where there is none any more. `tried` counts from 1, `chance` is from 0 to 1: of
/// many who met the same fault not all come back at once.
#[must_use]
pub fn pause_ms(tried: u32, chance: f64) -> Option<f64> {
    let doubled = f64::from(1_u32.checked_shl(tried.saturating_sub(1))?);
    (tried < TRIES).then_some(FIRST_PAUSE_MS * doubled * (0.5 + chance))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inv04_the_documented_faults_that_pass_are_known_and_others_are_not() {
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
    fn inv04_the_documented_faults_of_storage_that_pass_are_known_and_others_are_not() {
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
    fn inv04_pauses_grow_scatter_and_end_within_the_timeout() {
        let all = |chance: f64| -> Vec<f64> { (1..=9).map_while(|tried| pause_ms(tried, chance)).collect() };
        assert_eq!(all(0.5), [60.0, 120.0, 240.0, 480.0]);
        assert!(all(1.0).iter().sum::<f64>() < f64::from(Timeout::Page.ms()));
        assert!(all(0.0).iter().sum::<f64>() >= 400.0);
    }
}
