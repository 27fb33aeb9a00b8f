//! Quotes: excerpts of a transcript.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::Transcript;
use super::language::is_unspaced;
use super::words::join;

/// Most stretches of a quote.
const MAX_RANGES: usize = 2;

/// Consecutive words of a transcript, by their index.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "transcript.ts"))]
pub struct WordRange {
    /// The first word.
    pub first: u32,
    /// The word after the last.
    pub end: u32,
}

impl WordRange {
    /// Returns its indices.
    #[must_use]
    pub const fn words(self) -> Range<usize> {
        self.first as usize..self.end as usize
    }
}

/// One or two stretches of a transcript's own words. It stores no text, so it cannot say anything else (INV66).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "transcript.ts"))]
pub struct Quote {
    ranges: Vec<WordRange>,
}

impl Quote {
    /// Makes a quote of stretches in any order; those that touch become one. `None` if there are none or too many, or if
    /// one is empty or not of this transcript.
    #[must_use]
    pub fn of(mut stretches: Vec<Range<usize>>, transcript: &Transcript) -> Option<Self> {
        stretches.sort_by_key(|words| words.start);
        let mut ranges: Vec<WordRange> = Vec::new();
        for words in stretches {
            transcript.words.get(words.clone()).filter(|words| !words.is_empty())?;
            let (first, end) = (u32::try_from(words.start).ok()?, u32::try_from(words.end).ok()?);
            match ranges.last_mut().filter(|last| first <= last.end) {
                Some(last) => last.end = last.end.max(end),
                None => ranges.push(WordRange { first, end }),
            }
        }
        (1..=MAX_RANGES).contains(&ranges.len()).then_some(Self { ranges })
    }

    /// Its stretches, in order.
    #[must_use]
    pub fn ranges(&self) -> &[WordRange] {
        &self.ranges
    }

    /// Returns its words, with `…` where it leaves some out; `None` if it is not of this transcript.
    #[must_use]
    pub fn text(&self, transcript: &Transcript) -> Option<String> {
        let ranges = self.ranges.iter().map(|range| range.words()).collect();
        let checked = Self::of(ranges, transcript)?;
        let stretch = |range: &WordRange| Some(join(transcript.words.get(range.words())?, &transcript.language));
        let stretches: Option<Vec<String>> = checked.ranges.iter().map(stretch).collect();
        Some(stretches?.join(if is_unspaced(&transcript.language) { "…" } else { " … " }))
    }

    /// Returns where it begins in the film, in milliseconds.
    #[must_use]
    pub fn start_ms(&self, transcript: &Transcript) -> Option<u32> {
        Some(transcript.words.get(self.ranges.first()?.words().start)?.start_ms)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transcript::edit::edit;

    fn transcript(language: &str, text: &str) -> Transcript {
        let empty = Transcript { language: language.to_owned(), words: Vec::new() };
        edit(&empty, text, 10_000).expect("short text").transcript
    }

    #[test]
    fn inv66_a_quote_is_one_or_two_stretches_of_the_words() {
        let words = transcript("en", "We love it, all of us.");
        let text = |ranges: &[(usize, usize)]| {
            let stretches = ranges.iter().map(|(first, end)| *first..*end);
            Quote::of(stretches.collect(), &words)?.text(&words)
        };
        assert_eq!(text(&[(1, 3)]).as_deref(), Some("love it,"));
        assert_eq!(text(&[(3, 6), (0, 2)]).as_deref(), Some("We love … all of us."));
        assert_eq!(text(&[(0, 2), (2, 3)]).as_deref(), Some("We love it,"));
        assert_eq!(text(&[(0, 3), (1, 2)]).as_deref(), Some("We love it,"));
        for none in [&[][..], &[(2, 2)], &[(4, 7)], &[(3, 2)], &[(0, 1), (2, 3), (4, 5)]] {
            assert_eq!(text(none), None, "{none:?}");
        }
        let japanese = transcript("ja", "とても便利です");
        let quote = Quote::of(vec![0..3, 5..7], &japanese).and_then(|quote| quote.text(&japanese));
        assert_eq!(quote.as_deref(), Some("とても…です"));
    }

    #[test]
    fn cap07_a_quote_leads_to_its_second_of_the_film() {
        let words = transcript("en", "aa bb cc dd");
        let quote = Quote::of(vec![3..4, 1..2], &words).expect("a quote");
        assert_eq!(quote.start_ms(&words), Some(2500));
    }

    #[test]
    fn inv66_a_stored_quote_of_another_transcript_says_nothing() {
        let stored: Quote = serde_json::from_str(r#"{"ranges":[{"first":1,"end":9}]}"#).expect("a quote");
        assert_eq!(stored.text(&transcript("en", "We love it.")), None);
    }
}
