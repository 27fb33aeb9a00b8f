//! Compares the account with the requirements.

use super::account::{
    Account, Coupon, PaymentLink, PortalConfiguration, Price, Product, StripeObject, WebhookEndpoint,
};
use super::{Collection, Deployment, KEY_REFUSED, LinkSpec, PriceSpec, SetupItem, SetupState, webhook_address};
use crate::facts::pounds;
use crate::plan::REFERRAL_DISCOUNT_PENCE;
use crate::stripe::event::TYPES;
use crate::stripe::{API, API_VERSION, is_live_key};

/// A difference from the requirements.
#[derive(Debug, PartialEq, Eq)]
pub struct Problem {
    /// A sentence for an admin.
    pub text: String,
    /// Remedy for an admin; `None` if creating missing objects fixes it.
    pub remedy: Option<String>,
}

impl Problem {
    fn fixable(text: impl Into<String>) -> Self {
        Self { text: text.into(), remedy: None }
    }

    fn manual(text: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { text: text.into(), remedy: Some(remedy.into()) }
    }
}

/// Result of comparing a required object.
#[derive(Debug, PartialEq, Eq)]
pub struct Comparison {
    /// Its state.
    pub state: SetupState,
    /// Its Stripe id, if it exists.
    pub id: Option<String>,
    /// Differences from the requirement.
    pub problems: Vec<Problem>,
}

impl Comparison {
    const fn missing() -> Self {
        Self { state: SetupState::Missing, id: None, problems: Vec::new() }
    }

    fn existing(id: Option<&str>, problems: Vec<Problem>) -> Self {
        let state = if problems.is_empty() { SetupState::Present } else { SetupState::Differs };
        Self { state, id: id.map(str::to_owned), problems }
    }
}

/// Compares one required object.
#[must_use]
pub fn compare(item: SetupItem, account: &Account, deployment: &Deployment) -> Comparison {
    if let Some(reason) = read_failure(item, account) {
        let problem = Problem::manual(reason, "Nothing is created until it could be read.");
        return Comparison { state: SetupState::Unknown, id: None, problems: vec![problem] };
    }
    let origin = &deployment.public_origin;
    match item {
        SetupItem::Key => key(account, deployment),
        SetupItem::WebhookSecret if deployment.has_webhook_secrets => Comparison::existing(None, Vec::new()),
        SetupItem::WebhookSecret => Comparison {
            problems: vec![Problem::manual(
                "No event is believed without it.",
                "Stripe shows it when the endpoint is created, and in the endpoint’s page: store it as STRIPE_WEBHOOK_SECRETS.",
            )],
            ..Comparison::missing()
        },
        SetupItem::ReferralCoupon => one(&account.coupons, item, "Delete all but one in Stripe.", coupon),
        SetupItem::Portal => one(active_portals(account), item, "Deactivate all but one in Stripe.", portal),
        SetupItem::Webhook => webhook(account, &webhook_address(origin)),
        _ => match (item.price(), item.link(origin)) {
            (Some(need), _) => {
                one(active_prices(account), item, "Archive all but one in Stripe.", |found| price(found, &need))
            }
            (None, Some(need)) => one(active_links(account), item, "Deactivate all but one in Stripe.", |found| {
                link(found, item, &need, account, deployment)
            }),
            (None, None) => Comparison::missing(),
        },
    }
}

/// Returns why it is unknown, if a list it depends on could not be read.
fn read_failure(item: SetupItem, account: &Account) -> Option<String> {
    let own = item.collection()?;
    let also = match own {
        Collection::Prices => Some(Collection::Products),
        Collection::PaymentLinks => Some(Collection::Prices),
        _ => None,
    };
    std::iter::once(own).chain(also).find_map(|list| account.unread.get(&list)).cloned()
}

pub(super) fn active_prices(account: &Account) -> impl Iterator<Item = &Price> {
    account.prices.iter().filter(|price| price.active)
}

pub(super) fn active_products(account: &Account) -> impl Iterator<Item = &Product> {
    account.products.iter().filter(|product| product.active)
}

pub(super) fn active_links(account: &Account) -> impl Iterator<Item = &PaymentLink> {
    account.links.iter().filter(|link| link.active)
}

fn active_portals(account: &Account) -> impl Iterator<Item = &PortalConfiguration> {
    account.portals.iter().filter(|portal| portal.active)
}

/// Compares the single object for this item. Duplicates are reported, since it is unclear which one counts.
fn one<'a, T: StripeObject + 'a>(
    all: impl IntoIterator<Item = &'a T>,
    item: SetupItem,
    too_many: &str,
    problems: impl Fn(&T) -> Vec<Problem>,
) -> Comparison {
    let found: Vec<&T> = all.into_iter().filter(|object| object.is(item)).collect();
    match found.as_slice() {
        [] => Comparison::missing(),
        [object] => Comparison::existing(Some(object.id()), problems(object)),
        [first, ..] => {
            let text = format!("There are {}.", found.len());
            Comparison::existing(Some(first.id()), vec![Problem::manual(text, too_many)])
        }
    }
}

fn key(
    account: &Account,
    Deployment { secret_key: key, base, public_origin, refuses_key, .. }: &Deployment,
) -> Comparison {
    let is_secret = ["sk_test_", "sk_live_", "rk_test_", "rk_live_"].iter().any(|start| key.starts_with(start));
    let problem = if *refuses_key {
        Some(Problem::manual(
            "It is in test mode, so nobody can pay with it: nothing is sold here.",
            "Store one that begins with sk_live_ or rk_live_; or set STRIPE_TEST_KEYS to allowed, to try payments.",
        ))
    } else if key.is_empty() {
        return Comparison::missing();
    } else if !is_secret {
        Some(Problem::manual("It is no secret key.", "Store the key that begins with sk_ or rk_."))
    } else if account.unread.values().any(|reason| reason == KEY_REFUSED) {
        Some(Problem::manual(KEY_REFUSED, "Store one that holds: it may have been replaced in Stripe."))
    } else if is_live_key(key) && base != API {
        Some(Problem::manual(format!("It moves real money, and is sent to {base}."), "Remove STRIPE_BASE."))
    } else if is_live_key(key) && !public_origin.starts_with("https://") {
        let text = format!("It moves real money, and {public_origin} is no public address.");
        Some(Problem::manual(text, "Store a key of test mode here."))
    } else {
        None
    };
    Comparison::existing(None, problem.into_iter().collect())
}

fn price(found: &Price, need: &PriceSpec) -> Vec<Problem> {
    let every = found.recurring.as_ref().map(|every| (every.interval.as_str(), every.interval_count));
    let is_as_needed = found.currency == "gbp"
        && found.unit_amount == Some(need.pence)
        && every == need.is_monthly.then_some(("month", 1));
    let mut problems = Vec::new();
    if !is_as_needed {
        let amount = match (found.currency.as_str(), found.unit_amount) {
            ("gbp", Some(pence)) => Some(pounds(pence)),
            (currency, Some(amount)) => Some(format!("{amount} of the smallest unit of {}", currency.to_uppercase())),
            (_, None) => None,
        };
        let pace = match every {
            None => "once".into(),
            Some((interval, 1)) => format!("every {interval}"),
            Some((interval, count)) => format!("every {count} {interval}s"),
        };
        let text = amount
            .map_or_else(|| "It is not a fixed monthly amount.".into(), |amount| format!("It is {amount}, {pace}."));
        problems.push(Problem::manual(text, "Archive it in Stripe, then create what is missing."));
    }
    if !found.product.active {
        problems.push(Problem::manual("Its product is archived.", "Take the product back from the archive in Stripe."));
    }
    problems
}

fn coupon(found: &Coupon) -> Vec<Problem> {
    let is_as_needed = found.currency.as_deref() == Some("gbp")
        && found.amount_off == Some(REFERRAL_DISCOUNT_PENCE)
        && found.duration == "forever"
        && found.max_redemptions.is_none()
        && found.redeem_by.is_none();
    if is_as_needed {
        return Vec::new();
    }
    let text = "It takes off a different amount, not every month, or not for everybody.";
    vec![Problem::manual(text, "Delete it in Stripe, then create what is missing. Clients who have it keep it.")]
}

fn link(
    found: &PaymentLink,
    item: SetupItem,
    need: &LinkSpec,
    account: &Account,
    deployment: &Deployment,
) -> Vec<Problem> {
    let mut problems = Vec::new();
    let sold: Vec<(&str, u32)> =
        found.line_items.data.iter().map(|line| (line.price.id.as_str(), line.quantity.unwrap_or(1))).collect();
    let is_needed = |item: &SetupItem| {
        active_prices(account).any(|price| price.is(*item) && sold.contains(&(price.id.as_str(), 1)))
    };
    if sold.len() != need.sells.len() || !need.sells.iter().all(is_needed) {
        let remedy = "Deactivate it in Stripe, then create what is missing.";
        problems.push(Problem::manual("It sells something else.", remedy));
    }
    if found.after_completion.redirect.as_ref().is_none_or(|redirect| redirect.url != need.leads_to) {
        problems.push(Problem::fixable("After paying, buyers are not led back to this product."));
    }
    if need.takes_codes && !found.allow_promotion_codes {
        problems.push(Problem::fixable("It accepts no promo codes."));
    }
    if need.makes_invoices && !found.makes_invoices() {
        problems.push(Problem::fixable("Its purchases get no invoices."));
    }
    if !found.takes_cards_only() {
        problems.push(Problem::fixable("It can be paid in other ways than by card."));
    }
    let page = deployment.page(need.setting);
    let key = need.setting.key;
    if page.is_empty() {
        problems.push(Problem::fixable(format!("The setting {key} is empty.")));
    } else if page != found.url && is_ours(page, item, account) {
        problems.push(Problem::fixable(format!("The setting {key} has the address of an earlier one.")));
    } else if page != found.url {
        let remedy = format!("Empty {key} in the settings, then create what is missing.");
        problems.push(Problem::manual(format!("The setting {key} leads to another page: {page}"), remedy));
    }
    problems
}

/// Whether a URL is that of one of our own payment links, including inactive ones.
pub(super) fn is_ours(page: &str, item: SetupItem, account: &Account) -> bool {
    account.links.iter().any(|link| link.is(item) && link.url == page)
}

fn webhook(account: &Account, address: &str) -> Comparison {
    // A manually created endpoint with our URL counts too: a second one would deliver everything twice.
    let is_candidate = |found: &&WebhookEndpoint| found.url == address || found.is(SetupItem::Webhook);
    let found: Vec<&WebhookEndpoint> = account.endpoints.iter().filter(is_candidate).collect();
    let [endpoint] = found.as_slice() else {
        return found.first().map_or_else(Comparison::missing, |first| {
            let text = format!("There are {} endpoints.", found.len());
            Comparison::existing(Some(&first.id), vec![Problem::manual(text, "Delete all but one in Stripe.")])
        });
    };
    let mut problems = Vec::new();
    if endpoint.url != address {
        let remedy = format!("Change its address to {address} in Stripe.");
        problems.push(Problem::manual(format!("It posts to {}.", endpoint.url), remedy));
    }
    if endpoint.status != "enabled" {
        problems.push(Problem::fixable("It is disabled."));
    }
    let hears = |kind: &str| endpoint.enabled_events.iter().any(|heard| heard == kind);
    if endpoint.enabled_events.len() != TYPES.len() || !TYPES.iter().all(|kind| hears(kind)) {
        problems.push(Problem::fixable("It listens for different events from those the product needs."));
    }
    if endpoint.api_version.as_deref() != Some(API_VERSION) {
        let version = endpoint.api_version.as_deref().unwrap_or("the account’s version");
        problems.push(Problem::manual(
            format!("Its events are written in {version}, not in {API_VERSION}."),
            "Delete it in Stripe, create what is missing, and store the new signing secret.",
        ));
    }
    Comparison::existing(Some(&endpoint.id), problems)
}

fn portal(found: &PortalConfiguration) -> Vec<Problem> {
    let features = &found.features;
    let cancels = features.subscription_cancel.enabled && features.subscription_cancel.mode == "at_period_end";
    let mut problems = Vec::new();
    if !(features.invoice_history.enabled && features.payment_method_update.enabled && cancels) {
        problems.push(Problem::fixable("It does not offer all of that."));
    }
    // Stripe would prorate every change within the month.
    if features.subscription_update.enabled {
        problems.push(Problem::fixable("Clients can change their plan there."));
    }
    problems
}
