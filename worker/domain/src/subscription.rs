//! The life of a client's plan. What it is follows from facts with their times: a run that comes late, twice or beside
//! another finds the same.

use crate::plan::DAYS_AFTER_CANCELLATION;
use crate::retention::{DAY_MS, days};

/// How many days before everything is deleted a client is told of it; the first time at once.
pub const REMINDERS: [u32; 3] = [DAYS_AFTER_CANCELLATION, 7, 1];

/// What a client's plan is at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SubscriptionState {
    /// It goes on.
    Active,
    /// It was cancelled, and gives access until a time, UTC milliseconds. Until then it can be taken up again.
    Cancelled(i64),
    /// Access is over since a time, UTC milliseconds, and everything that customers sent is deleted.
    Ended(i64),
}

/// The state at `now` of a plan that was cancelled at a time, or never; all in UTC milliseconds.
#[must_use]
pub fn state(cancelled_at: Option<i64>, now: i64) -> SubscriptionState {
    match cancelled_at.map(access_end) {
        None => SubscriptionState::Active,
        Some(end) if now < end => SubscriptionState::Cancelled(end),
        Some(end) => SubscriptionState::Ended(end),
    }
}

/// When access ends after a cancellation; both in UTC milliseconds.
#[must_use]
pub fn access_end(cancelled_at: i64) -> i64 {
    cancelled_at.saturating_add(days(DAYS_AFTER_CANCELLATION))
}

/// The reminder that is due at `now`, in days before the end: the latest, should several have been missed, and the last one
/// also after the end, because nothing is deleted before it.
#[must_use]
pub fn reminder(cancelled_at: i64, now: i64) -> Option<u32> {
    let end = access_end(cancelled_at);
    REMINDERS.into_iter().rev().find(|before| now >= end.saturating_sub(days(*before)))
}

/// When everything of a client is deleted that cancelled and was reminded for the last time; without that, were it reminded
/// `now`. All in UTC milliseconds.
#[must_use]
pub fn deletion(cancelled_at: i64, last_reminded_at: Option<i64>, now: i64) -> i64 {
    let end = access_end(cancelled_at);
    end.max(last_reminded_at.unwrap_or(now).saturating_add(DAY_MS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bil07_ret03_access_lasts_14_days_after_a_cancellation_to_the_millisecond() {
        let end = 5 + 14 * DAY_MS;
        assert_eq!(state(None, i64::MAX), SubscriptionState::Active);
        for now in [5, 6, end - 1] {
            assert_eq!(state(Some(5), now), SubscriptionState::Cancelled(end));
        }
        for now in [end, end + 1, i64::MAX] {
            assert_eq!(state(Some(5), now), SubscriptionState::Ended(end));
        }
    }

    #[test]
    fn ret03_a_client_is_told_at_once_and_7_days_and_1_day_before_the_end() {
        let due: Vec<Option<u32>> = (0..=15).map(|day| reminder(0, day * DAY_MS)).collect();
        let expected: Vec<Option<u32>> = (0..=15)
            .map(|day| match day {
                0..=6 => Some(14),
                7..=12 => Some(7),
                _ => Some(1),
            })
            .collect();
        assert_eq!(due, expected);
        assert_eq!(reminder(0, 7 * DAY_MS - 1), Some(14));
        assert_eq!(reminder(100, 0), None);
        assert_eq!(reminder(0, 14 * DAY_MS - 1), Some(1));
    }

    #[test]
    fn ret03_nothing_is_deleted_within_a_day_of_the_last_reminder() {
        let end = 14 * DAY_MS;
        assert_eq!(deletion(0, Some(13 * DAY_MS), 13 * DAY_MS), end);
        assert_eq!(deletion(0, Some(20 * DAY_MS), 20 * DAY_MS), 21 * DAY_MS);
        assert_eq!(deletion(0, None, 5 * DAY_MS), end);
    }
}
