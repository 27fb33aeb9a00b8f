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
    /// The address that they were made with.
    pub email: String,
}

/// `GET /api/admin/overview`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "operations.ts"))]
pub struct Overview {
    /// Jobs that wait or run.
    pub queue_depth: u32,
    /// When the oldest of them was created; `null` when there is none.
    pub oldest_job_at: Option<i64>,
    /// Failed deliveries by what went wrong, the most frequent first.
    pub failures: Vec<Cause>,
    /// How soon videos arrive.
    pub arrivals: Arrivals,
    /// Clients’ own drives, those in trouble first, at most 50 of them.
    pub drives: Vec<DriveState>,
    /// Mails that failed, by template.
    pub email_failures: Vec<Cause>,
    /// Mails that went out today, UTC.
    pub emails_today: u32,
    /// How many may; `null` where nobody knows.
    pub emails_a_day: Option<u32>,
    /// Submissions of all clients on each of the last 30 days on which there were some.
    pub days: Vec<Day>,
    /// Today, `yyyy-MM-dd` UTC.
    pub today: String,
    /// Each schedule with its last run.
    pub schedules: Vec<ScheduleRun>,
    /// Clients by status.
    pub clients: Vec<Cause>,
    /// Alerts that are not over, and the last ones that are, newest first, at most 20.
    pub alerts: Vec<AlertSummary>,
}

/// Something that admins were told of by mail.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "operations.ts"))]
pub struct AlertSummary {
    /// Its id.
    pub id: String,
    /// Its subject.
    pub cause: AlertCause,
    /// The same for people.
    pub title: String,
    /// The finding that raised it.
    pub detail: String,
    /// UTC milliseconds.
    pub began_at: i64,
    /// UTC milliseconds; `null` while it is not over.
    pub ended_at: Option<i64>,
    /// Why the automation address has not taken it, where it has not for good.
    pub forward_error: Option<String>,
}

/// `GET /api/admin/retention`: what is deleted within the next days, when and why. Nothing is deleted by asking.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "operations.ts"))]
pub struct Retention {
    /// How many days are shown.
    pub days: u32,
    /// Every rule there is.
    pub rules: Vec<RetentionState>,
}

/// A rule, and what goes by it soon.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "operations.ts"))]
pub struct RetentionState {
    /// Which.
    pub rule: RetentionRule,
    /// How long it keeps things: `6 months`.
    pub period: String,
    /// Next deletions, soonest first, at most 100.
    pub entries: Vec<RetentionEntry>,
    /// Whether more follow.
    pub more: bool,
}

/// Something that is going to be deleted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "operations.ts"))]
pub struct RetentionEntry {
    /// Its id.
    pub id: String,
    /// Whose it is; `null` where it is nobody's.
    pub company_name: Option<String>,
    /// Since when it is kept, UTC milliseconds.
    pub since: i64,
    /// When it goes, UTC milliseconds.
    pub ends_at: i64,
    /// When its business was told, UTC milliseconds; `null` where it was not yet, or is not told of such.
    pub told_at: Option<i64>,
}

/// How long the newest deliveries, at most 200, took from acceptance on, in milliseconds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "operations.ts"))]
pub struct Arrivals {
    /// How many are counted.
    pub count: u32,
    /// Half of them arrived within so long; `null` without any.
    pub p50_ms: Option<i64>,
    /// 95 of 100 did.
    pub p95_ms: Option<i64>,
}

/// How a business's drive does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "operations.ts"))]
pub struct DriveState {
    /// The connection's id.
    pub id: String,
    /// Whose it is.
    pub client_id: String,
    /// Its name.
    pub company_name: String,
    /// The provider.
    pub provider: DriveProvider,
    /// The folder, as the provider's API names it.
    pub address: String,
    /// The name that signs in; empty where a token alone does.
    pub account: String,
    /// Whether it is a folder in the product's own account.
    #[serde(deserialize_with = "flag")]
    pub is_platform: bool,
    /// How many videos it holds.
    pub videos: u32,
    /// When its last video arrived; UTC milliseconds. Test files do not count.
    pub last_video_at: Option<i64>,
    /// The problem.
    pub fault: Option<String>,
    /// Since when; UTC milliseconds.
    pub fault_at: Option<i64>,
    /// Since when it has been nearly full; UTC milliseconds.
    pub nearly_full_at: Option<i64>,
}

/// A cause, a template or a status, and how often.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "operations.ts"))]
#[allow(missing_docs)] // they are their names
pub struct Cause {
    pub name: String,
    pub count: u32,
}

/// A day's submissions.
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
    /// The same for people.
    pub title: String,
    /// How often it should run, in words.
    pub pace: String,
    /// UTC milliseconds; `null` when it never ran.
    pub ran_at: Option<i64>,
    /// Whether it went well.
    pub ok: bool,
    /// Result or error, with counts in words.
    pub result: String,
}

/// `GET /api/admin/emails?q=…&status=…&before=…`: newest first, 50 to a page. `POST /api/admin/emails/{id}/resend`
/// queues one again: 409 `email_in_flight` while it is on its way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "operations.ts"))]
pub struct EmailPage {
    /// The mails.
    pub emails: Vec<EmailSummary>,
    /// Cursor of the next page; `null` on the last.
    pub next: Option<String>,
}

/// One mail. Nothing in it is secret: links are made when a mail is sent, and are kept without what they open.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "operations.ts"))]
#[allow(missing_docs)] // they are their names
pub struct EmailSummary {
    pub id: String,
    pub template: EmailTemplate,
    pub recipient: String,
    pub status: EmailStatus,
    pub error_message: Option<String>,
    /// A crash may have sent it twice.
    #[serde(deserialize_with = "flag")]
    pub maybe_sent_twice: bool,
    pub created_at: i64,
    pub sent_at: Option<i64>,
    /// As it was sent last; `null` before that.
    pub subject: Option<String>,
    /// The text without what its links open; `null` where it was not sent, or is not kept.
    pub text: Option<String>,
    /// The client that it went to or was about, where there is one.
    pub client_id: Option<String>,
    pub company_name: Option<String>,
}

/// `GET /api/admin/audit?subject=…&q=…&action=…&from=…&to=…&before=…`: newest first, 50 to a page. `subject` is an id, `q`
/// looks in who did it and in the names of what it was done to, `action` is one of the actions below, and `from` and
/// `to` are UTC dates, `yyyy-MM-dd`, both included. What is no date counts as none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "operations.ts"))]
pub struct AuditPage {
    /// One page of them.
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
    /// The admin's address.
    pub actor: String,
    /// The action.
    pub action: AuditAction,
    /// The client, submission, mail or setting it is about.
    pub subject: String,
    /// The name of it, as it was then.
    pub subject_name: String,
    /// Field name to value before; empty for what has no fields.
    #[cfg_attr(feature = "ts", ts(type = "Record<string, unknown>"))]
    pub before: serde_json::Map<String, serde_json::Value>,
    /// Field name to value after.
    #[cfg_attr(feature = "ts", ts(type = "Record<string, unknown>"))]
    pub after: serde_json::Map<String, serde_json::Value>,
}

/// `GET /api/admin/settings`: every documented key. `PUT /api/admin/settings/{key}` with [`SettingChange`] changes
/// one (400 `invalid` with a text for `value`; 409 `changed_meanwhile` when it is no longer the one that was loaded);
/// an empty value sets it back to its default.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "operations.ts"))]
pub struct SettingSummary {
    /// `setting_key`.
    pub key: String,
    /// Its name.
    pub label: String,
    /// `setting_value`, or the default where there is no row.
    pub value: String,
    /// The default value.
    pub default: String,
    /// The description.
    pub description: String,
    /// How its value is typed.
    pub kind: SettingInput,
    /// Whether the value is the default.
    pub is_default: bool,
}

/// A setting's new value.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "operations.ts"))]
pub struct SettingChange {
    /// Empty for the default.
    pub value: String,
    /// The value that was shown.
    pub loaded: String,
}
