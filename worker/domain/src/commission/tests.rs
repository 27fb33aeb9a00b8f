//! The worked examples, and histories that nobody has thought of.
#![allow(clippy::arithmetic_side_effects)] // some hundred pounds, and some years

use std::collections::BTreeMap;

use super::activity::{self, PaidMonth, ReferralActivity, ReferralFacts, SubscriptionFacts, earns};
use super::month::Month;
use super::snapshot::PartnerFacts;
use super::{Commission, CommissionBand, CommissionType, in_pounds, payout, pending, sum, target};
use crate::retention::{DAY_MS, HOUR_MS};

const JANUARY: &str = "2027-01";

fn month(text: &str) -> Month {
    Month::parse(text).unwrap_or_else(|| Month::of(0))
}

/// A time of January 2027 or later, by its day, hour, minute and second: all of them may be larger than usual.
fn at(day: i64, hour: i64, second: i64) -> i64 {
    month(JANUARY).begins_at() + (day - 1) * DAY_MS + hour * HOUR_MS + second * 1000
}

#[test]
fn inv26_com01_com02_what_a_number_of_active_clients_earns() {
    let bands = |own| -> Vec<(Option<CommissionBand>, u32, i64)> {
        target(own, 0).iter().map(|one| (one.band(), one.clients, one.amount_pence)).collect()
    };
    let (first, second) = (Some(CommissionBand::First), Some(CommissionBand::Second));
    assert_eq!(bands(0), []);
    assert_eq!(bands(1), [(first, 1, 500)]);
    assert_eq!(bands(25), [(first, 25, 12_500)], "the second is locked");
    assert_eq!(bands(26), [(first, 25, 12_500), (second, 1, 1_000)]);
    assert_eq!(bands(40), [(first, 25, 12_500), (second, 15, 15_000)]);
}

#[test]
fn com24_amounts_have_two_decimals() {
    assert_eq!([0, 5, 1_500, -1_000, -1].map(in_pounds), ["£0.00", "£0.05", "£15.00", "−£10.00", "−£0.01"]);
}

#[test]
fn inv27_com03_com04_a_sponsor_earns_by_its_partners_too_and_that_is_no_band() {
    let sponsor = target(10, 30 + 4);
    assert_eq!(sum(&sponsor), 22_000);
    assert_eq!((sum(&target(30, 0)), sum(&target(4, 0))), (17_500, 2_000));
    let of = |kind| sponsor.iter().find(|one| one.commission_type == kind).map(|one| (one.amount_pence, one.band()));
    assert_eq!(of(CommissionType::Direct), Some((5_000, Some(CommissionBand::First))));
    assert_eq!(of(CommissionType::Override), Some((17_000, None)));
}

/// A partner's months, with what was paid out of each.
#[derive(Default)]
struct Account {
    paid: BTreeMap<Month, Vec<Commission>>,
    waiting: BTreeMap<Month, Vec<Commission>>,
    lifetime: i64,
}

impl Account {
    fn calculate(&mut self, month: Month, own: u32, sponsored: u32) {
        let paid = self.paid.get(&month).map_or(&[][..], Vec::as_slice);
        self.waiting.insert(month, pending(target(own, sponsored), paid));
    }

    /// What was paid out, or what has gathered where that is too little.
    fn pay(&mut self, until: Month) -> Result<i64, i64> {
        let waiting: Vec<Commission> = self.waiting.range(..=until).flat_map(|(_, rows)| rows.clone()).collect();
        let paid = payout(&waiting)?;
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

#[test]
fn inv28_to_inv31_com08_com21_what_is_paid_out_adjusted_and_carried_over() {
    let [january, february, march, april, may] = ["2027-01", "2027-02", "2027-03", "2027-04", "2027-05"].map(month);

    let mut carried = Account::default();
    carried.calculate(january, 3, 0);
    assert_eq!(carried.pay(january), Err(1_500), "INV28");
    carried.calculate(february, 4, 0);
    assert_eq!(carried.pay(february), Ok(3_500), "INV28");

    let mut recalculated = Account::default();
    recalculated.calculate(march, 26, 0);
    assert_eq!(recalculated.pay(march), Ok(13_500), "INV29");
    for _ in 0..2 {
        recalculated.calculate(march, 28, 0);
        assert_eq!(recalculated.waiting.get(&march), Some(&vec![Commission::adjustment(2_000)]), "INV29");
    }
    assert_eq!(recalculated.pay(march), Err(2_000), "INV29");
    recalculated.calculate(april, 1, 0);
    assert_eq!((recalculated.pay(april), recalculated.lifetime), (Ok(2_500), 16_000), "INV29");
    recalculated.calculate(march, 28, 0);
    assert_eq!(recalculated.pending(), 0, "INV29: an adjustment that was paid out is no more owed");

    let mut refunded = Account::default();
    refunded.calculate(april, 27, 0);
    assert_eq!(refunded.pay(april), Ok(14_500), "INV30");
    refunded.calculate(april, 26, 0);
    assert_eq!(refunded.pending(), -1_000, "INV30");
    refunded.calculate(may, 26, 0);
    assert_eq!((refunded.pay(may), refunded.lifetime), (Ok(12_500), 27_000), "INV30");

    let mut small = Account::default();
    small.calculate(april, 5, 0);
    assert_eq!(small.pay(april), Ok(2_500), "INV31");
    small.calculate(april, 3, 0);
    small.calculate(may, 3, 0);
    assert_eq!((small.pay(may), small.pending()), (Err(500), 500), "INV31");
}

/// A month that was paid for as it began.
fn month_from(from: i64) -> PaidMonth {
    PaidMonth {
        period_start: from,
        period_end: from + 31 * DAY_MS,
        paid_at: from,
        amount_pence: 2_900,
        returned_pence: 0,
    }
}

/// A client that has paid for one.
fn paid(from: i64) -> SubscriptionFacts {
    SubscriptionFacts { paid: vec![month_from(from)], ..SubscriptionFacts::default() }
}

/// Of a client with one subscription.
fn activity(facts: &SubscriptionFacts, month: Month, at: i64) -> ReferralActivity {
    let facts = ReferralFacts { subscriptions: vec![facts.clone()], ..ReferralFacts::default() };
    activity::activity(&facts, month, at)
}

#[test]
fn inv32_com22_a_payment_that_fails_counts_for_7_days_to_the_second() {
    let (january, february) = (month(JANUARY), month("2027-02"));
    let failing = SubscriptionFacts { unpaid_since: Some(at(28, 10, 0)), ..paid(at(-3, 10, 0)) };
    assert_eq!(activity(&failing, january, january.closes_at()), ReferralActivity::Active);
    let lapses = at(31 + 4, 10, 0);
    // February has been paid by nobody, whatever the days of grace are.
    assert_eq!(activity(&failing, january, lapses - 1), ReferralActivity::Active);
    assert_eq!(activity(&failing, january, lapses), ReferralActivity::PaymentFailed);
    assert_eq!(activity(&failing, february, february.closes_at()), ReferralActivity::PaymentFailed);
    // Made good on the tenth day, after the month had closed: at the closing nobody knew.
    let mut late = paid(at(-3, 10, 0));
    late.paid.push(PaidMonth { paid_at: at(38, 10, 0), ..month_from(at(28, 10, 0)) });
    assert_eq!(activity(&late, january, january.closes_at()), ReferralActivity::Active);
    assert_eq!(activity(&late, february, lapses), ReferralActivity::PaymentFailed);
    assert_eq!(activity(&late, february, february.closes_at()), ReferralActivity::Active);
}

#[test]
fn inv33_com14_a_partner_that_leaves_earns_for_30_days_more() {
    let left = Some(at(10, 12, 0));
    assert!(earns(left, month(JANUARY).closes_at()), "£60 for 12 clients");
    assert!(!earns(left, month("2027-02").closes_at()));
    assert!(earns(left, at(31 + 9, 12, 0)) && !earns(left, at(31 + 9, 12, 1)));
    assert!(earns(None, i64::MAX));
}

#[test]
fn inv34_com13_a_subscription_counts_that_ends_with_the_closing_or_later() {
    let june = month("2027-06");
    let ending = |ended_at| SubscriptionFacts { ended_at: Some(ended_at), ..paid(june.begins_at() + DAY_MS) };
    let closing = june.closes_at();
    assert_eq!(activity(&ending(closing - 1000), june, closing), ReferralActivity::Ended);
    assert_eq!(activity(&ending(closing), june, closing), ReferralActivity::Active);
}

#[test]
fn com12_com22_inv38_what_does_not_make_a_client_count() {
    let january = month(JANUARY);
    let closing = january.closes_at();
    let is = |facts: &SubscriptionFacts| activity(facts, january, closing);
    let changed = |change: fn(&mut PaidMonth)| {
        let mut facts = paid(at(5, 0, 0));
        facts.paid.iter_mut().for_each(change);
        facts
    };
    assert_eq!(is(&paid(at(5, 0, 0))), ReferralActivity::Active);
    assert_eq!(is(&SubscriptionFacts::default()), ReferralActivity::NotPaid);
    assert_eq!(is(&changed(|one| one.amount_pence = 0)), ReferralActivity::NotPaid, "a set-up fee alone");
    assert_eq!(is(&changed(|one| one.returned_pence = 2_900)), ReferralActivity::Refunded);
    assert_eq!(is(&changed(|one| one.returned_pence = 2_899)), ReferralActivity::Active, "a part of it");
    let own =
        ReferralFacts { is_self_referral: true, subscriptions: vec![paid(at(5, 0, 0))], ..ReferralFacts::default() };
    assert_eq!(activity::activity(&own, january, closing), ReferralActivity::SelfReferral);
    assert_eq!(is(&paid(closing)), ReferralActivity::NotPaid, "of the next month");
    assert_eq!(activity(&paid(at(5, 0, 0)), month("2027-03"), month("2027-03").closes_at()), ReferralActivity::NotPaid);
    // The month before was paid and kept; the one that counts went back.
    let mut twice = paid(at(-20, 0, 0));
    twice.paid.push(PaidMonth { returned_pence: 2_900, ..month_from(at(11, 0, 0)) });
    assert_eq!(is(&twice), ReferralActivity::Refunded);
}

/// Numbers that look like chance, the same in every run.
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    fn one_in(&mut self, count: u64) -> bool {
        self.below(count) == 0
    }
}

fn facts_of(clients: &[(bool, SubscriptionFacts)]) -> PartnerFacts {
    let referral = |(is_self_referral, facts): &(bool, SubscriptionFacts)| ReferralFacts {
        id: String::new(),
        is_self_referral: *is_self_referral,
        subscriptions: vec![facts.clone()],
    };
    PartnerFacts { left_at: None, referrals: clients.iter().map(referral).collect() }
}

/// Clients that come, pay, fail, leave and get money back, and a partner that is paid out now and then.
fn live(seed: u64) {
    let mut chance = Chance(seed);
    let mut clients: Vec<(bool, SubscriptionFacts)> = Vec::new();
    let mut account = Account::default();
    let mut latest: BTreeMap<Month, i64> = BTreeMap::new();
    let mut now = month(JANUARY);
    for _ in 0..10 {
        for _ in 0..chance.below(8) {
            clients.push((chance.one_in(20), SubscriptionFacts::default()));
        }
        for (_, client) in &mut clients {
            let start = now.begins_at() + i64::try_from(chance.below(28 * 24)).unwrap_or(0) * HOUR_MS;
            match chance.below(12) {
                0 => client.ended_at = client.ended_at.or(Some(start)),
                1 => client.unpaid_since = client.unpaid_since.or(Some(start)),
                2 => client.paid.iter_mut().for_each(|one| one.returned_pence = one.amount_pence),
                _ if client.ended_at.is_none() && client.unpaid_since.is_none() => client.paid.push(month_from(start)),
                _ => {}
            }
        }
        for _ in 0..=chance.below(4) {
            // The month that closes, or an earlier one of which something has become known.
            let mut of = now;
            while chance.one_in(3) && of > month(JANUARY) {
                of = of.before();
            }
            let own = facts_of(&clients).active_clients(of, of.closes_at());
            account.calculate(of, own, own / 3);
            latest.insert(of, sum(&target(own, own / 3)));
            if chance.one_in(2) {
                let before = account.pending();
                match account.pay(of) {
                    Ok(paid) => assert!(paid >= 2_500, "seed {seed}"),
                    Err(gathered) => assert!(gathered < 2_500 && account.pending() == before, "seed {seed}"),
                }
            }
            assert_eq!(account.lifetime + account.pending(), latest.values().sum::<i64>(), "seed {seed}, {now}");
            assert!(account.lifetime >= 0);
        }
        now = now.after();
    }
}

#[test]
fn inv37_com21_lifetime_and_pending_are_what_the_months_come_to_in_3000_histories() {
    for seed in 0..3_000 {
        live(seed);
    }
}
