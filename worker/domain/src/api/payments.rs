//! Payments as admins see them. Every call needs an admin's session; times are UTC milliseconds.

use serde::{Deserialize, Serialize};

use crate::api::payout::PayoutLine;
use crate::plan::PlanType;
use crate::row::flag;

/// `GET /api/admin/payments?q=…&before=…`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "billing.ts"))]
pub struct Payments {
    /// Whether the product is connected to a payment provider.
    pub connected: bool,
    /// Subscriptions that need an admin, newest first; on the first page only.
    pub subscriptions: Vec<DoubtfulSubscription>,
    /// Top-ups that need an admin, newest first; on the first page only.
    pub top_ups: Vec<DoubtfulTopUp>,
    /// Payments that a card's bank decides or asks about, newest first; on the first page only.
    pub disputes: Vec<DisputedPayment>,
    /// Payouts to partners that have failed, newest first; on the first page only.
    pub failed_payouts: Vec<PayoutLine>,
    /// Products of which an admin has said which plan they are, newest first; on the first page only.
    pub products: Vec<MappedProduct>,
    /// Events of the payment provider, newest first.
    pub events: Vec<PaymentEvent>,
    /// Cursor of the next page; `null` on the last.
    pub next: Option<String>,
}

/// A subscription that fits no plan, or of which nobody knows whose it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "billing.ts"))]
#[allow(missing_docs)] // `next_at` is documented with `next_pence`
pub struct DoubtfulSubscription {
    /// The provider's.
    pub id: String,
    /// The provider's, of who pays.
    pub customer: String,
    /// The payer's.
    pub email: String,
    /// In a sentence.
    pub problem: String,
    /// Whether it fits a plan: then it can be given to a client.
    #[serde(deserialize_with = "flag")]
    pub fits_plan: bool,
    /// The product it is for, where it is enough to say which plan that is.
    pub product: Option<String>,
    /// The sum that was paid for it and has not gone back, in pence; none where no payment in pounds is known.
    pub paid_pence: Option<u32>,
    /// The amount that is taken next, in pence, and when; none where nothing follows.
    pub next_pence: Option<u32>,
    pub next_at: Option<i64>,
    /// When it began.
    pub created_at: i64,
    /// Whose it is, where that is known.
    pub client_id: Option<String>,
    /// And its name.
    pub company_name: Option<String>,
    /// A client with the payer's address, where there is one.
    pub same_email_client: Option<String>,
    /// And its name.
    pub same_email_company: Option<String>,
}

/// A payment that a card's bank has taken back, and decides about; or about which it asks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "billing.ts"))]
pub struct DisputedPayment {
    /// The provider's, of its invoice.
    pub id: String,
    /// Whose it is; none where that is undecided.
    pub company_name: Option<String>,
    /// The address that was typed at payment; empty where there was none.
    pub email: String,
    /// The amount that the bank has taken, or asks about, in pence (GBP).
    pub disputed_pence: u32,
    /// Whether it asks: then it has taken nothing.
    #[serde(deserialize_with = "flag")]
    pub is_inquiry: bool,
    /// Whether the bank waits for our answer. Once it has that, there is nothing to do but wait.
    #[serde(deserialize_with = "flag")]
    pub needs_answer: bool,
    /// When it was paid.
    pub paid_at: i64,
}

/// A product, and the plan that an admin has said it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "billing.ts"))]
pub struct MappedProduct {
    /// The provider's.
    pub product: String,
    /// The plan.
    pub plan: PlanType,
    /// When that was said last.
    pub decided_at: i64,
}

/// `PUT /api/admin/plan-products/{product}`: 404 where nobody pays for it, 400 where no plan settles it. It can be said again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "billing.ts"))]
pub struct ProductPlan {
    /// The plan that the product is.
    pub plan: PlanType,
}

/// A top-up of which nobody knows whose it is, or what it buys.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "billing.ts"))]
pub struct DoubtfulTopUp {
    /// The provider's, of the purchase.
    pub id: String,
    /// The payer's.
    pub email: String,
    /// In a sentence.
    pub problem: String,
    /// In the smallest unit of its currency.
    pub amount_pence: u32,
    /// `gbp`.
    pub currency: String,
    /// When.
    pub paid_at: i64,
}

/// Something that the provider told of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "billing.ts"))]
pub struct PaymentEvent {
    /// The provider's.
    pub id: String,
    /// `invoice.paid` and the like.
    #[serde(rename = "type")]
    pub kind: String,
    /// The same in words.
    #[serde(default)]
    pub label: String,
    /// The sum that it is about, in the smallest unit of its currency, where it is known.
    pub amount: Option<i64>,
    /// `gbp`.
    pub currency: Option<String>,
    /// When it happened.
    pub happened_at: i64,
    /// When it came here.
    pub received_at: i64,
    /// When it was followed; `null` where that waits, or has failed.
    pub handled_at: Option<i64>,
    /// The outcome, in a sentence.
    pub outcome: Option<String>,
    /// The client that it was about, where one is known.
    pub client_id: Option<String>,
    /// And its name.
    pub company_name: Option<String>,
}

/// `POST /api/admin/subscriptions/{id}/client` and `POST /api/admin/top-ups/{id}/client`: says whose it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "billing.ts"))]
pub struct WhosePayment {
    /// A client.
    pub client_id: String,
}
