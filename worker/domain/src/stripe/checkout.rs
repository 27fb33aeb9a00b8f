//! Purchases as the API answers them in [`super::API_VERSION`]; only what is read. Times are seconds since 1970, amounts pence.

use serde::Deserialize;

use super::objects::{List, Price, expanded};

/// `GET /v1/checkout/sessions?subscription=…`.
#[derive(Debug, Deserialize)]
pub struct CheckoutSession {
    /// `cs_…`.
    pub id: String,
    /// What the home page, or the portal, sent along.
    pub client_reference_id: Option<String>,
    /// Whose it is; a buyer who pays once may have none.
    pub customer: Option<String>,
    /// `subscription`, `payment`.
    pub mode: String,
    /// `paid`, `unpaid`, `no_payment_required`.
    pub payment_status: String,
    /// `gbp`.
    pub currency: Option<String>,
    /// What was paid.
    pub amount_total: Option<u32>,
    /// When it was opened.
    pub created: i64,
    /// What the buyer typed.
    pub customer_details: Option<CustomerDetails>,
    /// What made it cheaper.
    #[serde(default)]
    pub discounts: Option<Vec<SessionDiscount>>,
    /// The payment, where it was asked for together with the session.
    #[serde(default, deserialize_with = "expanded")]
    pub payment_intent: Option<PaymentIntent>,
}

/// What made a purchase cheaper.
#[derive(Debug, Deserialize)]
pub struct SessionDiscount {
    /// The code that did, where it was asked for together with the session.
    #[serde(default, deserialize_with = "expanded")]
    pub promotion_code: Option<PromotionCode>,
}

/// A code that makes something cheaper.
#[derive(Debug, Deserialize)]
pub struct PromotionCode {
    /// As buyers type it.
    pub code: String,
}

/// `GET /v1/promotion_codes?code=…&expand[]=data.promotion.coupon`.
#[derive(Debug, Deserialize)]
pub struct RedeemableCode {
    /// `promo_…`.
    pub id: String,
    /// What it gives.
    pub promotion: CodePromotion,
}

/// What a code gives.
#[derive(Debug, Deserialize)]
pub struct CodePromotion {
    /// Where it was asked for together with the code.
    #[serde(default, deserialize_with = "expanded")]
    pub coupon: Option<CodeCoupon>,
}

/// What is taken off.
#[derive(Debug, Deserialize)]
pub struct CodeCoupon {
    /// `forever`, `once` or `repeating`.
    pub duration: String,
}

impl RedeemableCode {
    /// Whether every month is cheaper by it: such a discount is kept by whoever subscribes again.
    #[must_use]
    pub fn lasts(&self) -> bool {
        self.promotion.coupon.as_ref().is_some_and(|coupon| coupon.duration == "forever")
    }
}

/// What a buyer typed.
#[derive(Debug, Deserialize)]
pub struct CustomerDetails {
    /// The address.
    pub email: Option<String>,
}

/// `expand[]=payment_intent.latest_charge`.
#[derive(Debug, Deserialize)]
pub struct PaymentIntent {
    /// What took the money.
    pub latest_charge: Option<Charge>,
}

/// What took money from a card.
#[derive(Debug, Deserialize)]
pub struct Charge {
    /// Pence.
    pub amount: u32,
    /// Pence.
    pub amount_refunded: u32,
}

/// `GET /v1/checkout/sessions/{id}?expand[]=line_items`.
#[derive(Debug, Deserialize)]
pub struct CheckoutDetails {
    /// `complete`, `open`, `expired`.
    pub status: Option<String>,
    /// Who paid.
    pub customer_details: Option<CustomerDetails>,
    /// What was bought.
    pub line_items: List<CheckoutLine>,
}

/// What was bought, once or again and again.
#[derive(Debug, Deserialize)]
pub struct CheckoutLine {
    /// What it costs.
    pub price: Option<Price>,
    /// How many.
    pub quantity: Option<u32>,
}

impl CheckoutSession {
    /// The code that was used: the one that the home page brought along, or another that the buyer typed in its place.
    #[must_use]
    pub fn promotion_code(&self) -> Option<&str> {
        let codes = self.discounts.iter().flatten().filter_map(|discount| discount.promotion_code.as_ref());
        codes.map(|found| found.code.as_str()).next()
    }
}
