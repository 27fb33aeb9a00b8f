//! State of a client's plan. It is derived from timestamped facts: late, repeated or concurrent
//! runs yield the same, and the order in which facts become known does not matter.

use crate::plan::{DAYS_AFTER_CANCELLATION, GRACE_DAYS};
use crate::retention::{DAY_MS, days};
use crate::string_enum::string_enum;

/// Days before the deletion of everything at which a client is reminded; the first reminder is immediate.
pub const REMINDERS: [u32; 3] = [DAYS_AFTER_CANCELLATION, 7, 1];

string_enum! {
    /// Notice to a client about a failed payment.
    UnpaidStage {
        /// Everything continues for some days.
        Grace = "grace",
        /// No videos are accepted until it is paid.
        Suspended = "suspended",
    }
}

string_enum! {
    /// Progress of ending a duplicate subscription.
    DuplicateState {
        /// To be ended and refunded.
        Found = "found",
        /// Ended and refunded; everybody was notified.
        Refunded = "refunded",
    }
}

string_enum! {
    /// State of a client's plan.
    PlanState {
        /// Ongoing.
        Active = "active",
        /// A payment failed; everything continues for some days.
        Grace = "grace",
        /// No payment arrived in time: no videos are accepted until one does.
        Suspended = "suspended",
        /// Cancelled; access continues for some days.
        Cancelled = "cancelled",
        /// Access has ended; all submissions of customers are deleted.
        Ended = "ended",
    }
}

/// Facts about a plan; UTC milliseconds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Facts {
    /// When a failed payment became due.
    pub unpaid_since: Option<i64>,
    /// When the cancellation takes effect: at the end of the month paid by card, which may be in the future. At once if
    /// the month is unpaid, or without a subscription.
    pub cancelled_at: Option<i64>,
}

/// State of a client's plan, with the time it depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SubscriptionState {
    /// Ongoing.
    Active,
    /// A payment failed; everything continues until this time, UTC milliseconds.
    Grace(i64),
    /// No payment had arrived by this time, UTC milliseconds: no videos are accepted until one does.
    Suspended(i64),
    /// Cancelled; access continues until this time, UTC milliseconds. Can be resumed until then.
    Cancelled(i64),
    /// Access ended at this time, UTC milliseconds; all submissions of customers are deleted.
    Ended(i64),
}

impl SubscriptionState {
    /// Returns the state and its time.
    #[must_use]
    pub const fn parts(self) -> (PlanState, Option<i64>) {
        match self {
            Self::Active => (PlanState::Active, None),
            Self::Grace(end) => (PlanState::Grace, Some(end)),
            Self::Suspended(end) => (PlanState::Suspended, Some(end)),
            Self::Cancelled(end) => (PlanState::Cancelled, Some(end)),
            Self::Ended(end) => (PlanState::Ended, Some(end)),
        }
    }
}

/// Returns the state of a plan at `now`, UTC milliseconds.
#[must_use]
pub fn state(facts: Facts, now: i64) -> SubscriptionState {
    let grace_end = facts.unpaid_since.map(grace_end);
    match (facts.cancelled_at.map(access_end), grace_end) {
        (Some(end), _) if now >= end => SubscriptionState::Ended(end),
        // Cancelling does not settle an unpaid invoice.
        (_, Some(end)) if now >= end => SubscriptionState::Suspended(end),
        (Some(end), _) => SubscriptionState::Cancelled(end),
        (None, Some(end)) => SubscriptionState::Grace(end),
        (None, None) => SubscriptionState::Active,
    }
}

/// Returns the end of the grace period after a failed payment; both in UTC milliseconds.
#[must_use]
pub fn grace_end(unpaid_since: i64) -> i64 {
    unpaid_since.saturating_add(days(GRACE_DAYS))
}

/// Returns the end of access after a cancellation takes effect; both in UTC milliseconds.
#[must_use]
pub fn access_end(cancelled_at: i64) -> i64 {
    cancelled_at.saturating_add(days(DAYS_AFTER_CANCELLATION))
}

/// Returns the reminder due at `now`, in days before the end: the first immediately after
/// cancelling, the latest if several were missed, and the last one even after the end, because
/// nothing is deleted before it.
#[must_use]
pub fn reminder(cancelled_at: i64, now: i64) -> u32 {
    let end = access_end(cancelled_at);
    let due = REMINDERS.into_iter().rev().find(|before| now >= end.saturating_sub(days(*before)));
    due.unwrap_or(DAYS_AFTER_CANCELLATION)
}

/// Returns when all data of a client that cancelled is deleted, given its last reminder; `None`
/// means that it is sent `now`. All in UTC milliseconds.
#[must_use]
pub fn deletion(cancelled_at: i64, last_reminded_at: Option<i64>, now: i64) -> i64 {
    let end = access_end(cancelled_at);
    end.max(last_reminded_at.unwrap_or(now).saturating_add(DAY_MS))
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn cancelled(at: i64) -> Facts {
        Facts { cancelled_at: Some(at), unpaid_since: None }
    }

    #[test]
    fn bil06_a_failed_payment_changes_nothing_for_7_days_and_then_suspends() {
        let unpaid = Facts { unpaid_since: Some(5), cancelled_at: None };
        let end = 5 + 7 * DAY_MS;
        assert_eq!(state(unpaid, 5), SubscriptionState::Grace(end));
        assert_eq!(state(unpaid, end - 1), SubscriptionState::Grace(end));
        assert_eq!(state(unpaid, end), SubscriptionState::Suspended(end));
    }

    #[test]
    fn bil06_bil07_cancelling_does_not_reset_the_unpaid_days() {
        let both = Facts { unpaid_since: Some(0), cancelled_at: Some(3 * DAY_MS) };
        assert_eq!(state(both, 4 * DAY_MS), SubscriptionState::Cancelled(17 * DAY_MS));
        assert_eq!(state(both, 7 * DAY_MS), SubscriptionState::Suspended(7 * DAY_MS));
        assert_eq!(state(both, 17 * DAY_MS), SubscriptionState::Ended(17 * DAY_MS));
    }

    #[test]
    fn bil07_ret03_access_lasts_14_days_after_a_cancellation_to_the_millisecond() {
        let end = 5 + 14 * DAY_MS;
        assert_eq!(state(Facts::default(), i64::MAX), SubscriptionState::Active);
        assert_eq!(state(cancelled(5), 0), SubscriptionState::Cancelled(end), "paid for until then");
        for now in [5, 6, end - 1] {
            assert_eq!(state(cancelled(5), now), SubscriptionState::Cancelled(end));
        }
        for now in [end, end + 1, i64::MAX] {
            assert_eq!(state(cancelled(5), now), SubscriptionState::Ended(end));
        }
    }

    #[test]
    fn ret03_a_client_is_notified_at_once_and_7_days_and_1_day_before_the_end() {
        let due: Vec<u32> = (0..=15).map(|day| reminder(0, day * DAY_MS)).collect();
        let expected: Vec<u32> = (0..=15)
            .map(|day| match day {
                0..=6 => 14,
                7..=12 => 7,
                _ => 1,
            })
            .collect();
        assert_eq!(due, expected);
        assert_eq!(reminder(0, 7 * DAY_MS - 1), 14);
        assert_eq!(reminder(20 * DAY_MS, 0), 14, "what was paid for goes on until then");
        assert_eq!(reminder(0, 14 * DAY_MS - 1), 1);
    }

    #[test]
    fn ret03_nothing_is_deleted_within_a_day_of_the_last_reminder() {
        let end = 14 * DAY_MS;
        assert_eq!(deletion(0, Some(13 * DAY_MS), 13 * DAY_MS), end);
        assert_eq!(deletion(0, Some(20 * DAY_MS), 20 * DAY_MS), 21 * DAY_MS);
        assert_eq!(deletion(0, None, 5 * DAY_MS), end);
    }
}
