//! What is deleted, and when: the table of rules that the schedule goes by and the admins' page shows.

use chrono::{Datelike, Months, NaiveDate, NaiveTime};

use super::{
    APPLICATION_DAYS, DEMO_HOURS, HOUR_MS, MONEY_YEARS, NOTICE_DAYS, ONBOARDING_REQUEST_DAYS, UNCONFIRMED_DAYS,
    UPLOAD_LIFETIME_MS, days, in_words,
};
use crate::date::date_of;
use crate::plan::DAYS_AFTER_CANCELLATION;
use crate::string_enum::string_enum;

string_enum! {
    /// What is deleted once it was kept for its time.
    RetentionRule {
        /// Delivered videos, in whatever drive; the entry stays.
        DeliveredVideos = "delivered-videos",
        /// Submissions of clients who have left, with everything about them.
        VideosOfLeavers = "videos-of-leavers",
        /// Submissions of the demo, with everything that names their sender.
        DemoVideos = "demo-videos",
        /// Uploads that nobody has finished.
        UnfinishedUploads = "unfinished-uploads",
        /// Sign-ups that nobody has confirmed.
        UnconfirmedSignUps = "unconfirmed-sign-ups",
        /// Set-ups that no client was made of.
        SetUps = "set-ups",
        /// Applications of partners that nobody has decided.
        UndecidedApplications = "undecided-applications",
        /// Names of erased partners beside what was paid out to them.
        NamesOfErasedPartners = "names-of-erased-partners",
        /// What the payment provider told of.
        PaymentEvents = "payment-events",
    }
}

impl RetentionRule {
    /// How long it is kept. `drive_months` is what admins have set for delivered videos.
    #[must_use]
    pub fn period(self, drive_months: u32) -> Period {
        match self {
            Self::DemoVideos => Period::Lasting(i64::from(DEMO_HOURS).saturating_mul(HOUR_MS)),
            Self::DeliveredVideos => Period::Months(drive_months),
            Self::VideosOfLeavers => Period::Lasting(days(DAYS_AFTER_CANCELLATION)),
            Self::UnfinishedUploads => Period::Lasting(UPLOAD_LIFETIME_MS),
            Self::UnconfirmedSignUps => Period::Lasting(days(UNCONFIRMED_DAYS)),
            Self::SetUps => Period::Lasting(days(ONBOARDING_REQUEST_DAYS)),
            Self::UndecidedApplications => Period::Lasting(days(APPLICATION_DAYS)),
            Self::NamesOfErasedPartners | Self::PaymentEvents => Period::Months(MONEY_YEARS.saturating_mul(12)),
        }
    }
}

/// How long something is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Period {
    /// So many milliseconds.
    Lasting(i64),
    /// Until the same day of the month begins so many months later (UTC), or the last of a shorter one: never longer.
    Months(u32),
}

impl Period {
    /// When something goes that is kept since a time; both in UTC milliseconds.
    #[must_use]
    pub fn end(self, since: i64) -> i64 {
        match self {
            Self::Lasting(ms) => since.saturating_add(ms),
            Self::Months(months) => {
                let day = date_of(since).checked_add_months(Months::new(months));
                beginning(day.unwrap_or(NaiveDate::MAX))
            }
        }
    }

    /// What is kept since this time or longer goes now; both in UTC milliseconds.
    #[must_use]
    pub fn latest_due(self, now: i64) -> i64 {
        match self {
            Self::Lasting(ms) => now.saturating_sub(ms),
            Self::Months(months) => {
                let today = date_of(now);
                let day = today.checked_sub_months(Months::new(months)).unwrap_or(NaiveDate::MIN);
                // On the last day of a month everything goes that would have gone on later ones.
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
            Self::Lasting(ms) => in_words(ms),
            Self::Months(1) => "1 month".to_owned(),
            Self::Months(months) if months >= 24 && months % 12 == 0 => format!("{} years", months / 12),
            Self::Months(months) => format!("{months} months"),
        }
    }
}

/// When a delivered video goes that its business has heard of at `told_at`, or hears of now.
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
    fn ret01_inv52_what_is_due_at_a_time_is_what_ends_by_then() {
        for months in 1..=6 {
            let period = Period::Months(months);
            for day in 0..800 {
                let now = at("2026-11-23T07:00:00Z") + day * DAY_MS;
                let latest = period.latest_due(now);
                assert!(period.end(latest) <= now, "{months} months, day {day}");
                assert!(period.end(latest + 1) > now, "{months} months, day {day}");
            }
        }
        let period = Period::Lasting(10);
        assert_eq!((period.end(5), period.latest_due(15)), (15, 5));
    }

    #[test]
    fn ret01_no_video_goes_that_its_business_has_not_heard_of_for_a_week() {
        let delivered = at("2026-05-23T10:00:00Z");
        let end = at("2026-11-23T00:00:00Z");
        let now = end + DAY_MS;
        assert_eq!(video_end(6, delivered, Some(end - 7 * DAY_MS), now), end);
        assert_eq!(video_end(6, delivered, Some(end - DAY_MS), now), end + 6 * DAY_MS);
        assert_eq!(video_end(6, delivered, None, now), now + 7 * DAY_MS);
    }

    #[test]
    fn ret04_periods_read_as_people_say_them() {
        let words = |rule: &RetentionRule| rule.period(6).in_words();
        assert_eq!(
            RetentionRule::ALL.iter().map(words).collect::<Vec<_>>(),
            ["6 months", "14 days", "24 hours", "24 hours", "30 days", "180 days", "180 days", "7 years", "7 years"]
        );
        assert_eq!(Period::Months(1).in_words(), "1 month");
    }
}
