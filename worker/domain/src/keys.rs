//! Single-purpose keys derived from the deployment's one secret (HKDF-SHA256, RFC 5869). Each
//! purpose has a version, so that its key can be rotated on its own.

use data_encoding::HEXLOWER;
use hkdf::Hkdf;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::sealed_secret::{self, Key, NONCE_BYTES};

/// Minimum length of the secret.
const MIN_SECRET_BYTES: usize = 32;
/// Maximum number of accepted versions of one key.
const MAX_VERSIONS: usize = 4;

/// Purpose of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyPurpose {
    /// Signs links that work without a login, and the OAuth state.
    Links,
    /// Derives the secrets of authenticator apps.
    SecondFactors,
    /// Hashes IP and email addresses.
    Addresses,
    /// Hashes session tokens and one-time link tokens.
    Tokens,
    /// Encrypts the drive path of an erased video that still has to be deleted.
    DrivePaths,
    /// Signs consent records (Ed25519).
    ConsentRecords,
}

impl KeyPurpose {
    const ALL: [Self; 6] =
        [Self::Links, Self::SecondFactors, Self::Addresses, Self::Tokens, Self::DrivePaths, Self::ConsentRecords];

    /// Name of the purpose in the versions setting.
    const fn word(self) -> &'static str {
        match self {
            Self::Links => "links",
            Self::SecondFactors => "second-factors",
            Self::Addresses => "addresses",
            Self::Tokens => "tokens",
            Self::DrivePaths => "drive-paths",
            Self::ConsentRecords => "consent-records",
        }
    }
}

/// The keys of a deployment.
#[derive(Clone)]
pub struct Keys(Vec<(KeyPurpose, Vec<Key>)>);

/// Why the keys cannot be derived.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyError {
    /// The secret is shorter than 32 bytes.
    ShortSecret,
    /// The versions are malformed; see [`Keys::derive`].
    Versions,
}

impl Keys {
    /// Derives all keys. `versions` lists purposes that are not at version 1, separated by spaces:
    /// `tokens=2`. Links, second factors, paths and consent records may also accept older versions, the
    /// current one first: `links=3,2`.
    ///
    /// # Errors
    /// [`KeyError`].
    pub fn derive(secret: &str, versions: &str) -> Result<Self, KeyError> {
        if secret.len() < MIN_SECRET_BYTES {
            return Err(KeyError::ShortSecret);
        }
        let named: Vec<(KeyPurpose, Vec<u32>)> =
            versions.split_whitespace().map(versions_of).collect::<Option<_>>().ok_or(KeyError::Versions)?;
        let mut keys = Vec::new();
        for purpose in KeyPurpose::ALL {
            let mut of: Vec<_> = named.iter().filter(|(named, _)| *named == purpose).collect();
            let chosen = match (of.pop(), of.is_empty()) {
                (None, _) => vec![1],
                (Some((_, chosen)), true) => chosen.clone(),
                (Some(_), false) => return Err(KeyError::Versions),
            };
            let derived = chosen.iter().map(|version| derive(secret, purpose, *version)).collect();
            keys.push((purpose, derived));
        }
        Ok(Self(keys))
    }

    /// Returns the current key.
    #[must_use]
    pub fn current(&self, purpose: KeyPurpose) -> &[u8] {
        self.accepted(purpose).first().map_or(&[], |key| key.as_slice())
    }

    /// Returns a keyed hash (HMAC-SHA256 in hex) of a text that must not be stored in the clear.
    /// `what` separates equal texts of different kinds.
    #[must_use]
    pub fn keyed_hash(&self, purpose: KeyPurpose, what: &str, text: &str) -> String {
        let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(self.current(purpose)) else { return String::new() };
        mac.update(format!("{what}\n{text}").as_bytes());
        HEXLOWER.encode(&mac.finalize().into_bytes())
    }

    /// Encrypts a text bound to `context`, without which it cannot be decrypted. `nonce` must be
    /// unique. `None` only without a key.
    #[must_use]
    pub fn seal(&self, purpose: KeyPurpose, nonce: [u8; NONCE_BYTES], context: &str, text: &str) -> Option<String> {
        sealed_secret::seal(self.accepted(purpose).first()?, nonce, context, text)
    }

    /// Decrypts a text sealed for this `context`; `None` if the key is gone or the text was altered.
    #[must_use]
    pub fn open(&self, purpose: KeyPurpose, context: &str, sealed: &str) -> Option<String> {
        self.accepted(purpose).iter().find_map(|key| sealed_secret::open(key, context, sealed))
    }

    /// Returns the accepted keys, the current one first.
    #[must_use]
    pub fn accepted(&self, purpose: KeyPurpose) -> &[Key] {
        self.0.iter().find(|(of, _)| *of == purpose).map_or(&[], |(_, keys)| keys)
    }
}

fn derive(secret: &str, purpose: KeyPurpose, version: u32) -> Key {
    let mut key = [0; 32];
    let info = format!("sayso {} {version}", purpose.word());
    // Fails only above 255 x 32 bytes.
    if Hkdf::<Sha256>::new(None, secret.as_bytes()).expand(info.as_bytes(), &mut key).is_err() {
        key = [0; 32];
    }
    key
}

/// Parses `links=3,2`.
fn versions_of(entry: &str) -> Option<(KeyPurpose, Vec<u32>)> {
    let (purpose, versions) = entry.split_once('=')?;
    let purpose = KeyPurpose::ALL.into_iter().find(|one| one.word() == purpose)?;
    let versions: Vec<u32> =
        versions.split(',').map(|version| version.parse().ok().filter(|of| *of > 0)).collect::<Option<_>>()?;
    let falls = versions.windows(2).all(|pair| matches!(pair, [newer, older] if newer > older));
    // Hashes are looked up under the current key, so that those purposes have one version only.
    let can_be_several = !matches!(purpose, KeyPurpose::Addresses | KeyPurpose::Tokens);
    let fits = versions.len() <= if can_be_several { MAX_VERSIONS } else { 1 };
    (falls && fits).then_some((purpose, versions))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: &str = "a secret of these tests, 32 bytes or more";

    fn all(versions: &str) -> Vec<Vec<Key>> {
        let keys = Keys::derive(SECRET, versions).unwrap_or(Keys(Vec::new()));
        KeyPurpose::ALL.into_iter().map(|purpose| keys.accepted(purpose).to_vec()).collect()
    }

    #[test]
    fn inv51_each_purpose_derives_a_distinct_key() {
        let hidden = Keys::derive(SECRET, "").map(|keys| {
            [KeyPurpose::Addresses, KeyPurpose::Tokens]
                .map(|purpose| keys.keyed_hash(purpose, "address", "203.0.113.7"))
        });
        assert!(hidden.is_ok_and(|[one, other]| one.len() == 64 && one != other));
        let keys = all("");
        assert!(keys.iter().all(|of| of.len() == 1));
        for (index, one) in keys.iter().enumerate() {
            assert!(keys.iter().skip(index + 1).all(|other| other != one));
        }
        assert_ne!(keys, all("links=2 second-factors=2 addresses=2 tokens=2 drive-paths=2 consent-records=2"));
        assert_eq!(keys, all("links=1 tokens=1"));
    }

    #[test]
    fn inv51_one_key_is_rotated_alone_and_its_previous_version_stays_accepted() {
        let [before, after] = [all(""), all("links=2,1")];
        let changed: Vec<bool> = before.iter().zip(&after).map(|(one, other)| one != other).collect();
        assert_eq!(changed, [true, false, false, false, false, false]);
        let links = after.first().map(Vec::as_slice).unwrap_or_default();
        assert!(matches!(links, [new, old] if new != old && before.first().is_some_and(|of| of.contains(old))));
    }

    #[test]
    fn inv51_a_sealed_path_opens_only_in_its_context_also_with_the_previous_key() -> Result<(), KeyError> {
        let keys = Keys::derive(SECRET, "")?;
        let sealed = keys.seal(KeyPurpose::DrivePaths, [7; 12], "record 1", "2026-11/Una.mp4").unwrap_or_default();
        // A path has a full stop before its extension, so that none is mistaken for a sealed one.
        assert!(!sealed.is_empty() && !sealed.contains('.'));
        let opened = |keys: &Keys, context| keys.open(KeyPurpose::DrivePaths, context, &sealed);
        assert_eq!(opened(&keys, "record 1").as_deref(), Some("2026-11/Una.mp4"));
        assert_eq!(opened(&keys, "record 2"), None);
        assert_eq!(opened(&Keys::derive(SECRET, "drive-paths=2,1")?, "record 1").as_deref(), Some("2026-11/Una.mp4"));
        assert_eq!(opened(&Keys::derive(SECRET, "drive-paths=2")?, "record 1"), None);
        Ok(())
    }

    #[test]
    fn inv51_keys_match_rfc_5869() {
        // Made with Node's crypto.hkdfSync("sha256", SECRET, "", "sayso links 1", 32).
        let expected = "afbc234685d039ffccf58c9a90830d905b72069fbde308f632cd4265005e022d";
        let links = Keys::derive(SECRET, "").map(|keys| HEXLOWER.encode(keys.current(KeyPurpose::Links)));
        assert_eq!(links.as_deref(), Ok(expected));
    }

    #[test]
    fn inv51_malformed_key_versions_are_rejected() {
        assert_eq!(Keys::derive("short", "").err(), Some(KeyError::ShortSecret));
        for wrong in [
            "links",
            "links=",
            "links=0",
            "links=x",
            "links=1,2",
            "links=2,2",
            "links=5,4,3,2,1",
            "tokens=2,1",
            "walls=2",
            "links=2 links=3",
        ] {
            assert_eq!(Keys::derive(SECRET, wrong).err(), Some(KeyError::Versions), "{wrong}");
        }
    }
}
