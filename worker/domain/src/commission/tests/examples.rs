//! The worked examples, each a row of one table.

use super::{Account, DAY_MS, SubscriptionFacts, at, facts_of, month, month_from, paid};
use crate::commission::snapshot::PartnerFacts;
use crate::commission::{Commission, CommissionBand, CommissionType};

/// A step or an expected result of a worked example. Amounts are pence.
enum Step {
    /// A month with these numbers of own and sponsored active clients.
    Count(&'static str, u32, u32),
    /// Expected pending rows of a month, by band or type.
    Waits(&'static str, &'static [(Kind, u32, i64)]),
    /// Closes a month with these facts about the partner.
    Close(&'static str, PartnerFacts),
    /// Expected number of active clients at a time in a month.
    CountAt(&'static str, PartnerFacts, i64, u32),
    Pay(&'static str, i64),
    /// Expected balance below the minimum payout.
    Refuse(&'static str, i64),
    Lifetime(i64),
    Pending(i64),
}

/// Kind of a commission as screens label it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    First,
    Second,
    Override,
    Adjustment,
}

fn kind(one: &Commission) -> Kind {
    match (one.commission_type, one.band()) {
        (CommissionType::Direct, Some(CommissionBand::First)) => Kind::First,
        (CommissionType::Direct, _) => Kind::Second,
        (CommissionType::Override, _) => Kind::Override,
        (CommissionType::Adjustment, _) => Kind::Adjustment,
    }
}

fn play(name: &str, steps: Vec<Step>) {
    let mut account = Account::default();
    for (index, step) in steps.into_iter().enumerate() {
        let name = format!("{name}, step {index}");
        match step {
            Step::Count(of, own, sponsored) => account.calculate(month(of), own, sponsored),
            Step::Close(of, facts) => {
                let of = month(of);
                account.calculate(of, facts.active_clients(of, of.closes_at()), 0);
            }
            Step::CountAt(of, facts, at, clients) => {
                assert_eq!(facts.active_clients(month(of), at), clients, "{name}");
            }
            Step::Waits(of, rows) => {
                let waiting = account.waiting.get(&month(of)).map_or(&[][..], Vec::as_slice);
                let waiting: Vec<_> = waiting.iter().map(|one| (kind(one), one.clients, one.amount_pence)).collect();
                assert_eq!(waiting, rows, "{name}");
            }
            Step::Pay(until, pence) => assert_eq!(account.pay(month(until)), Ok(pence), "{name}"),
            Step::Refuse(until, pence) => assert_eq!(account.pay(month(until)), Err(pence), "{name}"),
            Step::Lifetime(pence) => assert_eq!(account.lifetime, pence, "{name}"),
            Step::Pending(pence) => assert_eq!(account.pending(), pence, "{name}"),
        }
    }
}

/// A partner with this many identical clients.
fn partner_of(clients: usize, left_at: Option<i64>, client: &SubscriptionFacts) -> PartnerFacts {
    PartnerFacts { left_at, ..facts_of(&vec![(false, client.clone()); clients]) }
}

#[test]
#[allow(clippy::too_many_lines)] // one table
fn inv26_to_inv34_com01_com02_com03_com04_com08_com14_com21_the_worked_examples() {
    use Kind::{Adjustment, First, Override, Second};
    use Step::{Close, Count, CountAt, Lifetime, Pay, Pending, Refuse, Waits};
    let [jan, feb, march, april, may, june] = ["2027-01", "2027-02", "2027-03", "2027-04", "2027-05", "2027-06"];
    let failing = SubscriptionFacts { unpaid_since: Some(at(28, 10, 0)), ..paid(at(-3, 10, 0)) };
    let failing = partner_of(8, None, &failing);
    let lapses = at(31 + 4, 10, 0);
    let renewing = SubscriptionFacts {
        paid: vec![month_from(at(1, 0, 0)), month_from(at(32, 0, 0))],
        ..SubscriptionFacts::default()
    };
    let leaver = partner_of(12, Some(at(10, 12, 0)), &renewing);
    let runs_out = at(31 + 9, 12, 0);
    let june_closes = month(june).closes_at();
    let cancelled_at = |ended_at| {
        let client = SubscriptionFacts { ended_at: Some(ended_at), ..paid(month(june).begins_at() + DAY_MS) };
        partner_of(1, None, &client)
    };
    for (name, steps) in [
        ("INV26 n = 0: no row", vec![Count(jan, 0, 0), Waits(jan, &[])]),
        ("INV26 n = 1: £5", vec![Count(jan, 1, 0), Waits(jan, &[(First, 1, 500)])]),
        ("INV26 n = 25: £125, the second band locked", vec![Count(jan, 25, 0), Waits(jan, &[(First, 25, 12_500)])]),
        ("INV26 n = 26: £135", vec![Count(jan, 26, 0), Waits(jan, &[(First, 25, 12_500), (Second, 1, 1_000)])]),
        ("INV26 n = 40: £275", vec![Count(jan, 40, 0), Waits(jan, &[(First, 25, 12_500), (Second, 15, 15_000)])]),
        (
            "INV27 a sponsor with n = 10 and partners with 30 and 4: £50 + £170 override",
            vec![Count(jan, 10, 30 + 4), Waits(jan, &[(First, 10, 5_000), (Override, 34, 17_000)]), Pay(jan, 22_000)],
        ),
        ("INV27 its partner with 30: £175", vec![Count(jan, 30, 0), Pay(jan, 17_500)]),
        ("INV27 its partner with 4: £20", vec![Count(jan, 4, 0), Refuse(jan, 2_000)]),
        (
            "INV28 Jan n = 3, Feb n = 4: January refused, February pays £35",
            vec![Count(jan, 3, 0), Refuse(jan, 1_500), Count(feb, 4, 0), Pay(feb, 3_500), Pending(0)],
        ),
        (
            "INV29 Mar n = 26 paid £135, recalculated at 28: +£20 pending, refused alone; Apr n = 1 pays £25; lifetime £160",
            vec![
                Count(march, 26, 0),
                Pay(march, 13_500),
                Count(march, 28, 0),
                Count(march, 28, 0),
                Waits(march, &[(Adjustment, 0, 2_000)]),
                Refuse(march, 2_000),
                Count(april, 1, 0),
                Pay(april, 2_500),
                Lifetime(16_000),
                Count(march, 28, 0),
                Pending(0),
            ],
        ),
        (
            "INV30 Apr n = 27 paid £145, one refund, May n = 26: −£10; May pays £125; lifetime £270",
            vec![
                Count(april, 27, 0),
                Pay(april, 14_500),
                Count(april, 26, 0),
                Waits(april, &[(Adjustment, 0, -1_000)]),
                Count(may, 26, 0),
                Pay(may, 12_500),
                Lifetime(27_000),
            ],
        ),
        (
            "INV31 Apr n = 5 paid £25, two refunds, May n = 3: −£10 + £15 = £5 carried over",
            vec![
                Count(april, 5, 0),
                Pay(april, 2_500),
                Count(april, 3, 0),
                Count(may, 3, 0),
                Refuse(may, 500),
                Pending(500),
            ],
        ),
        (
            "INV32 a payment fails 28 Jan 10:00 and never recovers, 8 clients: counts for January; lapses 4 Feb 10:00",
            vec![
                Close(jan, failing.clone()),
                Waits(jan, &[(First, 8, 4_000)]),
                CountAt(feb, failing.clone(), lapses - 1, 8),
                CountAt(feb, failing.clone(), lapses, 0),
                Close(feb, failing),
                Waits(feb, &[]),
            ],
        ),
        (
            "INV33 a partner leaves 10 Jan 12:00, n = 12: runs to 9 Feb 12:00; January £60, February £0",
            vec![
                Close(jan, leaver.clone()),
                Waits(jan, &[(First, 12, 6_000)]),
                CountAt(feb, leaver.clone(), runs_out, 12),
                CountAt(feb, leaver.clone(), runs_out + 1, 0),
                Close(feb, leaver),
                Waits(feb, &[]),
            ],
        ),
        (
            "INV34 cancelled at 30 Jun 23:59:59Z: not counted for June",
            vec![Close(june, cancelled_at(june_closes - 1000)), Waits(june, &[])],
        ),
        (
            "INV34 cancelled at 1 Jul 00:00:00Z: counted for June",
            vec![Close(june, cancelled_at(june_closes)), Waits(june, &[(First, 1, 500)])],
        ),
    ] {
        play(name, steps);
    }
}
