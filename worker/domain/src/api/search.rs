//! One search of the admin area, and the timeline of what it finds. Every call needs an admin's session; times are UTC milliseconds.

use serde::{Deserialize, Serialize};

use crate::string_enum::string_enum;

string_enum! {
    /// The kinds of things that a search of the admin area finds.
    SearchKind {
        /// A video that was accepted.
        Submission = "submission",
        /// A video that was refused, or whose upload was not finished.
        Attempt = "attempt",
        /// A video on its way.
        Upload = "upload",
        /// A video that was erased.
        Erasure = "erasure",
        /// A business.
        Client = "client",
        /// A partner.
        Partner = "partner",
        /// A payment of a subscription's month.
        Payment = "payment",
        /// A payment for more credits.
        TopUp = "top-up",
        /// A mail.
        Mail = "mail",
    }
}

string_enum! {
    /// The meaning of a timeline's step for somebody who waits for something.
    StepTone {
        /// A fact.
        Plain = "plain",
        /// It went well.
        Good = "good",
        /// It waits.
        Waiting = "waiting",
        /// It went wrong.
        Bad = "bad",
    }
}

/// `GET /api/admin/search?q=…`: a few hits of each kind, newest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "operations.ts"))]
pub struct SearchResults {
    /// The hits, newest first; exact ones before others.
    pub hits: Vec<SearchHit>,
    /// An explanation where there are none.
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
    /// A line that tells it from others of its name.
    pub detail: String,
    /// When it came or was made.
    pub at: i64,
}

/// `GET /api/admin/timeline/{kind}/{id}`: what became of something.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "operations.ts"))]
pub struct Timeline {
    /// Its kind.
    pub kind: SearchKind,
    /// Its id.
    pub id: String,
    /// Its name.
    pub title: String,
    /// Its outcome in a sentence or two.
    pub answer: String,
    /// Whether that is good news.
    pub tone: StepTone,
    /// The steps, oldest first.
    pub steps: Vec<TimelineStep>,
    /// The client it belongs to.
    pub client_id: Option<String>,
    /// And its name.
    pub company_name: Option<String>,
}

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "operations.ts"))]
pub struct TimelineStep {
    /// When.
    pub at: i64,
    /// The event in a few words.
    pub text: String,
    /// More about it.
    pub detail: Option<String>,
    /// Its meaning.
    pub tone: StepTone,
}

impl TimelineStep {
    /// A step.
    #[must_use]
    pub fn new(at: i64, tone: StepTone, text: impl Into<String>) -> Self {
        Self { at, text: text.into(), detail: None, tone }
    }

    /// The same with more about it.
    #[must_use]
    pub fn with(self, detail: impl Into<String>) -> Self {
        let detail: String = detail.into();
        Self { detail: Some(detail).filter(|text| !text.is_empty()), ..self }
    }
}
