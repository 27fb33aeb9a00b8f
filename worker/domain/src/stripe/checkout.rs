//! Purchases as the API answers them in [`super::API_VERSION`]; only what is read. Times are seconds since 1970, amounts pence.

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
    /// The price, before discounts and taxes.
    #[serde(default)]
    pub amount_subtotal: Option<u32>,
    /// What was paid.
    pub amount_total: Option<u32>,
    /// The parts of the difference between the two.
    #[serde(default)]
    pub total_details: Option<TotalDetails>,
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
    /// The invoice; `in_…`.
    #[serde(default)]
    pub invoice: Option<String>,
}

/// The parts of the difference between price and payment.
#[derive(Debug, Deserialize)]
pub struct TotalDetails {
    /// The discount, in pence.
    pub amount_discount: u32,
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
    /// Whether it can be used; never where its coupon cannot.
    pub active: bool,
    /// The one customer that it is for.
    pub customer: Option<String>,
    /// Until when it can be used.
    pub expires_at: Option<i64>,
    /// How often it can be used.
    pub max_redemptions: Option<u32>,
    /// How often it was.
    pub times_redeemed: u32,
    /// What it gives.
    pub promotion: CodePromotion,
    /// Of whom, and of how much, it is.
    #[serde(default)]
    pub restrictions: CodeRestrictions,
}

/// Who can use a code.
#[derive(Debug, Default, Deserialize)]
pub struct CodeRestrictions {
    /// Only who buys for the first time.
    #[serde(default)]
    pub first_time_transaction: bool,
    /// Only who buys for so much.
    #[serde(default)]
    pub minimum_amount: Option<u32>,
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
    /// The amount, unless it is a percentage.
    pub amount_off: Option<u32>,
    /// Of the amount.
    pub currency: Option<String>,
    /// `forever`, `once` or `repeating`.
    pub duration: String,
}

impl RedeemableCode {
    /// Whether it can be used and makes every month cheaper: such a discount is kept by whoever subscribes again.
    #[must_use]
    pub fn lasts(&self) -> bool {
        self.active && self.promotion.coupon.as_ref().is_some_and(|coupon| coupon.duration == "forever")
    }

    /// Why it cannot be a partner's at `now`, in seconds.
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

/// Why a code cannot be a partner's at `now`, in seconds: `codes` are those of its name, of which one can be used at most.
///
/// # Errors
/// The fault of the newest where none can be a partner's.
pub fn partner_code(codes: &[RedeemableCode], now: i64) -> Result<(), CodeFault> {
    let newest = codes.first().ok_or(CodeFault::Missing)?;
    if codes.iter().any(|code| code.fault(now).is_none()) {
        return Ok(());
    }
    newest.fault(now).map_or(Ok(()), Err)
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
    /// `pi_…`.
    #[serde(default)]
    pub id: String,
    /// What took the money.
    pub latest_charge: Option<Charge>,
}

/// `GET /v1/checkout/sessions/{id}?expand[]=line_items`.
#[derive(Debug, Deserialize)]
pub struct CheckoutDetails {
    /// `complete`, `open`, `expired`.
    pub status: Option<String>,
    /// Who paid.
    pub customer_details: Option<CustomerDetails>,
    /// What was paid.
    #[serde(default)]
    pub amount_total: Option<u32>,
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
    /// Its lines, as a buyer reads them; their sum is the amount paid.
    #[must_use]
    pub fn payment_lines(&self) -> Vec<PaymentLine> {
        let lines = &self.line_items.data;
        let sum = |of: fn(&CheckoutLine) -> i64| lines.iter().map(of).fold(0, i64::saturating_add);
        let discount = sum(|line| line.amount_discount).saturating_neg();
        let price = sum(|line| line.amount_subtotal).saturating_add(discount);
        // A tax that the price includes is not added to it.
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
    /// The code that was used: the one that the home page brought along, or another that the buyer typed in its place.
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
    fn inv39_a_partners_code_can_be_used_by_everybody_for_ever_and_takes_10_pounds_off_every_month() {
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
