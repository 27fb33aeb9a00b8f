use serde_json::{Value, json};

use super::account::{Account, Collection};
use super::*;
use crate::stripe::event::TYPES;
use crate::stripe::{API, API_VERSION, takes_key};

const ORIGIN: &str = "https://sayso.test";

fn deployment() -> Deployment {
    let settings = [("payment_link_standard", "standard-link"), ("payment_link_no_setup", "no-setup-link")];
    let top_up = ("payment_link_top_up", "top-up-link");
    let page = |(key, link): (&str, &str)| (key.to_owned(), format!("https://buy.example/{link}"));
    Deployment {
        public_origin: ORIGIN.into(),
        base: API.into(),
        secret_key: "sk_live_1".into(),
        refuses_key: false,
        has_webhook_secrets: true,
        settings: settings.into_iter().chain([top_up]).map(page).collect(),
    }
}

/// Answer to the call that creates the object.
fn object(item: SetupItem) -> (Collection, Value) {
    let word = item.as_str();
    let metadata = json!({ "sayso": word });
    let collection = item.collection().unwrap_or(Collection::Products);
    let link = |prices: &[&str], leads_to: &str, codes: bool| {
        let lines: Vec<Value> = prices.iter().map(|id| json!({ "price": { "id": id }, "quantity": 1 })).collect();
        json!({
            "id": word, "active": true, "url": format!("https://buy.example/{word}"), "allow_promotion_codes": codes,
            "payment_method_types": ["card"], "invoice_creation": { "enabled": item == SetupItem::TopUpLink },
            "after_completion": { "type": "redirect", "redirect": { "url": format!("{ORIGIN}{leads_to}") } },
            "line_items": { "data": lines, "has_more": false }, "metadata": metadata,
        })
    };
    let price = |pence: u32, recurring: Value| {
        let product = json!({ "id": format!("prod-{word}"), "active": true, "metadata": metadata });
        json!({ "id": word, "active": true, "currency": "gbp", "unit_amount": pence, "recurring": recurring,
                "product": product, "metadata": metadata })
    };
    let monthly = || json!({ "interval": "month", "interval_count": 1 });
    let onboarding = "/onboarding?checkout={CHECKOUT_SESSION_ID}";
    let made = match item {
        SetupItem::StandardPrice => price(2_900, monthly()),
        SetupItem::NoSetupPrice => price(3_900, monthly()),
        SetupItem::SetUpFee => price(19_900, Value::Null),
        SetupItem::TopUpPrice => price(1_500, Value::Null),
        SetupItem::ReferralCoupon => json!({ "id": word, "amount_off": 1_000, "currency": "gbp", "duration": "forever",
                                             "max_redemptions": null, "redeem_by": null, "metadata": metadata }),
        SetupItem::StandardLink => link(&["standard-price", "set-up-fee"], onboarding, true),
        SetupItem::NoSetupLink => link(&["no-setup-price"], onboarding, true),
        SetupItem::TopUpLink => link(&["top-up-price"], "/clients/billing", false),
        SetupItem::Webhook => json!({ "id": word, "url": format!("{ORIGIN}/webhooks/stripe"), "status": "enabled",
                                      "enabled_events": TYPES, "api_version": API_VERSION, "metadata": metadata }),
        _ => json!({ "id": word, "active": true, "metadata": metadata, "features": {
            "invoice_history": { "enabled": true }, "payment_method_update": { "enabled": true },
            "subscription_cancel": { "enabled": true, "mode": "at_period_end" },
            "subscription_update": { "enabled": false },
        } }),
    };
    (collection, made)
}

fn account() -> Account {
    let mut account = Account::default();
    for item in SetupItem::ALL.iter().filter(|item| item.collection().is_some()) {
        let (collection, object) = object(*item);
        assert!(account.insert(collection, object).is_ok(), "{item:?}");
    }
    account
}

/// The account with the value at a pointer in one object replaced.
fn with(item: SetupItem, pointer: &str, value: Value) -> Account {
    let mut account = account();
    let (collection, mut object) = object(item);
    if let Some(place) = object.pointer_mut(pointer) {
        *place = value;
    }
    assert!(account.insert(collection, object).is_ok(), "{pointer}");
    account
}

/// Returns the state of an item, its problems, and whether creating missing objects fixes them.
fn found(item: SetupItem, account: &Account, deployment: &Deployment) -> (SetupState, String, bool) {
    let comparison = compare(item, account, deployment);
    let texts: Vec<&str> = comparison.problems.iter().map(|problem| problem.text.as_str()).collect();
    (comparison.state, texts.join(" "), comparison.problems.iter().all(|problem| problem.remedy.is_none()))
}

#[test]
fn bil02_a_complete_account_has_only_present_rows_and_no_next_step() {
    let (account, deployment) = (account(), deployment());
    for item in SetupItem::ALL {
        assert_eq!(found(*item, &account, &deployment).0, SetupState::Present, "{item:?}");
        assert_eq!(next_step(*item, &account, &deployment), None, "{item:?}");
        assert!(page_setting(*item, &account, &deployment).is_none(), "{item:?}");
    }
}

#[test]
fn bil02_differences_are_reported_and_only_our_own_objects_fixed() {
    use SetupItem::{NoSetupLink, Portal, ReferralCoupon, StandardLink, StandardPrice, TopUpLink, TopUpPrice, Webhook};
    let cases = [
        (StandardPrice, "/unit_amount", json!(2_901), "It is £29.01, every month.", false),
        (StandardPrice, "/unit_amount", json!(null), "It is not a fixed monthly amount.", false),
        (StandardPrice, "/currency", json!("eur"), "It is 2900 of the smallest unit of EUR, every month.", false),
        (StandardPrice, "/recurring/interval_count", json!(3), "It is £29, every 3 months.", false),
        (TopUpPrice, "/recurring", json!({ "interval": "year", "interval_count": 1 }), "It is £15, every year.", false),
        (TopUpPrice, "/product/active", json!(false), "Its product is archived.", false),
        (
            ReferralCoupon,
            "/amount_off",
            json!(900),
            "It takes off a different amount, not every month, or not for everybody.",
            false,
        ),
        (
            ReferralCoupon,
            "/duration",
            json!("once"),
            "It takes off a different amount, not every month, or not for everybody.",
            false,
        ),
        (
            ReferralCoupon,
            "/max_redemptions",
            json!(5),
            "It takes off a different amount, not every month, or not for everybody.",
            false,
        ),
        (StandardLink, "/line_items/data/1/price/id", json!("price_other"), "It sells something else.", false),
        (StandardLink, "/line_items/data/0/quantity", json!(2), "It sells something else.", false),
        (
            NoSetupLink,
            "/after_completion/redirect/url",
            json!("https://other.example"),
            "After paying, buyers are not led back to this product.",
            true,
        ),
        (NoSetupLink, "/allow_promotion_codes", json!(false), "It accepts no promo codes.", true),
        (TopUpLink, "/invoice_creation/enabled", json!(false), "Its purchases get no invoices.", true),
        (TopUpLink, "/payment_method_types", json!(null), "It can be paid in other ways than by card.", true),
        (
            TopUpLink,
            "/after_completion/redirect",
            json!(null),
            "After paying, buyers are not led back to this product.",
            true,
        ),
        (
            TopUpLink,
            "/url",
            json!("https://buy.example/x"),
            "The setting payment_link_top_up leads to another page: https://buy.example/top-up-link",
            false,
        ),
        (Webhook, "/url", json!("https://other.example"), "It posts to https://other.example.", false),
        (Webhook, "/status", json!("disabled"), "It is disabled.", true),
        (
            Webhook,
            "/enabled_events",
            json!(["*"]),
            "It listens for different events from those the product needs.",
            true,
        ),
        (
            Webhook,
            "/api_version",
            json!("2023-10-16"),
            "Its events are written in 2023-10-16, not in 2026-10-28.endive.",
            false,
        ),
        (Portal, "/features/subscription_update/enabled", json!(true), "Clients can change their plan there.", true),
        (Portal, "/features/subscription_cancel/mode", json!("immediately"), "It does not offer all of that.", true),
        (Portal, "/features/invoice_history/enabled", json!(false), "It does not offer all of that.", true),
    ];
    for (item, pointer, value, text, is_mended) in cases {
        let account = with(item, pointer, value);
        let deployment = deployment();
        assert_eq!(found(item, &account, &deployment), (SetupState::Differs, text.into(), is_mended), "{pointer}");
        let step = next_step(item, &account, &deployment);
        assert_eq!(step.is_some(), is_mended, "{pointer}");
        assert!(step.is_none_or(|step| step.id.as_deref() == Some(item.as_str())), "{pointer}");
    }
}

#[test]
fn bil02_the_steps_complete_an_empty_account() {
    let (mut account, mut deployment) = (Account::default(), deployment());
    deployment.settings.clear();
    let order: Vec<SetupItem> = SetupItem::ALL.iter().copied().filter(|item| item.collection().is_some()).collect();
    assert_eq!(next_step(SetupItem::StandardLink, &account, &deployment), None, "it waits for its prices");
    for item in order {
        assert_eq!(found(item, &account, &deployment).0, SetupState::Missing, "{item:?}");
        let mut step = next_step(item, &account, &deployment);
        if step.as_ref().is_some_and(|step| step.collection == Collection::Products) {
            let product = json!({ "id": format!("prod-{}", item.as_str()), "active": true, "metadata": { "sayso": item.as_str() } });
            assert!(account.insert(Collection::Products, product).is_ok());
            step = next_step(item, &account, &deployment);
        }
        let marked = step.as_ref().is_some_and(|step| {
            step.id.is_none() && step.form.contains(&("metadata[sayso]".into(), item.as_str().into()))
        });
        assert!(marked, "{item:?}: {step:?}");
        let (collection, made) = object(item);
        assert_eq!(step.map(|step| step.collection), Some(collection));
        assert!(account.insert(collection, made).is_ok());
        let page = page_setting(item, &account, &deployment);
        assert_eq!(page.is_some(), collection == Collection::PaymentLinks, "{item:?}");
        deployment.settings.extend(page.map(|(setting, url)| (setting.key.to_owned(), url)));
        assert_eq!(found(item, &account, &deployment).0, SetupState::Present, "{item:?}");
    }
}

#[test]
fn bil02_objects_that_could_not_be_read_are_unknown_and_not_created() {
    let mut account = Account::default();
    account.unread.insert(Collection::Products, "Stripe answered 500.".into());
    let deployment = deployment();
    let price = found(SetupItem::StandardPrice, &account, &deployment);
    assert_eq!(price, (SetupState::Unknown, "Stripe answered 500.".into(), false));
    assert_eq!(next_step(SetupItem::StandardPrice, &account, &deployment), None);
    assert_eq!(found(SetupItem::Webhook, &account, &deployment).0, SetupState::Missing);
    assert_eq!(found(SetupItem::Key, &account, &deployment).0, SetupState::Present);
    account.unread.insert(Collection::Coupons, KEY_REFUSED.into());
    assert_eq!(found(SetupItem::Key, &account, &deployment).0, SetupState::Differs);
}

#[test]
fn bil02_duplicates_need_an_admin_and_inactive_objects_are_ignored() {
    for (item, pointer) in
        [(SetupItem::StandardPrice, "/active"), (SetupItem::NoSetupLink, "/active"), (SetupItem::Portal, "/active")]
    {
        for (active, state) in [(true, SetupState::Differs), (false, SetupState::Present)] {
            let mut account = account();
            let (collection, mut other) = object(item);
            other["id"] = json!("another");
            if let Some(place) = other.pointer_mut(pointer) {
                *place = json!(active);
            }
            assert!(account.insert(collection, other).is_ok());
            assert_eq!(compare(item, &account, &deployment()).state, state, "{item:?} {active}");
        }
    }
    // A manually created endpoint with our URL.
    let mut account = account();
    let (collection, mut other) = object(SetupItem::Webhook);
    other["id"] = json!("we_by_hand");
    other["metadata"] = json!({});
    assert!(account.insert(collection, other).is_ok());
    assert_eq!(found(SetupItem::Webhook, &account, &deployment()).1, "There are 2 endpoints.");
}

#[test]
fn bil02_a_setting_is_replaced_only_if_it_pointed_to_one_of_our_earlier_pages() {
    let mut account = with(SetupItem::StandardLink, "/active", json!(false));
    let (collection, mut newer) = object(SetupItem::StandardLink);
    newer["id"] = json!("plink_new");
    newer["url"] = json!("https://buy.example/new");
    assert!(account.insert(collection, newer).is_ok());
    let page =
        |deployment: &Deployment| page_setting(SetupItem::StandardLink, &account, deployment).map(|(_, url)| url);
    assert_eq!(page(&deployment()).as_deref(), Some("https://buy.example/new"));
    let mut elsewhere = deployment();
    elsewhere.settings.insert("payment_link_standard".into(), "https://buy.example/by-hand".into());
    assert_eq!(page(&elsewhere), None);
}

#[test]
fn bil02_a_live_key_is_accepted_only_with_stripe_and_a_public_origin() {
    let cases = [
        ("sk_test_1", "http://127.0.0.1:1", "http://127.0.0.1:8787", SetupState::Present),
        ("rk_live_1", API, ORIGIN, SetupState::Present),
        ("sk_live_1", "http://127.0.0.1:1", ORIGIN, SetupState::Differs),
        ("sk_live_1", API, "http://127.0.0.1:8787", SetupState::Differs),
        ("pk_test_1", API, ORIGIN, SetupState::Differs),
        ("", API, ORIGIN, SetupState::Missing),
    ];
    for (secret_key, base, public_origin, state) in cases {
        let one = Deployment {
            secret_key: secret_key.into(),
            base: base.into(),
            public_origin: public_origin.into(),
            ..deployment()
        };
        assert_eq!(compare(SetupItem::Key, &Account::default(), &one).state, state, "{secret_key} {base}");
    }
    let refused = Deployment { refuses_key: true, secret_key: String::new(), ..deployment() };
    assert_eq!(compare(SetupItem::Key, &Account::default(), &refused).state, SetupState::Differs);
    for (key, base, origin, test_keys, takes) in [
        ("sk_test_1", API, ORIGIN, "", false),
        ("rk_test_1", API, ORIGIN, "refused", false),
        ("sk_test_1", API, ORIGIN, "allowed", true),
        ("sk_test_1", API, "http://127.0.0.1:8787", "", true),
        ("sk_test_1", "http://127.0.0.1:1", ORIGIN, "", true),
        ("rk_live_1", API, ORIGIN, "", true),
    ] {
        assert_eq!(takes_key(key, base, origin, test_keys), takes, "{key} {base} {origin} {test_keys}");
    }
    let without = Deployment { has_webhook_secrets: false, ..deployment() };
    assert_eq!(compare(SetupItem::WebhookSecret, &account(), &without).state, SetupState::Missing);
}
