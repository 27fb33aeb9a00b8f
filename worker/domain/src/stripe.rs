//! Types for Stripe's API and webhooks, limited to the fields in use.

pub mod balance;
pub mod checkout;
pub mod connect;
pub mod event;
pub mod invoice;
pub mod objects;
pub mod returns;
pub mod setup;
pub mod signature;
pub mod standing;
pub mod tax;
pub mod top_up;

/// API version sent with every call. Before changing it, compare the tests' types from Stripe's own
/// package with ours.
pub const API_VERSION: &str = "2026-10-28.endive";

/// Base URL of the API, unless the deployment overrides it.
pub const API: &str = "https://api.stripe.com";

/// Whether a text can be a Checkout session id: `cs_…`. Everything else is rejected without a call.
#[must_use]
pub fn is_checkout_id(text: &str) -> bool {
    let legal = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    text.len() <= 200 && text.strip_prefix("cs_").is_some_and(|rest| !rest.is_empty() && rest.chars().all(legal))
}

/// Whether a deployment accepts a secret key. Production rejects test keys, with which nobody pays,
/// unless `STRIPE_TEST_KEYS` is `allowed`.
#[must_use]
pub fn takes_key(key: &str, base: &str, public_origin: &str, test_keys: &str) -> bool {
    is_live_key(key) || base != API || !public_origin.starts_with("https://") || test_keys == "allowed"
}

/// Whether a secret key is a live-mode key, judged by its prefix.
#[must_use]
pub fn is_live_key(key: &str) -> bool {
    key.starts_with("sk_live_") || key.starts_with("rk_live_")
}

#[cfg(test)]
mod tests {
    use super::is_checkout_id;

    #[test]
    fn inv25_only_well_formed_checkout_ids_are_looked_up() {
        assert!(is_checkout_id("cs_test_a1B2"));
        assert!(is_checkout_id(&format!("cs_{}", "a".repeat(197))));
        for text in ["", "cs_", "cs_a/../customers", "cs_a?expand", "sub_1", "CS_a", " cs_a", "cs_ä", "cs_a b"] {
            assert!(!is_checkout_id(text), "{text}");
        }
        assert!(!is_checkout_id(&format!("cs_{}", "a".repeat(198))));
    }
}
