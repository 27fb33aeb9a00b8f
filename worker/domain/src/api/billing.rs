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

/// `GET /api/client/{client}/billing`: a client's plan and payments. Times are UTC milliseconds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "billing.ts"))]
pub struct Billing {
    /// The plan.
    pub plan_type: PlanType,
    /// Status of the plan.
    pub state: PlanState,
    /// End of that status: of the grace period, or of access.
    pub until: Option<i64>,
    /// The subscription, if the plan is paid by card.
    pub subscription: Option<PaidBy>,
    /// Payment page for more credits.
    pub top_up: Option<TopUpOffer>,
    /// Whether the client can switch to paying the plan by card.
    pub can_subscribe: bool,
    /// A plan bought with the client's email address that has not been assigned to a business yet.
    pub unanswered: Option<UnansweredPurchase>,
    /// Plan history, newest first. Visible to admins only.
    pub changes: Vec<PlanChange>,
    /// Referral used for the purchase. Visible to admins only.
    pub referral: Option<Referral>,
}

/// A plan bought with an existing client's email address, until somebody assigns it to a business.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "billing.ts"))]
pub struct UnansweredPurchase {
    /// Time of purchase, UTC milliseconds.
    pub bought_at: i64,
    /// Stripe Checkout session used to assign it; `null` if an admin created the subscription at Stripe.
    pub checkout_id: Option<String>,
}

/// A purchase made with a partner's link or code.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "billing.ts"))]
pub struct Referral {
    /// Promotion code of the partner: the one entered at payment, otherwise the link's.
    pub code: String,
    /// Whether it reduced the price; a link's code may carry no discount.
    pub discounted: bool,
    /// Stripe customer that pays.
    pub stripe_customer_id: String,
    /// When the first month was paid.
    pub first_payment_at: Option<i64>,
}

/// Subscription that pays for a plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "billing.ts"))]
#[allow(clippy::struct_excessive_bools)] // each is a fact of its own
pub struct PaidBy {
    /// End of the current month; the next payment is due then, unless the subscription ends.
    pub paid_until: Option<i64>,
    /// Whether that month was paid and not refunded in full.
    pub is_paid: bool,
    /// Whether it has ended or will end with the current month.
    pub ends: bool,
    /// Whether it has ended.
    pub has_ended: bool,
    /// Whether the next payment is for the month that has already begun.
    pub is_due: bool,
    /// Next payment according to Stripe; `null` if there will be none.
    pub next: Option<NextPayment>,
    /// The failed payment that is still due.
    pub open: Option<OpenPayment>,
    /// Card to be charged for the next payment.
    pub card: Option<CardView>,
}

/// An upcoming payment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "billing.ts"))]
pub struct NextPayment {
    /// When it is due.
    pub at: i64,
    /// The amount to be taken, in pence (GBP).
    pub pence: u32,
    /// The discounts on it, a sentence for each.
    pub discounts: Vec<String>,
}

impl NextPayment {
    /// Returns the next payment for display, if one is due.
    #[must_use]
    pub fn new(at: Option<i64>, pence: Option<u32>, discounts: &[Discount]) -> Option<Self> {
        let discounts = discounts.iter().map(|one| one.in_words(short)).collect();
        Some(Self { at: at?, pence: pence?, discounts })
    }

    /// Returns the next payment as a phrase for mails, if one is due.
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

/// A discount on the next payment, as stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Discount {
    /// Reduction in pence (GBP).
    pub pence: i64,
    /// Promotion code that gave it, if any.
    pub code: Option<String>,
    /// End of the discount; `None` while the plan lasts.
    pub ends_at: Option<i64>,
    /// Whether it applies to one payment only.
    pub once: bool,
}

impl Discount {
    /// Describes it in one sentence: amount, code, and end as formatted by `date`.
    #[must_use]
    pub fn in_words(&self, date: fn(NaiveDate) -> String) -> String {
        let by = self.code.as_ref().map(|code| format!(" with the code {code}")).unwrap_or_default();
        let until = match self.ends_at {
            _ if self.once => "for this payment alone".to_owned(),
            Some(end) => format!("until {}", date(date_of(end))),
            None => "for as long as the plan continues".to_owned(),
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
    /// Next retry, if one is scheduled.
    pub retry_at: Option<i64>,
}

/// A card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "billing.ts"))]
pub struct CardView {
    /// Card network, such as `visa`.
    pub brand: String,
    /// Last four digits of the card number.
    pub last4: String,
    /// Expiry month, `yyyy-MM`.
    pub expires: String,
    /// Whether it has expired or will have expired when the next payment is due.
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
    /// Id of the invoice or of the credit purchase.
    pub id: String,
    /// When it was paid.
    pub paid_at: i64,
    /// Purpose of the payment.
    pub kind: PaymentKind,
    /// The amount that was paid.
    pub amount_pence: u32,
    /// Refunded part of it.
    pub refunded_pence: u32,
    /// Part withdrawn by the card's bank in a dispute.
    pub disputed_pence: u32,
    /// State of the dispute, if there is one.
    pub dispute: Option<DisputeStanding>,
    /// Start of the paid month, for a monthly payment.
    pub month: Option<i64>,
    /// Invoice lines, which add up to the amount. Empty for credit purchases and until they are known.
    #[serde(deserialize_with = "json")]
    pub lines: Vec<PaymentLine>,
}

string_enum! {
    /// The purpose of a payment.
    PaymentKind {
        /// A month of the plan, with any other charges on its invoice.
        Month = "month",
        /// A purchase of extra credits.
        TopUp = "top_up",
        /// A change within a month, or any other charge for the plan.
        Change = "change",
    }
}

/// A line of a payment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "billing.ts"))]
pub struct PaymentLine {
    /// Description of the line.
    pub text: String,
    /// Pence (GBP); negative if it reduces the payment.
    pub pence: i64,
}

impl PaymentLine {
    /// Label for a month of the plan.
    pub const MONTH: &str = "Plan, one month";
    /// Label for an unnamed item.
    pub const ITEM: &str = "Other";
    /// Label for all discounts.
    pub const DISCOUNT: &str = "Discount";
    /// Label for added taxes.
    pub const TAX: &str = "Tax";
    /// Label for the part paid from the Stripe customer balance.
    pub const CREDIT_USED: &str = "Credit from earlier payments";
    /// Label for the part kept in the Stripe customer balance.
    pub const CREDIT_KEPT: &str = "Kept for later payments";

    /// Creates a line.
    #[must_use]
    pub fn new(text: &str, pence: i64) -> Self {
        Self { text: text.to_owned(), pence }
    }
}

/// Payment page for more credits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "billing.ts"))]
pub struct TopUpOffer {
    /// Number of credits in the pack.
    pub credits: u32,
    /// Price of the pack, in pence (GBP).
    pub pence: u32,
    /// URL of the payment page.
    pub url: String,
}

/// A change of a plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "billing.ts"))]
pub struct PlanChange {
    /// When it was recorded.
    pub at: i64,
    /// Status after the change.
    pub state: PlanState,
    /// End of that status, if known.
    pub until: Option<i64>,
}

/// `POST /api/client/{client}/billing`: a page of Stripe's billing portal;
/// `POST /api/client/{client}/subscription`: a checkout page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "billing.ts"))]
pub struct BillingPage {
    /// Expires after a few minutes; works for anyone who opens it.
    pub url: String,
}

/// `POST /api/client/{client}/cancellation`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "billing.ts"))]
pub struct Cancellation {
    /// When the plan was cancelled, UTC milliseconds.
    pub cancelled_at: i64,
    /// Until when the record page and the portal work; then all of the customers' submissions are
    /// deleted. UTC milliseconds.
    pub access_ends_at: i64,
}

/// `GET /api/client/{client}/credits?before=…`: the credit ledger, newest first, 50 to a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "billing.ts"))]
pub struct CreditPage {
    /// The ledger entries.
    pub entries: Vec<CreditEntry>,
    /// Cursor of the next page; `null` on the last.
    pub next: Option<String>,
}

/// A change of a client's credits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "billing.ts"))]
pub struct CreditEntry {
    /// Sequence number per client, starting at 1.
    pub seq: i64,
    /// UTC milliseconds.
    pub at: i64,
    /// Reason for the change.
    pub reason: CreditReason,
    /// Credits added; negative if deducted.
    pub amount: i64,
    /// The balance afterwards.
    pub balance: i64,
    /// Customer of the submission; `null` if there was none or it has been erased.
    pub customer_name: Option<String>,
    /// Email of the admin who made the change; visible to admins only.
    pub actor: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bil08_the_next_payment_shows_its_date_and_each_discounts_end() {
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
                "The next payment is £19.00, on 28 December 2026 (UTC). £10.00 off with the code PAT10, for as long as the plan continues. \
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
