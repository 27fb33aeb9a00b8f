//! How often strangers may guess passwords and ask for mails.

use crate::retention::{HOUR_MS, MINUTE_MS, RATE_LIMIT_EVENT_MS, RECOVERY_LINK_MS};
use crate::string_enum::string_enum;

string_enum! {
    /// What is counted.
    RateLimitKind {
        /// A failed sign-in.
        SignIn = "sign_in",
        /// An email that a visitor asked for.
        Mail = "mail",
        /// A question about a purchase that only the payment provider can answer.
        Checkout = "checkout",
    }
}

/// Characters that the hashes of all addresses of a household begin with. A household is one IPv4 address or an IPv6 /48, the most
/// that a provider gives to one line.
pub const HOUSEHOLD_CHARACTERS: u8 = 16;

/// The household in the hash of an address.
#[must_use]
pub fn household_of(ip_hash: &str) -> &str {
    ip_hash.get(..usize::from(HOUSEHOLD_CHARACTERS)).unwrap_or(ip_hash)
}

/// The network in the hash of an address: an IPv4 /24, or the household of IPv6. It may be that of one customer of a hosting
/// company, or of thousands who share a provider's addresses: what it takes in all only makes room or waits, and refuses none of them.
#[must_use]
pub fn network_of(ip_hash: &str) -> &str {
    ip_hash.get(2 * usize::from(HOUSEHOLD_CHARACTERS)..).unwrap_or_default()
}

/// So many attempts within so long.
#[derive(Debug, Clone, Copy)]
pub struct Limit {
    /// How many are let through.
    pub max: u32,
    /// Within this many milliseconds.
    pub window_ms: i64,
}

/// Failed sign-ins of one account from one household.
pub const SIGN_IN_PAIR: Limit = Limit { max: 5, window_ms: 15 * MINUTE_MS };
/// Failed sign-ins from one household, whatever the account.
pub const SIGN_IN_HOUSEHOLD: Limit = Limit { max: 50, window_ms: HOUR_MS };
/// Failed sign-ins of one account from addresses that it was never entered from: nobody locks it for its owner.
pub const SIGN_IN_ACCOUNT: Limit = Limit { max: 100, window_ms: HOUR_MS };
/// Mails to one recipient that strangers asked for, from everywhere: one household leaves the owner enough of them.
pub const MAIL_RECIPIENT: Limit = Limit { max: 12, window_ms: RATE_LIMIT_EVENT_MS };
/// Mails with a link to a new password beyond those: one whenever the newest link has expired. So strangers who ask for mails
/// cannot keep an owner out: the inbox has a link that works, or another one may be asked for.
pub const MAIL_RESET: Limit = Limit { max: 1, window_ms: RECOVERY_LINK_MS };
/// Mails to one recipient that one household asked for.
pub const MAIL_PAIR: Limit = Limit { max: 3, window_ms: RATE_LIMIT_EVENT_MS };
/// Mails that one household asked for.
pub const MAIL_HOUSEHOLD: Limit = Limit { max: 10, window_ms: RATE_LIMIT_EVENT_MS };
/// Purchases that one household asked the payment provider about.
pub const CHECKOUT_HOUSEHOLD: Limit = Limit { max: 30, window_ms: HOUR_MS };

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
        assert_eq!(retry_after(SIGN_IN_PAIR, 0, 14 * MINUTE_MS), 60);
        assert_eq!(retry_after(SIGN_IN_PAIR, 0, HOUR_MS), 1);
        assert_eq!(wait_in_words(900), "15 minutes");
        assert_eq!(wait_in_words(61), "2 minutes");
        assert_eq!(wait_in_words(1), "1 minute");
        assert_eq!(wait_in_words(3600), "1 hour");
        assert_eq!(wait_in_words(20 * 3600 - 5), "20 hours");
    }
}
