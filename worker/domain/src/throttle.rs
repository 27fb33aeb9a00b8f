//! How often strangers may guess passwords and ask for mails.

const MINUTE: i64 = 60 * 1000;
const HOUR: i64 = 60 * MINUTE;
/// The longest window of all; older attempts count nowhere.
pub const LONGEST_WINDOW_MS: i64 = 24 * HOUR;
/// An address from which an account was entered is remembered this long.
pub const KNOWN_ADDRESS_LIFE_MS: i64 = 90 * 24 * HOUR;

/// So many attempts within so long.
#[derive(Debug, Clone, Copy)]
pub struct Limit {
    /// How many are let through.
    pub most: u32,
    /// Within this many milliseconds.
    pub window_ms: i64,
}

/// Failed sign-ins of one account from one address.
pub const SIGN_IN_PAIR: Limit = Limit { most: 5, window_ms: 15 * MINUTE };
/// Failed sign-ins from one address, whatever the account.
pub const SIGN_IN_ADDRESS: Limit = Limit { most: 50, window_ms: HOUR };
/// Failed sign-ins of one account from addresses that it was never entered from: nobody locks it for its owner.
pub const SIGN_IN_ACCOUNT: Limit = Limit { most: 100, window_ms: HOUR };
/// Mails to one recipient that strangers asked for.
pub const MAIL_RECIPIENT: Limit = Limit { most: 3, window_ms: LONGEST_WINDOW_MS };
/// Mails that one address asked for.
pub const MAIL_ADDRESS: Limit = Limit { most: 10, window_ms: LONGEST_WINDOW_MS };

/// Seconds until the oldest of a full window leaves it, for `Retry-After`.
#[must_use]
pub fn retry_after(limit: Limit, oldest: i64, now: i64) -> u32 {
    let left = oldest.saturating_add(limit.window_ms).saturating_sub(now);
    u32::try_from(left.saturating_add(999).checked_div(1000).unwrap_or(0).max(1)).unwrap_or(u32::MAX)
}

/// A wait in words: `12 minutes`, `1 hour`, `20 hours`; rounded up.
#[must_use]
pub fn wait_in_words(seconds: u32) -> String {
    let minutes = seconds.div_ceil(60).max(1);
    let (number, unit) = if minutes < 60 { (minutes, "minute") } else { (minutes.div_ceil(60), "hour") };
    format!("{number} {unit}{}", if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inv44_the_wait_ends_when_the_oldest_attempt_leaves_the_window() {
        assert_eq!(retry_after(SIGN_IN_PAIR, 0, 0), 900);
        assert_eq!(retry_after(SIGN_IN_PAIR, 0, 14 * MINUTE), 60);
        assert_eq!(retry_after(SIGN_IN_PAIR, 0, HOUR), 1);
        assert_eq!(wait_in_words(900), "15 minutes");
        assert_eq!(wait_in_words(61), "2 minutes");
        assert_eq!(wait_in_words(1), "1 minute");
        assert_eq!(wait_in_words(3600), "1 hour");
        assert_eq!(wait_in_words(20 * 3600 - 5), "20 hours");
    }
}
