//! Webhooks that dialogs post testimonials to, and signatures of forwarded requests, which prove
//! their origin and age to the receiver.

use data_encoding::HEXLOWER;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// Webhook of the demo, and id of its client.
pub const DEMO: &str = "demo";
/// Webhook of dialogs without a branded page, and id of its client.
pub const LIVE: &str = "live";
/// Version of the demo's own consent texts, which are given to Sayso for a day. Change it with
/// every word of them.
pub const DEMO_CONSENT_VERSION: &str = "demo-2026-11-2";
/// Header with the signature.
pub const SIGNATURE_HEADER: &str = "sayso-signature";

/// Returns `t={seconds},v1={hex}`: HMAC-SHA256 with the shared secret over `{seconds}.{body}`.
/// `now` in UTC milliseconds. The receiver computes the same, compares in constant time and rejects
/// anything older than a few minutes.
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
    fn bra06_a_forwards_signature_covers_its_time_and_body() {
        // Computed with openssl: printf '1.{}' | openssl dgst -sha256 -hmac secret
        let known = "t=1,v1=1122767b193110cfec322b6f199b599edbf608ed087f2d27afb0b97d99523908";
        let made = signature("secret", 1_999, "{}");
        assert_eq!(made, known);
        assert_ne!(made, signature("secret", 2_000, "{}"), "another time");
        assert_ne!(made, signature("secret", 1_999, "{ }"), "another body");
        assert_ne!(made, signature("Secret", 1_999, "{}"), "another secret");
    }
}
