//! How many submissions a client gets in a time: a burst of them at once, more on hold, and at some point no more. So many
//! that no shop meets the limit, and so few that nobody drains its credits.

use std::collections::BTreeMap;

use crate::rate_limit::{Limit, retry_after};
use crate::retention::{DAY_MS, HOUR_MS};
use crate::setting::{
    ADDRESS_UPLOADS, CHALLENGE_FROM, CLIENT_BURST, CLIENT_SUBMISSIONS_DAY, CLIENT_SUBMISSIONS_HOUR, CLIENT_UPLOADS,
    CREDIT_SHARE, HOUSEHOLD_SUBMISSIONS_DAY, HOUSEHOLD_SUBMISSIONS_HOUR, NETWORK_BURST, Setting,
};

/// So many from a household are taken within a day, if only on hold, however many come from elsewhere.
pub const ALWAYS_TAKEN: u32 = 3;

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

/// Counts of a client's submissions from one sender's address and network.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SenderRates {
    /// One IPv4 address, or an IPv6 /48.
    pub household: Rate,
    /// An IPv4 /24, or the same IPv6 /48.
    pub network: Rate,
}

/// Limits that the counts must stay below for a submission to be accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// Those of its household.
    pub household: RateLimits,
    /// Those of its network.
    pub network: RateLimits,
    /// Those from everywhere.
    pub client: RateLimits,
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
    /// How many come through at once; more are taken on hold.
    pub burst: Burst,
    /// How many uploads move at once.
    pub uploads: UploadPlaces,
}

/// How many uploads move at once. [`crate::limits::UPLOADS_KEPT_FOR_HOUSEHOLD`] of a household come on top.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UploadPlaces {
    /// Of one address.
    pub address: u32,
    /// To one client.
    pub client: u32,
}

impl UploadPlaces {
    /// Of one network to one client: a quarter of the client's.
    #[must_use]
    pub const fn network(self) -> u32 {
        self.client / 4
    }
}

/// How many submissions take a credit and are delivered without their business being asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Burst {
    /// From one network.
    pub network: RateLimits,
    /// From everywhere.
    pub client: RateLimits,
    /// The part of the client's credits that one network takes in a day, in percent.
    pub credit_share: u32,
}

impl Burst {
    /// Lowers the network's burst of a day to its share of the credits that the client had before those that came from it
    /// today; one at least.
    fn with_credits(self, credits_remaining: i64, network: &Rate, now: i64) -> Self {
        let today = if is_open(network.day, DAY_MS, now) { network.day.count } else { 0 };
        let credits = u32::try_from(credits_remaining).unwrap_or(0).saturating_add(today);
        let share = (u64::from(credits).saturating_mul(self.credit_share.into()) / 100).max(1);
        let day = self.network.day.min(u32::try_from(share).unwrap_or(u32::MAX));
        Self { network: RateLimits { day, ..self.network }, ..self }
    }
}

impl SubmissionLimits {
    /// The settings that they come from.
    pub const SETTINGS: [Setting; 10] = [
        HOUSEHOLD_SUBMISSIONS_HOUR,
        HOUSEHOLD_SUBMISSIONS_DAY,
        CLIENT_SUBMISSIONS_HOUR,
        CLIENT_SUBMISSIONS_DAY,
        CHALLENGE_FROM,
        NETWORK_BURST,
        CLIENT_BURST,
        CREDIT_SHARE,
        ADDRESS_UPLOADS,
        CLIENT_UPLOADS,
    ];

    /// For the demo, which everybody tries and nobody pays for: only a household has its limits.
    #[must_use]
    pub const fn of_demo(self) -> Self {
        let burst = Burst { network: RateLimits::NONE, client: RateLimits::NONE, ..self.burst };
        Self { client: RateLimits::NONE, burst, ..self }
    }

    /// The limits for one sender: slowed by its household's rejections, and the burst lowered to its network's share of the
    /// credits that are left. `None` where the client counts none.
    #[must_use]
    pub fn for_sender(self, sender: &SenderRates, credits_remaining: Option<i64>, now: i64) -> Self {
        let burst =
            credits_remaining.map_or(self.burst, |credits| self.burst.with_credits(credits, &sender.network, now));
        let rejections = sender.household.rejections;
        Self {
            household: self.household.slowed(rejections),
            burst: Burst { network: burst.network.slowed(rejections), ..burst },
            ..self
        }
    }

    /// The bounds that the counts have to be below for a submission to be taken: on hold, or at once.
    #[must_use]
    pub fn bounds(&self, on_hold: bool) -> Bounds {
        let Self { household, client, burst, .. } = *self;
        if on_hold {
            Bounds { household, network: RateLimits::NONE, client }
        } else {
            Bounds { household, network: burst.network, client: client.min(burst.client) }
        }
    }

    /// Seconds until a household may send one more, or nothing where it may now. The client's limits never refuse one of which
    /// few came today.
    #[must_use]
    pub fn wait(&self, household: &Rate, client: &Rate, now: i64) -> Option<u32> {
        let has_few = !is_open(household.day, DAY_MS, now) || household.day.count < ALWAYS_TAKEN;
        let of_client = if has_few { None } else { wait(client, self.client, now) };
        wait(household, self.household, now).max(of_client)
    }

    /// Whether more came than goes through at once.
    #[must_use]
    pub fn is_crowded(&self, network: &Rate, client: &Rate, now: i64) -> bool {
        let bounds = self.bounds(false);
        wait(network, bounds.network, now).max(wait(client, bounds.client, now)).is_some()
    }

    /// Of the settings as they are stored; what is not there is at its default.
    #[must_use]
    pub fn of(stored: &BTreeMap<String, String>) -> Self {
        let number = |setting: Setting| setting.number(stored.get(setting.key).map_or(setting.default, String::as_str));
        let twice_a_day = |hour: u32| RateLimits { hour, day: hour.saturating_mul(2) };
        Self {
            household: RateLimits { hour: number(HOUSEHOLD_SUBMISSIONS_HOUR), day: number(HOUSEHOLD_SUBMISSIONS_DAY) },
            client: RateLimits { hour: number(CLIENT_SUBMISSIONS_HOUR), day: number(CLIENT_SUBMISSIONS_DAY) },
            challenge_from: number(CHALLENGE_FROM),
            burst: Burst {
                network: twice_a_day(number(NETWORK_BURST)),
                client: twice_a_day(number(CLIENT_BURST)),
                credit_share: number(CREDIT_SHARE),
            },
            uploads: UploadPlaces { address: number(ADDRESS_UPLOADS), client: number(CLIENT_UPLOADS) },
        }
    }
}

impl RateLimits {
    const NONE: Self = Self { hour: u32::MAX, day: u32::MAX };

    fn min(self, other: Self) -> Self {
        Self { hour: self.hour.min(other.hour), day: self.day.min(other.day) }
    }

    /// The limits of a household some of whose videos were no testimonials on so many days: each day halves them, down to one. A
    /// single prank over a shop's Wi-Fi closes it to nobody, one day after the other does.
    #[must_use]
    pub fn slowed(self, rejections: u32) -> Self {
        let halved = |limit: u32| limit.checked_shr(rejections).unwrap_or(0).max(1);
        Self { hour: halved(self.hour), day: halved(self.day) }
    }
}

/// Whether a window has not ended.
const fn is_open(window: Window, window_ms: i64, now: i64) -> bool {
    window.began.saturating_add(window_ms) > now
}

/// Seconds until one more may come, or nothing where it may now.
fn wait(rate: &Rate, limits: RateLimits, now: i64) -> Option<u32> {
    let left = |window: Window, limit: Limit| {
        // A request beside this one may have begun a moment later.
        (is_open(window, limit.window_ms, now) && window.count >= limit.max)
            .then(|| retry_after(limit, window.began.min(now), now))
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
    fn inv70_the_limits_of_a_client_refuse_no_household_of_which_few_came() {
        let now = 10 * DAY_MS;
        let limits = SubmissionLimits::of(&BTreeMap::new());
        let came = |count| rate((now, count), (now, count));
        let wait = |household| limits.wait(&came(household), &came(500), now);
        assert_eq!((wait(0), wait(2)), (None, None));
        assert_eq!(wait(3), Some(86_400));
        assert_eq!(limits.wait(&rate((0, 9), (now - DAY_MS, 9)), &came(500), now), None, "they came yesterday");
        assert_eq!(limits.wait(&came(20), &came(20), now), Some(3600), "a household has its own");
    }

    #[test]
    fn inv70_what_comes_beyond_the_burst_is_taken_on_hold() {
        let now = 10 * DAY_MS;
        let came = |count| rate((now, count), (now, count));
        let limits = SubmissionLimits::of(&BTreeMap::new());
        let sender = |count| SenderRates { household: came(0), network: came(count) };
        let crowded = |network, client| {
            let sender = sender(network);
            limits.for_sender(&sender, Some(1000), now).is_crowded(&sender.network, &came(client), now)
        };
        assert!(!crowded(9, 29) && crowded(10, 10) && crowded(0, 30));
        let demo = limits.of_demo().for_sender(&sender(19), None, now);
        assert!(!demo.is_crowded(&came(19), &came(900), now), "the demo counts no credits");
        let held = Bounds { household: limits.household, network: RateLimits::NONE, client: limits.client };
        assert_eq!(limits.bounds(true), held);
        let rejected = SenderRates { household: Rate { rejections: 1, ..came(0) }, network: came(0) };
        let slowed = limits.for_sender(&rejected, Some(1000), now);
        assert_eq!(slowed.bounds(false).network, RateLimits { hour: 5, day: 10 });
        assert_eq!(slowed.bounds(true).household, RateLimits { hour: 10, day: 20 });
    }

    #[test]
    fn inv70_a_network_takes_a_quarter_of_the_credits_a_day_and_always_one() {
        let burst = SubmissionLimits::of(&BTreeMap::new()).burst;
        assert_eq!((burst.network, burst.client), (RateLimits { hour: 10, day: 20 }, RateLimits { hour: 30, day: 60 }));
        let now = 10 * DAY_MS;
        let came = |count| rate((now, count), (now, count));
        let day = |credits, network: &Rate| burst.with_credits(credits, network, now).network.day;
        assert_eq!(day(50, &came(0)), 12);
        assert_eq!(day(44, &came(6)), 12, "those of today were there");
        assert_eq!(day(50, &rate((0, 6), (now - DAY_MS, 6))), 12, "those of yesterday were not");
        assert_eq!(day(1000, &came(0)), 20);
        for credits in [0, 1, 3, 7] {
            assert_eq!(day(credits, &came(0)), 1, "{credits}");
        }
    }

    #[test]
    fn sub38_each_video_that_was_no_testimonial_halves_what_its_address_may_send() {
        let left = [0, 1, 2, 5, 31, 32, 1000].map(|rejections| LIMITS.slowed(rejections).hour);
        assert_eq!(left, [20, 10, 5, 1, 1, 1, 1]);
    }
}
