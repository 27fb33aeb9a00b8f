//! Rate limits for submissions to a client: a burst is accepted, more is put on hold, and still
//! more is rejected. Set so high that no shop reaches them and so low that nobody can drain its
//! credits.

use std::collections::BTreeMap;

use crate::rate_limit::{Limit, retry_after};
use crate::retention::{DAY_MS, HOUR_MS};
use crate::setting::{
    ADDRESS_UPLOADS, CHALLENGE_FROM, CLIENT_BURST, CLIENT_SUBMISSIONS_DAY, CLIENT_SUBMISSIONS_HOUR, CLIENT_UPLOADS,
    CREDIT_SHARE, HOUSEHOLD_SUBMISSIONS_DAY, HOUSEHOLD_SUBMISSIONS_HOUR, NETWORK_BURST, Setting,
};

/// Submissions per household and day that are always accepted, if only on hold, however many come
/// from elsewhere.
pub const ALWAYS_TAKEN: u32 = 3;

/// A time window starting at its first submission.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Window {
    /// UTC milliseconds.
    pub began: i64,
    /// Submissions since then.
    pub count: u32,
    /// Of these, the ones put on hold.
    pub held: u32,
}

/// Submissions to a client, from one household or from everywhere.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Rate {
    /// Within an hour.
    pub hour: Window,
    /// Within a day.
    pub day: Window,
    /// Number of days on which the client rejected submissions from this household.
    pub rejections: u32,
}

impl Rate {
    /// Returns the rate of the submissions that were not put on hold.
    #[must_use]
    pub const fn without_held(self) -> Self {
        Self { hour: self.hour.without_held(), day: self.day.without_held(), ..self }
    }
}

impl Window {
    const fn without_held(self) -> Self {
        Self { count: self.count.saturating_sub(self.held), held: 0, ..self }
    }
}

/// A client's submissions from one sender's household and network.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SenderRates {
    /// One IPv4 address, or an IPv6 /48.
    pub household: Rate,
    /// An IPv4 /24, or the same IPv6 /48.
    pub network: Rate,
}

/// Counts have to be below these limits for a submission to be accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// Limits of the household.
    pub household: RateLimits,
    /// Limits of the network.
    pub network: RateLimits,
    /// Limits of the client's submissions that were not put on hold.
    pub burst: RateLimits,
    /// Limits of the client, for households with [`ALWAYS_TAKEN`] submissions today.
    pub client: RateLimits,
}

/// Maximum numbers of submissions to a client, from one household or from everywhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RateLimits {
    /// Per hour.
    pub hour: u32,
    /// Per day.
    pub day: u32,
}

/// Submission limits of a client.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SubmissionLimits {
    /// From one household: one IPv4 address, or an IPv6 /48.
    pub household: RateLimits,
    /// From everywhere.
    pub client: RateLimits,
    /// Submissions per household and hour after which a proof of work is required.
    pub challenge_from: u32,
    /// Submissions accepted at once; more are put on hold.
    pub burst: Burst,
    /// Uploads in progress at once.
    pub uploads: OpenUploadLimits,
}

/// Uploads in progress at once. Each household gets [`crate::limits::UPLOADS_KEPT_FOR_HOUSEHOLD`]
/// in addition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OpenUploadLimits {
    /// From one IP address.
    pub address: u32,
    /// To one client.
    pub client: u32,
}

impl OpenUploadLimits {
    /// Returns the limit from one network to one client: a quarter of the client's.
    #[must_use]
    pub const fn network(self) -> u32 {
        self.client / 4
    }
}

/// Submissions that take a credit and are delivered without asking the business.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Burst {
    /// From one network.
    pub network: RateLimits,
    /// From everywhere.
    pub client: RateLimits,
    /// Percentage of the client's credits that one network may use in a day.
    pub credit_share: u32,
}

impl Burst {
    /// Lowers the network's daily burst to its share of the credits the client had before today's
    /// submissions from it; at least one.
    fn with_credits(self, credits_remaining: i64, network: &Rate, now: i64) -> Self {
        let day = network.day.without_held();
        let today = if is_open(day, DAY_MS, now) { day.count } else { 0 };
        let credits = u32::try_from(credits_remaining).unwrap_or(0).saturating_add(today);
        let share = (u64::from(credits).saturating_mul(self.credit_share.into()) / 100).max(1);
        let day = self.network.day.min(u32::try_from(share).unwrap_or(u32::MAX));
        Self { network: RateLimits { day, ..self.network }, ..self }
    }
}

impl SubmissionLimits {
    /// Settings with the limits.
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

    /// Returns the limits for the demo, which everybody tries and nobody pays for: only households
    /// are limited.
    #[must_use]
    pub const fn of_demo(self) -> Self {
        let burst = Burst { network: RateLimits::NONE, client: RateLimits::NONE, ..self.burst };
        Self { client: RateLimits::NONE, burst, ..self }
    }

    /// Returns the limits for one sender: lowered by its household's rejections, and the burst
    /// lowered to its network's share of the remaining credits. `None` if the client counts no
    /// credits.
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

    /// Returns the bounds below which a submission is accepted, on hold or directly.
    #[must_use]
    pub fn bounds(&self, on_hold: bool) -> Bounds {
        let Self { household, client, burst, .. } = *self;
        if on_hold {
            Bounds { household, network: RateLimits::NONE, burst: RateLimits::NONE, client }
        } else {
            Bounds { household, network: burst.network, burst: client.min(burst.client), client }
        }
    }

    /// Returns the seconds until a household may submit again; `None` if it may now. The client's
    /// limits never reject a household with few submissions today.
    #[must_use]
    pub fn wait(&self, household: &Rate, client: &Rate, now: i64) -> Option<u32> {
        let has_few = !is_open(household.day, DAY_MS, now) || household.day.count < ALWAYS_TAKEN;
        let of_client = if has_few { None } else { wait(client, self.client, now) };
        wait(household, self.household, now).max(of_client)
    }

    /// Whether submissions exceed the burst. Held ones of other networks do not count: strangers
    /// whose videos take no credit would otherwise put a client's customers on hold.
    #[must_use]
    pub fn is_crowded(&self, network: &Rate, client: &Rate, now: i64) -> bool {
        let bounds = self.bounds(false);
        wait(network, bounds.network, now).max(wait(&client.without_held(), bounds.burst, now)).is_some()
    }

    /// Parses the stored settings; missing ones have their defaults.
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
            uploads: OpenUploadLimits { address: number(ADDRESS_UPLOADS), client: number(CLIENT_UPLOADS) },
        }
    }
}

impl RateLimits {
    const NONE: Self = Self { hour: u32::MAX, day: u32::MAX };

    fn min(self, other: Self) -> Self {
        Self { hour: self.hour.min(other.hour), day: self.day.min(other.day) }
    }

    /// Lowers a household's limits after rejections: each day with one halves them, down to one. A
    /// single prank over a shop's Wi-Fi blocks nobody; pranks day after day do.
    #[must_use]
    pub fn slowed(self, rejections: u32) -> Self {
        let halved = |limit: u32| limit.checked_shr(rejections).unwrap_or(0).max(1);
        Self { hour: halved(self.hour), day: halved(self.day) }
    }
}

/// Whether a window is still running.
const fn is_open(window: Window, window_ms: i64, now: i64) -> bool {
    window.began.saturating_add(window_ms) > now
}

/// Returns the seconds until the next submission is allowed; `None` if it is allowed now.
fn wait(rate: &Rate, limits: RateLimits, now: i64) -> Option<u32> {
    let left = |window: Window, limit: Limit| {
        // A concurrent request may have started the window a moment later.
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
        let window = |(began, count)| Window { began, count, held: 0 };
        Rate { hour: window(hour), day: window(day), rejections: 0 }
    }

    #[test]
    fn sub37_the_wait_ends_with_the_full_window() {
        let now = 10 * DAY_MS;
        assert_eq!(wait(&rate((now - 1000, 19), (now - 1000, 39)), LIMITS, now), None);
        assert_eq!(wait(&rate((now - 1000, 20), (now - 1000, 20)), LIMITS, now), Some(3599));
        assert_eq!(wait(&rate((now - HOUR_MS, 20), (now - HOUR_MS, 20)), LIMITS, now), None);
        assert_eq!(wait(&rate((now, 20), (now - DAY_MS + 7_200_000, 40)), LIMITS, now), Some(7200));
        assert_eq!(wait(&rate((now - 2 * DAY_MS, 90), (now - DAY_MS, 90)), LIMITS, now), None);
    }

    #[test]
    fn sub37_the_defaults_allow_a_workshop_of_twenty() {
        let limits = SubmissionLimits::of(&BTreeMap::new());
        assert_eq!(limits.household, LIMITS);
        assert_eq!(limits.client, RateLimits { hour: 60, day: 120 });
        let set = BTreeMap::from([(HOUSEHOLD_SUBMISSIONS_HOUR.key.to_owned(), "3".to_owned())]);
        assert_eq!(SubmissionLimits::of(&set).household, RateLimits { hour: 3, day: 40 });
    }

    #[test]
    fn inv70_a_clients_limits_do_not_block_a_quiet_household() {
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
    fn inv70_submissions_beyond_the_burst_are_held() {
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
        let held = Bounds {
            household: limits.household,
            network: RateLimits::NONE,
            burst: RateLimits::NONE,
            client: limits.client,
        };
        assert_eq!(limits.bounds(true), held);
        let rejected = SenderRates { household: Rate { rejections: 1, ..came(0) }, network: came(0) };
        let slowed = limits.for_sender(&rejected, Some(1000), now);
        assert_eq!(slowed.bounds(false).network, RateLimits { hour: 5, day: 10 });
        assert_eq!(slowed.bounds(true).household, RateLimits { hour: 10, day: 20 });
    }

    #[test]
    fn inv70_held_submissions_use_up_nobody_elses_burst() {
        let now = 10 * DAY_MS;
        let came = |count, held| {
            let window = Window { began: now, count, held };
            Rate { hour: window, day: window, rejections: 0 }
        };
        let limits = SubmissionLimits::of(&BTreeMap::new());
        let crowded = |network, client| limits.is_crowded(&network, &client, now);
        assert!(!crowded(came(0, 0), came(37, 29)), "eight were accepted");
        assert!(!crowded(came(0, 0), came(90, 82)), "more than the client's limit, most of them on hold");
        assert!(crowded(came(0, 0), came(59, 29)), "thirty were accepted");
        assert!(crowded(came(10, 9), came(10, 9)), "they count for their own network");
        assert_eq!(limits.wait(&came(3, 3), &came(60, 52), now), Some(3600), "they fill the client's own limit");
        assert_eq!(limits.wait(&came(2, 0), &came(60, 52), now), None);
    }

    #[test]
    fn inv70_a_network_may_use_a_quarter_of_the_daily_credits_and_at_least_one() {
        let burst = SubmissionLimits::of(&BTreeMap::new()).burst;
        assert_eq!((burst.network, burst.client), (RateLimits { hour: 10, day: 20 }, RateLimits { hour: 30, day: 60 }));
        let now = 10 * DAY_MS;
        let came = |count| rate((now, count), (now, count));
        let day = |credits, network: &Rate| burst.with_credits(credits, network, now).network.day;
        assert_eq!(day(50, &came(0)), 12);
        assert_eq!(day(44, &came(6)), 12, "those of today were there");
        let mut with_held = came(26);
        with_held.day.held = 20;
        assert_eq!(day(44, &with_held), 12, "those on hold took none");
        assert_eq!(day(50, &rate((0, 6), (now - DAY_MS, 6))), 12, "those of yesterday were not");
        assert_eq!(day(1000, &came(0)), 20);
        for credits in [0, 1, 3, 7] {
            assert_eq!(day(credits, &came(0)), 1, "{credits}");
        }
    }

    #[test]
    fn sub38_each_rejection_halves_the_limit_of_its_address() {
        let left = [0, 1, 2, 5, 31, 32, 1000].map(|rejections| LIMITS.slowed(rejections).hour);
        assert_eq!(left, [20, 10, 5, 1, 1, 1, 1]);
    }
}
