//! Admin search, and timelines of its hits. Every call needs an admin's session; times are UTC
//! milliseconds.

use serde::{Deserialize, Serialize};

use crate::string_enum::string_enum;

string_enum! {
    /// Kind of a search hit.
    SearchKind {
        /// An accepted video.
        Submission = "submission",
        /// A rejected video or unfinished upload.
        Attempt = "attempt",
        /// An upload in progress.
        Upload = "upload",
        /// An erased video.
        Erasure = "erasure",
        /// A business.
        Client = "client",
        /// A partner.
        Partner = "partner",
        /// A monthly payment of a subscription.
        Payment = "payment",
        /// A payment for extra credits.
        TopUp = "top-up",
        /// A mail.
        Mail = "mail",
    }
}

string_enum! {
    /// Meaning of a timeline step for its readers.
    StepTone {
        /// Neutral.
        Plain = "plain",
        /// Success.
        Good = "good",
        /// Pending.
        Waiting = "waiting",
        /// Failure.
        Bad = "bad",
    }
}

/// `GET /api/admin/search?q=…`: some hits of each kind, newest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "operations.ts"))]
pub struct SearchResults {
    /// Exact hits first, then newest first.
    pub hits: Vec<SearchHit>,
    /// Advice if there are no hits.
    pub advice: Option<String>,
}

/// A hit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "operations.ts"))]
pub struct SearchHit {
    /// Its kind.
    pub kind: SearchKind,
    /// Its id.
    pub id: String,
    /// Its name.
    pub title: String,
    /// Distinguishes hits with the same name.
    pub detail: String,
    /// When it arrived or was created.
    pub at: i64,
}

/// `GET /api/admin/timeline/{kind}/{id}`: the history of a hit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "operations.ts"))]
pub struct Timeline {
    /// Its kind.
    pub kind: SearchKind,
    /// Its id.
    pub id: String,
    /// Its name.
    pub title: String,
    /// Outcome in a sentence or two.
    pub answer: String,
    /// Whether the outcome is good.
    pub tone: StepTone,
    /// The steps, oldest first.
    pub steps: Vec<TimelineStep>,
    /// The client it belongs to.
    pub client_id: Option<String>,
    /// Name of that client.
    pub company_name: Option<String>,
}

/// An event in a timeline.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "operations.ts"))]
pub struct TimelineStep {
    /// When it happened.
    pub at: i64,
    /// The event in a few words.
    pub text: String,
    /// Details.
    pub detail: Option<String>,
    /// Meaning.
    pub tone: StepTone,
}

impl TimelineStep {
    /// Creates a step.
    #[must_use]
    pub fn new(at: i64, tone: StepTone, text: impl Into<String>) -> Self {
        Self { at, text: text.into(), detail: None, tone }
    }

    /// Adds details.
    #[must_use]
    pub fn with(self, detail: impl Into<String>) -> Self {
        let detail: String = detail.into();
        Self { detail: Some(detail).filter(|text| !text.is_empty()), ..self }
    }
}
