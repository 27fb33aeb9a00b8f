//! Transcripts: the words of a film with their times, and what is made of them.

use serde::{Deserialize, Serialize};

pub mod cues;
pub mod edit;
pub mod failure;
pub mod language;
mod layout;
pub mod quote;
pub mod vtt;
pub mod whisper;
pub mod words;

#[cfg(test)]
mod tests;

/// What was said in a film.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "transcript.ts"))]
pub struct Transcript {
    /// Language as a BCP 47 primary tag, such as `en`.
    pub language: String,
    /// Words in order; none overlaps another.
    pub words: Vec<Word>,
}

/// A word with the punctuation around it. In a language without spaces a character is a word.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "transcript.ts"))]
pub struct Word {
    /// The word.
    pub text: String,
    /// Milliseconds from the start of the film.
    pub start_ms: u32,
    /// Milliseconds from the start of the film. A word typed where nobody pauses has no duration.
    pub end_ms: u32,
    /// How sure the machine is, in percent; `null` if it does not say, or if somebody typed the word.
    #[serde(default)]
    pub probability: Option<u8>,
}

impl Transcript {
    /// Returns its text.
    #[must_use]
    pub fn text(&self) -> String {
        words::join(&self.words, &self.language)
    }
}
