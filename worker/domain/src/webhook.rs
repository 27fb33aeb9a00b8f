//! The webhooks that dialogs post testimonials to, and how what we forward to automation addresses is signed, so that
//! the receiver knows it is ours and fresh.

use data_encoding::HEXLOWER;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// The webhook of the demo, and the id of the client that is its folder.
pub const DEMO: &str = "demo";
/// The webhook of every dialog that belongs to no page of its own, and the id of the client behind it.
pub const LIVE: &str = "live";
/// The demo's consents have words of their own: they are given to the product, for a day. Change it whenever a word of
/// them changes.
pub const DEMO_CONSENT_VERSION: &str = "demo-2026-11-2";
/// The header that carries the signature.
pub const SIGNATURE_HEADER: &str = "sayso-signature";

/// `t={seconds},v1={hex}`: HMAC-SHA256 with the shared secret over `{seconds}.{body}`. `now` in UTC milliseconds.
/// The receiver computes the same, compares in constant time and refuses what is older than a few minutes.
#[must_use]
pub fn signature(secret: &str, now: i64, body: &str) -> String {
    let seconds = now.div_euclid(1000);
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(secret.as_bytes()) else { return String::new() };
    mac.update(format!("{seconds}.{body}").as_bytes());
    format!("t={seconds},v1={}", HEXLOWER.encode(&mac.finalize().into_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bra06_a_forward_is_signed_over_its_time_and_its_body() {
        // As another implementation has it: printf '1.{}' | openssl dgst -sha256 -hmac secret
        let known = "t=1,v1=1122767b193110cfec322b6f199b599edbf608ed087f2d27afb0b97d99523908";
        let made = signature("secret", 1_999, "{}");
        assert_eq!(made, known);
        assert_ne!(made, signature("secret", 2_000, "{}"), "another time");
        assert_ne!(made, signature("secret", 1_999, "{ }"), "another body");
        assert_ne!(made, signature("Secret", 1_999, "{}"), "another secret");
    }
}
