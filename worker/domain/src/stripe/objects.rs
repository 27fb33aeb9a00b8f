//! Objects of the API as it answers them in [`super::API_VERSION`]; only what is read. Times are seconds since 1970, amounts pence.

use serde::Deserialize;

/// `GET /v1/…`: a list.
#[derive(Debug, Deserialize)]
pub struct List<T> {
    /// Newest first.
    pub data: Vec<T>,
    /// Whether there are more.
    pub has_more: bool,
}

/// `GET /v1/customers/{id}?expand[]=invoice_settings.default_payment_method`.
#[derive(Debug, Deserialize)]
pub struct Customer {
    /// True where it was deleted; then nothing else is known.
    #[serde(default)]
    pub deleted: bool,
    /// Where receipts go.
    pub email: Option<String>,
    /// As the buyer typed it.
    pub name: Option<String>,
    /// How its invoices are paid.
    #[serde(default)]
    pub invoice_settings: InvoiceSettings,
}

/// How the invoices of a customer are paid.
#[derive(Debug, Default, Deserialize)]
pub struct InvoiceSettings {
    /// Where a subscription has nothing of its own.
    #[serde(default, deserialize_with = "expanded")]
    pub default_payment_method: Option<PaymentMethod>,
}

/// `GET /v1/subscriptions?…&expand[]=data.latest_invoice&expand[]=data.default_payment_method`.
#[derive(Debug, Deserialize)]
pub struct Subscription {
    /// `sub_…`.
    pub id: String,
    /// What it stands at.
    pub status: SubscriptionStatus,
    /// When it began.
    pub created: i64,
    /// When it ended, where it has.
    pub ended_at: Option<i64>,
    /// When it will end, where that is planned.
    pub cancel_at: Option<i64>,
    /// What is bought.
    pub items: List<Item>,
    /// What was noted with it when it was made: never by a buyer.
    #[serde(default)]
    pub metadata: Metadata,
    /// The newest invoice.
    pub latest_invoice: Option<LatestInvoice>,
    /// What the next payment is taken from, where the subscription has something of its own.
    #[serde(default, deserialize_with = "expanded")]
    pub default_payment_method: Option<PaymentMethod>,
}

/// What is noted with an object, only by whoever has the secret key.
#[derive(Debug, Default, Deserialize)]
pub struct Metadata {
    /// The client that subscribes from its portal: [`CLIENT_KEY`].
    pub sayso_client: Option<String>,
}

/// The key of a client's id in what is noted with a subscription.
pub const CLIENT_KEY: &str = "sayso_client";

/// What payments are taken from.
#[derive(Debug, Deserialize)]
pub struct PaymentMethod {
    /// Where it is one.
    pub card: Option<Card>,
}

/// A card.
#[derive(Debug, Deserialize)]
pub struct Card {
    /// `visa`.
    pub brand: String,
    /// The end of its number.
    pub last4: String,
    /// The month after which it holds no more, 1 to 12.
    pub exp_month: u32,
    /// And its year.
    pub exp_year: u32,
    /// The same wherever this card pays.
    pub fingerprint: Option<String>,
}

impl Card {
    /// Its last month, `yyyy-MM`.
    #[must_use]
    pub fn expires(&self) -> String {
        format!("{:04}-{:02}", self.exp_year, self.exp_month)
    }
}

/// The status of a subscription.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SubscriptionStatus {
    /// The first payment has not come yet.
    Incomplete,
    /// It never came.
    IncompleteExpired,
    /// Not paid for yet, by agreement.
    Trialing,
    /// Paid.
    Active,
    /// A payment failed, and is tried again.
    PastDue,
    /// It failed for good, and nothing is tried any more.
    Unpaid,
    /// Nothing is charged, by agreement.
    Paused,
    /// Over.
    Canceled,
    /// One that came later than this list.
    #[serde(other)]
    Unknown,
}

/// A line of a subscription.
#[derive(Debug, Deserialize)]
pub struct Item {
    /// Until when it is paid for.
    pub current_period_end: i64,
    /// What it costs.
    pub price: Price,
    /// How many.
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
    /// Of one.
    pub unit_amount: Option<u32>,
    /// How often, where it is paid again and again.
    pub recurring: Option<Recurring>,
}

/// How often a price is paid.
#[derive(Debug, Deserialize)]
pub struct Recurring {
    /// `month`.
    pub interval: String,
    /// Every so many of them.
    pub interval_count: u32,
}

/// The newest invoice of a subscription: whether it is paid, and since when not.
#[derive(Debug, Deserialize)]
pub struct LatestInvoice {
    /// `paid`, `open`, ….
    pub status: Option<String>,
    /// How often it was tried.
    pub attempt_count: u32,
    /// The part of it that is still to be paid.
    #[serde(default)]
    pub amount_remaining: u32,
    /// When it is tried again, where it is.
    #[serde(default)]
    pub next_payment_attempt: Option<i64>,
    /// When it was finalized: the first try follows at once.
    pub status_transitions: Transitions,
}

/// When an invoice changed.
#[derive(Debug, Deserialize)]
pub struct Transitions {
    /// From a draft to what has to be paid.
    pub finalized_at: Option<i64>,
    /// To paid.
    pub paid_at: Option<i64>,
}

/// An object that was asked for together with another; where only its id came, nothing.
pub(super) fn expanded<'de, D: serde::Deserializer<'de>, T: serde::de::DeserializeOwned>(
    given: D,
) -> Result<Option<T>, D::Error> {
    let value = serde_json::Value::deserialize(given)?;
    if value.is_object() { serde_json::from_value(value).map(Some).map_err(serde::de::Error::custom) } else { Ok(None) }
}
