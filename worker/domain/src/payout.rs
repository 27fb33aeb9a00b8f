//! How partners are paid out: by hand, or by a transfer to an account of theirs at the payment provider.

use chrono::{Datelike, Days, Weekday};

use crate::commission::month::Month;
use crate::date::date_of;
use crate::retention::DAY_MS;
use crate::string_enum::string_enum;

/// A month is paid out so many business days after its last day, when what clients have paid has arrived.
pub const PAYOUT_BUSINESS_DAYS: u32 = 5;
/// For how long a transfer is asked about, once a day: it may be reversed.
pub const TRANSFER_WATCH_MS: i64 = 90 * DAY_MS;
/// How many payouts, and how many connected accounts, one run of the schedule asks the payment provider about.
pub const CONNECT_BATCH: u32 = 100;

string_enum! {
    /// How a payout is made.
    PayoutMethod {
        /// An admin has sent the money, and notes it.
        Manual = "manual",
        /// Stripe transfers it to the partner's connected account.
        Transfer = "transfer",
    }
}

string_enum! {
    /// What has become of a payout. Its commissions are paid in each case.
    PayoutStatus {
        /// It was made by hand.
        Recorded = "recorded",
        /// Its transfer is being made.
        Sending = "sending",
        /// Its transfer was made.
        Sent = "sent",
        /// Its transfer was not made, and will not be unless an admin says so.
        Failed = "failed",
    }
}

/// From when on a month is paid out, UTC milliseconds: the fifth business day after its last. Bank holidays count as business days.
#[must_use]
pub fn payable_from(month: Month) -> i64 {
    let closes_at = month.closes_at();
    let (mut left, mut days) = (PAYOUT_BUSINESS_DAYS, 0u64);
    loop {
        let day = date_of(closes_at).checked_add_days(Days::new(days)).unwrap_or_default();
        if !matches!(day.weekday(), Weekday::Sat | Weekday::Sun) {
            left = left.saturating_sub(1);
        }
        if left == 0 {
            return closes_at.saturating_add(i64::try_from(days).unwrap_or(0).saturating_mul(DAY_MS));
        }
        days = days.saturating_add(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::date::iso_time;

    #[test]
    fn com11_a_month_is_paid_out_from_the_fifth_business_day_after_its_last() {
        for (month, from) in [
            // November 2026 ends on a Monday, October on a Saturday, February 2027 on a Sunday.
            ("2026-11", "2026-12-07T00:00:00Z"),
            ("2026-10", "2026-11-06T00:00:00Z"),
            ("2027-02", "2027-03-05T00:00:00Z"),
        ] {
            assert_eq!(Month::parse(month).map(payable_from).map(iso_time).as_deref(), Some(from), "{month}");
        }
    }
}
