//! Whether a referred client counts for a month.

use serde::{Deserialize, Serialize};

use crate::retention::days;
use crate::string_enum::string_enum;
use crate::subscription::grace_end;

use super::month::Month;

/// For so many days after it has left the programme a partner's clients count.
pub const DAYS_AFTER_LEAVING: u32 = 30;

/// A month of a subscription that something was paid for, set-up fees aside; UTC milliseconds. What was paid stays with the payment
/// provider: a partner, and its sponsor, compute the same without it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
#[serde(rename_all = "camelCase")]
pub struct PaidMonth {
    /// The month that it pays for.
    pub period_start: i64,
    /// And its end.
    pub period_end: i64,
    /// When its payment was due and tried first; nothing where it is not known.
    #[serde(default)]
    pub due_at: Option<i64>,
    /// When it was paid.
    pub paid_at: i64,
    /// Whether all of it went back, or is disputed.
    #[serde(default)]
    pub is_refunded: bool,
}

impl PaidMonth {
    /// Whether it was paid before a time, for a month that had begun by then.
    const fn is_known_at(&self, at: i64) -> bool {
        self.paid_at < at && self.period_start < at
    }

    /// Since when it was unpaid for as long as it was.
    fn unpaid_since(&self) -> i64 {
        self.due_at.unwrap_or(self.period_start)
    }
}

/// What is known of a subscription of a referred client; UTC milliseconds.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
#[serde(rename_all = "camelCase")]
pub struct SubscriptionFacts {
    /// When it ended.
    pub ended_at: Option<i64>,
    /// Since when a payment is due that failed and was never made good.
    pub unpaid_since: Option<i64>,
    /// In any order.
    pub paid: Vec<PaidMonth>,
}

/// What is known of a referred client.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
#[serde(rename_all = "camelCase")]
pub struct ReferralFacts {
    /// The referral's id.
    pub id: String,
    /// The partner itself is the client.
    pub is_self_referral: bool,
    /// The partner's sponsor is the client: it counts for the partner, and not for the sponsor.
    #[serde(default)]
    pub is_sponsors_own: bool,
    /// Its subscriptions, in the order in which they began; it may have ended one and begun another.
    pub subscriptions: Vec<SubscriptionFacts>,
}

string_enum! {
    /// Whether a referred client counts for a month, and why not.
    ReferralActivity {
        /// It counts.
        Active = "active",
        /// The partner itself is the client.
        SelfReferral = "self-referral",
        /// Nothing was paid for it, set-up fees aside.
        NotPaid = "not-paid",
        /// What was paid for it went back.
        Refunded = "refunded",
        /// Its subscription had ended.
        Ended = "ended",
        /// A payment failed a week before or longer.
        PaymentFailed = "payment-failed",
    }
}

/// Whether a referred client counts for a month, and what says so; UTC milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    /// Whether it counts.
    pub activity: ReferralActivity,
    /// What was paid last by then.
    pub last_paid: Option<PaidMonth>,
    /// Since when a payment was due by then.
    pub unpaid_since: Option<i64>,
    /// When the subscription had ended by then.
    pub ended_at: Option<i64>,
}

impl Standing {
    const fn without_subscription(activity: ReferralActivity) -> Self {
        Self { activity, last_paid: None, unpaid_since: None, ended_at: None }
    }
}

/// Whether a referred client counts for `month` at `at`, UTC milliseconds: its closing, or a time within it. One subscription that
/// counts is enough; where none does, the newest says why.
#[must_use]
pub fn standing(facts: &ReferralFacts, month: Month, at: i64) -> Standing {
    if facts.is_self_referral {
        return Standing::without_subscription(ReferralActivity::SelfReferral);
    }
    let mut all = facts.subscriptions.iter().map(|one| of_subscription(one, month, at));
    let newest = facts.subscriptions.last().map(|one| of_subscription(one, month, at));
    all.find(|one| one.activity == ReferralActivity::Active)
        .or(newest)
        .unwrap_or_else(|| Standing::without_subscription(ReferralActivity::NotPaid))
}

/// As [`standing`], without what says so.
#[must_use]
pub fn activity(facts: &ReferralFacts, month: Month, at: i64) -> ReferralActivity {
    standing(facts, month, at).activity
}

fn of_subscription(facts: &SubscriptionFacts, month: Month, at: i64) -> Standing {
    let ended_at = facts.ended_at.filter(|ended_at| *ended_at < at);
    let unpaid_since = unpaid_since(facts, at);
    // What was paid last says whether the client still pays.
    let paid = facts.paid.iter().filter(|one| one.is_known_at(at));
    let last_paid = paid.max_by_key(|one| (one.period_start, one.paid_at)).copied();
    let activity = if ended_at.is_some() {
        ReferralActivity::Ended
    } else if unpaid_since.is_some_and(|since| at >= grace_end(since)) {
        ReferralActivity::PaymentFailed
    } else {
        match last_paid {
            // In the days of grace a client counts as before, though nothing was paid for the month yet.
            Some(last) if last.period_end <= month.begins_at() && unpaid_since.is_none() => ReferralActivity::NotPaid,
            Some(last) if last.is_refunded => ReferralActivity::Refunded,
            Some(_) => ReferralActivity::Active,
            None => ReferralActivity::NotPaid,
        }
    };
    Standing { activity, last_paid, unpaid_since, ended_at }
}

impl SubscriptionFacts {
    /// Without what happened at `at` or later, UTC milliseconds. It counts then as it does with that.
    #[must_use]
    pub fn known_at(mut self, at: i64) -> Self {
        self.unpaid_since = unpaid_since(&self, at);
        self.ended_at = self.ended_at.filter(|ended_at| *ended_at < at);
        self.paid.retain(|one| one.is_known_at(at));
        self
    }
}

/// Since when a payment was due at a time: the one that was never made good, or one that was, later than that.
fn unpaid_since(facts: &SubscriptionFacts, at: i64) -> Option<i64> {
    let late = facts.paid.iter().filter(|one| one.paid_at >= at).map(PaidMonth::unpaid_since);
    facts.unpaid_since.into_iter().chain(late).filter(|since| *since < at).min()
}

/// Until when a partner earns who left the programme at `left_at`; UTC milliseconds.
#[must_use]
pub fn earns_until(left_at: i64) -> i64 {
    left_at.saturating_add(days(DAYS_AFTER_LEAVING))
}

/// Whether a partner earns for what is counted at `at`; both in UTC milliseconds.
#[must_use]
pub fn earns(left_at: Option<i64>, at: i64) -> bool {
    left_at.is_none_or(|left_at| at <= earns_until(left_at))
}
