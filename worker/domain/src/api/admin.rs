//! The admin area. Every call needs an admin's session; every change is audited.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::client::{ClientStatus, ReviewPlatform};
use crate::job::AttemptOutcome;
use crate::plan::PlanType;
use crate::row::flag;

/// A row of the client table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "admin.ts"))]
#[allow(missing_docs)] // the names are those of the requirements
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
    /// False for Sayso's own pages, whose submissions cost no credit.
    #[serde(deserialize_with = "flag")]
    pub counts_credits: bool,
    #[serde(deserialize_with = "flag")]
    pub watermark_enabled: bool,
    pub drive_link: Option<String>,
    pub review_link_type: ReviewPlatform,
    pub review_link_url: Option<String>,
    /// Number of stored submissions.
    pub submissions_count: u64,
    /// Size of the client's videos stored by Sayso.
    pub storage_bytes: u64,
    /// UTC milliseconds.
    pub created_at: i64,
    /// Whether the client has a user who can sign in.
    #[serde(deserialize_with = "flag")]
    pub has_user: bool,
    /// When a failed payment became due; `null` if nothing is unpaid.
    pub unpaid_since: Option<i64>,
}

/// `GET /api/admin/clients?q=…&status=…&plan=…&sort=…&order=…&before=…`: 50 to a page.
///
/// `q` searches company, contact, email address and slug. `sort` is `created_at` (default, newest
/// first), `company_name`, `credits_remaining` or `submissions_count`; `order` is `asc` or `desc`.
/// `before` is the previous page's `next`. `GET /api/admin/clients.csv` takes the same parameters
/// except `before` and answers all rows as CSV.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "admin.ts"))]
#[allow(missing_docs)] // the names say it
pub struct ClientPage {
    pub clients: Vec<ClientSummary>,
    /// Cursor of the next page; `null` on the last.
    pub next: Option<String>,
}

/// `GET /api/admin/clients/{id}`: a client as shown in the edit dialog.
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
    /// Questions suggested to customers on the record page, one per line.
    pub questions: Option<String>,
    /// Earlier slugs, newest first. They redirect to this client and are never given to another.
    #[serde(default)]
    pub former_slugs: Vec<String>,
}

/// `PATCH /api/admin/clients/{id}`: only the changed fields, each with its loaded value. Answers
/// [`ClientRecord`].
///
/// 409 `changed_meanwhile` with `fields` naming those that somebody else changed; nothing is saved.
/// 400 `invalid` with `fields`; 400 `both_credits` if absolute credits and an adjustment are
/// combined.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "admin.ts"))]
pub struct ClientChange {
    /// Field names with new values: texts, integers, booleans or `null`.
    #[cfg_attr(feature = "ts", ts(type = "Record<string, string | number | boolean | null>"))]
    pub changed: BTreeMap<String, serde_json::Value>,
    /// The same fields with their loaded values.
    #[cfg_attr(feature = "ts", ts(type = "Record<string, string | number | boolean | null>"))]
    pub loaded: BTreeMap<String, serde_json::Value>,
    /// Number of credits to add; negative to deduct.
    #[serde(default)]
    pub credit_adjustment: Option<i64>,
}

/// `POST /api/admin/clients/{id}/status`: `active` or `suspended`. Answers [`ClientRecord`]; 409
/// `changed_meanwhile` if the status changed since it was loaded.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "admin.ts"))]
#[allow(missing_docs)] // the names say it
pub struct StatusChange {
    pub status: ClientStatus,
    /// Status when it was loaded.
    pub loaded: ClientStatus,
}

/// `DELETE /api/admin/sessions`. Answers [`EndedSessions`]; 404 `not_found` if no account has this
/// email address.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "admin.ts"))]
pub struct EndSessions {
    /// Email address of the account, as typed.
    pub email: String,
}

/// Answer of [`EndSessions`].
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "admin.ts"))]
#[allow(missing_docs)] // the names say it
pub struct EndedSessions {
    pub ended: usize,
}

/// Answer of `POST /functions/v1/create-client`. The form: `companyName`, `contactName`, `email`,
/// `planType`, `creditsPerMonth`, `watermarkEnabled`, `driveLink` (empty for the built-in drive),
/// `customSlug`, `reviewLinkType`, `reviewLinkUrl`, `status`, and optionally `questions` (one per
/// line), `nextResetDate` (`yyyy-MM-dd`), `logoFile`, `qrFile`, and `onboardingRequestId` for a
/// set-up. 400 `invalid` with `fields`; 404 if another admin used the set-up first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "admin.ts"))]
#[serde(rename_all = "camelCase")]
pub struct CreatedClient {
    /// Always true; errors have the shape of all other errors.
    pub success: bool,
    /// Id of the new client.
    pub client_id: String,
    /// Shown once. Valid for 72 hours; must be replaced at the first sign-in. Only its hash is stored.
    pub temporary_password: String,
    /// A sentence with the password.
    pub message: String,
}

/// `GET /api/admin/slug?company=…` suggests a free slug; `?slug=…&client=…` validates one while it
/// is typed (`client`'s own slug counts as free).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "admin.ts"))]
pub struct SlugAnswer {
    /// The normalised or suggested slug.
    pub slug: String,
    /// Why it cannot be used; `null` if it can.
    pub problem: Option<String>,
}

/// `POST /api/admin/drive-check`: checks `drive_link`: a drive of the client, the built-in drive, or
/// empty for it. With `upload`, writes, reads back and removes a small file. Answers [`DriveAnswer`].
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "admin.ts"))]
pub struct DriveCheck {
    /// Client that owns the folder.
    pub client_id: String,
    /// The link as typed.
    pub drive_link: String,
    /// Whether to test an upload too.
    pub upload: bool,
}

/// The result of a check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "admin.ts"))]
pub struct DriveAnswer {
    /// Whether videos would be delivered.
    pub works: bool,
    /// The result, in words an admin can act on.
    pub message: String,
}

/// `GET /api/admin/failed-uploads?before=…`: submissions with status `drive_upload_failed`, newest first, 50 to a page.
/// An upload is here the delivery to a drive, as in the requirements.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "admin.ts"))]
#[allow(missing_docs)] // the names say it
pub struct FailedUploads {
    pub uploads: Vec<FailedUpload>,
    /// Total number of failed submissions.
    pub total: u32,
    /// Number that can be retried.
    pub retryable: u32,
    /// Cursor of the next page; `null` on the last.
    pub next: Option<String>,
    /// Number of failed `upload-to-drive` jobs.
    pub failed_jobs: u32,
    /// Number of pending ones.
    pub pending_jobs: u32,
}

/// A submission that could not be delivered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "admin.ts"))]
#[allow(missing_docs)] // the names are those of the requirements
pub struct FailedUpload {
    pub submission_id: String,
    pub client_id: String,
    pub company_name: String,
    pub drive_link: Option<String>,
    pub customer_name: String,
    /// Path of the uploaded bytes (`uploads/{id}/`), before delivery.
    pub final_file_path: Option<String>,
    pub error_message: Option<String>,
    /// UTC milliseconds.
    pub created_at: i64,
    /// Whether it can be retried: it has a file and a drive to deliver to.
    #[serde(deserialize_with = "flag")]
    pub retryable: bool,
    /// All attempts, oldest first.
    #[serde(default)]
    pub attempts: Vec<Attempt>,
}

/// An attempt of a job.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "admin.ts"))]
#[allow(missing_docs)] // the names say it
pub struct Attempt {
    pub attempt: u32,
    pub started_at: i64,
    pub finished_at: Option<i64>,
    pub outcome: Option<AttemptOutcome>,
    pub reason: Option<String>,
}

/// Answer of `POST /api/admin/submissions/{id}/retry` (`queued` is 0 or 1) and of
/// `POST /api/admin/submissions/retry-all`, which takes the oldest 500.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "admin.ts"))]
pub struct RetryResult {
    /// Number of deliveries queued again.
    pub queued: u32,
    /// Number that can still be retried.
    pub left: u32,
}
