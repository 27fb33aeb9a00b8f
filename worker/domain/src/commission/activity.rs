//! Whether a referred client counts for a month.

use serde::{Deserialize, Serialize};

use crate::retention::days;
use crate::string_enum::string_enum;
use crate::subscription::grace_end;

use super::month::Month;

/// Days after leaving the programme during which a partner's clients still count.
pub const DAYS_AFTER_LEAVING: u32 = 30;

/// A paid month of a subscription, set-up fees aside; UTC milliseconds. Amounts stay at Stripe: the
/// computation by a partner and its sponsor does not need them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
#[serde(rename_all = "camelCase")]
pub struct PaidMonth {
    /// Start of the paid month.
    pub period_start: i64,
    /// End of the paid month.
    pub period_end: i64,
    /// When its payment was due and first tried; `None` if unknown.
    #[serde(default)]
    pub due_at: Option<i64>,
    /// When it was paid.
    pub paid_at: i64,
    /// Whether it was refunded in full, or is disputed.
    #[serde(default)]
    pub is_refunded: bool,
}

impl PaidMonth {
    /// Whether it was paid before `at`, for a month that had begun by then.
    const fn is_known_at(&self, at: i64) -> bool {
        self.paid_at < at && self.period_start < at
    }

    /// When it became unpaid, for as long as it was.
    fn unpaid_since(&self) -> i64 {
        self.due_at.unwrap_or(self.period_start)
    }
}

/// Facts about a subscription of a referred client; UTC milliseconds.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
#[serde(rename_all = "camelCase")]
pub struct SubscriptionFacts {
    /// When it ended.
    pub ended_at: Option<i64>,
    /// When a failed payment became due that was never made up.
    pub unpaid_since: Option<i64>,
    /// Paid months, in any order.
    pub paid: Vec<PaidMonth>,
}

/// Facts about a referred client.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "affiliate.ts"))]
#[serde(rename_all = "camelCase")]
pub struct ReferralFacts {
    /// The referral's id.
    pub id: String,
    /// Whether the partner itself is the client.
    pub is_self_referral: bool,
    /// Whether the partner's sponsor is the client: it then counts for the partner but not for the sponsor.
    #[serde(default)]
    pub is_sponsors_own: bool,
    /// Its subscriptions by start; a client may have ended one and started another.
    pub subscriptions: Vec<SubscriptionFacts>,
}

string_enum! {
    /// Whether a referred client counts for a month, and if not, why.
    ReferralActivity {
        /// It counts.
        Active = "active",
        /// The partner itself is the client.
        SelfReferral = "self-referral",
        /// Nothing was paid, set-up fees aside.
        NotPaid = "not-paid",
        /// The payment was refunded.
        Refunded = "refunded",
        /// Its subscription had ended.
        Ended = "ended",
        /// A payment has been overdue for a week or more.
        PaymentFailed = "payment-failed",
    }
}

/// Whether a referred client counts for a month, with the facts behind it; UTC milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    /// Whether it counts.
    pub activity: ReferralActivity,
    /// Last paid month known by then.
    pub last_paid: Option<PaidMonth>,
    /// When the payment overdue at that time became due.
    pub unpaid_since: Option<i64>,
    /// When the subscription ended, if it had by then.
    pub ended_at: Option<i64>,
}

impl Standing {
    const fn without_subscription(activity: ReferralActivity) -> Self {
        Self { activity, last_paid: None, unpaid_since: None, ended_at: None }
    }
}

/// Decides whether a referred client counts for `month` at `at` (UTC milliseconds), the month's end
/// or a time within it. One active subscription is enough; otherwise the newest gives the reason.
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

/// Like [`standing`], without the facts.
#[must_use]
pub fn activity(facts: &ReferralFacts, month: Month, at: i64) -> ReferralActivity {
    standing(facts, month, at).activity
}

fn of_subscription(facts: &SubscriptionFacts, month: Month, at: i64) -> Standing {
    let ended_at = facts.ended_at.filter(|ended_at| *ended_at < at);
    let unpaid_since = unpaid_since(facts, at);
    // The last paid month shows whether the client still pays.
    let paid = facts.paid.iter().filter(|one| one.is_known_at(at));
    let last_paid = paid.max_by_key(|one| (one.period_start, one.paid_at)).copied();
    let activity = if ended_at.is_some() {
        ReferralActivity::Ended
    } else if unpaid_since.is_some_and(|since| at >= grace_end(since)) {
        ReferralActivity::PaymentFailed
    } else {
        match last_paid {
            // In the grace period a client still counts, though nothing was paid for the month yet.
            Some(last) if last.period_end <= month.begins_at() && unpaid_since.is_none() => ReferralActivity::NotPaid,
            Some(last) if last.is_refunded => ReferralActivity::Refunded,
            Some(_) => ReferralActivity::Active,
            None => ReferralActivity::NotPaid,
        }
    };
    Standing { activity, last_paid, unpaid_since, ended_at }
}

impl SubscriptionFacts {
    /// Removes everything that happened at `at` or later (UTC milliseconds). The result at `at`
    /// stays the same.
    #[must_use]
    pub fn known_at(mut self, at: i64) -> Self {
        self.unpaid_since = unpaid_since(&self, at);
        self.ended_at = self.ended_at.filter(|ended_at| *ended_at < at);
        self.paid.retain(|one| one.is_known_at(at));
        self
    }
}

/// Returns when the payment overdue at a time became due: one never made up, or one paid after that time.
fn unpaid_since(facts: &SubscriptionFacts, at: i64) -> Option<i64> {
    let late = facts.paid.iter().filter(|one| one.paid_at >= at).map(PaidMonth::unpaid_since);
    facts.unpaid_since.into_iter().chain(late).filter(|since| *since < at).min()
}

/// Returns until when a partner that left at `left_at` keeps earning; UTC milliseconds.
#[must_use]
pub fn earns_until(left_at: i64) -> i64 {
    left_at.saturating_add(days(DAYS_AFTER_LEAVING))
}

/// Whether a partner earns for clients counted at `at`; both in UTC milliseconds.
#[must_use]
pub fn earns(left_at: Option<i64>, at: i64) -> bool {
    left_at.is_none_or(|left_at| at <= earns_until(left_at))
}
