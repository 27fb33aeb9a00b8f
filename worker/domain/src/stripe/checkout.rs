//! Checkout sessions and promotion codes in the API version [`super::API_VERSION`]; only the fields
//! in use. Times are seconds since 1970, amounts pence.

use serde::Deserialize;

use super::objects::{List, Price, expanded};
use super::returns::Charge;
use crate::affiliate::CodeFault;
use crate::api::billing::PaymentLine;
use crate::plan::REFERRAL_DISCOUNT_PENCE;

/// `GET /v1/checkout/sessions?subscription=…`.
#[derive(Debug, Deserialize)]
pub struct CheckoutSession {
    /// `cs_…`.
    pub id: String,
    /// Reference passed by the home page or the portal.
    pub client_reference_id: Option<String>,
    /// Customer; may be missing for a one-time payment.
    pub customer: Option<String>,
    /// `subscription`, `payment`.
    pub mode: String,
    /// `paid`, `unpaid`, `no_payment_required`.
    pub payment_status: String,
    /// `gbp`.
    pub currency: Option<String>,
    /// Price before discounts and taxes.
    #[serde(default)]
    pub amount_subtotal: Option<u32>,
    /// Amount paid.
    pub amount_total: Option<u32>,
    /// Breakdown of the difference between the two.
    #[serde(default)]
    pub total_details: Option<TotalDetails>,
    /// When it was created.
    pub created: i64,
    /// Details entered by the buyer.
    pub customer_details: Option<CustomerDetails>,
    /// Discounts applied.
    #[serde(default)]
    pub discounts: Option<Vec<SessionDiscount>>,
    /// The payment, if expanded.
    #[serde(default, deserialize_with = "expanded")]
    pub payment_intent: Option<PaymentIntent>,
    /// The invoice; `in_…`.
    #[serde(default)]
    pub invoice: Option<String>,
}

/// Breakdown of the difference between price and payment.
#[derive(Debug, Deserialize)]
pub struct TotalDetails {
    /// The discount, in pence.
    pub amount_discount: u32,
}

/// A discount applied to a purchase.
#[derive(Debug, Deserialize)]
pub struct SessionDiscount {
    /// Its promotion code, if expanded.
    #[serde(default, deserialize_with = "expanded")]
    pub promotion_code: Option<PromotionCode>,
}

/// A promotion code.
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
    /// Whether it can be used; false if its coupon cannot.
    pub active: bool,
    /// Customer it is restricted to.
    pub customer: Option<String>,
    /// Expiry.
    pub expires_at: Option<i64>,
    /// Redemption limit.
    pub max_redemptions: Option<u32>,
    /// Number of redemptions.
    pub times_redeemed: u32,
    /// Its coupon.
    pub promotion: CodePromotion,
    /// Restrictions on who can use it, and for which amounts.
    #[serde(default)]
    pub restrictions: CodeRestrictions,
}

/// Restrictions on a code.
#[derive(Debug, Default, Deserialize)]
pub struct CodeRestrictions {
    /// Whether it is for first-time buyers only.
    #[serde(default)]
    pub first_time_transaction: bool,
    /// Minimum purchase amount.
    #[serde(default)]
    pub minimum_amount: Option<u32>,
}

/// Target of a promotion code.
#[derive(Debug, Deserialize)]
pub struct CodePromotion {
    /// Its coupon, if expanded.
    #[serde(default, deserialize_with = "expanded")]
    pub coupon: Option<CodeCoupon>,
}

/// A coupon.
#[derive(Debug, Deserialize)]
pub struct CodeCoupon {
    /// Amount off, unless it is a percentage.
    pub amount_off: Option<u32>,
    /// Currency of the amount.
    pub currency: Option<String>,
    /// `forever`, `once` or `repeating`.
    pub duration: String,
}

impl RedeemableCode {
    /// Whether it is usable and reduces every month: such a discount is kept on resubscribing.
    #[must_use]
    pub fn is_permanent(&self) -> bool {
        self.active && self.promotion.coupon.as_ref().is_some_and(|coupon| coupon.duration == "forever")
    }

    /// Returns why it cannot be a partner's at `now`, in seconds.
    fn fault(&self, now: i64) -> Option<CodeFault> {
        let takes_off = |coupon: &CodeCoupon| {
            coupon.duration == "forever"
                && coupon.amount_off == Some(REFERRAL_DISCOUNT_PENCE)
                && coupon.currency.as_deref() == Some("gbp")
        };
        if self.expires_at.is_some_and(|end| end <= now) {
            Some(CodeFault::Expired)
        } else if !self.active
            || self.customer.is_some()
            || self.max_redemptions.is_some_and(|max| self.times_redeemed >= max)
        {
            Some(CodeFault::Unusable)
        } else if self.expires_at.is_some()
            || self.max_redemptions.is_some()
            || self.restrictions.first_time_transaction
            || self.restrictions.minimum_amount.is_some()
        {
            Some(CodeFault::Limited)
        } else if self.promotion.coupon.as_ref().is_some_and(takes_off) {
            None
        } else {
            Some(CodeFault::Discount)
        }
    }
}

/// Checks whether a partner can have a code at `now`, in seconds: `codes` are all codes of this
/// name, at most one of them active.
///
/// # Errors
/// The fault of the newest code if none is suitable.
pub fn partner_code(codes: &[RedeemableCode], now: i64) -> Result<(), CodeFault> {
    let newest = codes.first().ok_or(CodeFault::Missing)?;
    if codes.iter().any(|code| code.fault(now).is_none()) {
        return Ok(());
    }
    newest.fault(now).map_or(Ok(()), Err)
}

/// Details entered by a buyer.
#[derive(Debug, Deserialize)]
pub struct CustomerDetails {
    /// Email address.
    pub email: Option<String>,
}

/// `expand[]=payment_intent.latest_charge`.
#[derive(Debug, Deserialize)]
pub struct PaymentIntent {
    /// `pi_…`.
    #[serde(default)]
    pub id: String,
    /// The charge.
    pub latest_charge: Option<Charge>,
}

/// `GET /v1/checkout/sessions/{id}?expand[]=line_items`.
#[derive(Debug, Deserialize)]
pub struct CheckoutDetails {
    /// `complete`, `open`, `expired`.
    pub status: Option<String>,
    /// Details of the payer.
    pub customer_details: Option<CustomerDetails>,
    /// Amount paid.
    #[serde(default)]
    pub amount_total: Option<u32>,
    /// Items bought.
    pub line_items: List<CheckoutLine>,
}

/// An item bought, one-time or recurring.
#[derive(Debug, Deserialize)]
pub struct CheckoutLine {
    /// Its price.
    pub price: Option<Price>,
    /// Number of units.
    pub quantity: Option<u32>,
    /// Its name.
    #[serde(default)]
    pub description: Option<String>,
    /// Its price before discounts and taxes.
    #[serde(default)]
    pub amount_subtotal: i64,
    /// The discount on it.
    #[serde(default)]
    pub amount_discount: i64,
}

impl CheckoutDetails {
    /// Returns the payment lines for the buyer, which add up to the amount paid.
    #[must_use]
    pub fn payment_lines(&self) -> Vec<PaymentLine> {
        let lines = &self.line_items.data;
        let sum = |of: fn(&CheckoutLine) -> i64| lines.iter().map(of).fold(0, i64::saturating_add);
        let discount = sum(|line| line.amount_discount).saturating_neg();
        let price = sum(|line| line.amount_subtotal).saturating_add(discount);
        // Tax included in the price is not added again.
        let tax = self.amount_total.map_or(0, |paid| i64::from(paid).saturating_sub(price));
        let rest = [(PaymentLine::DISCOUNT, discount), (PaymentLine::TAX, tax)];
        let bought = lines.iter().map(|line| (line.name(), line.amount_subtotal));
        let all = bought.chain(rest).filter(|(_, pence)| *pence != 0);
        all.map(|(text, pence)| PaymentLine::new(text, pence)).collect()
    }
}

impl CheckoutLine {
    fn name(&self) -> &str {
        if self.price.as_ref().is_some_and(|price| price.recurring.is_some()) {
            return PaymentLine::MONTH;
        }
        self.description.as_deref().unwrap_or(PaymentLine::ITEM)
    }
}

impl CheckoutSession {
    /// Returns the promotion code used: the one passed by the home page, or another entered by the buyer.
    #[must_use]
    pub fn promotion_code(&self) -> Option<&str> {
        let codes = self.discounts.iter().flatten().filter_map(|discount| discount.promotion_code.as_ref());
        codes.map(|found| found.code.as_str()).next()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn codes(changes: &[Value]) -> Vec<RedeemableCode> {
        let code = |change: &Value| {
            let mut code = json!({
                "id": "promo_1", "active": true, "customer": null, "expires_at": null, "max_redemptions": null, "times_redeemed": 3,
                "promotion": { "coupon": { "amount_off": 1000, "currency": "gbp", "duration": "forever" } },
            });
            for (name, value) in change.as_object().into_iter().flatten() {
                code[name] = value.clone();
            }
            serde_json::from_value(code).unwrap()
        };
        changes.iter().map(code).collect()
    }

    #[test]
    fn inv39_a_valid_partner_code_is_unrestricted_and_takes_10_pounds_off_every_month() {
        let coupon = |amount_off, currency, duration| json!({ "promotion": { "coupon": { "amount_off": amount_off, "currency": currency, "duration": duration } } });
        for (changes, found) in [
            (vec![], Err(CodeFault::Missing)),
            (vec![json!({})], Ok(())),
            (vec![json!({ "active": false })], Err(CodeFault::Unusable)),
            (vec![json!({ "active": false }), json!({})], Ok(())),
            (vec![json!({ "expires_at": 100, "active": false }), json!({ "active": false })], Err(CodeFault::Expired)),
            (vec![json!({ "expires_at": 101 })], Err(CodeFault::Limited)),
            (vec![json!({ "customer": "cus_1" })], Err(CodeFault::Unusable)),
            (vec![json!({ "max_redemptions": 3 })], Err(CodeFault::Unusable)),
            (vec![json!({ "max_redemptions": 4 })], Err(CodeFault::Limited)),
            (vec![json!({ "restrictions": { "first_time_transaction": true } })], Err(CodeFault::Limited)),
            (vec![json!({ "restrictions": { "minimum_amount": 100 } })], Err(CodeFault::Limited)),
            (vec![json!({ "restrictions": { "first_time_transaction": false, "minimum_amount": null } })], Ok(())),
            (vec![coupon(500, "gbp", "forever")], Err(CodeFault::Discount)),
            (vec![coupon(1000, "eur", "forever")], Err(CodeFault::Discount)),
            (vec![coupon(1000, "gbp", "once")], Err(CodeFault::Discount)),
            (vec![json!({ "promotion": { "coupon": null } })], Err(CodeFault::Discount)),
        ] {
            assert_eq!(partner_code(&codes(&changes), 100), found, "{changes:?}");
        }
        assert!(CodeFault::Discount.sentence().contains("£10 off"));
    }
}
