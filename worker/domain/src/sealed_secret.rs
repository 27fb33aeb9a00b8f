//! Encrypts credentials of other people's accounts with keys of the deployment: AES-256-GCM, each
//! with its key id, so that keys can be rotated.

use aes_gcm::aead::{Aead, KeyInit, Payload};
use aes_gcm::{Aes256Gcm, Nonce};
use data_encoding::BASE64;
use hmac::{Hmac, Mac};
use sha2::Sha256;

/// Key derivation context, so that the same secret yields other keys for other purposes.
const PURPOSE: &[u8] = b"sayso: credentials of drives, version 1";
/// Bytes of the nonce, which must be unique.
pub const NONCE_BYTES: usize = 12;
/// Minimum length of a secret to derive a key from.
const MIN_SECRET_CHARACTERS: usize = 32;

/// 256 bits.
pub type Key = [u8; 32];

/// A sealed secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SealedSecret {
    /// Id of the key.
    pub key_id: String,
    /// Nonce, ciphertext and tag in Base64.
    pub text: String,
}

/// The keys of a deployment. The first encrypts, all decrypt.
pub struct KeyRing(Vec<(String, Key)>);

impl KeyRing {
    /// Parses `id:secret` pairs separated by spaces, newest first. `None` if a pair has no id or
    /// fewer than 32 characters.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let keys: Option<Vec<_>> = text.split_whitespace().map(key).collect();
        keys.filter(|keys| !keys.is_empty()).map(Self)
    }

    /// Encrypts a secret bound to `context`, without which it cannot be decrypted. `nonce` must be unique.
    #[must_use]
    pub fn seal(&self, nonce: [u8; NONCE_BYTES], context: &str, secret: &str) -> Option<SealedSecret> {
        let (key_id, key) = self.0.first()?;
        Some(SealedSecret { key_id: key_id.clone(), text: seal(key, nonce, context, secret)? })
    }

    /// Decrypts a secret sealed for this `context`; `None` if the key is gone or the text was altered.
    #[must_use]
    pub fn open(&self, context: &str, sealed: &SealedSecret) -> Option<String> {
        let (_, key) = self.0.iter().find(|(id, _)| *id == sealed.key_id)?;
        open(key, context, &sealed.text)
    }
}

/// Returns nonce, ciphertext and tag in Base64.
pub(crate) fn seal(key: &Key, nonce: [u8; NONCE_BYTES], context: &str, text: &str) -> Option<String> {
    let payload = Payload { msg: text.as_bytes(), aad: context.as_bytes() };
    let sealed = Aes256Gcm::new(key.into()).encrypt(&Nonce::from(nonce), payload).ok()?;
    Some(BASE64.encode(&[nonce.as_slice(), &sealed].concat()))
}

pub(crate) fn open(key: &Key, context: &str, sealed: &str) -> Option<String> {
    let bytes = BASE64.decode(sealed.as_bytes()).ok()?;
    let (nonce, message) = bytes.split_first_chunk::<NONCE_BYTES>()?;
    let payload = Payload { msg: message, aad: context.as_bytes() };
    String::from_utf8(Aes256Gcm::new(key.into()).decrypt(&Nonce::from(*nonce), payload).ok()?).ok()
}

fn key(entry: &str) -> Option<(String, Key)> {
    let (id, secret) = entry.split_once(':').filter(|(id, _)| !id.is_empty())?;
    if secret.chars().count() < MIN_SECRET_CHARACTERS {
        return None;
    }
    let mut derived = <Hmac<Sha256> as hmac::KeyInit>::new_from_slice(secret.as_bytes()).ok()?;
    derived.update(PURPOSE);
    Some((id.to_owned(), derived.finalize().into_bytes().into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const OLD: &str = "2026a:an old secret of a deployment, 32 characters";
    const NEW: &str = "2026b:a-new-secret-of-a-deployment-32-characters";

    fn ring(text: &str) -> KeyRing {
        KeyRing::parse(&text.replace(", ", "-").replace(' ', "-").replace('|', " ")).unwrap_or(KeyRing(Vec::new()))
    }

    #[test]
    fn inv51_a_sealed_secret_opens_only_with_its_key_and_context() {
        let ring = ring(OLD);
        let sealed = ring
            .seal([7; 12], "drive 1", "app password")
            .unwrap_or_else(|| SealedSecret { key_id: String::new(), text: String::new() });
        assert_eq!(sealed.key_id, "2026a");
        assert!(!sealed.text.contains("app") && BASE64.decode(sealed.text.as_bytes()).is_ok());
        assert_eq!(ring.open("drive 1", &sealed).as_deref(), Some("app password"));
        assert_eq!(ring.open("drive 2", &sealed), None, "moved to another row");
        let bytes = BASE64.decode(sealed.text.as_bytes()).unwrap_or_default();
        let bytes: Vec<u8> = bytes.into_iter().map(|byte| byte ^ 1).collect();
        let changed = SealedSecret { text: BASE64.encode(&bytes), ..sealed.clone() };
        assert_eq!(ring.open("drive 1", &changed), None);
        for text in ["", "AA==", "not base64"] {
            assert_eq!(ring.open("drive 1", &SealedSecret { text: text.into(), ..sealed.clone() }), None);
        }
        assert_ne!(ring.seal([8; 12], "drive 1", "app password"), Some(sealed));
    }

    #[test]
    fn inv51_keys_can_be_rotated_while_old_secrets_still_open() {
        let sealed = ring(OLD)
            .seal([1; 12], "drive", "old")
            .unwrap_or_else(|| SealedSecret { key_id: String::new(), text: String::new() });
        let both = ring(&format!("{NEW}|{OLD}"));
        assert_eq!(both.open("drive", &sealed).as_deref(), Some("old"));
        assert_eq!(both.seal([2; 12], "drive", "new").map(|sealed| sealed.key_id).as_deref(), Some("2026b"));
        assert_eq!(ring(NEW).open("drive", &sealed), None);
    }

    #[test]
    fn inv51_a_short_secret_or_one_without_an_id_is_no_key() {
        for bad in ["", "  ", "secret", "a:short", ":0123456789012345678901234567890123456789"] {
            assert!(KeyRing::parse(bad).is_none(), "{bad:?}");
        }
    }
}
