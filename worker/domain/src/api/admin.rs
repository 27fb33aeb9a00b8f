//! The admin area. Every call needs an admin's session; every change leaves a line in the audit log.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::client::{ClientStatus, ReviewPlatform};
use crate::job::AttemptOutcome;
use crate::plan::PlanType;
use crate::row::flag;

/// One line of the table of clients. The names are those of the requirements.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "admin.ts"))]
#[allow(missing_docs)] // as said above
pub struct ClientSummary {
    pub id: String,
    pub company_name: String,
    pub contact_name: String,
    pub email: String,
    pub plan_type: PlanType,
    pub status: ClientStatus,
    pub custom_slug: String,
    pub credits_per_month: i64,
    pub credits_remaining: i64,
    /// False for Sayso's own pages: a submission takes no credit.
    #[serde(deserialize_with = "flag")]
    pub counts_credits: bool,
    #[serde(deserialize_with = "flag")]
    pub watermark_enabled: bool,
    pub drive_link: Option<String>,
    pub review_link_type: ReviewPlatform,
    pub review_link_url: Option<String>,
    /// Submissions that are there now.
    pub submissions_count: u64,
    /// Bytes of the client's videos that the product holds.
    pub storage_bytes: u64,
    /// UTC milliseconds.
    pub created_at: i64,
    /// Whether somebody can sign in to its portal.
    #[serde(deserialize_with = "flag")]
    pub has_user: bool,
    /// Since when its payment is missing, where it is.
    pub unpaid_since: Option<i64>,
}

/// `GET /api/admin/clients?q=…&status=…&plan=…&sort=…&order=…&before=…`: 50 to a page.
///
/// `q` looks in company, contact, address and slug. `sort` is `created_at` (the default, newest first),
/// `company_name`, `credits_remaining` or `submissions_count`; `order` is `asc` or `desc`. `before` is the last page's
/// `next`. `GET /api/admin/clients.csv` takes the same but for `before`, and answers all lines as CSV.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "admin.ts"))]
pub struct ClientPage {
    /// One page of them.
    pub clients: Vec<ClientSummary>,
    /// Cursor of the next page; `null` on the last.
    pub next: Option<String>,
}

/// `GET /api/admin/clients/{id}`: what the edit dialog is filled with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "admin.ts"))]
#[allow(missing_docs)] // the names are those of the requirements
pub struct ClientRecord {
    #[serde(flatten)]
    pub summary: ClientSummary,
    /// `yyyy-MM-dd`.
    pub next_reset_date: Option<String>,
    /// `yyyy-MM-dd`; read-only.
    pub last_reset_date: Option<String>,
    pub logo_url: Option<String>,
    pub qr_code_url: Option<String>,
    /// Questions that its page offers to customers, one on each line.
    pub questions: Option<String>,
    /// Earlier slugs, newest first. They redirect to this client and are never given to another.
    #[serde(default)]
    pub former_slugs: Vec<String>,
}

/// `PATCH /api/admin/clients/{id}`: the changed fields only, each with the value that was loaded. Answers
/// [`ClientRecord`].
///
/// 409 `changed_meanwhile` with `fields` naming those that somebody else has changed since; nothing is saved then.
/// 400 `invalid` with `fields`; 400 `both_credits` where absolute credits and an adjustment come together.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "admin.ts"))]
pub struct ClientChange {
    /// Field name to its new value; texts, whole numbers, booleans or `null`.
    #[cfg_attr(feature = "ts", ts(type = "Record<string, string | number | boolean | null>"))]
    pub changed: BTreeMap<String, serde_json::Value>,
    /// The same fields with the values that the dialog was filled with.
    #[cfg_attr(feature = "ts", ts(type = "Record<string, string | number | boolean | null>"))]
    pub loaded: BTreeMap<String, serde_json::Value>,
    /// Added to the credits, or taken from them.
    #[serde(default)]
    pub credit_adjustment: Option<i64>,
}

/// `POST /api/admin/clients/{id}/status`: `active` or `suspended`. Answers [`ClientRecord`]; 409 `changed_meanwhile`
/// when the status is no longer the one that was shown.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "admin.ts"))]
pub struct StatusChange {
    /// The new status.
    pub status: ClientStatus,
    /// The status that was shown.
    pub loaded: ClientStatus,
}

/// `DELETE /api/admin/sessions`. Answers [`EndedSessions`]; 404 `not_found` where nobody signs in with that address.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "admin.ts"))]
pub struct EndSessions {
    /// The address that the account signs in with, as typed.
    pub email: String,
}

/// The outcome.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "admin.ts"))]
pub struct EndedSessions {
    /// How many sessions were ended.
    pub ended: usize,
}

/// `POST /functions/v1/create-client`'s answer. The form: `companyName`, `contactName`, `email`, `planType`,
/// `creditsPerMonth`, `watermarkEnabled`, `driveLink` (empty for the built-in drive), `customSlug`, `reviewLinkType`,
/// `reviewLinkUrl`, `status`, and optionally `questions` (one on each line), `nextResetDate` (`yyyy-MM-dd`), `logoFile`, `qrFile`, and `onboardingRequestId` where it
/// is made of a set-up. 400 `invalid` with `fields`; 404 for a set-up that somebody was faster with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "admin.ts"))]
#[serde(rename_all = "camelCase")]
pub struct ClientCreated {
    /// Always true; a refusal has the shape of every other.
    pub success: bool,
    /// The new client.
    pub client_id: String,
    /// Shown once: valid for 72 hours, to be changed at the first sign-in. Stored as a hash only.
    pub temporary_password: String,
    /// A sentence that carries it.
    pub message: String,
}

/// `GET /api/admin/slug?company=…` suggests a free slug; `?slug=…&client=…` checks one while it is typed (`client` is
/// the client that may keep its own).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "admin.ts"))]
pub struct SlugAnswer {
    /// The slug that is meant, or suggested.
    pub slug: String,
    /// Why it cannot be taken; `null` when it can.
    pub problem: Option<String>,
}

/// `POST /api/admin/drive-check`: `drive_link` of the built-in drive or none at all; with `upload` a small file is
/// put into the folder, read back and removed. Answers [`DriveAnswer`].
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "admin.ts"))]
pub struct DriveCheck {
    /// The client whose folder it is.
    pub client_id: String,
    /// The link as typed.
    pub drive_link: String,
    /// Whether to try an upload too.
    pub upload: bool,
}

/// The result of a check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "admin.ts"))]
pub struct DriveAnswer {
    /// Whether videos would arrive.
    pub works: bool,
    /// The result, in words an admin can act on.
    pub message: String,
}

/// `GET /api/admin/failed-uploads?before=…`: submissions with status `drive_upload_failed`, newest first, 50 to a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "admin.ts"))]
pub struct FailedUploads {
    /// The submissions.
    pub uploads: Vec<FailedUpload>,
    /// How many there are in all.
    pub total: u32,
    /// How many of them can be retried.
    pub retryable: u32,
    /// Cursor of the next page; `null` on the last.
    pub next: Option<String>,
    /// How many `upload-to-drive` jobs have failed.
    pub failed_jobs: u32,
    /// How many are pending.
    pub pending_jobs: u32,
}

/// One submission that could not be delivered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "admin.ts"))]
#[allow(missing_docs)] // the names are those of the requirements
pub struct FailedUpload {
    pub submission_id: String,
    pub client_id: String,
    pub company_name: String,
    pub drive_link: Option<String>,
    pub customer_name: String,
    pub final_file_path: Option<String>,
    pub error_message: Option<String>,
    /// UTC milliseconds.
    pub created_at: i64,
    /// Whether it can be retried: there is a file, and a drive to bring it to.
    #[serde(deserialize_with = "flag")]
    pub retryable: bool,
    /// Every try, oldest first.
    #[serde(default)]
    pub attempts: Vec<Attempt>,
}

/// One try of a job.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "admin.ts"))]
#[allow(missing_docs)] // they are their names
pub struct Attempt {
    pub attempt: u32,
    pub started_at: i64,
    pub finished_at: Option<i64>,
    pub outcome: Option<AttemptOutcome>,
    pub reason: Option<String>,
}

/// The answer of `POST /api/admin/submissions/{id}/retry` (`queued` is 0 or 1) and of
/// `POST /api/admin/submissions/retry-all`, which takes the oldest 500 at once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "admin.ts"))]
pub struct Retried {
    /// How many deliveries were queued again.
    pub queued: u32,
    /// How many can still be retried, after that.
    pub left: u32,
}
