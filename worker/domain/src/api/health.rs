//! Health of the deployment, for outside monitors, for admins, and for the deployment script.

use serde::{Deserialize, Serialize};

use crate::email::EmailStatus;
use crate::string_enum::string_enum;

/// `GET /api/health`: 200, or for the public 503 if something fails.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "operations.ts"))]
pub struct Health {
    /// Whether database and bucket answer, jobs move and schedules run.
    pub ok: bool,
    /// For admins and the deployment of this version only.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub details: Option<HealthDetails>,
}

/// The results of each check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "operations.ts"))]
pub struct HealthDetails {
    /// The deployed version.
    pub version: String,
    /// All checks.
    pub checks: Vec<HealthCheck>,
    /// The most recently requested round trip.
    pub round_trip: Option<RoundTrip>,
}

/// A health check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "operations.ts"))]
pub struct HealthCheck {
    /// Checked part.
    pub part: HealthPart,
    /// Whether it works.
    pub ok: bool,
    /// Explanation; may be empty.
    pub detail: String,
}

string_enum! {
    /// Checked part.
    HealthPart {
        /// The database.
        Database = "database",
        /// The bucket.
        Bucket = "bucket",
        /// Progress of jobs.
        Jobs = "jobs",
        /// Runs of schedules.
        Schedules = "schedules",
        /// Delivery of the newest mails. Not part of `ok`: an address that rejects mail is not our fault.
        Mail = "mail",
    }
}

/// A round trip requested by `POST /api/health`: a job that sends a mail.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "operations.ts"))]
pub struct RoundTrip {
    /// Its id.
    pub id: String,
    /// UTC milliseconds.
    pub asked_at: i64,
    /// Whether its job has run, which proves the queue.
    pub job_ran: bool,
    /// Delivery status of the mail.
    pub mail: EmailStatus,
    /// Why the mail failed.
    pub error: Option<String>,
}
