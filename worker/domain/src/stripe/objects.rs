//! API objects in the version [`super::API_VERSION`]; only the fields in use. Times are seconds
//! since 1970, amounts pence.

use serde::Deserialize;

/// `GET /v1/…`: a list.
#[derive(Debug, Deserialize)]
pub struct List<T> {
    /// Newest first.
    pub data: Vec<T>,
    /// Whether there are more pages.
    pub has_more: bool,
}

/// `GET /v1/customers/{id}?expand[]=invoice_settings.default_payment_method`.
#[derive(Debug, Deserialize)]
pub struct Customer {
    /// Whether it was deleted; then nothing else is known.
    #[serde(default)]
    pub deleted: bool,
    /// Email address for receipts.
    pub email: Option<String>,
    /// As entered by the buyer.
    pub name: Option<String>,
    /// Payment settings of its invoices.
    #[serde(default)]
    pub invoice_settings: InvoiceSettings,
}

/// Payment settings of a customer's invoices.
#[derive(Debug, Default, Deserialize)]
pub struct InvoiceSettings {
    /// Used by subscriptions without a payment method of their own.
    #[serde(default, deserialize_with = "expanded")]
    pub default_payment_method: Option<PaymentMethod>,
}

/// `GET /v1/subscriptions?…&expand[]=data.latest_invoice&expand[]=data.default_payment_method`.
#[derive(Debug, Deserialize)]
pub struct Subscription {
    /// `sub_…`.
    pub id: String,
    /// Status.
    pub status: SubscriptionStatus,
    /// When it was created.
    pub created: i64,
    /// When it ended, if it has.
    pub ended_at: Option<i64>,
    /// Scheduled end, if any.
    pub cancel_at: Option<i64>,
    /// Its items.
    pub items: List<Item>,
    /// Metadata set on creation, never by a buyer.
    #[serde(default)]
    pub metadata: Metadata,
    /// The newest invoice.
    pub latest_invoice: Option<LatestInvoice>,
    /// Its own payment method, if any.
    #[serde(default, deserialize_with = "expanded")]
    pub default_payment_method: Option<PaymentMethod>,
}

/// Metadata, which only holders of the secret key can set.
#[derive(Debug, Default, Deserialize)]
pub struct Metadata {
    /// Client that subscribed from its portal: [`CLIENT_KEY`].
    pub sayso_client: Option<String>,
}

/// Metadata key with the client's id.
pub const CLIENT_KEY: &str = "sayso_client";

/// A payment method.
#[derive(Debug, Deserialize)]
pub struct PaymentMethod {
    /// Set if it is a card.
    pub card: Option<Card>,
}

/// A card.
#[derive(Debug, Deserialize)]
pub struct Card {
    /// `visa`.
    pub brand: String,
    /// Last four digits of the card number.
    pub last4: String,
    /// Expiry month, 1 to 12.
    pub exp_month: u32,
    /// Expiry year.
    pub exp_year: u32,
    /// Identifies the card across customers.
    pub fingerprint: Option<String>,
}

impl Card {
    /// Returns its expiry month, `yyyy-MM`.
    #[must_use]
    pub fn expires(&self) -> String {
        format!("{:04}-{:02}", self.exp_year, self.exp_month)
    }
}

/// The status of a subscription.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SubscriptionStatus {
    /// The first payment is outstanding.
    Incomplete,
    /// The first payment was never made.
    IncompleteExpired,
    /// In a trial period.
    Trialing,
    /// Paid.
    Active,
    /// A payment failed and is being retried.
    PastDue,
    /// A payment failed permanently; no more retries.
    Unpaid,
    /// Collection is paused.
    Paused,
    /// Ended.
    Canceled,
    /// A status added after this list was written.
    #[serde(other)]
    Unknown,
}

/// An item of a subscription.
#[derive(Debug, Deserialize)]
pub struct Item {
    /// End of the paid period.
    pub current_period_end: i64,
    /// Its price.
    pub price: Price,
    /// Number of units.
    pub quantity: Option<u32>,
}

/// A price.
#[derive(Debug, Deserialize)]
pub struct Price {
    /// `gbp`.
    pub currency: String,
    /// The product sold at it: `prod_…`.
    #[serde(default)]
    pub product: Option<String>,
    /// Amount per unit.
    pub unit_amount: Option<u32>,
    /// Interval, for recurring prices.
    pub recurring: Option<Recurring>,
}

/// Interval of a recurring price.
#[derive(Debug, Deserialize)]
pub struct Recurring {
    /// `month`.
    pub interval: String,
    /// Number of intervals between payments.
    pub interval_count: u32,
}

/// Latest invoice of a subscription, to tell whether it is paid or since when it is overdue.
#[derive(Debug, Deserialize)]
pub struct LatestInvoice {
    /// `paid`, `open`, ….
    pub status: Option<String>,
    /// Number of payment attempts.
    pub attempt_count: u32,
    /// Unpaid part of it.
    #[serde(default)]
    pub amount_remaining: u32,
    /// Next retry, if scheduled.
    #[serde(default)]
    pub next_payment_attempt: Option<i64>,
    /// When it was finalized; the first attempt follows immediately.
    pub status_transitions: Transitions,
}

/// Timestamps of an invoice's status changes.
#[derive(Debug, Deserialize)]
pub struct Transitions {
    /// When it was finalized.
    pub finalized_at: Option<i64>,
    /// When it was paid.
    pub paid_at: Option<i64>,
}

/// Deserialises an expandable object; `None` if only its id was returned.
pub(super) fn expanded<'de, D: serde::Deserializer<'de>, T: serde::de::DeserializeOwned>(
    given: D,
) -> Result<Option<T>, D::Error> {
    let value = serde_json::Value::deserialize(given)?;
    if value.is_object() { serde_json::from_value(value).map(Some).map_err(serde::de::Error::custom) } else { Ok(None) }
}
