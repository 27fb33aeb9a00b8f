//! The admin area's overview, logs and settings. Every call needs an admin's session.

use serde::{Deserialize, Serialize};

use crate::alert::AlertCause;
use crate::audit::AuditAction;
use crate::drive::DriveProvider;
use crate::email::{EmailStatus, EmailTemplate};
use crate::retention::rule::RetentionRule;
use crate::row::flag;
use crate::setting::SettingInput;

/// `POST /api/admin/demo-erasures`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "operations.ts"))]
pub struct DemoErasure {
    /// Email address used for the demos.
    pub email: String,
}

/// `GET /api/admin/overview`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "operations.ts"))]
pub struct Overview {
    /// Number of jobs waiting or running.
    pub queue_depth: u32,
    /// Creation time of the oldest of them; `null` if there is none.
    pub oldest_job_at: Option<i64>,
    /// Failed deliveries by cause, most frequent first.
    pub failures: Vec<Cause>,
    /// Delivery times.
    pub arrivals: Arrivals,
    /// Clients' own drives, faulty ones first, at most 50.
    pub drives: Vec<DriveState>,
    /// Failed mails by template.
    pub email_failures: Vec<Cause>,
    /// Mails sent today (UTC).
    pub emails_today: u32,
    /// Daily limit; `null` if unknown.
    pub emails_a_day: Option<u32>,
    /// Submissions of all clients per day, for those of the last 30 days that had any.
    pub days: Vec<Day>,
    /// Transcriptions per day, for those of the last 30 days that had any, the latest first.
    pub transcriptions: Vec<TranscriptionDay>,
    /// Today, `yyyy-MM-dd` UTC.
    pub today: String,
    /// Each schedule with its last run.
    pub schedules: Vec<ScheduleRun>,
    /// Clients by status.
    pub clients: Vec<Cause>,
    /// Open alerts and the most recently closed ones, newest first, at most 20.
    pub alerts: Vec<AlertSummary>,
}

/// The transcriptions of a day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "operations.ts"))]
pub struct TranscriptionDay {
    /// `yyyy-MM-dd` UTC.
    pub day: String,
    /// Calls of the engine.
    pub calls: u32,
    /// Their price in millionths of a dollar.
    pub microdollars: u32,
}

/// An alert that was mailed to admins.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "operations.ts"))]
pub struct AlertSummary {
    /// Its id.
    pub id: String,
    /// Kind of problem.
    pub cause: AlertCause,
    /// Title for display.
    pub title: String,
    /// The finding that raised it.
    pub detail: String,
    /// UTC milliseconds.
    pub began_at: i64,
    /// UTC milliseconds; `null` while it is open.
    pub ended_at: Option<i64>,
    /// Why the automation webhook permanently failed, if it did.
    pub forward_error: Option<String>,
}

/// `GET /api/admin/retention`: upcoming deletions with dates and reasons. Read-only.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "operations.ts"))]
pub struct Retention {
    /// Days covered.
    pub days: u32,
    /// All retention rules.
    pub rules: Vec<RetentionState>,
}

/// A retention rule and its upcoming deletions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "operations.ts"))]
pub struct RetentionState {
    /// The rule.
    pub rule: RetentionRule,
    /// Retention period, such as `6 months`.
    pub period: String,
    /// Next deletions, soonest first, at most 100.
    pub entries: Vec<RetentionEntry>,
    /// Whether there are more.
    pub more: bool,
}

/// An item due for deletion.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "operations.ts"))]
pub struct RetentionEntry {
    /// Its id.
    pub id: String,
    /// Business it belongs to; `null` if none.
    pub company_name: Option<String>,
    /// Start of its retention period, UTC milliseconds.
    pub since: i64,
    /// When it is deleted, UTC milliseconds.
    pub ends_at: i64,
    /// When its business was notified, UTC milliseconds; `null` if not yet, or if such items are
    /// not announced.
    pub told_at: Option<i64>,
}

/// Time from acceptance to delivery of the newest deliveries (at most 200), in milliseconds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "operations.ts"))]
pub struct Arrivals {
    /// Number of deliveries measured.
    pub count: u32,
    /// Median; `null` without deliveries.
    pub p50_ms: Option<i64>,
    /// 95th percentile.
    pub p95_ms: Option<i64>,
}

/// Health of a business's drive.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "operations.ts"))]
pub struct DriveState {
    /// The connection's id.
    pub id: String,
    /// Id of the business.
    pub client_id: String,
    /// Name of the business.
    pub company_name: String,
    /// The provider.
    pub provider: DriveProvider,
    /// The folder, as the provider's API names it.
    pub address: String,
    /// Account name for signing in; empty if a token is enough.
    pub account: String,
    /// Whether it is a folder in Sayso's own account.
    #[serde(deserialize_with = "flag")]
    pub is_platform: bool,
    /// Number of videos in it.
    pub videos: u32,
    /// When the last video was delivered, UTC milliseconds. Test files do not count.
    pub last_video_at: Option<i64>,
    /// Current fault.
    pub fault: Option<String>,
    /// When the fault began, UTC milliseconds.
    pub fault_at: Option<i64>,
    /// When it became nearly full, UTC milliseconds.
    pub nearly_full_at: Option<i64>,
}

/// A cause, template or status with its count.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "operations.ts"))]
#[allow(missing_docs)] // they are their names
pub struct Cause {
    pub name: String,
    pub count: u32,
}

/// Submissions of one day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "operations.ts"))]
#[allow(missing_docs)] // they are their names
pub struct Day {
    pub day: String,
    pub submissions: u32,
}

/// The last run of a schedule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "operations.ts"))]
pub struct ScheduleRun {
    /// Its name.
    pub name: String,
    /// Display name.
    pub title: String,
    /// Interval in words.
    pub pace: String,
    /// UTC milliseconds; `null` if it never ran.
    pub ran_at: Option<i64>,
    /// Whether it succeeded.
    pub ok: bool,
    /// Result or error, with counts in words.
    pub result: String,
}

/// `GET /api/admin/emails?q=…&status=…&before=…`: newest first, 50 to a page.
/// `POST /api/admin/emails/{id}/resend` queues one again; 409 `email_in_flight` while it is being sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "operations.ts"))]
pub struct EmailPage {
    /// The mails.
    pub emails: Vec<EmailSummary>,
    /// Cursor of the next page; `null` on the last.
    pub next: Option<String>,
}

/// A mail. It holds no secrets: links are created when a mail is sent and stored without their tokens.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "operations.ts"))]
#[allow(missing_docs)] // they are their names
pub struct EmailSummary {
    pub id: String,
    pub template: EmailTemplate,
    pub recipient: String,
    pub status: EmailStatus,
    pub error_message: Option<String>,
    /// Whether a crash may have sent it twice.
    #[serde(deserialize_with = "flag")]
    pub maybe_sent_twice: bool,
    pub created_at: i64,
    pub sent_at: Option<i64>,
    /// Subject as last sent; `null` before that.
    pub subject: Option<String>,
    /// Text without the tokens of its links; `null` if it was not sent or is not stored.
    pub text: Option<String>,
    /// Client it was sent to or is about, if any.
    pub client_id: Option<String>,
    pub company_name: Option<String>,
}

/// `GET /api/admin/audit?subject=…&q=…&action=…&from=…&to=…&before=…`: newest first, 50 to a page.
/// `subject` is an id, `q` searches actors and subject names, `action` is one of the actions below,
/// and `from` and `to` are UTC dates, `yyyy-MM-dd`, both inclusive. Invalid dates are ignored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "operations.ts"))]
pub struct AuditPage {
    /// The audit entries.
    pub entries: Vec<AuditEntry>,
    /// Cursor of the next page; `null` on the last.
    pub next: Option<String>,
}

/// Audit entry: actor, time, action, and values before and after.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "operations.ts"))]
pub struct AuditEntry {
    /// Its id.
    pub id: String,
    /// UTC milliseconds.
    pub at: i64,
    /// The admin's email address.
    pub actor: String,
    /// The action.
    pub action: AuditAction,
    /// Id of the client, submission, mail or setting it is about.
    pub subject: String,
    /// Name of the subject at that time.
    pub subject_name: String,
    /// Field names with values before; empty if the subject has no fields.
    #[cfg_attr(feature = "ts", ts(type = "Record<string, unknown>"))]
    pub before: serde_json::Map<String, serde_json::Value>,
    /// Field names with values after.
    #[cfg_attr(feature = "ts", ts(type = "Record<string, unknown>"))]
    pub after: serde_json::Map<String, serde_json::Value>,
}

/// `GET /api/admin/settings`: every documented key. `PUT /api/admin/settings/{key}` with
/// [`SettingChange`] changes one (400 `invalid` with a text for `value`; 409 `changed_meanwhile` if
/// it changed since it was loaded); an empty value restores the default.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "operations.ts"))]
pub struct SettingSummary {
    /// `setting_key`.
    pub key: String,
    /// Display name.
    pub label: String,
    /// `setting_value`, or the default if there is no row.
    pub value: String,
    /// The default value.
    pub default: String,
    /// The description.
    pub description: String,
    /// Input type of the value.
    pub kind: SettingInput,
    /// Whether the value is the default.
    pub is_default: bool,
}

/// A setting's new value.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "operations.ts"))]
pub struct SettingChange {
    /// New value; empty for the default.
    pub value: String,
    /// Value that was loaded.
    pub loaded: String,
}
