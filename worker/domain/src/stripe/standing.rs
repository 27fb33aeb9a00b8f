//! Maps the status of Stripe subscriptions to clients' plans.

use super::checkout::CheckoutDetails;
use super::objects::{Item, List, Price, Subscription, SubscriptionStatus};
use crate::commission::in_pounds;
use crate::comparable::email_address;
use crate::plan::{NO_SETUP, PlanType, STANDARD};
use crate::subscription::Facts;

/// Returns the product of a subscription, if it has exactly one item.
#[must_use]
pub fn product_of(items: &List<Item>) -> Option<&str> {
    let [item] = items.data.as_slice() else { return None };
    item.price.product.as_deref()
}

/// A product and the plan it stands for.
#[derive(Debug, Clone, Copy)]
pub struct KnownProduct {
    /// The plan.
    pub plan: PlanType,
    /// Whether an admin mapped it; otherwise it was sold at the plan's price.
    pub is_decided: bool,
}

/// Origin of a subscription.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// Bought on a payment page that sells plans.
    PaymentPage,
    /// Created in Stripe, possibly for anything.
    Stripe,
}

/// Returns the plan of a subscription; `known` is that of its product, if known. An admin's mapping
/// applies at any price; a plan's price applies on payment pages.
///
/// # Errors
/// Why it is not one of our plans, as a sentence for an admin.
pub fn plan_of(items: &List<Item>, known: Option<KnownProduct>, origin: Origin) -> Result<PlanType, String> {
    let [item] = items.data.as_slice() else { return Err("It does not have exactly one line.".into()) };
    plan_of_price(&item.price, item.quantity, known, origin)
}

/// Whether mapping its product to a plan resolves a subscription: it is paid monthly in pounds, for
/// one unit.
#[must_use]
pub fn is_by_product(subscription: &Subscription) -> bool {
    let decided = KnownProduct { plan: PlanType::Standard, is_decided: true };
    let items = &subscription.items;
    problem_of(subscription).is_none()
        && product_of(items).is_some()
        && plan_of(items, Some(decided), Origin::Stripe).is_ok()
}

/// A completed purchase of a monthly subscription.
pub struct Purchase<'a> {
    price: &'a Price,
    quantity: Option<u32>,
    /// Email address of the payer, in lower case.
    pub email: String,
}

impl<'a> Purchase<'a> {
    /// Returns the purchase; `None` if the session was not completed or is for something else.
    #[must_use]
    pub fn of(checkout: &'a CheckoutDetails) -> Option<Self> {
        let lines = checkout.line_items.data.iter().filter_map(|line| line.price.as_ref().map(|price| (price, line)));
        let mut monthly = lines.filter(|(price, _)| price.recurring.is_some());
        let (Some((price, line)), None) = (monthly.next(), monthly.next()) else { return None };
        let email = email_address(checkout.customer_details.as_ref()?.email.as_deref()?);
        let is_complete = checkout.status.as_deref() == Some("complete") && !email.is_empty();
        is_complete.then_some(Self { price, quantity: line.quantity, email })
    }

    /// Returns the product.
    #[must_use]
    pub fn product(&self) -> Option<&str> {
        self.price.product.as_deref()
    }

    /// Returns the plan; `known` is that of the product, if known.
    #[must_use]
    pub fn plan(&self, known: Option<KnownProduct>) -> Option<PlanType> {
        plan_of_price(self.price, self.quantity, known, Origin::PaymentPage).ok()
    }
}

fn plan_of_price(
    price: &Price,
    quantity: Option<u32>,
    known: Option<KnownProduct>,
    origin: Origin,
) -> Result<PlanType, String> {
    if price.currency != "gbp" {
        return Err(format!("It is paid in {}, not in GBP.", price.currency.to_uppercase()));
    }
    if price.recurring.as_ref().is_none_or(|every| every.interval != "month" || every.interval_count != 1) {
        return Err("It is not paid once a month.".into());
    }
    let by_price = [STANDARD, NO_SETUP].into_iter().find(|plan| Some(plan.monthly_pence) == price.unit_amount);
    let is_for_sale = origin == Origin::PaymentPage || known.is_some();
    let sold = by_price.map(|plan| plan.key).filter(|_| is_for_sale);
    let decided = known.filter(|product| product.is_decided).map(|product| product.plan);
    match (decided.or(sold).or(known.map(|product| product.plan)), quantity.unwrap_or(1)) {
        (Some(plan), 1) => Ok(plan),
        (None, _) if by_price.is_some() => Err("It was made in Stripe, and we do not know its product.".into()),
        (None, _) => {
            let amount = in_pounds(price.unit_amount.unwrap_or_default().into());
            Err(format!("No plan costs {amount} a month, and we do not know its product."))
        }
        (Some(_), count) => Err(format!("It is for {count} at once.")),
    }
}

/// Whether it was paid at least once or needs no payment yet; only then is a client created for it.
#[must_use]
pub fn has_begun(subscription: &Subscription) -> bool {
    !matches!(subscription.status, SubscriptionStatus::Incomplete | SubscriptionStatus::IncompleteExpired)
}

/// Returns why only an admin can decide what the status means, as a sentence; `None` if it is clear.
#[must_use]
pub fn problem_of(subscription: &Subscription) -> Option<&'static str> {
    match subscription.status {
        SubscriptionStatus::Paused => Some("It is paused in Stripe: go on with it there, or cancel it."),
        SubscriptionStatus::Unknown => Some("Stripe reports a status that we do not know."),
        _ => None,
    }
}

/// Returns the facts that determine the plan's state. `stored` is when it was first known to be
/// unpaid, UTC milliseconds: a later open or draft invoice starts no new grace period.
#[must_use]
pub fn facts_of(subscription: &Subscription, stored: Option<i64>) -> Facts {
    let ms = |seconds: i64| seconds.saturating_mul(1000);
    let open = subscription.latest_invoice.as_ref().filter(|invoice| {
        let is_due = matches!(invoice.status.as_deref(), Some("open" | "uncollectible"));
        is_due && invoice.attempt_count > 0
    });
    let since = open.map(|invoice| ms(invoice.status_transitions.finalized_at.unwrap_or(subscription.created)));
    let latest = subscription.latest_invoice.as_ref().and_then(|invoice| invoice.status.as_deref());
    Facts {
        unpaid_since: match subscription.status {
            SubscriptionStatus::PastDue | SubscriptionStatus::Unpaid => {
                stored.or(since).or(Some(ms(subscription.created)))
            }
            // A subscription that ended as the next month began has that month's draft as its
            // latest invoice, after the unpaid one.
            SubscriptionStatus::Canceled if !matches!(latest, Some("paid" | "void")) => stored.or(since),
            _ => None,
        },
        // Paid until then. A scheduled end counts from its time, though Stripe applies it a little later.
        cancelled_at: [subscription.ended_at, subscription.cancel_at].into_iter().flatten().min().map(ms),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn subscription(
        status: &str,
        invoice: &str,
        ended_at: Option<i64>,
        price: (&str, u32, &str),
    ) -> Option<Subscription> {
        let (currency, amount, interval) = price;
        serde_json::from_value(json!({
            "id": "sub_1", "status": status, "created": 100, "ended_at": ended_at, "cancel_at": null,
            "items": { "has_more": false, "data": [{
                "current_period_end": 900, "quantity": 1,
                "price": { "currency": currency, "unit_amount": amount,
                           "recurring": { "interval": interval, "interval_count": 1 } },
            }] },
            "latest_invoice": { "status": invoice, "attempt_count": 1,
                                "status_transitions": { "finalized_at": 500, "paid_at": null } },
        }))
        .ok()
    }

    const STANDARD_PRICE: (&str, u32, &str) = ("gbp", 2900, "month");

    #[test]
    fn bil01_an_amount_currency_or_interval_that_matches_no_plan_is_reported() {
        let plan = |price| {
            let found = subscription("active", "paid", None, price)?;
            Some(plan_of(&found.items, None, Origin::PaymentPage))
        };
        assert_eq!(plan(STANDARD_PRICE), Some(Ok(PlanType::Standard)));
        assert_eq!(plan(("gbp", 3900, "month")), Some(Ok(PlanType::NoSetup)));
        assert_eq!(plan(("eur", 2900, "month")), Some(Err("It is paid in EUR, not in GBP.".into())));
        assert_eq!(
            plan(("gbp", 2901, "month")),
            Some(Err("No plan costs £29.01 a month, and we do not know its product.".into()))
        );
        assert_eq!(plan(("gbp", 2900, "year")), Some(Err("It is not paid once a month.".into())));
    }

    #[test]
    fn bil08_a_products_plan_is_set_by_an_admin_or_by_its_sale() {
        let (decided, sold) = (true, false);
        let (page, stripe) = (Origin::PaymentPage, Origin::Stripe);
        let (standard, no_setup) = (PlanType::Standard, PlanType::NoSetup);
        for (pence, known, origin, plan) in [
            (2500, Some((no_setup, sold)), stripe, Some(no_setup)),
            (2500, None, page, None),
            // One product may have the prices of both plans.
            (3900, Some((standard, sold)), stripe, Some(no_setup)),
            (3900, Some((standard, decided)), page, Some(standard)),
            (2900, None, page, Some(standard)),
            // Something else at the price of a plan.
            (2900, None, stripe, None),
        ] {
            let known = known.map(|(plan, is_decided)| KnownProduct { plan, is_decided });
            let found = subscription("active", "paid", None, ("gbp", pence, "month"));
            let found = found.and_then(|found| plan_of(&found.items, known, origin).ok());
            assert_eq!(found, plan, "{pence} {known:?} {origin:?}");
        }
    }

    #[test]
    fn bil08_a_product_resolves_only_single_monthly_prices_in_pounds() {
        let is_by_product = |price, quantity: u32, status: &str, product: Option<&str>| {
            let mut found = subscription(status, "paid", None, price)?;
            let item = found.items.data.first_mut()?;
            (item.quantity, item.price.product) = (Some(quantity), product.map(str::to_owned));
            Some(is_by_product(&found))
        };
        let deal = ("gbp", 2500, "month");
        assert_eq!(is_by_product(deal, 1, "active", Some("prod_1")), Some(true));
        assert_eq!(is_by_product(STANDARD_PRICE, 1, "active", Some("prod_1")), Some(true));
        for (price, quantity, status, product) in [
            (deal, 2, "active", Some("prod_1")),
            (deal, 1, "paused", Some("prod_1")),
            (deal, 1, "active", None),
            (("eur", 2500, "month"), 1, "active", Some("prod_1")),
            (("gbp", 29_900, "year"), 1, "active", Some("prod_1")),
        ] {
            assert_eq!(is_by_product(price, quantity, status, product), Some(false), "{price:?} {quantity} {status}");
        }
    }

    #[test]
    fn inv25_only_a_completed_plan_purchase_has_a_buyer_and_a_plan() {
        let checkout = |status: &str, email: Option<&str>, monthly: u32| {
            let price = |amount: u32, recurring: serde_json::Value| json!({ "quantity": 1, "price": { "currency": "gbp", "unit_amount": amount, "recurring": recurring } });
            let every_month = json!({ "interval": "month", "interval_count": 1 });
            let lines = json!([price(monthly, every_month), price(19_900, serde_json::Value::Null)]);
            let found = json!({ "status": status, "customer_details": { "email": email },
                                "line_items": { "has_more": false, "data": lines } });
            let found: Option<CheckoutDetails> = serde_json::from_value(found).ok();
            found.as_ref().and_then(Purchase::of).and_then(|bought| Some((bought.plan(None)?, bought.email)))
        };
        let email = Some(" Bea@Shop.example");
        assert_eq!(checkout("complete", email, 2900), Some((PlanType::Standard, "bea@shop.example".into())));
        assert_eq!(checkout("open", email, 2900), None);
        assert_eq!(checkout("complete", None, 2900), None);
        assert_eq!(checkout("complete", email, 1234), None);
    }

    #[test]
    fn bil06_bil11_com22_unpaid_time_starts_at_the_first_attempt_and_ends_with_payment() {
        let facts =
            |status, invoice, ended| subscription(status, invoice, ended, STANDARD_PRICE).map(|it| facts_of(&it, None));
        let known = |unpaid_since, cancelled_at| Some(Facts { unpaid_since, cancelled_at });
        assert_eq!(facts("active", "paid", None), known(None, None));
        assert_eq!(facts("past_due", "open", None), known(Some(500_000), None));
        assert_eq!(facts("unpaid", "open", None), known(Some(500_000), None));
        assert_eq!(facts("canceled", "open", Some(700)), known(Some(500_000), Some(700_000)));
        assert_eq!(facts("canceled", "paid", Some(700)), known(None, Some(700_000)));
        assert_eq!(facts("a status of tomorrow", "paid", None), known(None, None));
        let planned =
            subscription("active", "paid", None, STANDARD_PRICE).map(|it| Subscription { cancel_at: Some(900), ..it });
        assert_eq!(planned.map(|it| facts_of(&it, None)), known(None, Some(900_000)));
        // A scheduled end counts from its time, though it was applied later.
        let late = subscription("canceled", "paid", Some(901), STANDARD_PRICE)
            .map(|it| Subscription { cancel_at: Some(900), ..it });
        assert_eq!(late.map(|it| facts_of(&it, None)), known(None, Some(900_000)));
        // The next month's invoice is a draft or open; unpaid since the first one.
        for invoice in ["draft", "open"] {
            let found = subscription("unpaid", invoice, None, STANDARD_PRICE).map(|it| facts_of(&it, Some(7)));
            assert_eq!(found, known(Some(7), None), "{invoice}");
            let ended = subscription("canceled", invoice, Some(700), STANDARD_PRICE).map(|it| facts_of(&it, Some(7)));
            assert_eq!(ended, known(Some(7), Some(700_000)), "COM22: that it ended does not pay it, {invoice}");
        }
        let paid = subscription("active", "paid", None, STANDARD_PRICE).map(|it| facts_of(&it, Some(7)));
        assert_eq!(paid, known(None, None));
        for settled in ["paid", "void"] {
            let ended = subscription("canceled", settled, Some(700), STANDARD_PRICE).map(|it| facts_of(&it, Some(7)));
            assert_eq!(ended, known(None, Some(700_000)), "{settled}");
        }
        // An open invoice that is not due yet.
        assert_eq!(facts("active", "open", None), known(None, None));
    }

    #[test]
    fn bil11_only_a_paid_purchase_creates_a_client() {
        for (status, begun) in
            [("incomplete", false), ("incomplete_expired", false), ("active", true), ("past_due", true)]
        {
            let found = subscription(status, "open", None, STANDARD_PRICE);
            assert_eq!(found.as_ref().map(has_begun), Some(begun), "{status}");
        }
    }
}
