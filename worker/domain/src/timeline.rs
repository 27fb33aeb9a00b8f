//! Timelines of the admin area: pure functions of database rows that tell a history in plain words.

pub mod account;
pub mod mail;
pub mod payment;
pub mod video;

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::api::search::{SearchKind, StepTone, Timeline, TimelineStep};

/// A database row by column name. All timelines share this type, because each further type costs
/// the Worker kilobytes.
#[derive(Debug, Clone, Default, Deserialize)]
pub struct Facts(Map<String, Value>);

/// Quotes the sentence a customer was shown; empty if there was none.
fn shown(sentence: &str) -> String {
    if sentence.is_empty() { String::new() } else { format!("The customer saw: “{sentence}”") }
}

impl Facts {
    /// Returns a text; empty if missing.
    #[must_use]
    pub fn text(&self, column: &str) -> &str {
        self.0.get(column).and_then(Value::as_str).unwrap_or_default()
    }

    /// Returns a text; `None` if missing or empty.
    #[must_use]
    pub fn some_text(&self, column: &str) -> Option<&str> {
        Some(self.text(column)).filter(|text| !text.is_empty())
    }

    /// Returns an integer, if present.
    #[must_use]
    pub fn number(&self, column: &str) -> Option<i64> {
        self.0.get(column).and_then(Value::as_i64)
    }

    /// Returns a non-negative integer, if present.
    #[must_use]
    pub fn count(&self, column: &str) -> Option<u64> {
        self.0.get(column).and_then(Value::as_u64)
    }

    /// Returns a time in UTC milliseconds; 0 if missing.
    #[must_use]
    pub fn at(&self, column: &str) -> i64 {
        self.number(column).unwrap_or_default()
    }

    /// Whether a flag is set.
    #[must_use]
    pub fn is(&self, column: &str) -> bool {
        self.number(column).is_some_and(|number| number != 0)
    }

    /// Builds a timeline, with the client named by the row.
    fn timeline(
        &self,
        kind: SearchKind,
        title: &str,
        (answer, tone): (String, StepTone),
        steps: Vec<TimelineStep>,
    ) -> Timeline {
        let mut steps = steps;
        steps.sort_by_key(|step| step.at);
        Timeline {
            kind,
            id: self.text("id").to_owned(),
            title: title.to_owned(),
            answer: answer.trim_end().to_owned(),
            tone,
            steps,
            client_id: self.some_text("client_id").map(str::to_owned),
            company_name: self.some_text("company_name").map(str::to_owned),
        }
    }
}
