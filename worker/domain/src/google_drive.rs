//! Google Drive: its addresses, what its answers mean, and the question that a business answers on Google's consent page.

use data_encoding::BASE64URL_NOPAD;
use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::number::parse_u64;
use crate::retention::{DAY_MS, HOUR_MS};

/// Where people are asked for their consent.
pub const CONSENT_URL: &str = "https://accounts.google.com/o/oauth2/v2/auth";
/// Where codes and refresh tokens become access tokens.
pub const TOKEN_URL: &str = "https://oauth2.googleapis.com/token";
/// Where a grant is given back.
pub const REVOKE_URL: &str = "https://oauth2.googleapis.com/revoke";
/// Drive's API.
pub const API: &str = "https://www.googleapis.com/drive/v3";
/// Where files are sent.
pub const UPLOADS: &str = "https://www.googleapis.com/upload/drive/v3/files";
/// The right to files that the product made itself, and to no others.
pub const SCOPE: &str = "https://www.googleapis.com/auth/drive.file";
/// The right that a service account needs to write into folders that were shared with it.
pub const SERVICE_SCOPE: &str = "https://www.googleapis.com/auth/drive";
/// The media type of folders.
pub const FOLDER_TYPE: &str = "application/vnd.google-apps.folder";
/// Bytes that are sent at once: a multiple of 256 KiB, as Drive has it.
pub const CHUNK_BYTES: u64 = 8 * 1024 * 1024;
/// Days after which Google ends every grant of a consent screen that is still in its `Testing` state.
const TESTING_DAYS: i64 = 7;

/// What signs in to a folder, as it is sealed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Credential {
    /// A business's own grant.
    RefreshToken {
        /// Becomes access tokens until the grant ends.
        token: String,
    },
    /// The deployment's service account, with which the folder was shared.
    ServiceAccount,
}

/// The folder of an id, for people.
#[must_use]
pub fn folder_link(id: &str) -> String {
    format!("https://drive.google.com/drive/folders/{id}")
}

/// The id in a folder's link.
#[must_use]
pub fn folder_id(link: &str) -> Option<&str> {
    let rest = link.trim().strip_prefix("https://drive.google.com/")?;
    let (_, after) = rest.split_once("folders/")?;
    let id = after.split(['/', '?', '#']).next().unwrap_or_default();
    let plain = id.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'));
    (id.len() >= 10 && plain).then_some(id)
}

/// The bytes that Drive has confirmed, by the `Range` header of its 308: none without one.
#[must_use]
pub fn confirmed(range: Option<&str>) -> u64 {
    let last = range.and_then(|range| range.strip_prefix("bytes=0-")).and_then(parse_u64);
    last.map_or(0, |last| last.saturating_add(1))
}

/// Why Drive or its sign-in refused, for the business and for admins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// Worth another attempt.
    Passing(String),
    /// An attempt changes nothing before somebody acts.
    Permanent(String),
    /// The deployment itself is set up wrong.
    Deployment(String),
}

#[derive(Deserialize)]
struct Answer {
    error: Detail,
}

#[derive(Deserialize)]
struct Detail {
    #[serde(default)]
    errors: Vec<Item>,
}

#[derive(Deserialize)]
struct Item {
    reason: String,
}

/// The first reason in the body of a refusal by Drive; empty where there is none.
#[must_use]
pub fn reason(body: &str) -> String {
    let answer: Option<Answer> = serde_json::from_str(body).ok();
    answer.and_then(|answer| answer.error.errors.into_iter().next()).map_or_else(String::new, |item| item.reason)
}

/// What it means that Drive answered so.
#[must_use]
pub fn refusal(status: u16, reason: &str) -> Refusal {
    let permanent = |text: &str| Refusal::Permanent(text.to_owned());
    match (status, reason) {
        (401, _) => permanent("Google Drive does not let us in any more. Connect it again."),
        (
            403,
            "storageQuotaExceeded" | "quotaExceeded" | "teamDriveFileLimitExceeded" | "activeItemCreationLimitExceeded",
        ) => permanent("Google Drive is full. Free some space, or connect another drive."),
        (403, "accessNotConfigured") => {
            Refusal::Deployment("The Google Drive API is not enabled for this deployment.".into())
        }
        (403, "rateLimitExceeded" | "userRateLimitExceeded" | "sharingRateLimitExceeded" | "dailyLimitExceeded") => {
            Refusal::Passing("Google Drive asked us to slow down.".into())
        }
        (403, _) => permanent("Google Drive does not let this account write into the folder. Connect it again."),
        (404, _) => {
            permanent("The folder in Google Drive has gone. Connect Google Drive again, and a new one is made.")
        }
        (408 | 425 | 429 | 500..=599, _) => Refusal::Passing(format!("Google Drive answered {status}.")),
        (_, "") => Refusal::Permanent(format!("Google Drive answered {status}.")),
        _ => Refusal::Permanent(format!("Google Drive answered {status}: {reason}.")),
    }
}

#[derive(Deserialize)]
struct TokenError {
    error: String,
}

/// What it means that a sign-in was refused, for a grant that was given `granted_ms` milliseconds ago.
#[must_use]
pub fn sign_in_refusal(status: u16, body: &str, granted_ms: i64) -> Refusal {
    let error = serde_json::from_str(body).map_or_else(|_| String::new(), |TokenError { error }| error);
    match (status, error.as_str()) {
        (_, "invalid_grant") if is_seventh_day(granted_ms) => Refusal::Permanent(
            "Google ended its permission on the seventh day, as it does while the consent screen of this deployment is in \
             its Testing state. Connect Google Drive again, and have the consent screen published."
                .into(),
        ),
        (_, "invalid_grant") => Refusal::Permanent(
            "Google Drive does not let us in any more: the permission was withdrawn, or has expired. Connect it again."
                .into(),
        ),
        (_, "invalid_client" | "unauthorized_client") => {
            Refusal::Deployment("Google refused the sign-in of this deployment: its client id or secret is wrong.".into())
        }
        (429 | 500..=599, _) => Refusal::Passing(format!("Google's sign-in answered {status}.")),
        _ => Refusal::Permanent(format!("Google's sign-in answered {status} {error}").trim_end().to_owned() + "."),
    }
}

fn is_seventh_day(granted_ms: i64) -> bool {
    let end = TESTING_DAYS.saturating_mul(DAY_MS);
    (end.saturating_sub(HOUR_MS)..end.saturating_add(DAY_MS)).contains(&granted_ms)
}

/// The secret half of a consent's proof (RFC 7636), made of the consent's own `state`.
#[must_use]
pub fn verifier(key: &[u8], state: &str) -> String {
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(key) else { return String::new() };
    mac.update(format!("google-consent-verifier\n{state}").as_bytes());
    BASE64URL_NOPAD.encode(&mac.finalize().into_bytes())
}

/// The half of it that Google is shown first.
#[must_use]
pub fn challenge(verifier: &str) -> String {
    BASE64URL_NOPAD.encode(&Sha256::digest(verifier.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn job10_a_folder_is_found_in_the_links_that_people_copy() {
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
    fn inv13_an_upload_goes_on_behind_the_bytes_that_drive_confirmed() {
        assert_eq!(confirmed(Some("bytes=0-524287")), 524_288);
        assert_eq!(confirmed(None), 0);
        for odd in ["", "bytes=1-5", "bytes=0-", "bytes=0--5", "0-5"] {
            assert_eq!(confirmed(Some(odd)), 0, "{odd}");
        }
    }

    #[test]
    fn inv15_each_refusal_says_what_to_do_and_whether_to_try_again() {
        let body = |reason: &str| {
            format!(
                r#"{{"error":{{"code":403,"message":"no","errors":[{{"domain":"usageLimits","reason":"{reason}"}}]}}}}"#
            )
        };
        assert_eq!(reason(&body("storageQuotaExceeded")), "storageQuotaExceeded");
        for odd in ["", "<html>", "{}", r#"{"error":"invalid_grant"}"#, r#"{"error":{"errors":[]}}"#] {
            assert_eq!(reason(odd), "", "{odd}");
        }
        for (status, reason) in
            [(403, "userRateLimitExceeded"), (403, "rateLimitExceeded"), (429, ""), (503, "backendError")]
        {
            assert!(matches!(refusal(status, reason), Refusal::Passing(_)), "{status} {reason}");
        }
        for (status, reason, word) in [
            (403, "storageQuotaExceeded", "full"),
            (403, "insufficientFilePermissions", "let this account write"),
            (404, "notFound", "gone"),
            (401, "authError", "Connect it again"),
            (400, "badRequest", "400: badRequest"),
        ] {
            assert!(
                matches!(refusal(status, reason), Refusal::Permanent(text) if text.contains(word)),
                "{status} {reason}"
            );
        }
        assert!(matches!(refusal(403, "accessNotConfigured"), Refusal::Deployment(_)));
    }

    #[test]
    fn inv15_a_grant_that_ends_on_its_seventh_day_names_the_testing_state() {
        let gone = r#"{"error":"invalid_grant","error_description":"Token has been expired or revoked."}"#;
        let days = |days: i64| days * DAY_MS;
        let said = |ms| match sign_in_refusal(400, gone, ms) {
            Refusal::Permanent(text) => text,
            other => format!("{other:?}"),
        };
        assert!(said(days(7)).contains("Testing"));
        assert!(said(days(7) + HOUR_MS).contains("Testing"));
        for ms in [0, days(3), days(6), days(9), days(180)] {
            assert!(said(ms).contains("withdrawn"), "{ms}");
        }
        assert!(matches!(sign_in_refusal(503, "", 0), Refusal::Passing(_)));
        assert!(matches!(sign_in_refusal(401, r#"{"error":"invalid_client"}"#, 0), Refusal::Deployment(_)));
        assert!(matches!(sign_in_refusal(400, "<html>", 0), Refusal::Permanent(_)));
    }

    #[test]
    fn inv51_a_proof_of_consent_is_of_one_question_only() {
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
