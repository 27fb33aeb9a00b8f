//! Counting of active clients, and the commissions that follow.
#![allow(clippy::arithmetic_side_effects)] // some hundred pounds, and some years

use std::collections::BTreeMap;

use super::activity::{self, PaidMonth, ReferralActivity, ReferralFacts, SubscriptionFacts};
use super::month::Month;
use super::snapshot::PartnerFacts;
use super::{Commission, commissions_of, in_pounds, payout_amount, sum, unpaid_rows};
use crate::retention::{DAY_MS, HOUR_MS};

const JANUARY: &str = "2027-01";

fn month(text: &str) -> Month {
    Month::parse(text).unwrap_or_else(|| Month::of(0))
}

/// Returns a time in January 2027 by day, hour and second, each of which may overflow into the next unit.
fn at(day: i64, hour: i64, second: i64) -> i64 {
    month(JANUARY).begins_at() + (day - 1) * DAY_MS + hour * HOUR_MS + second * 1000
}

mod examples;
mod histories;

#[test]
fn com24_amounts_have_two_decimals() {
    assert_eq!([0, 5, 1_500, -1_000, -1].map(in_pounds), ["£0.00", "£0.05", "£15.00", "−£10.00", "−£0.01"]);
}

/// A partner's months with their payouts.
#[derive(Default)]
struct Account {
    paid: BTreeMap<Month, Vec<Commission>>,
    waiting: BTreeMap<Month, Vec<Commission>>,
    lifetime: i64,
}

impl Account {
    fn calculate(&mut self, month: Month, own: u32, sponsored: u32) {
        let paid = self.paid.get(&month).map_or(&[][..], Vec::as_slice);
        self.waiting.insert(month, unpaid_rows(commissions_of(own, sponsored), paid));
    }

    /// Pays out; returns the paid amount, or the balance if it is below the minimum.
    fn pay(&mut self, until: Month) -> Result<i64, i64> {
        let waiting: Vec<Commission> = self.waiting.range(..=until).flat_map(|(_, rows)| rows.clone()).collect();
        let paid = payout_amount(&waiting)?;
        for (month, rows) in self.waiting.range_mut(..=until) {
            self.paid.entry(*month).or_default().append(rows);
        }
        self.lifetime += paid;
        Ok(paid)
    }

    fn pending(&self) -> i64 {
        self.waiting.values().map(|rows| sum(rows)).sum()
    }
}

/// A month paid on its first day.
fn month_from(from: i64) -> PaidMonth {
    PaidMonth { period_start: from, period_end: from + 31 * DAY_MS, due_at: None, paid_at: from, is_refunded: false }
}

/// A client with one paid month.
fn paid(from: i64) -> SubscriptionFacts {
    SubscriptionFacts { paid: vec![month_from(from)], ..SubscriptionFacts::default() }
}

/// Activity of a client with one subscription.
fn activity(facts: &SubscriptionFacts, month: Month, at: i64) -> ReferralActivity {
    let facts = ReferralFacts { subscriptions: vec![facts.clone()], ..ReferralFacts::default() };
    activity::activity(&facts, month, at)
}

#[test]
fn com22_a_late_payment_counts_as_unpaid_until_it_was_paid() {
    let february = month("2027-02");
    // The renewal of 24 January, 23:30, is tried an hour later, fails, and is paid on 3 February.
    let (renews, due, paid_at) = (at(24, 23, 1800), at(25, 0, 1800), at(31 + 3, 0, 0));
    let mut late = paid(renews - 31 * DAY_MS);
    late.paid.push(PaidMonth { due_at: Some(due), paid_at, ..month_from(renews) });
    let never = SubscriptionFacts { unpaid_since: Some(due), ..paid(renews - 31 * DAY_MS) };
    for facts in [&late, &never] {
        let january = month(JANUARY);
        assert_eq!(activity(facts, january, january.closes_at()), ReferralActivity::Active, "7 days, to the second");
        assert_eq!(activity(facts, february, at(32, 0, 1799)), ReferralActivity::Active);
        assert_eq!(activity(facts, february, at(32, 0, 1800)), ReferralActivity::PaymentFailed);
    }
    assert_eq!(activity(&late, february, february.closes_at()), ReferralActivity::Active);
    assert_eq!(activity(&never, february, february.closes_at()), ReferralActivity::PaymentFailed);
}

#[test]
fn com22_inv38_unpaid_refunded_and_self_referred_clients_do_not_count() {
    let january = month(JANUARY);
    let closing = january.closes_at();
    let is = |facts: &SubscriptionFacts| activity(facts, january, closing);
    assert_eq!(is(&paid(at(5, 0, 0))), ReferralActivity::Active);
    assert_eq!(is(&SubscriptionFacts::default()), ReferralActivity::NotPaid);
    let refunded = vec![PaidMonth { is_refunded: true, ..month_from(at(5, 0, 0)) }];
    assert_eq!(is(&SubscriptionFacts { paid: refunded, ..SubscriptionFacts::default() }), ReferralActivity::Refunded);
    let own =
        ReferralFacts { is_self_referral: true, subscriptions: vec![paid(at(5, 0, 0))], ..ReferralFacts::default() };
    assert_eq!(activity::activity(&own, january, closing), ReferralActivity::SelfReferral);
    assert_eq!(is(&paid(closing)), ReferralActivity::NotPaid, "of the next month");
    assert_eq!(activity(&paid(at(5, 0, 0)), month("2027-03"), month("2027-03").closes_at()), ReferralActivity::NotPaid);
    // The earlier month was paid and kept; the counted one was refunded.
    let mut twice = paid(at(-20, 0, 0));
    twice.paid.push(PaidMonth { is_refunded: true, ..month_from(at(11, 0, 0)) });
    assert_eq!(is(&twice), ReferralActivity::Refunded);
}

fn facts_of(clients: &[(bool, SubscriptionFacts)]) -> PartnerFacts {
    let referral = |(is_self_referral, facts): &(bool, SubscriptionFacts)| ReferralFacts {
        id: String::new(),
        is_self_referral: *is_self_referral,
        subscriptions: vec![facts.clone()],
        ..ReferralFacts::default()
    };
    PartnerFacts { left_at: None, referrals: clients.iter().map(referral).collect() }
}
