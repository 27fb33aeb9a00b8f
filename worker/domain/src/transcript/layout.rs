//! The places where captions may be cut: the measures of a transcript's words and of the places between them.

use super::words::{is_seam, is_spaced, width};
use super::{Transcript, Word};

/// End of a sentence that another one follows in the same cue.
const SECOND_SENTENCE: u32 = 400;
/// Cut at the end of a clause.
const CUT_AT_CLAUSE: u32 = 300;
/// Cut within a clause, between phrases.
const CUT_AT_SEAM: u32 = 700;
/// Cut within a clause.
const CUT_IN_CLAUSE: u32 = 1000;
/// A cut at a pause of this length costs nothing.
const FREE_PAUSE_MS: u32 = 600;
/// Shorter pauses are none.
const HEARD_PAUSE_MS: u32 = 300;
/// A line break in a clause costs as much as lines that differ by so many characters.
const BREAK_IN_CLAUSE: u32 = 12;

/// Marks at the end of sentences.
const SENTENCE_MARKS: &str = ".!?…。！？｡؟۔।॥܀።";
/// Marks at the end of clauses.
const CLAUSE_MARKS: &str = ",;:،؛、，；：､–—";

/// The place before a word.
#[derive(Clone, Copy, Default)]
struct Place {
    /// Width of all words before it, with the spaces between them.
    before: u32,
    /// Width of the space here.
    space: u32,
    /// Pause here in ms.
    pause: u32,
    /// Cost of a cut here.
    cut: u32,
    /// Cost of all places up to here inside a cue.
    passed: u32,
    /// Cost of a line break here.
    line_break: u32,
}

/// The places before, between and after the words of a transcript.
pub(super) struct Layout {
    places: Vec<Place>,
    line: u32,
}

impl Layout {
    /// Measures a transcript for lines of a width.
    pub(super) fn new(transcript: &Transcript, line: u32) -> Self {
        let mut places = vec![Place::default()];
        for (at, word) in transcript.words.iter().enumerate() {
            let last = places.last().copied().unwrap_or_default();
            let before = last.before.saturating_add(last.space).saturating_add(width(&word.text));
            let next = transcript.words.get(at.saturating_add(1));
            places.push(next.map_or(Place { before, ..Place::default() }, |next| {
                let place = between(word, next, &transcript.language);
                Place { before, passed: last.passed.saturating_add(place.passed), ..place }
            }));
        }
        Self { places, line }
    }

    fn place(&self, at: usize) -> Place {
        self.places.get(at).copied().unwrap_or_default()
    }

    /// Pause in ms before a word.
    pub(super) fn pause(&self, at: usize) -> u32 {
        self.place(at).pause
    }

    /// Cost of a cut before a word.
    pub(super) fn cut(&self, at: usize) -> u32 {
        self.place(at).cut
    }

    /// Cost of the sentence ends and pauses inside a cue.
    pub(super) fn inside(&self, first: usize, end: usize) -> u32 {
        self.place(end.saturating_sub(1)).passed.saturating_sub(self.place(first).passed)
    }

    /// Width of the words from `first` to `end`.
    pub(super) fn width(&self, first: usize, end: usize) -> u32 {
        let start = self.place(first);
        self.place(end).before.saturating_sub(start.before.saturating_add(start.space))
    }

    /// Returns the word that begins the second line, or `end` if one line is enough, and the cost of that; `None` if the
    /// words need more lines. A word that is longer than a line has one of its own.
    pub(super) fn lines(&self, first: usize, end: usize) -> Option<(usize, u32)> {
        if self.fits(first, end) {
            return Some((end, 0));
        }
        let broken = |at| {
            let uneven = self.width(first, at).abs_diff(self.width(at, end));
            let cost = uneven.saturating_add(self.place(at).line_break);
            (self.fits(first, at) && self.fits(at, end)).then_some((at, cost))
        };
        (first.saturating_add(1)..end).filter_map(broken).min_by_key(|(_, cost)| *cost)
    }

    fn fits(&self, first: usize, end: usize) -> bool {
        self.width(first, end) <= self.line || end.saturating_sub(first) == 1
    }
}

/// Measures the place between two words, without the sums.
fn between(word: &Word, next: &Word, language: &str) -> Place {
    let pause = next.start_ms.saturating_sub(word.end_ms);
    let last = word.text.chars().rev().find(|c| !matches!(c, '"' | '\'' | ')' | ']' | '»' | '”' | '’' | '」' | '』'));
    let ends_with = |marks: &str| last.is_some_and(|c| marks.contains(c));
    // "approx. five" ends no sentence.
    let is_sentence = ends_with(SENTENCE_MARKS) && !next.text.starts_with(char::is_lowercase);
    let is_end = ends_with(SENTENCE_MARKS) || ends_with(CLAUSE_MARKS);
    let is_seam = match (word.text.chars().next_back(), next.text.chars().next()) {
        (Some(last), Some(first)) => is_seam(last, first),
        _ => false,
    };
    let (cut, line_break) = match (is_sentence, is_end, is_seam) {
        (true, ..) => (0, 0),
        (false, true, _) => (CUT_AT_CLAUSE, 0),
        (false, false, true) => (CUT_AT_SEAM, BREAK_IN_CLAUSE / 3),
        (false, false, false) => (CUT_IN_CLAUSE, BREAK_IN_CLAUSE),
    };
    let passed = if pause < HEARD_PAUSE_MS { 0 } else { pause / 2 };
    Place {
        before: 0,
        space: u32::from(is_spaced(&word.text, &next.text, language)),
        pause,
        cut: cut.saturating_mul(FREE_PAUSE_MS.saturating_sub(pause)) / FREE_PAUSE_MS,
        passed: passed.saturating_add(if is_sentence { SECOND_SENTENCE } else { 0 }),
        line_break,
    }
}
