//! Payouts to partners: manual, or by transfer to their connected Stripe account.

use chrono::{Datelike, Days, Weekday};
use serde::{Deserialize, Serialize};

use crate::commission::MIN_PAYOUT_PENCE;
use crate::commission::month::Month;
use crate::date::{date_of, in_words};
use crate::retention::DAY_MS;
use crate::string_enum::string_enum;

/// Business days after the end of a month until its payout, when clients' payments have settled.
pub const PAYOUT_BUSINESS_DAYS: u32 = 5;
/// How long a transfer, which may be reversed, is checked once a day.
pub const TRANSFER_WATCH_MS: i64 = 90 * DAY_MS;
/// Payouts, and connected accounts, that one run of the schedule checks at Stripe.
pub const CONNECT_BATCH: u32 = 100;

string_enum! {
    /// Method of a payout.
    PayoutMethod {
        /// An admin sent the money and recorded it.
        Manual = "manual",
        /// Stripe transfers it to the partner's connected account.
        Transfer = "transfer",
    }
}

string_enum! {
    /// Status of a payout. Its commissions are paid in each case.
    PayoutStatus {
        /// Made manually.
        Recorded = "recorded",
        /// Its transfer is being made.
        Sending = "sending",
        /// Its transfer was made.
        Sent = "sent",
        /// Its transfer failed and will not be repeated unless an admin decides so.
        Failed = "failed",
    }
}

string_enum! {
    /// Whether the money of a commission's payout has arrived.
    PayoutArrival {
        /// Fully paid.
        Paid = "paid",
        /// Its transfer is being made.
        Sending = "sending",
        /// Nothing has arrived: the transfer failed or was reversed. It is still owed.
        Delayed = "delayed",
        /// Partly reversed; the rest is owed or being paid again.
        PaidInPart = "paid_in_part",
    }
}

string_enum! {
    /// Kind of a payout's ledger entry.
    PayoutEntryKind {
        /// Paid out.
        Payout = "payout",
        /// Being transferred.
        Sending = "sending",
        /// The transfer failed.
        Failed = "failed",
        /// Reversed in full or in part.
        TakenBack = "taken_back",
        /// Paid again after a failure or reversal.
        PaidAgain = "paid_again",
    }
}

impl PayoutArrival {
    /// Describes it for partners and accountants.
    #[must_use]
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::Paid => "paid",
            Self::Sending => "on its way",
            Self::Delayed => "delayed",
            Self::PaidInPart => "paid in part",
        }
    }

    /// Whether any of the money has arrived.
    #[must_use]
    pub const fn has_any(self) -> bool {
        matches!(self, Self::Paid | Self::PaidInPart)
    }
}

impl PayoutEntryKind {
    /// Describes it for partners.
    #[must_use]
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::Payout => "Payout",
            Self::Sending => "On its way",
            Self::Failed => "Transfer failed",
            Self::TakenBack => "Taken back",
            Self::PaidAgain => "Paid again",
        }
    }
}

/// Ledger entry of a payout: a payment, a reversal or a failure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
#[serde(rename_all = "camelCase")]
pub struct PayoutEntry {
    /// The payout.
    pub payout_id: String,
    /// Last month included in it.
    pub month_period: String,
    /// The kind of entry.
    pub kind: PayoutEntryKind,
    /// When it happened.
    pub at: i64,
    /// Pence; negative for a reversal.
    pub amount_pence: i64,
}

/// A payout, or one that replaces part of another, with its status.
#[derive(Debug, Clone, Deserialize)]
pub struct PayoutRecord {
    /// Its id.
    pub id: String,
    /// The payout that commissions refer to: itself, or the first one it replaces.
    pub root: String,
    /// Last month included in it.
    pub month_period: String,
    /// Pence.
    pub amount_pence: i64,
    /// When it was paid out; for a replacement, when the replaced part was reversed.
    pub paid_at: i64,
    /// Its status.
    pub status: PayoutStatus,
    /// The payout it partly replaces.
    pub replaces: Option<String>,
    /// When its transfer last failed.
    pub failed_at: Option<i64>,
    /// When its transfer was fully reversed.
    pub returned_at: Option<i64>,
    /// When an admin last resolved it.
    pub settled_at: Option<i64>,
}

impl PayoutRecord {
    /// Returns its ledger entries, oldest first. Their sum is the change of the money received by
    /// or on its way to the partner.
    #[must_use]
    pub fn entries(&self) -> Vec<PayoutEntry> {
        let entry = |payout: &str, kind, at, amount_pence| PayoutEntry {
            payout_id: payout.to_owned(),
            month_period: self.month_period.clone(),
            kind,
            at,
            amount_pence,
        };
        let is_failed = self.status == PayoutStatus::Failed;
        let paid_again = || {
            let kind = if self.status == PayoutStatus::Sending {
                PayoutEntryKind::Sending
            } else {
                PayoutEntryKind::PaidAgain
            };
            (!is_failed).then(|| entry(&self.id, kind, self.last_paid_at(), self.amount_pence))
        };
        let lost = self.amount_pence.saturating_neg();
        if let Some(replaced) = &self.replaces {
            let taken_back = entry(replaced, PayoutEntryKind::TakenBack, self.paid_at, lost);
            return std::iter::once(taken_back).chain(paid_again()).collect();
        }
        let undone_at = self.returned_at.or(self.failed_at);
        if undone_at.is_none() && !is_failed {
            let kind =
                if self.status == PayoutStatus::Sending { PayoutEntryKind::Sending } else { PayoutEntryKind::Payout };
            return vec![entry(&self.id, kind, self.paid_at, self.amount_pence)];
        }
        let kind = if self.returned_at.is_some() { PayoutEntryKind::TakenBack } else { PayoutEntryKind::Failed };
        let made = entry(&self.id, PayoutEntryKind::Payout, self.paid_at, self.amount_pence);
        let undone = entry(&self.id, kind, undone_at.unwrap_or(self.paid_at), lost);
        [made, undone].into_iter().chain(paid_again()).collect()
    }

    /// Returns when it was last paid.
    #[must_use]
    pub fn last_paid_at(&self) -> i64 {
        self.settled_at.unwrap_or(self.paid_at)
    }
}

/// Returns whether a payout's money has arrived. `all` must include the payout and its
/// replacements; it may hold others.
#[must_use]
pub fn arrival(root: &str, all: &[PayoutRecord]) -> PayoutArrival {
    let with = |status| {
        let of = all.iter().filter(move |one| one.root == root && one.status == status);
        of.fold(0_i64, |sum, one| sum.saturating_add(one.amount_pence))
    };
    let whole = all.iter().find(|one| one.id == root).map_or(0, |one| one.amount_pence);
    let (delayed, sending) = (with(PayoutStatus::Failed), with(PayoutStatus::Sending));
    match (delayed, sending) {
        (0, 0) => PayoutArrival::Paid,
        (0, sending) if sending >= whole => PayoutArrival::Sending,
        (delayed, _) if delayed >= whole => PayoutArrival::Delayed,
        _ => PayoutArrival::PaidInPart,
    }
}

/// Returns when a month becomes payable, UTC milliseconds: the fifth business day after its end.
/// Bank holidays count as business days.
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

/// Returns the newest payable month.
#[must_use]
pub fn newest_payable(now: i64) -> Month {
    let mut month = Month::of(now);
    while payable_from(month) > now {
        month = month.before();
    }
    month
}

string_enum! {
    /// Whether a partner's balance is payable, and if not, why.
    OwedStatus {
        /// Payable by an admin: by transfer if the partner can receive one, otherwise manually.
        Payable = "payable",
        /// Payable manually only: the partner has connected no account.
        NoAccount = "no_account",
        /// Payable manually only: Stripe still requires something from the partner.
        AccountNotReady = "account_not_ready",
        /// Below the minimum payout.
        BelowMinimum = "below_minimum",
        /// From months that are not payable yet.
        MonthOpen = "month_open",
        /// The partner was overpaid; future earnings are set off against it.
        Overpaid = "overpaid",
    }
}

/// Says when a closed month is paid out. Past dates are not promised.
#[must_use]
pub fn when_paid(month: Month, now: i64) -> String {
    let from = payable_from(month);
    if from <= now { "It is due now.".to_owned() } else { format!("We pay it out from {}.", in_words(date_of(from))) }
}

/// The balance owed to a partner.
#[derive(Debug, Clone, Copy)]
pub struct OwedBalance {
    /// Total pending, in pence.
    pub pending_pence: i64,
    /// Part of it from payable months, in pence.
    pub payable_pence: i64,
    /// Its Stripe account, as whether it can receive transfers.
    pub account: Option<bool>,
}

impl OwedBalance {
    /// Returns why it waits, or that it is payable. `can_transfer`: whether payouts are made by
    /// transfer at all.
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
        } else if self.payable_pence < 0 || self.pending_pence < 0 {
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
    fn com11_a_month_is_payable_from_the_fifth_business_day_after_it_ends() {
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
    fn com11_a_past_payout_day_is_not_promised() {
        let Some(month) = Month::parse("2026-10") else { return };
        let from = payable_from(month);
        assert_eq!(when_paid(month, from - 1), "We pay it out from 6 November 2026.");
        assert_eq!(when_paid(month, from), "It is due now.");
    }

    #[test]
    fn com11_the_newest_payable_month_is_closed_and_its_payout_day_has_passed() {
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

    fn record(id: &str, status: PayoutStatus, amount_pence: i64) -> PayoutRecord {
        let month_period = "2026-11-01".to_owned();
        let (id, root) = (id.to_owned(), "po_1".to_owned());
        let (replaces, failed_at, returned_at, settled_at) = (None, None, None, None);
        PayoutRecord {
            id,
            root,
            month_period,
            amount_pence,
            paid_at: 10,
            status,
            replaces,
            failed_at,
            returned_at,
            settled_at,
        }
    }

    fn told(record: &PayoutRecord) -> Vec<(&str, i64, i64)> {
        record.entries().iter().map(|one| (one.kind.as_str(), one.at, one.amount_pence)).collect()
    }

    #[test]
    fn com11_com24_a_payouts_entries_sum_to_the_amount_received() {
        use PayoutStatus::{Failed, Recorded, Sending, Sent};
        assert_eq!(told(&record("po_1", Sent, 5_000)), [("payout", 10, 5_000)]);
        assert_eq!(told(&record("po_1", Sending, 5_000)), [("sending", 10, 5_000)]);
        let failed = PayoutRecord { failed_at: Some(20), ..record("po_1", Failed, 5_000) };
        assert_eq!(told(&failed), [("payout", 10, 5_000), ("failed", 20, -5_000)]);
        let returned = PayoutRecord { returned_at: Some(30), ..record("po_1", Failed, 5_000) };
        assert_eq!(told(&returned), [("payout", 10, 5_000), ("taken_back", 30, -5_000)]);
        let settled = PayoutRecord { status: Recorded, settled_at: Some(40), ..returned };
        let again = [("payout", 10, 5_000), ("taken_back", 30, -5_000), ("paid_again", 40, 5_000)];
        assert_eq!(told(&settled), again);
        let unknown = record("po_1", Failed, 5_000);
        assert_eq!(told(&unknown), [("payout", 10, 5_000), ("failed", 10, -5_000)], "written before it was noted when");
        let part = PayoutRecord { replaces: Some("po_1".into()), ..record("po_2", Failed, 2_000) };
        assert_eq!(told(&part), [("taken_back", 10, -2_000)]);
        assert_eq!(
            part.entries().first().map(|one| one.payout_id.clone()),
            Some("po_1".into()),
            "of the payout that it replaces"
        );
        let sent = PayoutRecord { status: Sent, settled_at: Some(40), ..part };
        assert_eq!(told(&sent), [("taken_back", 10, -2_000), ("paid_again", 40, 2_000)]);
        assert_eq!(sent.entries().last().map(|one| one.payout_id.clone()), Some("po_2".into()));
    }

    #[test]
    fn com11_com24_a_payout_has_arrived_except_for_the_part_owed_again() {
        use PayoutStatus::{Failed, Recorded, Sending, Sent};
        let part =
            |id: &str, status, pence| PayoutRecord { replaces: Some("po_1".into()), ..record(id, status, pence) };
        let other = PayoutRecord { root: "po_9".into(), ..record("po_9", Failed, 9_000) };
        let arrived = |records: &[PayoutRecord]| {
            let mut all = records.to_vec();
            all.push(other.clone());
            arrival("po_1", &all)
        };
        for (status, expected) in [
            (Recorded, PayoutArrival::Paid),
            (Sent, PayoutArrival::Paid),
            (Sending, PayoutArrival::Sending),
            (Failed, PayoutArrival::Delayed),
        ] {
            assert_eq!(arrived(&[record("po_1", status, 5_000)]), expected, "{status:?}");
        }
        let sent = || record("po_1", Sent, 5_000);
        assert_eq!(arrived(&[sent(), part("po_2", Failed, 2_000)]), PayoutArrival::PaidInPart);
        assert_eq!(arrived(&[sent(), part("po_2", Sending, 2_000)]), PayoutArrival::PaidInPart);
        assert_eq!(arrived(&[sent(), part("po_2", Sent, 2_000)]), PayoutArrival::Paid);
        let both = [sent(), part("po_2", Failed, 2_000), part("po_3", Failed, 3_000)];
        assert_eq!(arrived(&both), PayoutArrival::Delayed, "all of it, in two parts");
        let again = [sent(), part("po_2", Sent, 2_000), part("po_3", Failed, 500)];
        assert_eq!(arrived(&again), PayoutArrival::PaidInPart, "a part of what was paid again");
    }

    #[test]
    fn com08_a_balance_states_why_it_is_pending() {
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
            (500, -1_500, Some(true), true, Overpaid),
            // A clawback of the open month applies only once that month is closed.
            (-500, 2_500, Some(true), true, Payable),
        ] {
            let balance = OwedBalance { pending_pence, payable_pence, account };
            assert_eq!(balance.status(can_transfer), status, "{balance:?}, {can_transfer}");
        }
    }
}
