//! Interprets errors from the Drive API and its sign-in.

use serde::Deserialize;

use crate::retention::{DAY_MS, HOUR_MS};

/// Days after which Google ends every grant of a consent screen in `Testing` status.
const TESTING_DAYS: i64 = 7;

/// Why Drive or its sign-in failed, with a text for the business and for admins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// Worth a retry.
    Transient(String),
    /// Fails again until somebody acts.
    Permanent(String),
    /// The deployment is misconfigured.
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

/// Returns the first reason in an error body; empty if there is none.
#[must_use]
pub fn reason(body: &str) -> String {
    let answer: Option<Answer> = serde_json::from_str(body).ok();
    answer.and_then(|answer| answer.error.errors.into_iter().next()).map_or_else(String::new, |item| item.reason)
}

/// Interprets an error from the Drive API.
#[must_use]
pub fn refusal(status: u16, reason: &str) -> Refusal {
    let permanent = |text: &str| Refusal::Permanent(text.to_owned());
    match (status, reason) {
        (401, _) => permanent("Google Drive no longer lets us in. Connect it again."),
        (403, "storageQuotaExceeded" | "teamDriveFileLimitExceeded" | "activeItemCreationLimitExceeded") => permanent(
            "Google Drive is full. Free some space and send a test file from the Drive page, or connect another drive.",
        ),
        (403, "accessNotConfigured") => {
            Refusal::Deployment("The Google Drive API is not enabled for this deployment.".into())
        }
        (
            403,
            "rateLimitExceeded"
            | "userRateLimitExceeded"
            | "sharingRateLimitExceeded"
            | "dailyLimitExceeded"
            | "quotaExceeded",
        ) => Refusal::Transient("Google Drive asked us to slow down.".into()),
        (403, _) => permanent("Google Drive does not let this account write into the folder. Connect the drive again."),
        (404, _) => permanent("The folder in Google Drive has gone. Connect the drive again."),
        (408 | 425 | 429 | 500..=599, _) => Refusal::Transient(format!("Google Drive answered {status}.")),
        (_, "") => Refusal::Permanent(format!("Google Drive answered {status}.")),
        _ => Refusal::Permanent(format!("Google Drive answered {status}: {reason}.")),
    }
}

/// Reason for refusing to share with an address without a Google account, or one forbidden by policy.
const NO_SHARING: &str = "invalidSharingRequest";

/// Whether sharing may succeed with an invitation mail, which Drive requires for people without a
/// Google account.
#[must_use]
pub fn needs_notification(status: u16, reason: &str) -> bool {
    status == 400 && reason == NO_SHARING
}

/// Interprets an error from sharing a folder with `email`.
#[must_use]
pub fn sharing_refusal(status: u16, reason: &str, email: &str) -> Refusal {
    let is_policy = matches!(reason, NO_SHARING | "domainPolicy")
        || ["shareOut", "shareIn", "cannotShare"].iter().any(|start| reason.starts_with(start));
    match status {
        400 | 403 if is_policy => Refusal::Permanent(format!(
            "Google can’t share the folder with {email}: the address does not exist, or the account’s organisation does not allow sharing with others."
        )),
        _ => refusal(status, reason),
    }
}

#[derive(Deserialize)]
struct TokenError {
    error: String,
}

/// Age of a grant, and its end if Google stated one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GrantLifetime {
    /// UTC milliseconds.
    pub granted_at: i64,
    /// UTC milliseconds; `None` if Google stated no end.
    pub ends_at: Option<i64>,
}

impl GrantLifetime {
    /// Whether a grant that has ended by `now` ended because the consent screen is in Testing.
    /// Without a stated end this is derived from the day.
    fn is_over(self, now: i64) -> bool {
        if let Some(end) = self.ends_at {
            return now >= end.saturating_sub(HOUR_MS);
        }
        let end = self.granted_at.saturating_add(TESTING_DAYS.saturating_mul(DAY_MS));
        (end.saturating_sub(HOUR_MS)..end.saturating_add(DAY_MS)).contains(&now)
    }
}

/// Interprets a refused sign-in of a business at `now`.
#[must_use]
pub fn sign_in_refusal(status: u16, body: &str, term: GrantLifetime, now: i64) -> Refusal {
    match (status, sign_in_error(body).as_str()) {
        (_, "invalid_grant") if term.is_over(now) => Refusal::Permanent(
            "Google ended its permission on the seventh day, as it does while the consent screen of this deployment is in \
             its Testing state. Connect Google Drive again, and have the consent screen published."
                .into(),
        ),
        (_, "invalid_grant") => Refusal::Permanent(
            "Google Drive no longer lets us in: the permission was withdrawn, or has expired. Connect it again."
                .into(),
        ),
        (_, "invalid_client" | "unauthorized_client" | "disabled_client" | "deleted_client") => Refusal::Deployment(
            "Google refused the sign-in of this deployment: its client id or secret is wrong, or no longer holds.".into(),
        ),
        (429 | 500..=599, _) => Refusal::Transient(format!("Google's sign-in answered {status}.")),
        (_, error) => Refusal::Permanent(format!("Google's sign-in answered {status} {error}").trim_end().to_owned() + "."),
    }
}

/// Interprets a refused sign-in of the deployment's service account.
#[must_use]
pub fn service_refusal(status: u16, body: &str) -> Refusal {
    match status {
        429 | 500..=599 => Refusal::Transient(format!("Google's sign-in answered {status}.")),
        _ => Refusal::Deployment(format!("Google refused the service account: {status} {}", sign_in_error(body))),
    }
}

/// Returns the error code of a refused sign-in; empty if there is none.
fn sign_in_error(body: &str) -> String {
    serde_json::from_str(body).map_or_else(|_| String::new(), |TokenError { error }| error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inv15_each_refusal_states_the_remedy_and_whether_to_retry() {
        let body = |reason: &str| {
            format!(
                r#"{{"error":{{"code":403,"message":"no","errors":[{{"domain":"usageLimits","reason":"{reason}"}}]}}}}"#
            )
        };
        assert_eq!(reason(&body("storageQuotaExceeded")), "storageQuotaExceeded");
        for odd in ["", "<html>", "{}", r#"{"error":"invalid_grant"}"#, r#"{"error":{"errors":[]}}"#] {
            assert_eq!(reason(odd), "", "{odd}");
        }
        for (status, reason) in [
            (403, "userRateLimitExceeded"),
            (403, "rateLimitExceeded"),
            (403, "quotaExceeded"),
            (429, ""),
            (503, "backendError"),
        ] {
            assert!(matches!(refusal(status, reason), Refusal::Transient(_)), "{status} {reason}");
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
    fn inv15_a_refusal_to_share_names_the_address_and_only_invitations_help_strangers() {
        assert!(needs_notification(400, "invalidSharingRequest"));
        assert!(!needs_notification(400, "badRequest") && !needs_notification(403, "domainPolicy"));
        let refused = |status, reason| sharing_refusal(status, reason, "ann@shop.example");
        for (status, reason) in
            [(400, "invalidSharingRequest"), (403, "domainPolicy"), (400, "shareOutNotPermittedForContent")]
        {
            assert!(
                matches!(refused(status, reason), Refusal::Permanent(text) if text.contains("ann@shop.example")),
                "{status} {reason}"
            );
        }
        assert!(matches!(refused(403, "sharingRateLimitExceeded"), Refusal::Transient(_)));
        assert!(matches!(refused(404, "notFound"), Refusal::Permanent(text) if text.contains("gone")));
    }

    #[test]
    fn inv15_a_grant_that_ends_on_its_seventh_day_names_the_testing_state() {
        let gone = r#"{"error":"invalid_grant","error_description":"Token has been expired or revoked."}"#;
        let days = |days: i64| days * DAY_MS;
        let said = |ends_at, now| match sign_in_refusal(400, gone, GrantLifetime { granted_at: 0, ends_at }, now) {
            Refusal::Permanent(text) => text,
            other => format!("{other:?}"),
        };
        assert!(said(None, days(7)).contains("Testing"));
        assert!(said(None, days(7) + HOUR_MS).contains("Testing"));
        for now in [0, days(3), days(6), days(9), days(180)] {
            assert!(said(None, now).contains("withdrawn"), "{now}");
        }
        assert!(said(Some(days(7)), days(20)).contains("Testing"), "found late, but Google had named its end");
        assert!(said(Some(days(7)), days(2)).contains("withdrawn"));
    }

    #[test]
    fn inv15_a_misconfigured_sign_in_is_a_deployment_fault() {
        let term = GrantLifetime { granted_at: 0, ends_at: None };
        let refused = |status, body: &str| sign_in_refusal(status, body, term, 0);
        assert!(matches!(refused(503, ""), Refusal::Transient(_)));
        assert!(matches!(refused(401, r#"{"error":"invalid_client"}"#), Refusal::Deployment(_)));
        assert!(matches!(refused(401, r#"{"error":"disabled_client"}"#), Refusal::Deployment(_)));
        assert!(matches!(refused(400, "<html>"), Refusal::Permanent(_)));
        assert!(matches!(service_refusal(400, r#"{"error":"invalid_grant"}"#), Refusal::Deployment(_)));
        assert!(matches!(service_refusal(500, ""), Refusal::Transient(_)));
    }
}
