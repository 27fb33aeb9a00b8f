//! What Stripe sends and answers, as far as the product needs it.

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

/// The version of the API that every call names, and that its answers have: of a new one, only after the tests' types of
/// Stripe's own package were compared with ours.
pub const API_VERSION: &str = "2026-10-28.endive";

/// Where the API is, unless a deployment says otherwise.
pub const API: &str = "https://api.stripe.com";

/// Whether a text can be the id of a purchase: `cs_…`. Everything else is refused before anybody is asked.
#[must_use]
pub fn is_checkout_id(text: &str) -> bool {
    let legal = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    text.len() <= 200 && text.strip_prefix("cs_").is_some_and(|rest| !rest.is_empty() && rest.chars().all(legal))
}

/// Whether a deployment takes a secret key: where customers are it takes none of test mode, with which nobody pays, unless
/// `STRIPE_TEST_KEYS` is `allowed`.
#[must_use]
pub fn takes_key(key: &str, base: &str, public_origin: &str, test_keys: &str) -> bool {
    is_live_key(key) || base != API || !public_origin.starts_with("https://") || test_keys == "allowed"
}

/// Whether a secret key is one of live mode; its beginning says so.
#[must_use]
pub fn is_live_key(key: &str) -> bool {
    key.starts_with("sk_live_") || key.starts_with("rk_live_")
}

#[cfg(test)]
mod tests {
    use super::is_checkout_id;

    #[test]
    fn inv25_only_what_looks_like_the_id_of_a_purchase_is_asked_about() {
        assert!(is_checkout_id("cs_test_a1B2"));
        assert!(is_checkout_id(&format!("cs_{}", "a".repeat(197))));
        for text in ["", "cs_", "cs_a/../customers", "cs_a?expand", "sub_1", "CS_a", " cs_a", "cs_ä", "cs_a b"] {
            assert!(!is_checkout_id(text), "{text}");
        }
        assert!(!is_checkout_id(&format!("cs_{}", "a".repeat(198))));
    }
}
