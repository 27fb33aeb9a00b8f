//! Retention rules, as applied by the schedule and shown to admins.

use chrono::{Datelike, Months, NaiveDate, NaiveTime};

use super::{
    APPLICATION_DAYS, DEMO_HOURS, HOUR_MS, MONEY_YEARS, NOTICE_DAYS, ONBOARDING_REQUEST_DAYS, UNCONFIRMED_DAYS,
    UPLOAD_LIFETIME_MS, days, in_words,
};
use crate::date::date_of;
use crate::plan::DAYS_AFTER_CANCELLATION;
use crate::string_enum::string_enum;

string_enum! {
    /// A kind of data that is deleted after its retention period.
    RetentionRule {
        /// Delivered videos, in any drive; the submission's row stays.
        DeliveredVideos = "delivered-videos",
        /// Submissions of former clients, with all data about them.
        VideosOfLeavers = "videos-of-leavers",
        /// Submissions of the demo, with all data that names the sender.
        DemoVideos = "demo-videos",
        /// Unfinished uploads.
        UnfinishedUploads = "unfinished-uploads",
        /// Unconfirmed sign-ups.
        UnconfirmedSignUps = "unconfirmed-sign-ups",
        /// Set-ups without a client.
        SetUps = "set-ups",
        /// Undecided partner applications.
        UndecidedApplications = "undecided-applications",
        /// Names of erased partners on their payouts.
        NamesOfErasedPartners = "names-of-erased-partners",
        /// Events received from Stripe.
        PaymentEvents = "payment-events",
    }
}

impl RetentionRule {
    /// Returns the retention period. `drive_months` is the admins' setting for delivered videos.
    #[must_use]
    pub fn period(self, drive_months: u32) -> Period {
        match self {
            Self::DemoVideos => Period::Millis(i64::from(DEMO_HOURS).saturating_mul(HOUR_MS)),
            Self::DeliveredVideos => Period::Months(drive_months),
            Self::VideosOfLeavers => Period::Millis(days(DAYS_AFTER_CANCELLATION)),
            Self::UnfinishedUploads => Period::Millis(UPLOAD_LIFETIME_MS),
            Self::UnconfirmedSignUps => Period::Millis(days(UNCONFIRMED_DAYS)),
            Self::SetUps => Period::Millis(days(ONBOARDING_REQUEST_DAYS)),
            Self::UndecidedApplications => Period::Millis(days(APPLICATION_DAYS)),
            Self::NamesOfErasedPartners | Self::PaymentEvents => Period::Months(MONEY_YEARS.saturating_mul(12)),
        }
    }
}

/// A retention period.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Period {
    /// A number of milliseconds.
    Millis(i64),
    /// Until the start of the same day (UTC) a number of months later, or of the last day of a
    /// shorter month; never longer.
    Months(u32),
}

impl Period {
    /// Returns when something kept since a time is deleted; both in UTC milliseconds.
    #[must_use]
    pub fn end(self, since: i64) -> i64 {
        match self {
            Self::Millis(ms) => since.saturating_add(ms),
            Self::Months(months) => {
                let day = date_of(since).checked_add_months(Months::new(months));
                beginning(day.unwrap_or(NaiveDate::MAX))
            }
        }
    }

    /// Returns the time such that everything kept since it or longer is due now; both in UTC milliseconds.
    #[must_use]
    pub fn latest_due(self, now: i64) -> i64 {
        match self {
            Self::Millis(ms) => now.saturating_sub(ms),
            Self::Months(months) => {
                let today = date_of(now);
                let day = today.checked_sub_months(Months::new(months)).unwrap_or(NaiveDate::MIN);
                // On the last day of a month everything is due that would have been due on later
                // days of it.
                let is_last = today.succ_opt().is_none_or(|tomorrow| tomorrow.day() == 1);
                let day = if is_last { end_of_month(day) } else { day };
                beginning(day.succ_opt().unwrap_or(NaiveDate::MAX)).saturating_sub(1)
            }
        }
    }

    /// `24 hours`, `6 months`.
    #[must_use]
    pub fn in_words(self) -> String {
        match self {
            Self::Millis(ms) => in_words(ms),
            Self::Months(1) => "1 month".to_owned(),
            Self::Months(months) if months >= 24 && months % 12 == 0 => format!("{} years", months / 12),
            Self::Months(months) => format!("{months} months"),
        }
    }
}

/// Returns when a delivered video is deleted, given when its business was notified; `None` means
/// that it is notified now.
#[must_use]
pub fn video_end(drive_months: u32, delivered_at: i64, told_at: Option<i64>, now: i64) -> i64 {
    let noticed = told_at.unwrap_or(now).saturating_add(days(NOTICE_DAYS));
    RetentionRule::DeliveredVideos.period(drive_months).end(delivered_at).max(noticed)
}

fn beginning(day: NaiveDate) -> i64 {
    day.and_time(NaiveTime::MIN).and_utc().timestamp_millis()
}

fn end_of_month(day: NaiveDate) -> NaiveDate {
    day.with_day(u32::from(day.num_days_in_month())).unwrap_or(day)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::retention::DAY_MS;
    use chrono::DateTime;

    fn at(text: &str) -> i64 {
        DateTime::parse_from_rfc3339(text).map(|time| time.timestamp_millis()).unwrap_or_default()
    }

    #[test]
    fn ret01_inv52_six_months_end_with_the_day_before_and_never_later() {
        let six = Period::Months(6);
        for (since, end) in [
            ("2026-05-23T00:00:00Z", "2026-11-23T00:00:00Z"),
            ("2026-05-23T23:59:59Z", "2026-11-23T00:00:00Z"),
            ("2026-08-31T10:00:00Z", "2027-02-28T00:00:00Z"),
            ("2027-08-29T10:00:00Z", "2028-02-29T00:00:00Z"),
        ] {
            assert_eq!(six.end(at(since)), at(end), "{since}");
        }
    }

    #[test]
    fn ret01_inv52_items_are_due_once_their_period_has_ended() {
        for months in 1..=6 {
            let period = Period::Months(months);
            for day in 0..800 {
                let now = at("2026-11-23T07:00:00Z") + day * DAY_MS;
                let latest = period.latest_due(now);
                assert!(period.end(latest) <= now, "{months} months, day {day}");
                assert!(period.end(latest + 1) > now, "{months} months, day {day}");
            }
        }
        let period = Period::Millis(10);
        assert_eq!((period.end(5), period.latest_due(15)), (15, 5));
    }

    #[test]
    fn ret01_no_video_is_deleted_within_a_week_of_its_notice() {
        let delivered = at("2026-05-23T10:00:00Z");
        let end = at("2026-11-23T00:00:00Z");
        let now = end + DAY_MS;
        assert_eq!(video_end(6, delivered, Some(end - 7 * DAY_MS), now), end);
        assert_eq!(video_end(6, delivered, Some(end - DAY_MS), now), end + 6 * DAY_MS);
        assert_eq!(video_end(6, delivered, None, now), now + 7 * DAY_MS);
    }

    #[test]
    fn ret04_periods_are_formatted_in_words() {
        let words = |rule: &RetentionRule| rule.period(6).in_words();
        assert_eq!(
            RetentionRule::ALL.iter().map(words).collect::<Vec<_>>(),
            ["6 months", "14 days", "24 hours", "24 hours", "30 days", "180 days", "180 days", "7 years", "7 years"]
        );
        assert_eq!(Period::Months(1).in_words(), "1 month");
    }
}
