//! Whether a referred client counts for a month.

use serde::{Deserialize, Serialize};

use crate::retention::days;
use crate::string_enum::string_enum;
use crate::subscription::grace_end;

use super::month::Month;

/// For so many days after it has left the programme a partner's clients count.
pub const DAYS_AFTER_LEAVING: u32 = 30;

/// A paid invoice of a subscription; UTC milliseconds and pence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct PaidMonth {
    /// The month that it pays for.
    pub period_start: i64,
    /// And its end.
    pub period_end: i64,
    /// When it was paid.
    pub paid_at: i64,
    /// What was paid for the month: no set-up fee.
    pub amount_pence: i64,
    /// What of it went back, or is disputed.
    pub returned_pence: i64,
}

/// What is known of a subscription of a referred client; UTC milliseconds.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export))]
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
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct ReferralFacts {
    /// The referral's id.
    pub id: String,
    /// The partner itself is the client.
    pub is_self_referral: bool,
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

/// Whether a referred client counts for `month` at `at`, UTC milliseconds: its closing, or a time within it. One subscription that
/// counts is enough; where none does, the newest says why.
#[must_use]
pub fn activity(facts: &ReferralFacts, month: Month, at: i64) -> ReferralActivity {
    if facts.is_self_referral {
        return ReferralActivity::SelfReferral;
    }
    let mut all = facts.subscriptions.iter().map(|one| of_subscription(one, month, at));
    let newest = facts.subscriptions.last().map(|one| of_subscription(one, month, at));
    if all.any(|one| one == ReferralActivity::Active) {
        return ReferralActivity::Active;
    }
    newest.unwrap_or(ReferralActivity::NotPaid)
}

fn of_subscription(facts: &SubscriptionFacts, month: Month, at: i64) -> ReferralActivity {
    if facts.ended_at.is_some_and(|ended_at| ended_at < at) {
        return ReferralActivity::Ended;
    }
    if unpaid_since(facts, at).is_some_and(|since| at >= grace_end(since)) {
        return ReferralActivity::PaymentFailed;
    }
    // What was paid last says whether the client still pays.
    let paid = facts.paid.iter().filter(|one| one.paid_at < at && one.period_start < at && one.amount_pence > 0);
    match paid.max_by_key(|one| (one.period_start, one.paid_at)) {
        Some(last) if last.period_end <= month.begins_at() => ReferralActivity::NotPaid,
        Some(last) if last.returned_pence >= last.amount_pence => ReferralActivity::Refunded,
        Some(_) => ReferralActivity::Active,
        None => ReferralActivity::NotPaid,
    }
}

/// Since when a payment was due at a time: the one that was never made good, or one that was, later than that.
fn unpaid_since(facts: &SubscriptionFacts, at: i64) -> Option<i64> {
    let late = facts.paid.iter().filter(|one| one.period_start < at && one.paid_at >= at).map(|one| one.period_start);
    facts.unpaid_since.into_iter().filter(|since| *since < at).chain(late).min()
}

/// Whether a partner earns for what is counted at `at`; both in UTC milliseconds.
#[must_use]
pub fn earns(left_at: Option<i64>, at: i64) -> bool {
    left_at.is_none_or(|left_at| at <= left_at.saturating_add(days(DAYS_AFTER_LEAVING)))
}
