//! Signed links that work without a login: bound to one object, with an expiry.

use data_encoding::{HEXLOWER, HEXLOWER_PERMISSIVE};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::keys::{KeyPurpose, Keys};
use crate::sealed_secret::Key;

/// Purpose of a link. It is part of the signed text, so that a link of one kind never works as another. Lifetimes are in
/// [`crate::retention`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkPurpose {
    /// One delivered video (`VIDEO_LINK_MS`; of a demo, `DEMO_HOURS`).
    Video,
    /// A client's folder (`VIDEO_LINK_MS`).
    Folder,
    /// A customer's own testimonial (`OWN_TESTIMONIAL_LINK_ENDS`).
    OwnTestimonial,
    /// The confirmation of a sign-up (`SIGN_UP_LINK_MS`).
    SignUp,
    /// OAuth state of one person's Google consent for one client (`GOOGLE_CONSENT_MS`).
    GoogleConsent,
    /// OAuth state of an admin's consent for Sayso's own account (`GOOGLE_CONSENT_MS`).
    PlatformConsent,
    /// Proof-of-work challenge for one submission (`UPLOAD_LIFETIME_MS`); opens nothing.
    Challenge,
    /// Unsubscribe link, for one recipient of mails caused by strangers (`STOP_MAILS_LINK_MS`).
    DemoUnsubscribe,
    /// A recipient's consent to a business's mails (`GET_MAILS_LINK_MS`).
    RecipientConfirm,
    /// Unsubscribe link for a business's mails (`STOP_MAILS_LINK_MS`).
    RecipientUnsubscribe,
    /// Erasure of a demo by its sender (`DEMO_HOURS`).
    DemoErasure,
    /// A business's confirmation of a purchase made with its email address (`PURCHASE_LINK_MS`).
    Purchase,
}

impl LinkPurpose {
    fn as_str(self) -> &'static str {
        match self {
            Self::Video => "video",
            Self::Folder => "folder",
            Self::OwnTestimonial => "own-testimonial",
            Self::SignUp => "sign-up",
            Self::GoogleConsent => "google-consent",
            Self::PlatformConsent => "platform-consent",
            Self::Challenge => "challenge",
            Self::DemoUnsubscribe => "stop-mails",
            Self::RecipientConfirm => "get-mails",
            Self::RecipientUnsubscribe => "leave-mails",
            Self::DemoErasure => "demo-erasure",
            Self::Purchase => "purchase",
        }
    }
}

/// Why a link is rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkError {
    /// Wrong signature: invented or altered.
    Forged,
    /// The signature is valid, but the link has expired.
    Expired,
}

fn mac(key: &[u8], purpose: LinkPurpose, id: &str, expires_at: i64) -> Option<Hmac<Sha256>> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).ok()?;
    mac.update(format!("{}\n{id}\n{expires_at}", purpose.as_str()).as_bytes());
    Some(mac)
}

/// Signs a link; returns lower-case hex. `expires_at` in UTC milliseconds.
#[must_use]
pub fn sign(keys: &Keys, purpose: LinkPurpose, id: &str, expires_at: i64) -> String {
    let Some(mac) = mac(keys.current(KeyPurpose::Links), purpose, id, expires_at) else { return String::new() };
    HEXLOWER.encode(&mac.finalize().into_bytes())
}

/// Verifies a link in constant time, also against earlier keys that are still accepted.
///
/// # Errors
/// [`LinkError::Forged`] before [`LinkError::Expired`], so that a forged link reveals nothing.
pub fn verify(
    keys: &Keys,
    purpose: LinkPurpose,
    id: &str,
    expires_at: i64,
    hex: &str,
    now: i64,
) -> Result<(), LinkError> {
    let bytes = HEXLOWER_PERMISSIVE.decode(hex.as_bytes()).map_err(|_| LinkError::Forged)?;
    let fits = |key: &Key| mac(key, purpose, id, expires_at).is_some_and(|mac| mac.verify_slice(&bytes).is_ok());
    if !keys.accepted(KeyPurpose::Links).iter().any(fits) {
        return Err(LinkError::Forged);
    }
    if now >= expires_at { Err(LinkError::Expired) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: &str = "a secret for these tests only, 32 bytes";

    fn keys(secret: &str, versions: &str) -> Keys {
        Keys::derive(secret, versions).unwrap_or_else(|_| unreachable!())
    }

    #[test]
    fn eml10_a_link_opens_its_own_object_until_it_expires() {
        let keys = keys(SECRET, "");
        let signature = sign(&keys, LinkPurpose::Video, "s1", 1_000);
        assert_eq!(verify(&keys, LinkPurpose::Video, "s1", 1_000, &signature, 999), Ok(()));
        assert_eq!(verify(&keys, LinkPurpose::Video, "s1", 1_000, &signature, 1_000), Err(LinkError::Expired));
    }

    #[test]
    fn eml10_a_link_opens_nothing_else() {
        let keys = keys(SECRET, "");
        let signature = sign(&keys, LinkPurpose::Video, "s1", 1_000);
        let forged = Err(LinkError::Forged);
        let other = self::keys("another secret for these tests only, 32 bytes", "");
        assert_eq!(verify(&keys, LinkPurpose::Video, "s2", 1_000, &signature, 0), forged);
        assert_eq!(verify(&keys, LinkPurpose::Folder, "s1", 1_000, &signature, 0), forged);
        assert_eq!(verify(&keys, LinkPurpose::Video, "s1", 2_000, &signature, 0), forged);
        assert_eq!(verify(&other, LinkPurpose::Video, "s1", 1_000, &signature, 0), forged);
        for nonsense in ["", "zz", "é", signature.get(..62).unwrap_or_default(), &format!("{signature}00")] {
            assert_eq!(verify(&keys, LinkPurpose::Video, "s1", 1_000, nonsense, 0), forged);
        }
    }

    #[test]
    fn eml10_a_link_signed_by_an_earlier_key_opens_while_that_key_is_accepted() {
        let signature = sign(&keys(SECRET, ""), LinkPurpose::Video, "s1", 1_000);
        assert_eq!(verify(&keys(SECRET, "links=2,1"), LinkPurpose::Video, "s1", 1_000, &signature, 0), Ok(()));
        assert_eq!(
            verify(&keys(SECRET, "links=2"), LinkPurpose::Video, "s1", 1_000, &signature, 0),
            Err(LinkError::Forged)
        );
        let newer = sign(&keys(SECRET, "links=2,1"), LinkPurpose::Video, "s1", 1_000);
        assert_eq!(newer, sign(&keys(SECRET, "links=2"), LinkPurpose::Video, "s1", 1_000));
    }
}
