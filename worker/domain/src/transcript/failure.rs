//! Decides what follows from a failed transcription.

use crate::retention::{DAY_MS, MINUTE_MS};
use crate::retry_policy::JobOutcome;

/// When a failed transcription is worth another attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Retry {
    /// Soon, a limited number of times.
    Soon,
    /// When the account's daily quota begins anew, at 00:00 UTC.
    Tomorrow,
    /// Never: the same film would fail again.
    Never,
}

/// Decides by the code of a Workers AI error (CAP01,
/// <https://developers.cloudflare.com/workers-ai/platform/errors/>). A timeout (3007), an aborted request (3008) and
/// missing capacity (3040) pass; an unknown error may.
#[must_use]
pub const fn retry(code: Option<u32>) -> Retry {
    match code {
        Some(3036) => Retry::Tomorrow,
        // Invalid data, no such model, an incomplete or too large request, a blocked account.
        Some(3003 | 3006 | 3023 | 5004 | 5007) => Retry::Never,
        _ => Retry::Soon,
    }
}

/// Returns the code at the start of an error's message: `3040: Capacity temporarily exceeded`.
#[must_use]
pub fn code(message: &str) -> Option<u32> {
    message.split(':').next()?.trim().parse().ok()
}

/// Returns the reason that its business sees.
#[must_use]
pub fn sentence(message: &str) -> String {
    match code(message) {
        Some(code) => format!("The speech recognition could not take the sound of this video ({code})."),
        None => message.to_owned(),
    }
}

/// Returns the outcome of an attempt that failed at `now`, UTC milliseconds. A minute after midnight allows for clocks that
/// differ.
#[must_use]
pub fn outcome(message: &str, now: i64) -> JobOutcome {
    let message = message.to_owned();
    match retry(code(&message)) {
        Retry::Soon => JobOutcome::Retry(message),
        Retry::Never => JobOutcome::GiveUp(message),
        Retry::Tomorrow => {
            let until_midnight = DAY_MS.saturating_sub(now.rem_euclid(DAY_MS));
            JobOutcome::Postponed(message, until_midnight.saturating_add(MINUTE_MS))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cap01_errors_are_retried_soon_after_midnight_or_never() {
        for code in [3007, 3008, 3040, 3001, 9999] {
            assert_eq!(retry(Some(code)), Retry::Soon, "{code}");
        }
        for code in [5004, 5007, 3003, 3006, 3023] {
            assert_eq!(retry(Some(code)), Retry::Never, "{code}");
        }
        assert_eq!(retry(Some(3036)), Retry::Tomorrow);
        assert_eq!(retry(None), Retry::Soon);
    }

    #[test]
    fn cap01_the_code_begins_the_message() {
        assert_eq!(code("3040: Capacity temporarily exceeded, please try again."), Some(3040));
        assert_eq!(code("Network connection lost: 3006"), None);
        let quota = "3036: You have used up your daily free allocation";
        assert_eq!(outcome(quota, 5 * DAY_MS - 1), JobOutcome::Postponed(quota.to_owned(), 1 + MINUTE_MS));
        assert_eq!(outcome(quota, 5 * DAY_MS), JobOutcome::Postponed(quota.to_owned(), DAY_MS + MINUTE_MS));
        assert_eq!(outcome("fetch failed", 0), JobOutcome::Retry("fetch failed".to_owned()));
        assert_eq!(sentence("This video has no sound."), "This video has no sound.");
        assert!(sentence("5004: bad audio").ends_with("(5004)."));
        assert_eq!(outcome("5004: bad audio", 0), JobOutcome::GiveUp("5004: bad audio".to_owned()));
    }
}
