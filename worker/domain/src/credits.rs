//! Credits: reasons for changes, renewals, and low-credit warnings.

use chrono::{Datelike, Months, NaiveDate};

use crate::date::date_of;
use crate::email::EmailTemplate;
use crate::retention::DAY_MS;
use crate::string_enum::string_enum;

string_enum! {
    /// Reason for a change of a client's credits.
    CreditReason {
        /// Start of the client or of its ledger.
        Opening = "opening",
        /// A submission was accepted.
        Submission = "submission",
        /// Monthly renewal; unused credits lapsed.
        Renewal = "renewal",
        /// A submission was rejected as not a testimonial.
        Returned = "returned",
        /// Credits were bought.
        TopUp = "top_up",
        /// Credits bought for a month that had ended when the payment became known.
        TopUpLapsed = "top_up_lapsed",
        /// A purchase of credits was refunded.
        TopUpReturned = "top_up_returned",
        /// A dispute over a purchase was won.
        TopUpRestored = "top_up_restored",
        /// An admin changed them.
        Adjustment = "adjustment",
    }
}

/// A submission rejected within this many days returns its credit.
pub const REJECTION_DAYS: u32 = 7;
/// A business is warned at this many remaining credits, and at 0.
pub const FEW_CREDITS: i64 = 5;

/// Whether rejecting at `now` a submission accepted at `accepted_at` (both UTC milliseconds)
/// returns its credit. It is returned only within the credit month it was taken from, which began
/// on `month_began`.
#[must_use]
pub fn returns_credit(accepted_at: i64, month_began: Option<NaiveDate>, now: i64) -> bool {
    month_began.is_none_or(|began| date_of(accepted_at) >= began)
        && now.saturating_sub(accepted_at) <= i64::from(REJECTION_DAYS).saturating_mul(DAY_MS)
}

/// Returns the mail due after a credit was taken, if any.
#[must_use]
pub fn warning(remaining: i64, per_month: i64) -> Option<EmailTemplate> {
    match remaining {
        ..=0 => Some(EmailTemplate::CreditsUsedUp),
        // No warning if a whole month has no more credits than that.
        1..=FEW_CREDITS if per_month > FEW_CREDITS => Some(EmailTemplate::CreditsLow),
        _ => None,
    }
}

/// Returns the first renewal of a client starting today: a month later.
#[must_use]
pub fn first_renewal(today: NaiveDate) -> NaiveDate {
    next_renewal(today, today.day(), today)
}

/// Returns the renewal after the one `due`: the first after `today`, a whole number of months after
/// `due`, on this day of the month or the last of a shorter one. Skips missed months.
#[must_use]
pub fn next_renewal(due: NaiveDate, day: u32, today: NaiveDate) -> NaiveDate {
    let first = due.with_day(1).unwrap_or(due);
    let from = if today > due { months_between(first, today) } else { 0 };
    (from..=from.saturating_add(1))
        .filter_map(|months| on_day(first.checked_add_months(Months::new(months))?, day))
        .find(|date| *date > due && *date > today)
        .unwrap_or(NaiveDate::MAX)
}

/// Counts the months from `first`, the first day of a month, to the month of `day`.
fn months_between(first: NaiveDate, day: NaiveDate) -> u32 {
    let years = day.year().saturating_sub(first.year());
    let months =
        years.saturating_mul(12).saturating_add(day.month().cast_signed()).saturating_sub(first.month().cast_signed());
    months.max(0).cast_unsigned()
}

fn on_day(first: NaiveDate, day: u32) -> Option<NaiveDate> {
    first.with_day(day.clamp(1, u32::from(first.num_days_in_month())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(text: &str) -> NaiveDate {
        text.parse().unwrap_or_default()
    }

    #[test]
    fn bil13_inv06_renewals_preserve_the_day_of_the_month() {
        let mut due = date("2027-01-31");
        let mut seen = Vec::new();
        for _ in 0..13 {
            due = next_renewal(due, 31, due);
            seen.push(due.to_string());
        }
        assert_eq!(
            seen,
            [
                "2027-02-28",
                "2027-03-31",
                "2027-04-30",
                "2027-05-31",
                "2027-06-30",
                "2027-07-31",
                "2027-08-31",
                "2027-09-30",
                "2027-10-31",
                "2027-11-30",
                "2027-12-31",
                "2028-01-31",
                "2028-02-29"
            ]
        );
    }

    #[test]
    fn bil13_inv06_a_late_run_renews_once_and_returns_to_the_renewal_day() {
        assert_eq!(next_renewal(date("2027-01-31"), 31, date("2027-02-03")), date("2027-02-28"));
        assert_eq!(next_renewal(date("2027-01-31"), 31, date("2027-02-28")), date("2027-03-31"));
        assert_eq!(next_renewal(date("2027-01-31"), 31, date("2027-06-12")), date("2027-06-30"));
        assert_eq!(next_renewal(date("2026-12-15"), 15, date("2027-01-15")), date("2027-02-15"));
        assert_eq!(next_renewal(date("2026-12-15"), 15, date("2026-12-15")), date("2027-01-15"));
    }

    #[test]
    fn bil04_the_first_month_is_a_full_month() {
        assert_eq!(first_renewal(date("2026-11-23")), date("2026-12-23"));
        assert_eq!(first_renewal(date("2027-01-31")), date("2027-02-28"));
    }

    #[test]
    fn bil03_a_mail_is_due_at_five_credits_and_at_none() {
        let due = [6, 5, 1, 0].map(|left| warning(left, 50));
        assert_eq!(
            due,
            [
                None,
                Some(EmailTemplate::CreditsLow),
                Some(EmailTemplate::CreditsLow),
                Some(EmailTemplate::CreditsUsedUp)
            ]
        );
        assert_eq!(warning(3, 5), None);
        assert_eq!(warning(0, 5), Some(EmailTemplate::CreditsUsedUp));
    }

    #[test]
    fn bil05_a_rejection_returns_the_credit_for_seven_days() {
        assert!(returns_credit(0, None, 7 * DAY_MS));
        assert!(!returns_credit(0, None, 7 * DAY_MS + 1));
        assert!(returns_credit(0, Some(date("1970-01-01")), DAY_MS));
        assert!(!returns_credit(0, Some(date("1970-01-02")), DAY_MS), "that month is over, and its credits with it");
    }
}
