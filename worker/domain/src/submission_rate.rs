//! How many submissions a client gets in a time: so many that no shop meets the limit, and so few that nobody drains its
//! credits.

use std::collections::BTreeMap;

use crate::rate_limit::{Limit, retry_after};
use crate::retention::{DAY_MS, HOUR_MS};
use crate::setting::{
    CHALLENGE_FROM, CLIENT_SUBMISSIONS_DAY, CLIENT_SUBMISSIONS_HOUR, HOUSEHOLD_SUBMISSIONS_DAY,
    HOUSEHOLD_SUBMISSIONS_HOUR, Setting,
};

/// A window of time that began with its first submission.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Window {
    /// UTC milliseconds.
    pub began: i64,
    /// How many came since.
    pub count: u32,
}

/// Counts of submissions to a client, from one household or from everywhere.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Rate {
    /// In an hour.
    pub hour: Window,
    /// In a day.
    pub day: Window,
    /// On how many days some from this household were no testimonials to the client.
    pub rejections: u32,
}

/// The most submissions to a client, from one household or from everywhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RateLimits {
    /// In an hour.
    pub hour: u32,
    /// In a day.
    pub day: u32,
}

/// What may come to a client.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SubmissionLimits {
    /// From one household: one IPv4 address, or an IPv6 /48.
    pub household: RateLimits,
    /// From everywhere.
    pub client: RateLimits,
    /// From how many of one household in an hour on a proof is needed.
    pub challenge_from: u32,
}

impl SubmissionLimits {
    /// The settings that they come from.
    pub const SETTINGS: [Setting; 5] = [
        HOUSEHOLD_SUBMISSIONS_HOUR,
        HOUSEHOLD_SUBMISSIONS_DAY,
        CLIENT_SUBMISSIONS_HOUR,
        CLIENT_SUBMISSIONS_DAY,
        CHALLENGE_FROM,
    ];

    /// Of the settings as they are stored; what is not there is at its default.
    #[must_use]
    pub fn of(stored: &BTreeMap<String, String>) -> Self {
        let number = |setting: Setting| setting.number(stored.get(setting.key).map_or(setting.default, String::as_str));
        Self {
            household: RateLimits { hour: number(HOUSEHOLD_SUBMISSIONS_HOUR), day: number(HOUSEHOLD_SUBMISSIONS_DAY) },
            client: RateLimits { hour: number(CLIENT_SUBMISSIONS_HOUR), day: number(CLIENT_SUBMISSIONS_DAY) },
            challenge_from: number(CHALLENGE_FROM),
        }
    }
}

impl RateLimits {
    /// For the demo, which everybody tries and nobody pays for.
    pub const NONE: Self = Self { hour: u32::MAX, day: u32::MAX };

    /// The limits of a household some of whose videos were no testimonials on so many days: each day halves them, down to one. A
    /// single prank over a shop's Wi-Fi closes it to nobody, one day after the other does.
    #[must_use]
    pub fn slowed(self, rejections: u32) -> Self {
        let halved = |limit: u32| limit.checked_shr(rejections).unwrap_or(0).max(1);
        Self { hour: halved(self.hour), day: halved(self.day) }
    }
}

/// Seconds until one more may come, or nothing where it may now.
#[must_use]
pub fn wait(rate: &Rate, limits: RateLimits, now: i64) -> Option<u32> {
    let left = |window: Window, limit: Limit| {
        let is_open = window.began.saturating_add(limit.window_ms) > now;
        // A request beside this one may have begun a moment later.
        (is_open && window.count >= limit.max).then(|| retry_after(limit, window.began.min(now), now))
    };
    let hour = left(rate.hour, Limit { max: limits.hour, window_ms: HOUR_MS });
    let day = left(rate.day, Limit { max: limits.day, window_ms: DAY_MS });
    hour.max(day)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: RateLimits = RateLimits { hour: 20, day: 40 };

    fn rate(hour: (i64, u32), day: (i64, u32)) -> Rate {
        let window = |(began, count)| Window { began, count };
        Rate { hour: window(hour), day: window(day), rejections: 0 }
    }

    #[test]
    fn sub37_the_wait_ends_with_the_window_that_is_full() {
        let now = 10 * DAY_MS;
        assert_eq!(wait(&rate((now - 1000, 19), (now - 1000, 39)), LIMITS, now), None);
        assert_eq!(wait(&rate((now - 1000, 20), (now - 1000, 20)), LIMITS, now), Some(3599));
        assert_eq!(wait(&rate((now - HOUR_MS, 20), (now - HOUR_MS, 20)), LIMITS, now), None);
        assert_eq!(wait(&rate((now, 20), (now - DAY_MS + 7_200_000, 40)), LIMITS, now), Some(7200));
        assert_eq!(wait(&rate((now - 2 * DAY_MS, 90), (now - DAY_MS, 90)), LIMITS, now), None);
    }

    #[test]
    fn sub37_what_is_not_set_is_at_its_default_and_lets_a_workshop_of_twenty_through() {
        let limits = SubmissionLimits::of(&BTreeMap::new());
        assert_eq!(limits.household, LIMITS);
        assert_eq!(limits.client, RateLimits { hour: 60, day: 120 });
        let set = BTreeMap::from([(HOUSEHOLD_SUBMISSIONS_HOUR.key.to_owned(), "3".to_owned())]);
        assert_eq!(SubmissionLimits::of(&set).household, RateLimits { hour: 3, day: 40 });
    }

    #[test]
    fn sub38_each_video_that_was_no_testimonial_halves_what_its_address_may_send() {
        let left = [0, 1, 2, 5, 31, 32, 1000].map(|rejections| LIMITS.slowed(rejections).hour);
        assert_eq!(left, [20, 10, 5, 1, 1, 1, 1]);
    }
}
