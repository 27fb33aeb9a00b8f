//! A client's plan and credits in its portal.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use crate::commission::in_pounds;
use crate::credits::CreditReason;
use crate::date::{date_of, in_words, short};
use crate::plan::PlanType;
use crate::row::json;
use crate::string_enum::string_enum;
use crate::stripe::returns::DisputeStanding;
use crate::subscription::PlanState;

/// `GET /api/client/{client}/billing`: a client's plan, and what it has paid. Times are UTC milliseconds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "billing.ts"))]
pub struct Billing {
    /// The plan.
    pub plan_type: PlanType,
    /// Its current status.
    pub state: PlanState,
    /// Until when that holds: the days of grace, or access.
    pub until: Option<i64>,
    /// The subscription that it is paid by, where it is by card.
    pub subscription: Option<PaidBy>,
    /// Shop page for more credits.
    pub top_up: Option<TopUpOffer>,
    /// How the plan can be paid by card from now on, where it is not.
    pub can_subscribe: bool,
    /// A plan that was bought with the client's address, and of which nobody has said yet for which business.
    pub unanswered: Option<UnansweredPurchase>,
    /// The plan's history, newest first. Only admins see it.
    pub changes: Vec<PlanChange>,
    /// The partner's link or code used for the purchase. Only admins see it.
    pub referral: Option<Referral>,
}

/// A plan that was bought with an address that a client has, until somebody says whose it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "billing.ts"))]
pub struct UnansweredPurchase {
    /// When, UTC milliseconds.
    pub bought_at: i64,
    /// The purchase at the payment provider, by which it is answered; none where an admin made it there.
    pub checkout_id: Option<String>,
}

/// A purchase made with a partner's link or code.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "billing.ts"))]
pub struct Referral {
    /// The partner's: the one that was used at payment, or else the link's.
    pub code: String,
    /// Whether it made the plan cheaper; a link's may not have been one of a discount.
    pub discounted: bool,
    /// The payment provider's, of who pays.
    pub stripe_customer_id: String,
    /// When the first month was paid for.
    pub first_payment_at: Option<i64>,
}

/// How a plan is paid.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "billing.ts"))]
#[allow(clippy::struct_excessive_bools)] // each is a fact of its own
pub struct PaidBy {
    /// The end of the month that runs; then the next payment follows, unless it ends.
    pub paid_until: Option<i64>,
    /// Whether that month was paid for, and not all of it went back.
    pub is_paid: bool,
    /// Whether it has ended, or is to end with the month that runs.
    pub ends: bool,
    /// Whether it has ended.
    pub has_ended: bool,
    /// Whether the next payment is for the month that has begun already.
    pub is_due: bool,
    /// The next payment, as the payment provider says; none where nothing follows.
    pub next: Option<NextPayment>,
    /// The payment that failed, and is still to be made.
    pub open: Option<OpenPayment>,
    /// The card that the next payment is taken from.
    pub card: Option<CardView>,
}

/// A payment that follows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "billing.ts"))]
pub struct NextPayment {
    /// When.
    pub at: i64,
    /// The amount to be taken, in pence (GBP).
    pub pence: u32,
    /// The discounts on it, a sentence for each.
    pub discounts: Vec<String>,
}

impl NextPayment {
    /// Returns it as screens show it, where one follows.
    #[must_use]
    pub fn new(at: Option<i64>, pence: Option<u32>, discounts: &[Discount]) -> Option<Self> {
        let discounts = discounts.iter().map(|one| one.in_words(short)).collect();
        Some(Self { at: at?, pence: pence?, discounts })
    }

    /// Returns it as mails say it, where one follows.
    #[must_use]
    pub fn in_words(at: Option<i64>, pence: Option<u32>, discounts: &[Discount]) -> Option<String> {
        let day = in_words(date_of(at?));
        let mut words = format!("The next payment is {}, on {day} (UTC).", in_pounds(pence?.into()));
        for one in discounts {
            words.push(' ');
            words.push_str(&one.in_words(in_words));
        }
        Some(words)
    }
}

/// A discount on the next payment, as it is kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Discount {
    /// By so much, in pence (GBP).
    pub pence: i64,
    /// The code that gave it, where one did.
    pub code: Option<String>,
    /// Until when; without it, for as long as the plan goes on.
    pub ends_at: Option<i64>,
    /// Whether it is for that payment alone.
    pub once: bool,
}

impl Discount {
    /// A sentence: the amount, the code that gave it, and the end, its date written by `date`.
    #[must_use]
    pub fn in_words(&self, date: fn(NaiveDate) -> String) -> String {
        let by = self.code.as_ref().map(|code| format!(" with the code {code}")).unwrap_or_default();
        let until = match self.ends_at {
            _ if self.once => "for this payment alone".to_owned(),
            Some(end) => format!("until {}", date(date_of(end))),
            None => "for as long as the plan goes on".to_owned(),
        };
        format!("{} off{by}, {until}.", in_pounds(self.pence))
    }
}

/// A payment that failed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "billing.ts"))]
pub struct OpenPayment {
    /// The amount to be paid, in pence (GBP).
    pub pence: u32,
    /// When it is tried again, where it is.
    pub retry_at: Option<i64>,
}

/// A card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "billing.ts"))]
pub struct CardView {
    /// `visa`.
    pub brand: String,
    /// The end of its number.
    pub last4: String,
    /// Its last month, `yyyy-MM`.
    pub expires: String,
    /// Whether it holds no more when the next payment is due, or has expired.
    pub expires_before_payment: bool,
}

/// `GET /api/client/{client}/payments?before=…`: a client's payments, newest first, 50 to a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "billing.ts"))]
pub struct PaymentPage {
    /// The payments.
    pub entries: Vec<PaymentEntry>,
    /// Cursor of the next page; `null` on the last.
    pub next: Option<String>,
}

/// A payment. Times are UTC milliseconds, amounts pence (GBP).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "billing.ts"))]
pub struct PaymentEntry {
    /// Of its invoice, or of the purchase of credits.
    pub id: String,
    /// When.
    pub paid_at: i64,
    /// Its purpose.
    pub kind: PaymentKind,
    /// The amount that was paid.
    pub amount_pence: u32,
    /// The part of it that was refunded.
    pub refunded_pence: u32,
    /// The part of it that the card's bank has taken.
    pub disputed_pence: u32,
    /// The state of the dispute, where the bank has taken something.
    pub dispute: Option<DisputeStanding>,
    /// The beginning of the month that was paid for, where it was one.
    pub month: Option<i64>,
    /// Its lines; their sum is the amount. None of a purchase of credits, and where they are not known yet.
    #[serde(deserialize_with = "json")]
    pub lines: Vec<PaymentLine>,
}

string_enum! {
    /// The purpose of a payment.
    PaymentKind {
        /// A month of the plan, with whatever was charged beside it.
        Month = "month",
        /// Credits beside the plan.
        TopUp = "top_up",
        /// A change within a month, or anything else that was charged for the plan.
        Change = "change",
    }
}

/// A line of a payment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "billing.ts"))]
pub struct PaymentLine {
    /// Its name.
    pub text: String,
    /// Pence (GBP); below 0 where it makes the payment smaller.
    pub pence: i64,
}

impl PaymentLine {
    /// A month of the plan.
    pub const MONTH: &str = "Plan, one month";
    /// An item without a name.
    pub const ITEM: &str = "Other";
    /// All discounts.
    pub const DISCOUNT: &str = "Discount";
    /// Taxes that are added.
    pub const TAX: &str = "Tax";
    /// The part that was paid from a credit at the payment provider.
    pub const CREDIT_USED: &str = "Credit from earlier payments";
    /// The part that the payment provider keeps as a credit.
    pub const CREDIT_KEPT: &str = "Kept for later payments";

    /// One of so many pence.
    #[must_use]
    pub fn new(text: &str, pence: i64) -> Self {
        Self { text: text.to_owned(), pence }
    }
}

/// Shop page for more credits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "billing.ts"))]
pub struct TopUpOffer {
    /// So many.
    pub credits: u32,
    /// Together, in pence (GBP).
    pub pence: u32,
    /// A payment page.
    pub url: String,
}

/// A change of a plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "billing.ts"))]
pub struct PlanChange {
    /// When it was noted.
    pub at: i64,
    /// The new state.
    pub state: PlanState,
    /// Until when that holds.
    pub until: Option<i64>,
}

/// `POST /api/client/{client}/billing`: the payment provider's page; `POST /api/client/{client}/subscription`: one to pay on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "billing.ts"))]
pub struct BillingPage {
    /// Works for some minutes, for whoever opens it.
    pub url: String,
}

/// `POST /api/client/{client}/cancellation`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "billing.ts"))]
pub struct Cancellation {
    /// When the plan was cancelled, UTC milliseconds.
    pub cancelled_at: i64,
    /// Until when the record page and the portal work; then everything that customers sent is deleted. UTC milliseconds.
    pub access_ends_at: i64,
}

/// `GET /api/client/{client}/credits?before=…`: every change of its credits, newest first, 50 to a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "billing.ts"))]
pub struct CreditPage {
    /// One page of them.
    pub entries: Vec<CreditEntry>,
    /// Cursor of the next page; `null` on the last.
    pub next: Option<String>,
}

/// A change of a client's credits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "billing.ts"))]
pub struct CreditEntry {
    /// 1, 2, 3, … for each client.
    pub seq: i64,
    /// UTC milliseconds.
    pub at: i64,
    /// Why.
    pub reason: CreditReason,
    /// Credits added; negative if taken.
    pub amount: i64,
    /// The balance afterwards.
    pub balance: i64,
    /// Whose video it was; `null` where it was none, or has been erased.
    pub customer_name: Option<String>,
    /// The email of the admin who changed it; admins alone learn of it.
    pub actor: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bil08_the_next_payment_names_its_day_and_each_discount_with_its_end() {
        let at = 1_798_416_000_000;
        let discount = |code: Option<&str>, ends_at: Option<i64>, once: bool| Discount {
            pence: 1_000,
            code: code.map(str::to_owned),
            ends_at,
            once,
        };
        let all = [discount(Some("PAT10"), None, false), discount(None, Some(at), false), discount(None, None, true)];
        assert_eq!(
            NextPayment::in_words(Some(at), Some(1_900), &all).as_deref(),
            Some(
                "The next payment is £19.00, on 28 December 2026 (UTC). £10.00 off with the code PAT10, for as long as the plan goes on. \
                 £10.00 off, until 28 December 2026. £10.00 off, for this payment alone."
            )
        );
        let shown = NextPayment::new(Some(at), Some(1_900), &all).map(|next| next.discounts).unwrap_or_default();
        assert_eq!(shown.get(1).map(String::as_str), Some("£10.00 off, until 28 Dec 2026."), "as dates of screens are");
        assert_eq!(NextPayment::new(None, Some(1_900), &[]), None);
        let full = NextPayment::in_words(Some(at), Some(2_900), &[]);
        assert!(full.is_some_and(|words| words.ends_with("(UTC).")));
    }
}
