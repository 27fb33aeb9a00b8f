//! Objects of the Stripe account that the set-up reads.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use super::{METADATA_KEY, SetupItem};
use crate::stripe::objects::{List, Recurring};

/// Payment method of payment pages; includes the wallets of phones.
pub const CARD: &str = "card";

/// A type of objects.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Collection {
    /// Products.
    Products,
    /// Prices.
    Prices,
    /// Coupons.
    Coupons,
    /// Payment links.
    PaymentLinks,
    /// Webhook endpoints.
    WebhookEndpoints,
    /// Configurations of the billing portal.
    PortalConfigurations,
}

impl Collection {
    /// All collections.
    pub const ALL: [Self; 6] = [
        Self::Products,
        Self::Prices,
        Self::Coupons,
        Self::PaymentLinks,
        Self::WebhookEndpoints,
        Self::PortalConfigurations,
    ];

    /// Returns its path in the API.
    #[must_use]
    pub const fn path(self) -> &'static str {
        match self {
            Self::Products => "/v1/products",
            Self::Prices => "/v1/prices",
            Self::Coupons => "/v1/coupons",
            Self::PaymentLinks => "/v1/payment_links",
            Self::WebhookEndpoints => "/v1/webhook_endpoints",
            Self::PortalConfigurations => "/v1/billing_portal/configurations",
        }
    }

    /// Returns the field to expand.
    #[must_use]
    pub const fn expanded(self) -> Option<&'static str> {
        match self {
            Self::Prices => Some("product"),
            Self::PaymentLinks => Some("line_items"),
            _ => None,
        }
    }
}

/// Metadata of an object.
pub type Metadata = BTreeMap<String, String>;

/// A product.
#[derive(Debug, Deserialize)]
pub struct Product {
    /// `prod_…`.
    pub id: String,
    /// Whether it can be sold. Missing for deleted products.
    #[serde(default)]
    pub active: bool,
    #[serde(default)]
    metadata: Metadata,
}

/// A price with its product.
#[derive(Debug, Deserialize)]
pub struct Price {
    /// `price_…`.
    pub id: String,
    /// Whether it can be used for new purchases.
    pub active: bool,
    /// `gbp`.
    pub currency: String,
    /// Amount per unit.
    pub unit_amount: Option<u32>,
    /// Interval, for recurring prices.
    pub recurring: Option<Recurring>,
    /// Its product.
    pub product: Product,
    metadata: Metadata,
}

/// A coupon.
#[derive(Debug, Deserialize)]
pub struct Coupon {
    /// Chosen by Stripe or by its creator.
    pub id: String,
    /// Amount off, unless it is a percentage.
    pub amount_off: Option<u32>,
    /// Currency of the amount.
    pub currency: Option<String>,
    /// `forever`, `once` or `repeating`.
    pub duration: String,
    /// Redemption limit.
    pub max_redemptions: Option<u32>,
    /// Expiry, in seconds.
    pub redeem_by: Option<i64>,
    metadata: Metadata,
}

/// A payment link.
#[derive(Debug, Deserialize)]
pub struct PaymentLink {
    /// `plink_…`.
    pub id: String,
    /// Whether it accepts purchases.
    pub active: bool,
    /// URL of the page.
    pub url: String,
    /// Whether buyers may enter a promotion code.
    pub allow_promotion_codes: bool,
    /// Behaviour after a purchase.
    pub after_completion: AfterCompletion,
    /// Accepted payment methods; `None` for all that the account offers.
    pub payment_method_types: Option<Vec<String>>,
    /// Its items.
    pub line_items: List<LinkItem>,
    /// Whether each purchase gets an invoice; `None` for subscriptions, which create their own.
    #[serde(default)]
    pub invoice_creation: Option<InvoiceCreation>,
    metadata: Metadata,
}

/// Invoice settings of a payment link.
#[derive(Debug, Deserialize)]
pub struct InvoiceCreation {
    /// Whether purchases get invoices.
    pub enabled: bool,
}

/// Behaviour after a purchase.
#[derive(Debug, Deserialize)]
pub struct AfterCompletion {
    /// Redirect of the buyer, if any.
    pub redirect: Option<Redirect>,
}

/// A redirect.
#[derive(Debug, Deserialize)]
pub struct Redirect {
    /// URL with `{CHECKOUT_SESSION_ID}` as the placeholder of the purchase's id.
    pub url: String,
}

/// An item of a payment link.
#[derive(Debug, Deserialize)]
pub struct LinkItem {
    /// Its price.
    pub price: LinkPrice,
    /// Number of units.
    pub quantity: Option<u32>,
}

/// Price of an item.
#[derive(Debug, Deserialize)]
pub struct LinkPrice {
    /// `price_…`.
    pub id: String,
}

/// A webhook endpoint.
#[derive(Debug, Deserialize)]
pub struct WebhookEndpoint {
    /// `we_…`.
    pub id: String,
    /// URL it posts to.
    pub url: String,
    /// `enabled` or `disabled`.
    pub status: String,
    /// Types of events, or `*`.
    pub enabled_events: Vec<String>,
    /// API version of its events; `None` for the account's.
    pub api_version: Option<String>,
    metadata: Metadata,
}

/// A configuration of the billing portal.
#[derive(Debug, Deserialize)]
pub struct PortalConfiguration {
    /// `bpc_…`.
    pub id: String,
    /// Whether it can be used.
    pub active: bool,
    /// Its features.
    pub features: PortalFeatures,
    metadata: Metadata,
}

/// Features of the billing portal.
#[derive(Debug, Deserialize)]
pub struct PortalFeatures {
    /// Showing invoices.
    pub invoice_history: PortalFeature,
    /// Changing the card.
    pub payment_method_update: PortalFeature,
    /// Cancelling the subscription.
    pub subscription_cancel: PortalCancel,
    /// Changing the plan or its quantity.
    pub subscription_update: PortalFeature,
}

/// A feature of the billing portal.
#[derive(Debug, Deserialize)]
pub struct PortalFeature {
    /// Whether it is enabled.
    pub enabled: bool,
}

/// Settings for cancelling in the portal.
#[derive(Debug, Deserialize)]
pub struct PortalCancel {
    /// Whether it is enabled.
    pub enabled: bool,
    /// `at_period_end` or `immediately`.
    pub mode: String,
}

/// An object that may be one of the required ones.
pub trait StripeObject {
    /// Its id at Stripe.
    fn id(&self) -> &str;
    /// Returns its metadata.
    fn metadata(&self) -> &Metadata;

    /// Whether it is this required object.
    fn is(&self, item: SetupItem) -> bool {
        self.metadata().get(METADATA_KEY).is_some_and(|word| word == item.as_str())
    }
}

macro_rules! tagged {
    ($($kind:ty),+) => { $(impl StripeObject for $kind {
        fn id(&self) -> &str {
            &self.id
        }
        fn metadata(&self) -> &Metadata {
            &self.metadata
        }
    })+ };
}
tagged!(Product, Price, Coupon, PaymentLink, WebhookEndpoint, PortalConfiguration);

/// Objects read from an account.
#[derive(Debug, Default)]
pub struct Account {
    /// Products.
    pub products: Vec<Product>,
    /// Prices.
    pub prices: Vec<Price>,
    /// Coupons.
    pub coupons: Vec<Coupon>,
    /// Payment links, including inactive ones.
    pub links: Vec<PaymentLink>,
    /// Webhook endpoints.
    pub endpoints: Vec<WebhookEndpoint>,
    /// Configurations of the billing portal.
    pub portals: Vec<PortalConfiguration>,
    /// Why a collection could not be read completely, as a sentence for an admin.
    pub unread: BTreeMap<Collection, String>,
}

impl PaymentLink {
    /// Whether it accepts cards only: with methods that take days to confirm, a plan would start unpaid.
    #[must_use]
    pub fn takes_cards_only(&self) -> bool {
        matches!(self.payment_method_types.as_deref(), Some([only]) if only == CARD)
    }

    /// Whether each purchase gets its own invoice.
    #[must_use]
    pub fn makes_invoices(&self) -> bool {
        self.invoice_creation.as_ref().is_some_and(|creation| creation.enabled)
    }
}

impl Account {
    /// Inserts an object from an API answer, replacing the one with the same id.
    ///
    /// # Errors
    /// The object is malformed.
    pub fn insert(&mut self, collection: Collection, object: Value) -> serde_json::Result<()> {
        match collection {
            Collection::Products => upsert(&mut self.products, serde_json::from_value(object)?),
            Collection::Prices => upsert(&mut self.prices, serde_json::from_value(object)?),
            Collection::Coupons => upsert(&mut self.coupons, serde_json::from_value(object)?),
            Collection::PaymentLinks => upsert(&mut self.links, serde_json::from_value(object)?),
            Collection::WebhookEndpoints => upsert(&mut self.endpoints, serde_json::from_value(object)?),
            Collection::PortalConfigurations => upsert(&mut self.portals, serde_json::from_value(object)?),
        }
        Ok(())
    }
}

fn upsert<T: StripeObject>(list: &mut Vec<T>, object: T) {
    match list.iter_mut().find(|held| held.id() == object.id()) {
        Some(held) => *held = object,
        None => list.push(object),
    }
}
