//! Rate limits for password guessing and for mails requested by visitors.

use crate::retention::{HOUR_MS, MINUTE_MS, RATE_LIMIT_EVENT_MS, RECOVERY_LINK_MS};
use crate::string_enum::string_enum;

string_enum! {
    /// Kind of counted event.
    RateLimitKind {
        /// A failed sign-in.
        SignIn = "sign_in",
        /// An email requested by a visitor.
        Mail = "mail",
        /// A look-up of a purchase at Stripe.
        Checkout = "checkout",
        /// A question whether somebody agreed to a video.
        Film = "film",
    }
}

/// Length of each of an IP hash's three parts: household, address and network. A household is one
/// IPv4 address or an IPv6 /48, the largest block a provider assigns to one line.
pub const IP_HASH_PART_CHARACTERS: u8 = 16;

/// Returns the household part of an IP hash.
#[must_use]
pub fn household_of(ip_hash: &str) -> &str {
    ip_hash.get(..usize::from(IP_HASH_PART_CHARACTERS)).unwrap_or(ip_hash)
}

/// Returns the network part of an IP hash: an IPv4 /24, or the IPv6 household. It may belong to one
/// customer of a hosting company or to thousands behind a provider's NAT, so that its totals only
/// evict or delay and never reject anybody.
#[must_use]
pub fn network_of(ip_hash: &str) -> &str {
    ip_hash.get(2 * usize::from(IP_HASH_PART_CHARACTERS)..).unwrap_or_default()
}

/// Maximum number of attempts in a time window.
#[derive(Debug, Clone, Copy)]
pub struct Limit {
    /// Attempts allowed.
    pub max: u32,
    /// Within this many milliseconds.
    pub window_ms: i64,
}

/// Failed sign-ins of one account from one household.
pub const SIGN_IN_PAIR: Limit = Limit { max: 5, window_ms: 15 * MINUTE_MS };
/// Failed sign-ins from one household, for any account.
pub const SIGN_IN_HOUSEHOLD: Limit = Limit { max: 50, window_ms: HOUR_MS };
/// Failed sign-ins of one account from addresses that never signed in to it, so that nobody can
/// lock out its owner.
pub const SIGN_IN_ACCOUNT: Limit = Limit { max: 100, window_ms: HOUR_MS };
/// Mails to one recipient requested by visitors from anywhere; a single household cannot use up the
/// owner's share.
pub const MAIL_RECIPIENT: Limit = Limit { max: 12, window_ms: RATE_LIMIT_EVENT_MS };
/// Password reset mails beyond those: one whenever the newest link has expired. Strangers
/// requesting mails thus cannot lock an owner out: either the inbox has a valid link or another one
/// can be requested.
pub const MAIL_RESET: Limit = Limit { max: 1, window_ms: RECOVERY_LINK_MS };
/// Mails to one recipient requested by one household.
pub const MAIL_PAIR: Limit = Limit { max: 3, window_ms: RATE_LIMIT_EVENT_MS };
/// Mails requested by one household.
pub const MAIL_HOUSEHOLD: Limit = Limit { max: 10, window_ms: RATE_LIMIT_EVENT_MS };
/// Applications to become a partner from one network: short, because a network may only delay others.
pub const APPLICATION_NETWORK: Limit = Limit { max: 20, window_ms: HOUR_MS };
/// Purchases looked up at Stripe by one household.
pub const CHECKOUT_HOUSEHOLD: Limit = Limit { max: 30, window_ms: HOUR_MS };
/// Questions about videos from one household.
pub const FILM_HOUSEHOLD: Limit = Limit { max: 60, window_ms: HOUR_MS };

/// Returns the seconds until the oldest event leaves a full window, for `Retry-After`.
#[must_use]
pub fn retry_after(limit: Limit, oldest: i64, now: i64) -> u32 {
    let left = oldest.saturating_add(limit.window_ms).saturating_sub(now);
    u32::try_from(left.saturating_add(999).checked_div(1000).unwrap_or(0).max(1)).unwrap_or(u32::MAX)
}

/// Formats a wait, rounded up: `12 minutes`, `1 hour`, `20 hours`.
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
