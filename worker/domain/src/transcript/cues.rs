//! Cuts a transcript into the cues of its captions.

use std::ops::Range;

use super::Transcript;
use super::cuts::CueCuts;
use super::layout::Layout;
use super::words::join;

/// Shortest time that a cue is shown, if the speech leaves so much.
pub const MIN_CUE_MS: u32 = 1000;
/// Longest time that a cue is shown.
pub const MAX_CUE_MS: u32 = 7000;
/// A pause of this length always ends a cue.
pub const MAX_PAUSE_MS: u32 = 2000;
/// Time to read a character: 20 a second.
pub const CHARACTER_MS: u32 = 50;
/// Most characters of a line.
pub const LINE_CHARACTERS: u32 = 42;
/// Most characters of a line if the film stands upright.
pub const UPRIGHT_LINE_CHARACTERS: u32 = 32;

/// A cue stays until the next one if less than this is between them: captions that vanish for a moment flicker.
const MIN_GAP_MS: u32 = 500;
/// Cost of a cut where a business wants none: more than any other.
const UNWANTED: u32 = 1_000_000;
/// Cost of each millisecond that a cue lacks to be read.
const UNREAD: u32 = 10;
/// The unused room of a cue, in squared characters, that costs one.
const UNUSED: u32 = 40;

/// A caption.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cue {
    /// Milliseconds from the start of the film.
    pub start_ms: u32,
    /// Milliseconds from the start of the film, after the start.
    pub end_ms: u32,
    /// Indices of its words.
    pub words: Range<usize>,
    /// One or two lines of text.
    pub lines: Vec<String>,
}

/// Cost of cues: first the time by which they are too short, then how badly they are cut and how hard they are to read.
type Cost = (u32, u32);

/// Cuts a transcript into cues that follow each other without overlap (CAP04), where `cuts` wants it (CAP05). Of all ways to cut it, this is the one of
/// the least cost, by dynamic programming over the words.
#[must_use]
pub fn cues(transcript: &Transcript, cuts: &CueCuts, film_ms: u32, is_upright: bool) -> Vec<Cue> {
    let line = if is_upright { UPRIGHT_LINE_CHARACTERS } else { LINE_CHARACTERS };
    let cutter = Cutter { transcript, cuts, layout: Layout::new(transcript, line), line, film_ms };
    let mut made: Vec<Cue> = Vec::new();
    for words in cutter.cut() {
        let shown_until = made.last().map_or(0, |cue| cue.end_ms);
        made.push(cutter.cue(words, shown_until));
    }
    made
}

struct Cutter<'a> {
    transcript: &'a Transcript,
    cuts: &'a CueCuts,
    layout: Layout,
    line: u32,
    film_ms: u32,
}

impl Cutter<'_> {
    /// Returns the words of each cue.
    fn cut(&self) -> Vec<Range<usize>> {
        // The least cost of the words before each place, and the first word of the last cue there.
        let mut best: Vec<(Cost, usize)> = vec![((0, 0), 0)];
        for end in 1..=self.transcript.words.len() {
            let costs = self.cues_until(end).filter_map(|(first, cost)| {
                let before = best.get(first)?.0;
                Some(((before.0.saturating_add(cost.0), before.1.saturating_add(cost.1)), first))
            });
            let least = costs.min_by_key(|(cost, _)| *cost);
            best.push(least.unwrap_or(((u32::MAX, u32::MAX), end.saturating_sub(1))));
        }
        let mut cuts = Vec::new();
        let mut end = self.transcript.words.len();
        while let Some((_, first)) = best.get(end).filter(|_| end > 0) {
            cuts.push(*first..end);
            end = *first;
        }
        cuts.reverse();
        cuts
    }

    /// Returns the first words of the possible cues before a place, with their costs.
    fn cues_until(&self, end: usize) -> impl Iterator<Item = (usize, Cost)> {
        let last_ms = self.end(end);
        (0..end)
            .rev()
            .take_while(move |first| {
                let next = first.saturating_add(1);
                next == end
                    || (!self.cuts.has_break(next)
                        && self.layout.pause(next) < MAX_PAUSE_MS
                        && last_ms.saturating_sub(self.start(*first)) <= MAX_CUE_MS
                        && self.layout.lines(*first, end).is_some())
            })
            .map(move |first| (first, self.cost(first, end)))
    }

    fn cost(&self, first: usize, end: usize) -> Cost {
        let room = self.room_until(end).saturating_sub(self.start(first)).min(MAX_CUE_MS);
        let width = self.layout.width(first, end);
        let unused = self.line.saturating_mul(2).saturating_sub(width);
        let costs = [
            self.reading_ms(first, end).saturating_sub(room).saturating_mul(UNREAD),
            unused.saturating_mul(unused) / UNUSED,
            self.layout.lines(first, end).map_or(0, |(_, cost)| cost),
            self.layout.inside(first, end),
            self.layout.cut(end),
            if self.cuts.has_join(end) { UNWANTED } else { 0 },
        ];
        (MIN_CUE_MS.saturating_sub(room), costs.into_iter().fold(0, u32::saturating_add))
    }

    /// Makes a cue that begins at `shown_until` at the earliest. It stays for as long as reading takes, if the next word
    /// allows; a word that nothing follows for too long is shown before it is heard.
    fn cue(&self, words: Range<usize>, shown_until: u32) -> Cue {
        let (first, end) = (words.start, words.end);
        let room_until = self.room_until(end);
        let heard = self.start(first).max(shown_until);
        let read = heard.saturating_add(self.reading_ms(first, end)).max(self.end(end)).min(room_until);
        let is_followed = end < self.transcript.words.len() && room_until.saturating_sub(read) < MIN_GAP_MS;
        let shown = if is_followed { room_until } else { read };
        let latest = shown.saturating_sub(MIN_CUE_MS).max(shown_until);
        let start_ms = heard.min(latest);
        let end_ms = shown.min(start_ms.saturating_add(MAX_CUE_MS)).max(start_ms.saturating_add(1));
        let break_at = self.layout.lines(first, end).map_or(end, |(at, _)| at);
        let lines = [first..break_at, break_at..end].into_iter().filter_map(|line| {
            let words = self.transcript.words.get(line)?;
            (!words.is_empty()).then(|| join(words, &self.transcript.language))
        });
        Cue { start_ms, end_ms, lines: lines.collect(), words }
    }

    /// Time that a cue should be shown.
    fn reading_ms(&self, first: usize, end: usize) -> u32 {
        self.layout.width(first, end).saturating_mul(CHARACTER_MS).clamp(MIN_CUE_MS, MAX_CUE_MS)
    }

    fn start(&self, word: usize) -> u32 {
        self.transcript.words.get(word).map_or(0, |word| word.start_ms)
    }

    fn end(&self, end: usize) -> u32 {
        self.transcript.words.get(end.saturating_sub(1)).map_or(0, |word| word.end_ms)
    }

    /// Start of the next word, or end of the film.
    fn room_until(&self, end: usize) -> u32 {
        self.transcript.words.get(end).map_or_else(|| self.film_ms.max(self.end(end)), |next| next.start_ms)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transcript::Word;
    use crate::transcript::words::{split, spread};

    /// A transcript of passages, each spoken evenly from one time to another.
    fn spoken(language: &str, passages: &[(&str, u32, u32)]) -> Transcript {
        let mut words = Vec::new();
        for (text, from, to) in passages {
            let pieces = split(text, language);
            let texts: Vec<&str> = pieces.iter().map(|piece| piece.text.as_str()).collect();
            for (text, (start_ms, end_ms)) in texts.iter().zip(spread(&texts, (*from, *to))) {
                words.push(Word { text: (*text).to_owned(), start_ms, end_ms, probability: None });
            }
        }
        Transcript { language: language.to_owned(), words }
    }

    fn shown(language: &str, passages: &[(&str, u32, u32)], is_upright: bool) -> Vec<(u32, u32, String)> {
        shown_with(&CueCuts::default(), language, passages, is_upright)
    }

    fn shown_with(
        cuts: &CueCuts,
        language: &str,
        passages: &[(&str, u32, u32)],
        is_upright: bool,
    ) -> Vec<(u32, u32, String)> {
        let found = cues(&spoken(language, passages), cuts, 40_000, is_upright);
        found.into_iter().map(|cue| (cue.start_ms, cue.end_ms, cue.lines.join("|"))).collect()
    }

    #[test]
    fn cap04_cues_end_with_sentences_and_stay_as_long_as_reading_takes() {
        let sentences = [("We bought it in May.", 500, 2000), ("Since then nobody has called support.", 2200, 4300)];
        assert_eq!(
            shown("en", &sentences, false),
            [
                (500, 2200, "We bought it in May.".to_owned()),
                (2200, 4300, "Since then nobody has called support.".to_owned()),
            ]
        );
        assert_eq!(shown("en", &[("Brilliant!", 500, 900)], false), [(500, 1500, "Brilliant!".to_owned())]);
    }

    #[test]
    fn cap04_a_long_sentence_is_cut_at_its_pauses_and_clauses() {
        let long = [
            ("When we opened the second shop in Leeds last autumn,", 0, 3000),
            ("everybody on the team was worried about the stock and about the orders", 3100, 7000),
            ("but it simply worked from the very first day.", 7700, 10_000),
        ];
        let texts: Vec<String> = shown("en", &long, false).into_iter().map(|(_, _, text)| text).collect();
        assert_eq!(
            texts,
            [
                "When we opened the second|shop in Leeds last autumn,",
                "everybody on the team was worried|about the stock and about the orders",
                "but it simply worked|from the very first day.",
            ]
        );
    }

    #[test]
    fn cap04_an_upright_film_has_shorter_lines() {
        let passage = [("They answered every question that we had within an hour.", 0, 3500)];
        assert_eq!(shown("en", &passage, false)[0].2, "They answered every question|that we had within an hour.");
        let upright = shown("en", &passage, true);
        assert!(upright.iter().all(|(_, _, text)| text.split('|').all(|line| line.chars().count() <= 32)));
    }

    #[test]
    fn cap04_no_cue_crosses_a_pause_of_two_seconds() {
        // Alone, the last words would be too short.
        let pause = |ms: u32| shown("en", &[("And then", 37_000, 37_300), ("it rang.", 37_300 + ms, 40_000)], false);
        assert_eq!(pause(1999), [(37_000, 40_000, "And then it rang.".to_owned())]);
        assert_eq!(pause(2000), [(37_000, 38_000, "And then".to_owned()), (39_000, 40_000, "it rang.".to_owned())]);
    }

    #[test]
    fn cap04_a_word_at_the_end_of_the_film_is_shown_for_a_second() {
        assert_eq!(shown("en", &[("Bye!", 39_700, 40_000)], false), [(39_000, 40_000, "Bye!".to_owned())]);
    }

    #[test]
    fn cap04_languages_without_spaces_are_cut_at_their_marks() {
        let passages = [("先月からこのアプリを使っています。とても便利で、友達にも勧めました。", 0, 7500)];
        let texts: Vec<String> = shown("ja", &passages, false).into_iter().map(|(_, _, text)| text).collect();
        assert_eq!(texts, ["先月からこのアプリを使っています。", "とても便利で、友達にも勧めました。"]);
    }

    #[test]
    fn cap04_a_word_longer_than_a_line_has_one_of_its_own() {
        let long = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerk";
        let cues = shown("de", &[("Das", 0, 300), (long, 300, 2500), ("läuft.", 2500, 3000)], true);
        assert!(cues.iter().any(|(_, _, text)| text.split('|').any(|line| line == long)), "{cues:?}");
    }

    #[test]
    fn cap05_cues_begin_where_a_business_wants_it() {
        let passages = [("We bought it in May.", 500, 2500), ("Since then nobody has called.", 2700, 5300)];
        let texts = |breaks: &[u32], joins: &[u32]| -> Vec<String> {
            let cuts = CueCuts { breaks: breaks.to_vec(), joins: joins.to_vec() };
            shown_with(&cuts, "en", &passages, false).into_iter().map(|(_, _, text)| text.replace('|', " ")).collect()
        };
        assert_eq!(texts(&[], &[]), ["We bought it in May.", "Since then nobody has called."]);
        assert_eq!(texts(&[7], &[]), ["We bought it in May. Since then", "nobody has called."]);
        assert_eq!(texts(&[], &[5]), ["We bought it in May. Since then nobody has called."]);
        assert_eq!(texts(&[2], &[5]), ["We bought", "it in May. Since then nobody has called."]);
    }

    #[test]
    fn cap05_joined_cues_keep_to_their_limits() {
        let long = [
            ("When we opened the second shop in Leeds last autumn everybody was worried.", 0, 6500),
            ("But it simply worked from the very first day, and nobody called.", 9000, 14_000),
        ];
        let joins = CueCuts { breaks: vec![], joins: (1..24).collect() };
        let found = shown_with(&joins, "en", &long, false);
        assert!(found.len() >= 2 && found.iter().all(|(start, end, _)| end - start <= MAX_CUE_MS), "{found:?}");
        assert!(found.iter().any(|(start, _, _)| *start == 9000), "no cue crosses the pause");
    }

    #[test]
    fn cap04_a_silent_film_has_no_cues() {
        assert!(shown("en", &[], false).is_empty());
    }
}
