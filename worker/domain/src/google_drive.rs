//! Google Drive: URLs, error handling, and the consent flow's parameters.

mod refusal;

use data_encoding::BASE64URL_NOPAD;
use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::number::parse_u64;

pub use refusal::{
    GrantLifetime, Refusal, needs_notification, reason, refusal, service_refusal, sharing_refusal, sign_in_refusal,
};

/// Consent page (OAuth 2.0 authorization endpoint).
pub const CONSENT_URL: &str = "https://accounts.google.com/o/oauth2/v2/auth";
/// Exchanges codes and refresh tokens for access tokens.
pub const TOKEN_URL: &str = "https://oauth2.googleapis.com/token";
/// Revokes a grant.
pub const REVOKE_URL: &str = "https://oauth2.googleapis.com/revoke";
/// Base URL of the Drive API.
pub const API: &str = "https://www.googleapis.com/drive/v3";
/// Upload endpoint.
pub const UPLOADS: &str = "https://www.googleapis.com/upload/drive/v3/files";
/// Access to files created by the app only.
pub const SCOPE: &str = "https://www.googleapis.com/auth/drive.file";
/// Scope that a service account needs to write into folders shared with it.
pub const SERVICE_SCOPE: &str = "https://www.googleapis.com/auth/drive";
/// The media type of folders.
pub const FOLDER_TYPE: &str = "application/vnd.google-apps.folder";
/// Bytes per upload request: a multiple of 256 KiB, as Drive requires.
pub const CHUNK_BYTES: u64 = 8 * 1024 * 1024;

/// Credential of a folder, before encryption.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Credential {
    /// A business's own grant.
    RefreshToken {
        /// Exchanged for access tokens until the grant ends.
        token: String,
    },
    /// The deployment's service account, with which the folder was shared.
    ServiceAccount,
    /// The grant of Sayso's own account, stored once for all its folders.
    Platform,
}

/// Returns the link of a folder.
#[must_use]
pub fn folder_link(id: &str) -> String {
    format!("https://drive.google.com/drive/folders/{id}")
}

/// Extracts the id from a folder's link.
#[must_use]
pub fn folder_id(link: &str) -> Option<&str> {
    let rest = link.trim().strip_prefix("https://drive.google.com/")?;
    let (_, after) = rest.split_once("folders/")?;
    let id = after.split(['/', '?', '#']).next().unwrap_or_default();
    let plain = id.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'));
    (id.len() >= 10 && plain).then_some(id)
}

/// Returns the number of bytes confirmed by the `Range` header of a 308; 0 without one.
#[must_use]
pub fn confirmed_bytes(range: Option<&str>) -> u64 {
    let last = range.and_then(|range| range.strip_prefix("bytes=0-")).and_then(parse_u64);
    last.map_or(0, |last| last.saturating_add(1))
}

/// Derives the PKCE code verifier (RFC 7636) from the consent's `state`.
#[must_use]
pub fn verifier(key: &[u8], state: &str) -> String {
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(key) else { return String::new() };
    mac.update(format!("google-consent-verifier\n{state}").as_bytes());
    BASE64URL_NOPAD.encode(&mac.finalize().into_bytes())
}

/// Derives the PKCE code challenge, which is sent to the consent page.
#[must_use]
pub fn challenge(verifier: &str) -> String {
    BASE64URL_NOPAD.encode(&Sha256::digest(verifier.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn job10_a_folder_id_is_parsed_from_shared_links() {
        let id = "1AbC-dEf_123456789";
        for link in [
            format!("https://drive.google.com/drive/folders/{id}"),
            format!("https://drive.google.com/drive/u/1/folders/{id}?usp=sharing"),
            format!(" https://drive.google.com/drive/folders/{id}/ "),
        ] {
            assert_eq!(folder_id(&link), Some(id), "{link}");
        }
        assert_eq!(folder_id(&folder_link(id)), Some(id));
        for link in [
            "",
            "https://drive.google.com/file/d/1AbC-dEf_123456789/view",
            "https://drive.google.com/drive/folders/short",
            "https://drive.google.com/drive/folders/1AbC'%20or%20trashed",
            "https://drive.google.com.evil.example/drive/folders/1AbC-dEf_123456789",
            "http://drive.google.com/drive/folders/1AbC-dEf_123456789",
        ] {
            assert_eq!(folder_id(link), None, "{link}");
        }
    }

    #[test]
    fn inv13_an_upload_continues_after_the_bytes_that_drive_confirmed() {
        assert_eq!(confirmed_bytes(Some("bytes=0-524287")), 524_288);
        assert_eq!(confirmed_bytes(None), 0);
        for odd in ["", "bytes=1-5", "bytes=0-", "bytes=0--5", "0-5"] {
            assert_eq!(confirmed_bytes(Some(odd)), 0, "{odd}");
        }
    }

    #[test]
    fn inv51_a_consent_verifier_is_bound_to_one_request() {
        let one = verifier(b"a key", "state 1");
        assert_eq!(one.len(), 43);
        assert_ne!(one, verifier(b"a key", "state 2"));
        assert_ne!(one, verifier(b"another key", "state 1"));
        // RFC 7636, appendix B.
        assert_eq!(
            challenge("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"),
            "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
        );
    }
}
