//! Random histories.

use std::collections::BTreeMap;

use super::{Account, JANUARY, SubscriptionFacts, facts_of, month, month_from};
use crate::chance::Chance;
use crate::commission::activity::earns;
use crate::commission::month::Month;
use crate::commission::snapshot::PartnerFacts;
use crate::commission::{commissions_of, sum};
use crate::retention::HOUR_MS;

/// A partner with its clients and payouts; the first one sponsors the others.
#[derive(Default)]
struct Partner {
    clients: Vec<(bool, SubscriptionFacts)>,
    left_at: Option<i64>,
    account: Account,
    /// Total of each month when last computed.
    latest: BTreeMap<Month, i64>,
}

impl Partner {
    fn count(&self, of: Month) -> u32 {
        PartnerFacts { left_at: self.left_at, ..facts_of(&self.clients) }.active_clients(of, of.closes_at())
    }

    /// Simulates a month in which clients join, pay, fail, leave, return and get refunds.
    fn live(&mut self, chance: &mut Chance, now: Month) {
        for _ in 0..chance.below(12) {
            self.clients.push((chance.one_in(20), SubscriptionFacts::default()));
        }
        for (_, client) in &mut self.clients {
            let start = now.begins_at() + i64::try_from(chance.below(28 * 24)).unwrap_or(0) * HOUR_MS;
            match chance.below(16) {
                0 => client.ended_at = client.ended_at.or(Some(start)),
                1 => client.unpaid_since = client.unpaid_since.or(Some(start)),
                2 => client.paid.iter_mut().for_each(|one| one.is_refunded = true),
                3 => client.paid.iter_mut().for_each(|one| one.is_refunded = false),
                4 => client.unpaid_since = None,
                _ if client.ended_at.is_none() && client.unpaid_since.is_none() => client.paid.push(month_from(start)),
                _ => {}
            }
        }
        match chance.below(30) {
            0 => self.left_at = self.left_at.or(Some(now.begins_at())),
            1 => self.left_at = None,
            _ => {}
        }
    }
}

/// Simulates three partners with occasional payouts.
fn live(seed: u64) -> i64 {
    let mut chance = Chance(seed);
    let mut partners: [Partner; 3] = Default::default();
    let mut now = month(JANUARY);
    for _ in 0..10 {
        for partner in &mut partners {
            partner.live(&mut chance, now);
        }
        for _ in 0..=chance.below(4) {
            // Computes the closing month, or an earlier one with new facts.
            let mut of = now;
            while chance.one_in(3) && of > month(JANUARY) {
                of = of.before();
            }
            let counts = partners.each_ref().map(|partner| partner.count(of));
            for (index, (partner, own)) in partners.iter_mut().zip(counts).enumerate() {
                let is_sponsor = index == 0 && earns(partner.left_at, of.closes_at());
                let sponsored = if is_sponsor { counts[1] + counts[2] } else { 0 };
                let Partner { account, latest, .. } = partner;
                account.calculate(of, own, sponsored);
                latest.insert(of, sum(&commissions_of(own, sponsored)));
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
        }
        now = now.after();
    }
    partners.iter().map(|partner| partner.account.lifetime).sum()
}

#[test]
fn inv37_com21_lifetime_and_pending_equal_the_sum_of_months_in_3000_histories() {
    let paid: i64 = (0..3_000).map(live).sum();
    assert!(paid > 0);
}
