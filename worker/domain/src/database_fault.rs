//! Faults of D1 that pass by themselves. It has a base rate of them even when it is healthy.

/// How often a statement is tried that may be repeated, the first time included.
pub const TRIES: u32 = 5;
/// The pause before the second try, in milliseconds; each further one is twice as long.
const FIRST_PAUSE_MS: f64 = 60.0;
/// Seconds after which whoever met one is asked to try again.
pub const RETRY_SECONDS: u32 = 3;

/// The words of D1's errors that are worth another try (Cloudflare's docs: D1, "Retry queries" and "Debug D1", the list of errors).
const PASSING: [&str; 6] = [
    "Network connection lost",
    "storage caused object to be reset",
    "which caused object to be reset",
    "reset because its code was updated",
    "due to transient issue on remote node",
    "D1 DB is overloaded",
];

/// Whether an error says that the database could not answer now, and may in a moment. What it was asked may have been done all the same.
#[must_use]
pub fn is_passing(error: &str) -> bool {
    PASSING.iter().any(|words| error.contains(words))
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
            assert!(is_passing(passing), "{passing}");
        }
        for lasting in ["D1_ERROR: UNIQUE constraint failed: clients.email: SQLITE_CONSTRAINT", "no such table: x", ""]
        {
            assert!(!is_passing(lasting), "{lasting}");
        }
    }

    #[test]
    fn inv04_pauses_grow_scatter_and_end_within_three_seconds() {
        let all = |chance: f64| -> Vec<f64> { (1..=9).map_while(|tried| pause_ms(tried, chance)).collect() };
        assert_eq!(all(0.5), [60.0, 120.0, 240.0, 480.0]);
        assert!(all(1.0).iter().sum::<f64>() < f64::from(RETRY_SECONDS) * 1000.0);
        assert!(all(0.0).iter().sum::<f64>() >= 400.0);
    }
}
