//! Transcripts of a client's submissions.

use serde::{Deserialize, Serialize};

use crate::transcript::cues::Cue;
use crate::transcript::cuts::CueCuts;
use crate::transcript::quote::{Quote, WordRange};
use crate::transcript::{TranscriptObstacle, TranscriptStatus, Word};

/// `GET /api/client/{client}/submissions/{id}/transcript`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "transcripts.ts"))]
pub struct TranscriptView {
    /// Why the film is not transcribed by itself; `null` if it is.
    pub obstacle: Option<TranscriptObstacle>,
    /// Its state; `null` if there is none.
    pub status: Option<TranscriptStatus>,
    /// Why it could not be made, in a sentence.
    pub reason: Option<String>,
    /// BCP 47 primary tag.
    pub language: String,
    /// Words in order.
    pub words: Vec<Word>,
    /// Captions in order.
    pub cues: Vec<CueView>,
    /// The places where captions begin and do not, as the business wants it.
    pub cuts: CueCuts,
    /// The quote; `null` if there is none.
    pub quote: Option<Quote>,
    /// Words of the quote.
    pub quote_text: Option<String>,
    /// Version to send with a change; 0 if there is no transcript.
    pub version: u32,
    /// When it was made, UTC milliseconds.
    pub made_at: Option<i64>,
    /// When the business confirmed the captions, UTC milliseconds; until then they are labelled.
    pub checked_at: Option<i64>,
}

/// A caption.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "transcripts.ts"))]
pub struct CueView {
    /// Milliseconds from the start of the film.
    pub start_ms: u32,
    /// Milliseconds from the start of the film.
    pub end_ms: u32,
    /// Its words.
    pub range: WordRange,
    /// One or two lines of text.
    pub lines: Vec<String>,
}

impl From<Cue> for CueView {
    fn from(Cue { start_ms, end_ms, words, lines }: Cue) -> Self {
        let index = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        Self { start_ms, end_ms, range: WordRange { first: index(words.start), end: index(words.end) }, lines }
    }
}

/// `PUT /api/client/{client}/submissions/{id}/transcript`. 400 `invalid` with `fields`: a text of more than 2,000 words, or
/// an unknown language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "transcripts.ts"))]
pub struct TranscriptChange {
    /// The whole text.
    pub text: String,
    /// Language tag; `null` leaves it.
    pub language: Option<String>,
    /// The version that was edited.
    pub version: u32,
}

/// `PUT /api/client/{client}/submissions/{id}/transcript/cues`. 400 `invalid` with `fields`: a place that is not between
/// two words, or in both lists.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "transcripts.ts"))]
pub struct CueChange {
    /// The places where captions begin and do not.
    pub cuts: CueCuts,
    /// The version whose words they are.
    pub version: u32,
}

/// `PUT /api/client/{client}/submissions/{id}/transcript/quote`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "transcripts.ts"))]
pub struct QuoteChange {
    /// One or two ranges of words; none removes the quote.
    pub ranges: Vec<WordRange>,
    /// The version that they are of.
    pub version: u32,
}

/// `PUT /api/client/{client}/submissions/{id}/transcript/check`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "transcripts.ts"))]
pub struct CheckChange {
    /// Whether the captions are checked.
    pub is_checked: bool,
    /// The version that was checked.
    pub version: u32,
}

/// `PATCH /api/client/{client}/transcription`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "transcripts.ts"))]
pub struct Transcription {
    /// Whether new submissions are transcribed.
    pub transcribes: bool,
}
