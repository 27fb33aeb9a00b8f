//! Transcripts: the words of a film with their times, and what is made of them.

use serde::{Deserialize, Serialize};

use crate::consent::{Use, permits};
use crate::string_enum::string_enum;

pub mod cues;
pub mod cuts;
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

/// Language of our pages as a BCP 47 primary tag, which customers are therefore asked in.
pub const PAGE_LANGUAGE: &str = "en";

/// Price of a minute at Workers AI, in millionths of a dollar
/// (<https://developers.cloudflare.com/workers-ai/models/whisper-large-v3-turbo/>).
const MINUTE_MICRODOLLARS: u64 = 510;

/// Returns the price of transcribing a film at Workers AI, in millionths of a dollar (CAP08).
#[must_use]
pub fn price_microdollars(film_ms: u64) -> u32 {
    u32::try_from(film_ms.saturating_mul(MINUTE_MICRODOLLARS).div_ceil(60_000)).unwrap_or(u32::MAX)
}

string_enum! {
    /// State of a transcript.
    TranscriptStatus {
        /// A job will transcribe the film.
        Waiting = "waiting",
        /// It has words.
        Done = "done",
        /// Nobody speaks in the film.
        Silent = "silent",
        /// The film could not be transcribed.
        Failed = "failed",
    }
}

string_enum! {
    /// Why a film is not transcribed.
    TranscriptObstacle {
        /// The customer has withdrawn the consent.
        Withdrawn = "withdrawn",
        /// The customer agreed to an older version of the texts.
        Consent = "consent",
        /// The deployment has no engine.
        NotSetUp = "not-set-up",
        /// The business has switched it off.
        SwitchedOff = "switched-off",
    }
}

/// The facts on which it depends whether a film is transcribed.
#[derive(Debug, Clone, Copy)]
pub struct Facts<'a> {
    /// Version of the newest consent.
    pub consent_version: &'a str,
    /// Whether the consent was withdrawn.
    pub is_withdrawn: bool,
    /// Whether the deployment has an engine.
    pub is_set_up: bool,
    /// Whether the business wants transcripts.
    pub is_switched_on: bool,
}

/// Returns the first reason why a film is not transcribed (CAP01).
#[must_use]
pub fn obstacle(facts: &Facts<'_>) -> Option<TranscriptObstacle> {
    if facts.is_withdrawn {
        Some(TranscriptObstacle::Withdrawn)
    } else if !permits(facts.consent_version, Use::Edit) {
        Some(TranscriptObstacle::Consent)
    } else if !facts.is_set_up {
        Some(TranscriptObstacle::NotSetUp)
    } else if !facts.is_switched_on {
        Some(TranscriptObstacle::SwitchedOff)
    } else {
        None
    }
}

impl TranscriptObstacle {
    /// Whether it forbids a transcript that somebody types, too.
    #[must_use]
    pub const fn forbids_captions(self) -> bool {
        matches!(self, Self::Withdrawn | Self::Consent)
    }
}

/// The words that are said in a film.
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

    /// Returns it with all times later: of a sound that begins after its film.
    #[must_use]
    pub fn later(mut self, ms: u32) -> Self {
        for word in &mut self.words {
            word.start_ms = word.start_ms.saturating_add(ms);
            word.end_ms = word.end_ms.saturating_add(ms);
        }
        self
    }
}
