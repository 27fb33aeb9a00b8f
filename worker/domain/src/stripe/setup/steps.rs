//! Calls that fix the account, one at a time: missing objects are created, and our own objects are
//! changed if nobody can be affected.

use super::account::{Account, CARD, StripeObject};
use super::compare::{active_links, active_prices, active_products, is_ours};
use super::{
    Collection, Deployment, LinkSpec, METADATA_KEY, PriceSpec, SetupItem, SetupState, compare, webhook_address,
};
use crate::plan::REFERRAL_DISCOUNT_PENCE;
use crate::setting::Setting;
use crate::stripe::API_VERSION;
use crate::stripe::event::TYPES;

/// A call of the API.
#[derive(Debug, PartialEq, Eq)]
pub struct Step {
    /// The kind of the object.
    pub collection: Collection,
    /// Id of the object to change; `None` to create one.
    pub id: Option<String>,
    /// Form fields, in order.
    pub form: Vec<(String, String)>,
}

/// Returns the next call for a required object; `None` if no call would help. Each call affects the
/// next comparison.
#[must_use]
pub fn next_step(item: SetupItem, account: &Account, deployment: &Deployment) -> Option<Step> {
    let comparison = compare(item, account, deployment);
    let collection = item.collection()?;
    let origin = &deployment.public_origin;
    match comparison.state {
        SetupState::Missing => match (item.price(), item.link(origin)) {
            (Some(need), _) => Some(price(item, &need, account)),
            (None, Some(need)) => link(item, &need, account, deployment),
            (None, None) => Some(Step { collection, id: None, form: new(item, plain_form(item, origin)?) }),
        },
        // If a difference needs a person, nothing is changed before that is done.
        SetupState::Differs if comparison.problems.iter().all(|problem| problem.remedy.is_none()) => {
            let form = match item {
                SetupItem::Webhook => {
                    let mut form = list("enabled_events", &TYPES);
                    form.push(pair("disabled", "false"));
                    form
                }
                SetupItem::Portal => portal_features(),
                _ => link_changes(item, account, &item.link(origin)?)?,
            };
            Some(Step { collection, id: comparison.id, form })
        }
        _ => None,
    }
}

/// Returns the setting for a payment page's URL, and that URL.
#[must_use]
pub fn page_setting(item: SetupItem, account: &Account, deployment: &Deployment) -> Option<(Setting, String)> {
    let need = item.link(&deployment.public_origin)?;
    if compare(item, account, deployment).problems.iter().any(|problem| problem.remedy.is_some()) {
        return None;
    }
    let url = &active_links(account).find(|link| link.is(item))?.url;
    let page = deployment.page(need.setting);
    let is_free = page.is_empty() || is_ours(page, item, account);
    (is_free && page != url).then(|| (need.setting, url.clone()))
}

fn price(item: SetupItem, need: &PriceSpec, account: &Account) -> Step {
    let Some(product) = active_products(account).find(|product| product.is(item)) else {
        let form = new(item, vec![pair("name", &need.product)]);
        return Step { collection: Collection::Products, id: None, form };
    };
    let mut form =
        vec![pair("product", &product.id), pair("currency", "gbp"), pair("unit_amount", &need.pence.to_string())];
    if need.is_monthly {
        form.push(pair("recurring[interval]", "month"));
    }
    Step { collection: Collection::Prices, id: None, form: new(item, form) }
}

/// Waits until the prices are correct: nothing else is ever sold.
fn link(item: SetupItem, need: &LinkSpec, account: &Account, deployment: &Deployment) -> Option<Step> {
    let mut form = Vec::new();
    for (index, sold) in need.sells.iter().enumerate() {
        if compare(*sold, account, deployment).state != SetupState::Present {
            return None;
        }
        let price = active_prices(account).find(|price| price.is(*sold))?;
        form.push(pair(&format!("line_items[{index}][price]"), &price.id));
        form.push(pair(&format!("line_items[{index}][quantity]"), "1"));
    }
    form.extend(redirect(need));
    if need.takes_codes {
        form.push(pair("allow_promotion_codes", "true"));
    }
    if need.makes_invoices {
        form.push(pair("invoice_creation[enabled]", "true"));
    }
    form.extend(list("payment_method_types", &[CARD]));
    Some(Step { collection: Collection::PaymentLinks, id: None, form: new(item, form) })
}

/// `None` if only the setting is wrong.
fn link_changes(item: SetupItem, account: &Account, need: &LinkSpec) -> Option<Vec<(String, String)>> {
    let found = active_links(account).find(|link| link.is(item))?;
    let mut form = Vec::new();
    if found.after_completion.redirect.as_ref().is_none_or(|redirect| redirect.url != need.leads_to) {
        form.extend(redirect(need));
    }
    if need.takes_codes && !found.allow_promotion_codes {
        form.push(pair("allow_promotion_codes", "true"));
    }
    if need.makes_invoices && !found.makes_invoices() {
        form.push(pair("invoice_creation[enabled]", "true"));
    }
    if !found.takes_cards_only() {
        form.extend(list("payment_method_types", &[CARD]));
    }
    (!form.is_empty()).then_some(form)
}

fn redirect(need: &LinkSpec) -> [(String, String); 2] {
    [pair("after_completion[type]", "redirect"), pair("after_completion[redirect][url]", &need.leads_to)]
}

fn plain_form(item: SetupItem, origin: &str) -> Option<Vec<(String, String)>> {
    match item {
        SetupItem::ReferralCoupon => Some(vec![
            pair("name", "Partner discount"),
            pair("amount_off", &REFERRAL_DISCOUNT_PENCE.to_string()),
            pair("currency", "gbp"),
            pair("duration", "forever"),
        ]),
        SetupItem::Webhook => {
            let mut form = vec![pair("url", &webhook_address(origin)), pair("api_version", API_VERSION)];
            form.extend(list("enabled_events", &TYPES));
            Some(form)
        }
        SetupItem::Portal => Some(portal_features()),
        _ => None,
    }
}

fn portal_features() -> Vec<(String, String)> {
    vec![
        pair("features[invoice_history][enabled]", "true"),
        pair("features[payment_method_update][enabled]", "true"),
        pair("features[subscription_cancel][enabled]", "true"),
        pair("features[subscription_cancel][mode]", "at_period_end"),
        pair("features[subscription_update][enabled]", "false"),
    ]
}

/// Adds the metadata that identifies the object.
fn new(item: SetupItem, mut form: Vec<(String, String)>) -> Vec<(String, String)> {
    form.push(pair(&format!("metadata[{METADATA_KEY}]"), item.as_str()));
    form
}

fn pair(name: &str, value: &str) -> (String, String) {
    (name.to_owned(), value.to_owned())
}

fn list(name: &str, values: &[&str]) -> Vec<(String, String)> {
    values.iter().enumerate().map(|(index, value)| pair(&format!("{name}[{index}]"), value)).collect()
}
