//! Payments as admins see them. Every call needs an admin's session; times are UTC milliseconds.

use serde::{Deserialize, Serialize};

use crate::api::payout::PayoutLine;
use crate::plan::PlanType;
use crate::row::flag;

/// `GET /api/admin/payments?q=…&before=…`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "billing.ts"))]
pub struct Payments {
    /// Whether a Stripe key is configured.
    pub connected: bool,
    /// Subscriptions that need an admin, newest first; on the first page only.
    pub subscriptions: Vec<DoubtfulSubscription>,
    /// Top-ups that need an admin, newest first; on the first page only.
    pub top_ups: Vec<DoubtfulTopUp>,
    /// Payments under dispute or inquiry, newest first; on the first page only.
    pub disputes: Vec<DisputedPayment>,
    /// Failed payouts to partners, newest first; on the first page only.
    pub failed_payouts: Vec<PayoutLine>,
    /// Products mapped to a plan, newest first; on the first page only.
    pub products: Vec<MappedProduct>,
    /// Events received from Stripe, newest first.
    pub events: Vec<PaymentEvent>,
    /// Cursor of the next page; `null` on the last.
    pub next: Option<String>,
}

/// A subscription that matches no plan or no client.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "billing.ts"))]
#[allow(missing_docs)] // `next_at` is documented with `next_pence`
pub struct DoubtfulSubscription {
    /// Stripe's id.
    pub id: String,
    /// Stripe customer that pays.
    pub customer: String,
    /// Email address of the payer.
    pub email: String,
    /// The problem in one sentence.
    pub problem: String,
    /// Whether it matches a plan, so that it can be assigned to a client.
    #[serde(deserialize_with = "flag")]
    pub fits_plan: bool,
    /// Its product, if mapping that product to a plan resolves the problem.
    pub product: Option<String>,
    /// Amount paid and not refunded, in pence; `null` if no payment in pounds is known.
    pub paid_pence: Option<u32>,
    /// Amount of the next payment in pence, and its time; `null` if there will be none.
    pub next_pence: Option<u32>,
    pub next_at: Option<i64>,
    /// When it started.
    pub created_at: i64,
    /// Client it belongs to, if known.
    pub client_id: Option<String>,
    /// Name of that client.
    pub company_name: Option<String>,
    /// A client with the payer's email address, if there is one.
    pub same_email_client: Option<String>,
    /// Name of that client.
    pub same_email_company: Option<String>,
}

/// A payment under dispute or inquiry by the card's bank.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "billing.ts"))]
pub struct DisputedPayment {
    /// Stripe id of its invoice.
    pub id: String,
    /// Name of the client; `null` if unassigned.
    pub company_name: Option<String>,
    /// Email address entered at payment; empty if there was none.
    pub email: String,
    /// Disputed amount, or the amount of the inquiry, in pence (GBP).
    pub disputed_pence: u32,
    /// Whether it is an inquiry, for which no money has been withdrawn.
    #[serde(deserialize_with = "flag")]
    pub is_inquiry: bool,
    /// Whether the bank still waits for our evidence. Afterwards there is nothing to do.
    #[serde(deserialize_with = "flag")]
    pub needs_answer: bool,
    /// When it was paid.
    pub paid_at: i64,
}

/// A Stripe product mapped to a plan by an admin.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "billing.ts"))]
pub struct MappedProduct {
    /// Stripe's id.
    pub product: String,
    /// The plan.
    pub plan: PlanType,
    /// When it was last mapped.
    pub decided_at: i64,
}

/// `PUT /api/admin/plan-products/{product}`: 404 if no subscription uses it, 400 if mapping it
/// resolves nothing. Can be changed later.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "billing.ts"))]
pub struct ProductPlan {
    /// Plan to map the product to.
    pub plan: PlanType,
}

/// A top-up whose client or number of credits is unknown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "billing.ts"))]
pub struct DoubtfulTopUp {
    /// Stripe id of the purchase.
    pub id: String,
    /// Email address of the payer.
    pub email: String,
    /// The problem in one sentence.
    pub problem: String,
    /// Amount in the smallest unit of its currency.
    pub amount_pence: u32,
    /// `gbp`.
    pub currency: String,
    /// When it was paid.
    pub paid_at: i64,
}

/// A webhook event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "billing.ts"))]
pub struct PaymentEvent {
    /// Stripe's id.
    pub id: String,
    /// Type, such as `invoice.paid`.
    #[serde(rename = "type")]
    pub kind: String,
    /// The type in words.
    #[serde(default)]
    pub label: String,
    /// Amount in the smallest unit of its currency, if known.
    pub amount: Option<i64>,
    /// `gbp`.
    pub currency: Option<String>,
    /// When it happened at Stripe.
    pub happened_at: i64,
    /// When it was received.
    pub received_at: i64,
    /// When it was processed; `null` while it is pending or failed.
    pub handled_at: Option<i64>,
    /// Result in one sentence.
    pub outcome: Option<String>,
    /// Client it is about, if known.
    pub client_id: Option<String>,
    /// Name of that client.
    pub company_name: Option<String>,
}

/// `POST /api/admin/subscriptions/{id}/client` and `POST /api/admin/top-ups/{id}/client`: assigns
/// it to a client.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "billing.ts"))]
pub struct WhosePayment {
    /// The client's id.
    pub client_id: String,
}
