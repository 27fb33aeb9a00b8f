//! Turns edited text into words, keeping the times of those that were not touched.

use std::ops::Range;

use super::cuts::CueCuts;
use super::quote::Quote;
use super::words::{split, spread, width};
use super::{Transcript, Word};
use crate::limits::{MAX_TRANSCRIPT_WORDS, MAX_WORD_CHARACTERS};
use crate::text;

/// Time that an inserted character takes at most: 14 a second, a usual rate of speech.
const INSERTED_CHARACTER_MS: u32 = 70;

/// An edited transcript.
#[derive(Debug)]
pub struct Edit {
    /// The transcript after the edit.
    pub transcript: Transcript,
    /// For each word of before, the words that replaced it; empty if it was deleted.
    replacements: Vec<Range<usize>>,
}

impl Edit {
    /// Returns a quote of the earlier transcript as one of this; `None` if all of its words were deleted (INV66).
    #[must_use]
    pub fn quote(&self, quote: &Quote) -> Option<Quote> {
        let moved = quote.ranges().iter().filter_map(|range| {
            let mut words = self.replacements.get(range.words())?.iter().filter(|words| !words.is_empty());
            let first = words.next()?;
            Some(first.start..words.next_back().unwrap_or(first).end)
        });
        Quote::of(moved.collect(), &self.transcript)
    }

    /// Returns the wishes for captions of the earlier transcript as ones of this.
    #[must_use]
    pub fn cuts(&self, cuts: &CueCuts) -> CueCuts {
        let now = |word: usize| self.replacements.get(word).filter(|words| !words.is_empty()).map(|words| words.start);
        cuts.moved(self.transcript.words.len(), now)
    }
}

/// Applies an edited text to a transcript (CAP05). Words that are in both keep their times exactly. A replacement shares the
/// time of what it replaces; an insertion gets the pause that it is in, if there is one.
///
/// # Errors
/// The text is too long.
pub fn edit(transcript: &Transcript, text: &str, film_ms: u32) -> Result<Edit, &'static str> {
    let pieces = split(text, &transcript.language);
    let is_too_long = |piece: &super::words::Piece| piece.text.chars().count() > MAX_WORD_CHARACTERS;
    if pieces.len() > MAX_TRANSCRIPT_WORDS || pieces.iter().any(is_too_long) {
        return Err(text::TOO_LONG);
    }
    let new: Vec<&str> = pieces.iter().map(|piece| piece.text.as_str()).collect();
    let old: Vec<&str> = transcript.words.iter().map(|word| word.text.as_str()).collect();
    let mut words: Vec<Word> = Vec::with_capacity(new.len());
    let mut replacements: Vec<Range<usize>> = Vec::with_capacity(old.len());
    // Changes stand before each common word, and before the end.
    let end = (old.len(), new.len());
    for (old_at, new_at) in common(&old, &new).into_iter().chain([end]) {
        let replaced = transcript.words.get(replacements.len()..old_at).unwrap_or_default();
        let typed = new.get(words.len()..new_at).unwrap_or_default();
        let kept = transcript.words.get(old_at);
        replacements.extend(shares(replaced.len(), words.len()..new_at));
        let spans = if replaced.is_empty() {
            let after = words.last().map(|word| word.end_ms);
            spread(typed, pause(typed, after, kept.map(|word| word.start_ms), film_ms))
        } else {
            replaced_spans(replaced, typed)
        };
        for (text, (start_ms, end_ms)) in typed.iter().zip(spans) {
            words.push(Word { text: (*text).to_owned(), start_ms, end_ms, probability: None });
        }
        if let Some(kept) = kept {
            replacements.push(words.len()..words.len().saturating_add(1));
            words.push(kept.clone());
        }
    }
    let transcript = Transcript { language: transcript.language.clone(), words };
    Ok(Edit { transcript, replacements })
}

/// Returns the times of words that replace others: word by word if they are as many, otherwise spread.
fn replaced_spans(replaced: &[Word], typed: &[&str]) -> Vec<(u32, u32)> {
    if replaced.len() == typed.len() {
        return replaced.iter().map(|word| (word.start_ms, word.end_ms)).collect();
    }
    let from = replaced.first().map_or(0, |word| word.start_ms);
    spread(typed, (from, replaced.last().map_or(from, |word| word.end_ms)))
}

/// Returns the time of inserted words: the whole film if nothing else is said, otherwise as much of the pause as they need,
/// beside the word before or, if there is none, the word after.
fn pause(typed: &[&str], after: Option<u32>, before: Option<u32>, film_ms: u32) -> (u32, u32) {
    let width: u32 = typed.iter().map(|text| width(text)).fold(0, u32::saturating_add);
    let needed = width.saturating_mul(INSERTED_CHARACTER_MS);
    match (after, before) {
        (None, None) => (0, film_ms),
        (None, Some(before)) => (before.saturating_sub(needed), before),
        (Some(after), before) => {
            let end = before.unwrap_or_else(|| film_ms.max(after));
            (after, after.saturating_add(needed).min(end))
        }
    }
}

/// Returns for each of `count` replaced words the words that replaced it. Of fewer or more it has its share, so that a
/// quote of a part of them follows.
fn shares(count: usize, typed: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let (start, length) = (typed.start, typed.len());
    let scaled = move |of: usize| of.saturating_mul(length);
    (0..count).map(move |at| {
        let first = scaled(at).checked_div(count).unwrap_or(0);
        let end = scaled(at.saturating_add(1)).div_ceil(count.max(1));
        start.saturating_add(first)..start.saturating_add(end)
    })
}

/// Returns the places of the words of a longest common subsequence in both.
fn common(old: &[&str], new: &[&str]) -> Vec<(usize, usize)> {
    let same_start = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let (old_rest, new_rest) = (old.get(same_start..).unwrap_or_default(), new.get(same_start..).unwrap_or_default());
    let same_end = old_rest.iter().rev().zip(new_rest.iter().rev()).take_while(|(a, b)| a == b).count();
    let changed = |words: &[&str]| words.len().saturating_sub(same_end);
    let (old_changed, new_changed) = (changed(old_rest), changed(new_rest));
    let old_middle = old_rest.get(..old_changed).unwrap_or_default();
    let new_middle = new_rest.get(..new_changed).unwrap_or_default();

    let mut pairs: Vec<(usize, usize)> = (0..same_start).map(|at| (at, at)).collect();
    let shifted = |(a, b): (usize, usize)| (a.saturating_add(same_start), b.saturating_add(same_start));
    pairs.extend(subsequence(old_middle, new_middle).into_iter().map(shifted));
    let ends = (0..same_end).map(|at| (old_changed.saturating_add(at), new_changed.saturating_add(at)));
    pairs.extend(ends.map(shifted));
    pairs
}

/// The textbook algorithm: `rows[a][b]` is the length for the words from `a` and `b` on. Transcripts are short.
fn subsequence(old: &[&str], new: &[&str]) -> Vec<(usize, usize)> {
    let get = |row: &[u16], at: usize| row.get(at).copied().unwrap_or(0);
    let mut rows: Vec<Vec<u16>> = vec![vec![0; new.len().saturating_add(1)]];
    for word in old.iter().rev() {
        let mut row = vec![0; new.len().saturating_add(1)];
        let mut right = 0;
        for (at, (cell, other)) in row.iter_mut().zip(new).enumerate().rev() {
            let below = rows.last().map_or(&[][..], Vec::as_slice);
            right = if word == other {
                get(below, at.saturating_add(1)).saturating_add(1)
            } else {
                get(below, at).max(right)
            };
            *cell = right;
        }
        rows.push(row);
    }
    rows.reverse();
    let length = |a: usize, b: usize| rows.get(a).map_or(0, |row| get(row, b));
    let (mut a, mut b) = (0, 0);
    let mut pairs = Vec::new();
    while let (Some(word), Some(other)) = (old.get(a), new.get(b)) {
        let (next_a, next_b) = (a.saturating_add(1), b.saturating_add(1));
        if word == other {
            pairs.push((a, b));
            (a, b) = (next_a, next_b);
        } else if length(next_a, b) >= length(a, next_b) {
            a = next_a;
        } else {
            b = next_b;
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn transcript(words: &[(&str, u32, u32)]) -> Transcript {
        let word = |(text, start_ms, end_ms): &(&str, u32, u32)| Word {
            text: (*text).to_owned(),
            start_ms: *start_ms,
            end_ms: *end_ms,
            probability: Some(50),
        };
        Transcript { language: "en".to_owned(), words: words.iter().map(word).collect() }
    }

    fn edited(text: &str) -> Vec<(String, u32, u32, bool)> {
        let before = transcript(&[
            ("I", 0, 200),
            ("love", 200, 600),
            ("say", 600, 800),
            ("so.", 800, 1000),
            ("Thanks", 2000, 2500),
        ]);
        let words = edit(&before, text, 5000).expect("short text").transcript.words;
        words.into_iter().map(|word| (word.text, word.start_ms, word.end_ms, word.probability.is_some())).collect()
    }

    fn word(text: &str, start: u32, end: u32, is_kept: bool) -> (String, u32, u32, bool) {
        (text.to_owned(), start, end, is_kept)
    }

    #[test]
    fn cap05_a_replaced_word_has_its_predecessors_time_and_is_certain() {
        let words = edited("I adore say so. Thanks");
        assert_eq!(words[..3], [word("I", 0, 200, true), word("adore", 200, 600, false), word("say", 600, 800, true)]);
        let joined = edited("I love Sayso. Thanks");
        assert_eq!(
            joined[1..],
            [word("love", 200, 600, true), word("Sayso.", 600, 1000, false), word("Thanks", 2000, 2500, true)]
        );
        let split = edited("I really do love say so. Thanks");
        assert_eq!(
            split[1..4],
            [word("really", 200, 200, false), word("do", 200, 200, false), word("love", 200, 600, true)]
        );
    }

    #[test]
    fn cap05_an_inserted_word_gets_the_pause_and_a_deleted_one_leaves_it() {
        let inserted = edited("I love say so. Many Thanks");
        assert_eq!(inserted[4], word("Many", 1000, 1280, false));
        let appended = edited("I love say so. Thanks again, everybody!");
        assert_eq!(appended[5..], [word("again,", 2500, 2920, false), word("everybody!", 2920, 3620, false)]);
        let deleted = edited("I love so. Thanks");
        assert_eq!(
            deleted[1..],
            [word("love", 200, 600, true), word("so.", 800, 1000, true), word("Thanks", 2000, 2500, true)]
        );
        assert!(edited(" \n ").is_empty());
    }

    #[test]
    fn cap05_what_is_typed_for_an_empty_transcript_is_spread_over_the_film() {
        let typed = edit(&transcript(&[]), "Well done", 4000).expect("short text").transcript.words;
        assert_eq!(
            typed.iter().map(|word| (word.start_ms, word.end_ms)).collect::<Vec<_>>(),
            [(0, 2000), (2000, 4000)]
        );
    }

    #[test]
    fn cap05_a_text_beyond_the_bounds_is_refused() {
        assert_eq!(edit(&transcript(&[]), &"a ".repeat(MAX_TRANSCRIPT_WORDS + 1), 1).err(), Some(text::TOO_LONG));
        assert_eq!(edit(&transcript(&[]), &"a".repeat(MAX_WORD_CHARACTERS + 1), 1).err(), Some(text::TOO_LONG));
    }

    #[test]
    fn inv66_a_quote_follows_its_words_and_ends_with_them() {
        let before = transcript(&[("We", 0, 1), ("love", 1, 2), ("say", 2, 3), ("so,", 3, 4), ("really.", 4, 5)]);
        let quoted = |ranges: &[(usize, usize)], text: &str| {
            let stretches = ranges.iter().map(|(first, end)| *first..*end);
            let quote = Quote::of(stretches.collect(), &before).expect("a quote");
            let edit = edit(&before, text, 9).expect("short text");
            edit.quote(&quote).and_then(|quote| quote.text(&edit.transcript))
        };
        assert_eq!(quoted(&[(1, 4)], "Yes, we love Sayso, really.").as_deref(), Some("love Sayso,"));
        assert_eq!(quoted(&[(1, 3)], "We love Sayso, really.").as_deref(), Some("love Sayso,"));
        assert_eq!(quoted(&[(0, 1), (4, 5)], "We love say so, truly.").as_deref(), Some("We … truly."));
        assert_eq!(quoted(&[(0, 2), (4, 5)], "We love really.").as_deref(), Some("We love really."));
        assert_eq!(quoted(&[(0, 1), (4, 5)], "love say so, really.").as_deref(), Some("really."));
        assert_eq!(quoted(&[(1, 2)], "We say so, really."), None);
    }
}
