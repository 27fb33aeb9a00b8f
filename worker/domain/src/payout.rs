//! How partners are paid out: by hand, or by a transfer to an account of theirs at the payment provider.

use chrono::{Datelike, Days, Weekday};

use crate::commission::MIN_PAYOUT_PENCE;
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

/// The newest month that is paid out by now.
#[must_use]
pub fn newest_payable(now: i64) -> Month {
    let mut month = Month::of(now);
    while payable_from(month) > now {
        month = month.before();
    }
    month
}

string_enum! {
    /// Why a partner's balance waits, or that it is payable.
    OwedStatus {
        /// An admin can pay it: by a transfer where one reaches the partner, else by hand.
        Payable = "payable",
        /// It can be paid by hand alone: the partner has connected no account.
        NoAccount = "no_account",
        /// It can be paid by hand alone: Stripe still wants something of the partner.
        AccountNotReady = "account_not_ready",
        /// It has not come to the least that is paid out.
        BelowMinimum = "below_minimum",
        /// The months that it is of are not paid out yet.
        MonthOpen = "month_open",
        /// The partner was paid too much: what it earns next is set against it.
        Overpaid = "overpaid",
    }
}

/// The balance that is owed to a partner.
#[derive(Debug, Clone, Copy)]
pub struct OwedBalance {
    /// All that is pending, in pence.
    pub pending_pence: i64,
    /// The part of the pending balance from months that are paid out by now, in pence.
    pub payable_pence: i64,
    /// Its account at Stripe, and whether that can receive.
    pub account: Option<bool>,
}

impl OwedBalance {
    /// Why it waits, or that it is payable. `can_transfer`: whether payouts are transferred here at all.
    #[must_use]
    pub fn status(self, can_transfer: bool) -> OwedStatus {
        if self.payable_pence >= MIN_PAYOUT_PENCE {
            return match self.account {
                None if can_transfer => OwedStatus::NoAccount,
                Some(false) if can_transfer => OwedStatus::AccountNotReady,
                _ => OwedStatus::Payable,
            };
        }
        if self.pending_pence >= MIN_PAYOUT_PENCE {
            OwedStatus::MonthOpen
        } else if self.pending_pence < 0 {
            OwedStatus::Overpaid
        } else {
            OwedStatus::BelowMinimum
        }
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

    #[test]
    fn com11_the_newest_month_that_is_paid_out_is_closed_and_its_day_has_come() {
        let payable = |now: &str| {
            let now = chrono::DateTime::parse_from_rfc3339(now).map(|at| newest_payable(at.timestamp_millis()));
            now.map(|month| month.to_string())
        };
        for (now, month) in [
            ("2026-11-27T12:00:00Z", "2026-10-01"),
            ("2026-12-06T23:59:59Z", "2026-10-01"),
            ("2026-12-07T00:00:00Z", "2026-11-01"),
        ] {
            assert_eq!(payable(now).as_deref(), Ok(month), "{now}");
        }
    }

    #[test]
    fn com08_a_balance_says_what_it_waits_for() {
        use OwedStatus::{AccountNotReady, BelowMinimum, MonthOpen, NoAccount, Overpaid, Payable};
        for (pending_pence, payable_pence, account, can_transfer, status) in [
            (2_500, 2_500, Some(true), true, Payable),
            (2_500, 2_500, None, false, Payable),
            (2_500, 2_500, Some(false), false, Payable),
            (2_500, 2_500, None, true, NoAccount),
            (2_500, 2_500, Some(false), true, AccountNotReady),
            (2_499, 2_499, Some(true), true, BelowMinimum),
            (2_499, 0, Some(true), true, BelowMinimum),
            (2_500, 2_499, Some(true), true, MonthOpen),
            (-1, -1, Some(true), true, Overpaid),
            // What the open month takes back is not taken back before it is closed.
            (-500, 2_500, Some(true), true, Payable),
        ] {
            let balance = OwedBalance { pending_pence, payable_pence, account };
            assert_eq!(balance.status(can_transfer), status, "{balance:?}, {can_transfer}");
        }
    }
}
