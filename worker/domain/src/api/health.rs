//! Whether the deployment works, for whoever looks from outside, for admins, and for the deployment itself.

use serde::{Deserialize, Serialize};

use crate::email::EmailStatus;
use crate::string_enum::string_enum;

/// `GET /api/health`: 200; for the public 503 where it does not work.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "operations.ts"))]
pub struct Health {
    /// Whether database and bucket answer, jobs move and schedules run.
    pub ok: bool,
    /// For admins, and for the deployment that made this version.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub details: Option<HealthDetails>,
}

/// The results of each check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "operations.ts"))]
pub struct HealthDetails {
    /// The version that is deployed.
    pub version: String,
    /// Each look.
    pub checks: Vec<HealthCheck>,
    /// The newest round trip that was asked for.
    pub round_trip: Option<RoundTrip>,
}

/// One look.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "operations.ts"))]
pub struct HealthCheck {
    /// At what.
    pub part: HealthPart,
    /// Whether it works.
    pub ok: bool,
    /// A sentence where there is something to say.
    pub detail: String,
}

string_enum! {
    /// The subject of the check.
    HealthPart {
        /// The database.
        Database = "database",
        /// The bucket.
        Bucket = "bucket",
        /// Whether jobs move.
        Jobs = "jobs",
        /// Whether schedules run.
        Schedules = "schedules",
        /// Whether the newest mails went out. It is no part of `ok`: an address that refuses mail is no fault of ours.
        Mail = "mail",
    }
}

/// A mail that was asked for by `POST /api/health`: a job that carried it, and what became of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "operations.ts"))]
pub struct RoundTrip {
    /// Its id.
    pub id: String,
    /// UTC milliseconds.
    pub asked_at: i64,
    /// Whether its job has run: the queue delivers.
    pub job_ran: bool,
    /// Whether the mail has left.
    pub mail: EmailStatus,
    /// Why it has not.
    pub error: Option<String>,
}
