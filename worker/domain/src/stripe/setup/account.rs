//! The account as far as the set-up reads it: the lists of its objects.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use super::{METADATA_KEY, SetupItem};
use crate::stripe::objects::{List, Recurring};

/// How a payment page is paid; phones' wallets are cards too.
pub const CARD: &str = "card";

/// A kind of objects.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Collection {
    /// What is sold.
    Products,
    /// What it costs.
    Prices,
    /// What is taken off.
    Coupons,
    /// Pages on which it is bought.
    PaymentLinks,
    /// Where events are sent to.
    WebhookEndpoints,
    /// What customers can do on Stripe's page.
    PortalConfigurations,
}

impl Collection {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Products,
        Self::Prices,
        Self::Coupons,
        Self::PaymentLinks,
        Self::WebhookEndpoints,
        Self::PortalConfigurations,
    ];

    /// Its path in the API.
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

    /// The field that has to be asked for.
    #[must_use]
    pub const fn expanded(self) -> Option<&'static str> {
        match self {
            Self::Prices => Some("product"),
            Self::PaymentLinks => Some("line_items"),
            _ => None,
        }
    }
}

/// What callers have written on an object.
pub type Metadata = BTreeMap<String, String>;

/// A product.
#[derive(Debug, Deserialize)]
pub struct Product {
    /// `prod_…`.
    pub id: String,
    /// Whether it is sold. A deleted one says nothing of it.
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
    /// Whether it can be bought for.
    pub active: bool,
    /// `gbp`.
    pub currency: String,
    /// Of one.
    pub unit_amount: Option<u32>,
    /// How often, where it is paid again and again.
    pub recurring: Option<Recurring>,
    /// What it is for.
    pub product: Product,
    metadata: Metadata,
}

/// A coupon.
#[derive(Debug, Deserialize)]
pub struct Coupon {
    /// Made up by Stripe or by its maker.
    pub id: String,
    /// What it takes off, unless that is a percentage.
    pub amount_off: Option<u32>,
    /// Of the amount.
    pub currency: Option<String>,
    /// `forever`, `once` or `repeating`.
    pub duration: String,
    /// How often it can be redeemed.
    pub max_redemptions: Option<u32>,
    /// Until when, in seconds.
    pub redeem_by: Option<i64>,
    metadata: Metadata,
}

/// A payment link.
#[derive(Debug, Deserialize)]
pub struct PaymentLink {
    /// `plink_…`.
    pub id: String,
    /// Whether it sells.
    pub active: bool,
    /// Its address.
    pub url: String,
    /// Whether buyers may type a code.
    pub allow_promotion_codes: bool,
    /// What follows a purchase.
    pub after_completion: AfterCompletion,
    /// By what it can be paid; whatever the account offers, where nothing is said.
    pub payment_method_types: Option<Vec<String>>,
    /// What it sells.
    pub line_items: List<LinkItem>,
    /// Whether each purchase gets an invoice; nothing where a subscription makes them.
    #[serde(default)]
    pub invoice_creation: Option<InvoiceCreation>,
    metadata: Metadata,
}

/// Whether purchases get invoices.
#[derive(Debug, Deserialize)]
pub struct InvoiceCreation {
    /// Whether they do.
    pub enabled: bool,
}

/// What follows a purchase.
#[derive(Debug, Deserialize)]
pub struct AfterCompletion {
    /// Where buyers are led to, where they are.
    pub redirect: Option<Redirect>,
}

/// An address to be led to.
#[derive(Debug, Deserialize)]
pub struct Redirect {
    /// With `{CHECKOUT_SESSION_ID}` in the place of the purchase's id.
    pub url: String,
}

/// A line of a payment link.
#[derive(Debug, Deserialize)]
pub struct LinkItem {
    /// What it costs.
    pub price: LinkPrice,
    /// How many.
    pub quantity: Option<u32>,
}

/// The price of a line.
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
    /// Where it posts.
    pub url: String,
    /// `enabled` or `disabled`.
    pub status: String,
    /// Types of events, or `*`.
    pub enabled_events: Vec<String>,
    /// The version that its events are written in; the account's where it has none.
    pub api_version: Option<String>,
    metadata: Metadata,
}

/// Settings of the customer portal.
#[derive(Debug, Deserialize)]
pub struct PortalConfiguration {
    /// `bpc_…`.
    pub id: String,
    /// Whether it can be used.
    pub active: bool,
    /// What it offers.
    pub features: PortalFeatures,
    metadata: Metadata,
}

/// What the portal offers.
#[derive(Debug, Deserialize)]
pub struct PortalFeatures {
    /// Invoices.
    pub invoice_history: PortalFeature,
    /// Another card.
    pub payment_method_update: PortalFeature,
    /// Cancelling.
    pub subscription_cancel: PortalCancel,
    /// Another plan, or several at once.
    pub subscription_update: PortalFeature,
}

/// Something that the portal offers or not.
#[derive(Debug, Deserialize)]
pub struct PortalFeature {
    /// Whether it does.
    pub enabled: bool,
}

/// Whether and how the portal cancels.
#[derive(Debug, Deserialize)]
pub struct PortalCancel {
    /// Whether it does.
    pub enabled: bool,
    /// `at_period_end` or `immediately`.
    pub mode: String,
}

/// An object that may be one of the needed ones.
pub trait Tagged {
    /// Its id at Stripe.
    fn id(&self) -> &str;
    /// What its metadata say.
    fn metadata(&self) -> &Metadata;

    /// Whether it is this item of ours.
    fn is(&self, item: SetupItem) -> bool {
        self.metadata().get(METADATA_KEY).is_some_and(|word| word == item.as_str())
    }
}

macro_rules! tagged {
    ($($kind:ty),+) => { $(impl Tagged for $kind {
        fn id(&self) -> &str {
            &self.id
        }
        fn metadata(&self) -> &Metadata {
            &self.metadata
        }
    })+ };
}
tagged!(Product, Price, Coupon, PaymentLink, WebhookEndpoint, PortalConfiguration);

/// What was read of an account.
#[derive(Debug, Default)]
pub struct Account {
    /// What is sold.
    pub products: Vec<Product>,
    /// What it costs.
    pub prices: Vec<Price>,
    /// What is taken off.
    pub coupons: Vec<Coupon>,
    /// Payment pages, inactive ones too.
    pub links: Vec<PaymentLink>,
    /// Where events are sent to.
    pub endpoints: Vec<WebhookEndpoint>,
    /// What customers can do on Stripe's page.
    pub portals: Vec<PortalConfiguration>,
    /// Why a list could not be read whole, in a sentence for an admin.
    pub unread: BTreeMap<Collection, String>,
}

impl PaymentLink {
    /// Whether it is paid by card and nothing else: whatever takes days to say whether it has paid would begin a plan unpaid.
    #[must_use]
    pub fn takes_cards_only(&self) -> bool {
        matches!(self.payment_method_types.as_deref(), Some([only]) if only == CARD)
    }

    /// Whether each purchase gets an invoice of its own.
    #[must_use]
    pub fn makes_invoices(&self) -> bool {
        self.invoice_creation.as_ref().is_some_and(|creation| creation.enabled)
    }
}

impl Account {
    /// Takes an object in as the API has answered it, in the place of the one with its id where there is one.
    ///
    /// # Errors
    /// Where it is not of that shape.
    pub fn take(&mut self, collection: Collection, object: Value) -> serde_json::Result<()> {
        match collection {
            Collection::Products => put(&mut self.products, serde_json::from_value(object)?),
            Collection::Prices => put(&mut self.prices, serde_json::from_value(object)?),
            Collection::Coupons => put(&mut self.coupons, serde_json::from_value(object)?),
            Collection::PaymentLinks => put(&mut self.links, serde_json::from_value(object)?),
            Collection::WebhookEndpoints => put(&mut self.endpoints, serde_json::from_value(object)?),
            Collection::PortalConfigurations => put(&mut self.portals, serde_json::from_value(object)?),
        }
        Ok(())
    }
}

fn put<T: Tagged>(list: &mut Vec<T>, object: T) {
    match list.iter_mut().find(|held| held.id() == object.id()) {
        Some(held) => *held = object,
        None => list.push(object),
    }
}
