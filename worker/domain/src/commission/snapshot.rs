//! Facts that a partner's commissions of a month are computed from. They are stored with the
//! commissions, and the partner's browser recomputes them.

use serde::{Deserialize, Serialize};

use super::activity::{ReferralActivity, ReferralFacts, activity, earns};
use super::month::Month;

/// Facts about a partner when a month was computed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
#[serde(rename_all = "camelCase")]
pub struct PartnerFacts {
    /// When the partner left the programme; UTC milliseconds.
    pub left_at: Option<i64>,
    /// Clients it referred, in order of referral.
    pub referrals: Vec<ReferralFacts>,
}

impl PartnerFacts {
    /// Removes everything that happened at `as_of` or later (UTC milliseconds); the same clients
    /// count. This keeps the facts of a closed month stable unless the month itself changes.
    #[must_use]
    pub fn known_at(mut self, as_of: i64) -> Self {
        self.left_at = self.left_at.filter(|left_at| *left_at < as_of);
        for referral in &mut self.referrals {
            referral.subscriptions = referral.subscriptions.drain(..).map(|one| one.known_at(as_of)).collect();
        }
        self
    }

    /// Counts the active clients of `month` at `as_of`, UTC milliseconds.
    #[must_use]
    pub fn active_clients(&self, month: Month, as_of: i64) -> u32 {
        self.counting(month, as_of, |_| true)
    }

    /// Counts those that also count for the partner's sponsor: all but the sponsor's own purchases.
    #[must_use]
    pub fn sponsored_clients(&self, month: Month, as_of: i64) -> u32 {
        self.counting(month, as_of, |one| !one.is_sponsors_own)
    }

    /// Counts active clients that are the sponsor's own purchases.
    #[must_use]
    pub fn sponsors_own_clients(&self, month: Month, as_of: i64) -> u32 {
        self.counting(month, as_of, |one| one.is_sponsors_own)
    }

    fn counting(&self, month: Month, as_of: i64, for_whom: impl Fn(&ReferralFacts) -> bool) -> u32 {
        u32::try_from(self.counted(month, as_of).filter(|one| for_whom(one)).count()).unwrap_or(u32::MAX)
    }

    /// Returns the active clients of `month` at `as_of`, UTC milliseconds.
    pub fn counted(&self, month: Month, as_of: i64) -> impl Iterator<Item = &ReferralFacts> {
        let earns = earns(self.left_at, as_of);
        self.referrals.iter().filter(move |one| earns && activity(one, month, as_of) == ReferralActivity::Active)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commission::activity::{PaidMonth, SubscriptionFacts};
    use crate::retention::DAY_MS;

    #[test]
    fn com14_com22_a_partner_who_left_long_ago_has_no_counted_clients() {
        let june = Month::parse("2027-06").unwrap_or_else(|| Month::of(0));
        let begin = june.begins_at();
        let paid = PaidMonth {
            period_start: begin,
            period_end: begin.saturating_add(DAY_MS.saturating_mul(30)),
            due_at: None,
            paid_at: begin,
            is_refunded: false,
        };
        let subscription = SubscriptionFacts { paid: vec![paid], ..SubscriptionFacts::default() };
        let referral = |is_self_referral, subscriptions: &[SubscriptionFacts]| ReferralFacts {
            id: String::new(),
            is_self_referral,
            subscriptions: subscriptions.to_vec(),
            ..ReferralFacts::default()
        };
        let ended = SubscriptionFacts { ended_at: Some(begin), ..subscription.clone() };
        let referrals = vec![
            referral(false, std::slice::from_ref(&subscription)),
            referral(false, &[ended.clone(), subscription.clone()]),
            referral(false, &[subscription.clone(), ended.clone()]),
            referral(false, &[ended]),
            referral(true, &[subscription]),
            referral(false, &[]),
        ];
        let mut facts = PartnerFacts { left_at: None, referrals };
        assert_eq!(facts.active_clients(june, june.closes_at()), 3);
        if let Some(first) = facts.referrals.first_mut() {
            first.is_sponsors_own = true;
        }
        let both = (facts.active_clients(june, june.closes_at()), facts.sponsored_clients(june, june.closes_at()));
        assert_eq!(both, (3, 2), "INV38 what its sponsor bought counts for the partner alone");
        facts.left_at = Some(begin);
        assert_eq!(facts.active_clients(june, june.closes_at()), 3, "30 days later to the millisecond");
        facts.left_at = Some(begin.saturating_sub(1));
        assert_eq!(facts.active_clients(june, june.closes_at()), 0);
    }

    #[test]
    fn aff25_com21_later_events_do_not_change_a_closed_months_facts_or_count() {
        let june = Month::parse("2027-06").unwrap_or_else(|| Month::of(0));
        let (begin, close) = (june.begins_at(), june.closes_at());
        let paid = |period_start: i64, paid_at| PaidMonth {
            period_start,
            period_end: period_start.saturating_add(DAY_MS.saturating_mul(30)),
            due_at: None,
            paid_at,
            is_refunded: false,
        };
        let partner = |left_at, subscription: SubscriptionFacts| PartnerFacts {
            left_at,
            referrals: vec![ReferralFacts { subscriptions: vec![subscription], ..ReferralFacts::default() }],
        };
        let on_closing = partner(None, SubscriptionFacts { paid: vec![paid(begin, begin)], ..Default::default() });
        let later = partner(
            Some(close),
            SubscriptionFacts {
                ended_at: Some(close.saturating_add(DAY_MS)),
                unpaid_since: Some(close),
                paid: vec![paid(begin, begin), paid(close, close)],
            },
        );
        assert_eq!(later.known_at(close), on_closing);
        // A payment due before that moment and made after it was overdue at that moment.
        let due = close.saturating_sub(DAY_MS.saturating_mul(8));
        let late = SubscriptionFacts { paid: vec![paid(begin, begin), paid(due, close)], ..Default::default() };
        let known = partner(None, late.clone()).known_at(close);
        let unpaid = SubscriptionFacts { unpaid_since: Some(due), paid: vec![paid(begin, begin)], ended_at: None };
        assert_eq!(known, partner(None, unpaid));
        assert_eq!(known.active_clients(june, close), partner(None, late).active_clients(june, close));
        assert_eq!(known.clone().known_at(close), known);
    }
}
