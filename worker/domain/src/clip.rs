//! Clips: films cut, framed and captioned in the browser of a business. The server keeps the recipe and the film.

use serde::{Deserialize, Serialize};

use crate::color::is_color;
use crate::consent::{Use, permits};
use crate::string_enum::string_enum;
use crate::transcript::cuts::CueCuts;
use crate::transcript::quote::Quote;
use crate::transcript::{Transcript, Word};

string_enum! {
    /// Shape of a clip, as width to height.
    ClipFormat {
        /// As the film is.
        Recorded = "recorded",
        /// For stories and reels.
        Tall = "9:16",
        /// For feeds.
        Portrait = "4:5",
        /// For feeds.
        Square = "1:1",
        /// For screens.
        Wide = "16:9",
    }
}

string_enum! {
    /// How captions are drawn into a clip.
    CaptionStyle {
        /// They are not: players show them.
        None = "none",
        /// With an outline.
        Plain = "plain",
        /// On a dark box.
        Boxed = "boxed",
        /// Large, with an outline.
        Large = "large",
    }
}

string_enum! {
    /// The place of a film's watermark in its clip (CLP04).
    ClipMark {
        /// The film has none.
        None = "none",
        /// Wholly inside.
        Kept = "kept",
        /// Wholly outside, and drawn anew.
        Anew = "anew",
    }
}

string_enum! {
    /// Why no clip can be made of a film.
    ClipObstacle {
        /// The customer has withdrawn the consent.
        Withdrawn = "withdrawn",
        /// The customer agreed to an older version of the texts.
        Consent = "consent",
        /// The video was deleted, or waits on hold.
        NoVideo = "no-video",
    }
}

string_enum! {
    /// State of a clip on its way to a drive.
    ClipDelivery {
        /// A job will put it there.
        Waiting = "waiting",
        /// It is there.
        Delivered = "delivered",
        /// It could not be put there.
        Failed = "failed",
    }
}

/// Most clips of a submission.
pub const MAX_CLIPS: u32 = 20;
/// Most stretches of a clip.
const MAX_STRETCHES: usize = 50;
/// Shortest stretch, in milliseconds.
const MIN_STRETCH_MS: u32 = 100;
/// Shortest clip, in milliseconds.
const MIN_CLIP_MS: u32 = 1000;
/// By how much browsers and the server may differ about the duration of a film, in milliseconds.
const DURATION_TOLERANCE_MS: u32 = 500;

/// A stretch of a film, in milliseconds from its start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "clips.ts"))]
pub struct Stretch {
    /// Its first moment.
    pub from_ms: u32,
    /// The moment after its last.
    pub to_ms: u32,
}

/// Position of the frame in a film, as shares of its free way: 0 to 1,000.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "clips.ts"))]
pub struct Framing {
    /// From left to right.
    pub x: u16,
    /// From top to bottom.
    pub y: u16,
}

/// How a clip is made of its film.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "clips.ts"))]
pub struct Recipe {
    /// Its stretches, in order.
    pub keep: Vec<Stretch>,
    /// Its shape.
    pub format: ClipFormat,
    /// Which part of the picture it shows; `null` shows all of it, with the background around it.
    pub framing: Option<Framing>,
    /// Colour around the picture, as `#rrggbb`.
    pub background: String,
    /// Captions in the picture.
    pub captions: CaptionStyle,
    /// Whether it shows logo, name and business.
    pub has_strip: bool,
    /// Moment of the film that is its picture, in milliseconds.
    pub poster_ms: u32,
    /// The place of the film's watermark.
    pub mark: ClipMark,
}

impl Recipe {
    /// Checks a recipe for a film of this duration in milliseconds, `u32::MAX` if it is unknown.
    ///
    /// # Errors
    /// A sentence about what is wrong.
    pub fn check(&self, film_ms: u32) -> Result<(), &'static str> {
        let end = film_ms.saturating_add(DURATION_TOLERANCE_MS);
        let is_ordered = self.keep.windows(2).all(|pair| matches!(pair, [one, next] if one.to_ms <= next.from_ms));
        let are_long = self.keep.iter().all(|one| one.to_ms.saturating_sub(one.from_ms) >= MIN_STRETCH_MS);
        if self.keep.is_empty() || self.keep.len() > MAX_STRETCHES || !is_ordered || !are_long {
            return Err("Please keep 1 to 50 stretches in order, each of a tenth of a second or more.");
        }
        if self.keep.last().is_some_and(|last| last.to_ms > end) {
            return Err("Please keep stretches inside the video.");
        }
        if self.duration_ms() < MIN_CLIP_MS {
            return Err("Please keep a second or more.");
        }
        if self.time(self.poster_ms).is_none() {
            return Err("Please choose a picture from what the clip keeps.");
        }
        if self.framing.is_some_and(|framing| framing.x > 1000 || framing.y > 1000) || !is_color(&self.background) {
            return Err("Please choose a frame inside the picture, and a colour.");
        }
        Ok(())
    }

    /// Returns its duration in milliseconds.
    #[must_use]
    pub fn duration_ms(&self) -> u32 {
        self.keep.iter().map(|one| one.to_ms.saturating_sub(one.from_ms)).fold(0, u32::saturating_add)
    }

    /// Returns the time in the clip of a moment of the film, in milliseconds; `None` if it was cut off.
    #[must_use]
    pub fn time(&self, ms: u32) -> Option<u32> {
        self.stretch_at(ms).map(|(start, stretch)| start.saturating_add(ms.saturating_sub(stretch.from_ms)))
    }

    /// Returns the stretch that keeps a moment of the film, with its start in the clip.
    fn stretch_at(&self, ms: u32) -> Option<(u32, Stretch)> {
        let mut start = 0_u32;
        for stretch in &self.keep {
            if (stretch.from_ms..stretch.to_ms).contains(&ms) {
                return Some((start, *stretch));
            }
            start = start.saturating_add(stretch.to_ms.saturating_sub(stretch.from_ms));
        }
        None
    }

    /// Returns a word in the time of the clip; `None` if its middle was cut off.
    fn word(&self, word: &Word) -> Option<Word> {
        let middle = u32::midpoint(word.start_ms, word.end_ms);
        let (start, stretch) = self.stretch_at(middle)?;
        let at = |ms: u32| {
            let kept = ms.clamp(stretch.from_ms, stretch.to_ms);
            start.saturating_add(kept.saturating_sub(stretch.from_ms))
        };
        Some(Word { start_ms: at(word.start_ms), end_ms: at(word.end_ms), ..word.clone() })
    }

    /// Returns what is said in the clip. Words that were cut off are not in it (INV65).
    #[must_use]
    pub fn transcript(&self, of_film: &Transcript) -> Transcript {
        let words = of_film.words.iter().filter_map(|word| self.word(word)).collect();
        Transcript { language: of_film.language.clone(), words }
    }

    /// Returns the wishes for captions in the words of the clip.
    #[must_use]
    pub fn cuts(&self, cuts: &CueCuts, of_film: &Transcript) -> CueCuts {
        let is_kept = |index: usize| of_film.words.get(index).is_some_and(|word| self.word(word).is_some());
        let now = |index: usize| is_kept(index).then(|| (0..index).filter(|at| is_kept(*at)).count());
        cuts.moved(self.transcript(of_film).words.len(), now)
    }

    /// Returns the quote in the words of the clip; `None` if one of its words was cut off.
    #[must_use]
    pub fn quote(&self, quote: &Quote, of_film: &Transcript) -> Option<Quote> {
        let is_kept = |index: usize| of_film.words.get(index).is_some_and(|word| self.word(word).is_some());
        let before = |index: usize| (0..index).filter(|at| is_kept(*at)).count();
        let stretches = quote.ranges().iter().map(|range| {
            let words = range.words();
            words.clone().all(is_kept).then(|| before(words.start)..before(words.end))
        });
        Quote::of(stretches.collect::<Option<_>>()?, &self.transcript(of_film))
    }
}

/// The facts on which it depends whether clips can be made of a film.
#[derive(Debug, Clone, Copy)]
pub struct Facts<'a> {
    /// Version of the newest consent.
    pub consent_version: &'a str,
    /// Whether the consent was withdrawn.
    pub is_withdrawn: bool,
    /// Whether the film can be played in the portal, and is not on hold.
    pub has_video: bool,
}

/// Returns the first reason why no clip can be made of a film.
#[must_use]
pub fn obstacle(facts: &Facts<'_>) -> Option<ClipObstacle> {
    if facts.is_withdrawn {
        Some(ClipObstacle::Withdrawn)
    } else if !permits(facts.consent_version, Use::Edit) {
        Some(ClipObstacle::Consent)
    } else if !facts.has_video {
        Some(ClipObstacle::NoVideo)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use media_wasm::submission::CONSENT_VERSION;

    use super::*;
    use crate::chance::Chance;
    use crate::transcript::edit::edit;

    fn recipe(keep: &[(u32, u32)]) -> Recipe {
        Recipe {
            keep: keep.iter().map(|(from_ms, to_ms)| Stretch { from_ms: *from_ms, to_ms: *to_ms }).collect(),
            format: ClipFormat::Square,
            framing: Some(Framing { x: 500, y: 500 }),
            background: "#15120e".to_owned(),
            captions: CaptionStyle::Boxed,
            has_strip: false,
            poster_ms: keep.first().map_or(0, |(from_ms, _)| *from_ms),
            mark: ClipMark::None,
        }
    }

    fn spoken(text: &str, film_ms: u32) -> Transcript {
        let empty = Transcript { language: "en".to_owned(), words: Vec::new() };
        edit(&empty, text, film_ms).expect("short text").transcript
    }

    #[test]
    fn clp05_a_recipe_keeps_stretches_of_its_film_in_order() {
        let check = |keep: &[(u32, u32)]| recipe(keep).check(10_000).is_ok();
        assert!(check(&[(0, 10_000)]) && check(&[(0, 10_500)]) && check(&[(0, 900), (900, 1000)]));
        for wrong in [&[][..], &[(0, 10_501)], &[(0, 999)], &[(2000, 3000), (0, 2000)], &[(0, 2000), (1900, 3000)]] {
            assert!(!check(wrong), "{wrong:?}");
        }
        assert!(!check(&[(0, 5000), (6000, 6099)]) && !check(&vec![(0, 100); 51]) && !check(&[(3000, 2000)]));
    }

    #[test]
    fn clp05_a_picture_a_frame_and_a_colour_are_checked() {
        let kept = recipe(&[(1000, 3000)]);
        let cut_off = Recipe { poster_ms: 3000, ..kept.clone() };
        let outside = Recipe { framing: Some(Framing { x: 0, y: 1001 }), ..kept.clone() };
        let colour = Recipe { background: "red".to_owned(), ..kept.clone() };
        let whole = Recipe { framing: None, ..kept.clone() };
        assert!(kept.check(10_000).is_ok() && whole.check(u32::MAX).is_ok());
        for wrong in [cut_off, outside, colour] {
            assert!(wrong.check(10_000).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn clp02_times_of_the_film_become_times_of_the_clip() {
        let clip = recipe(&[(1000, 2000), (3000, 4500)]);
        assert_eq!(clip.duration_ms(), 2500);
        let times = [999, 1000, 1999, 2000, 3000, 4499, 4500].map(|ms| clip.time(ms));
        assert_eq!(times, [None, Some(0), Some(999), None, Some(1000), Some(2499), None]);
    }

    #[test]
    fn inv65_what_was_cut_off_is_in_neither_transcript_nor_quote() {
        let film = spoken("aa bb cc dd ee", 5000);
        let clip = recipe(&[(0, 1000), (2900, 5000)]);
        let kept = clip.transcript(&film);
        assert_eq!(kept.text(), "aa dd ee");
        let times: Vec<_> = kept.words.iter().map(|word| (word.start_ms, word.end_ms)).collect();
        assert_eq!(times, [(0, 1000), (1100, 2100), (2100, 3100)]);
        let quote = |stretch| Quote::of(vec![stretch], &film).and_then(|quote| clip.quote(&quote, &film)?.text(&kept));
        assert_eq!(quote(3..5).as_deref(), Some("dd ee"));
        assert_eq!(quote(2..5), None);
        assert_eq!(quote(0..2), None);
    }

    #[test]
    fn inv65_random_clips_say_their_words_in_order_and_no_others() {
        for seed in 0..2000 {
            let mut chance = Chance(seed);
            let count = 1 + chance.below(60);
            let words: Vec<String> = (0..count).map(|index| format!("w{index}")).collect();
            let film = spoken(&words.join(" "), 40_000);
            let moment = |chance: &mut Chance| u32::try_from(chance.below(40_000)).expect("a moment");
            let mut edges: Vec<u32> = (0..2 * (1 + chance.below(4))).map(|_| moment(&mut chance)).collect();
            edges.sort_unstable();
            let clip = recipe(&edges.chunks(2).map(|pair| (pair[0], pair[1])).collect::<Vec<_>>());
            let kept = clip.transcript(&film);
            let expected =
                film.words.iter().filter(|word| clip.time(u32::midpoint(word.start_ms, word.end_ms)).is_some());
            assert!(kept.words.iter().map(|word| &word.text).eq(expected.map(|word| &word.text)));
            assert!(kept.words.windows(2).all(|pair| pair[0].end_ms <= pair[1].start_ms), "{edges:?}");
            assert!(kept.words.iter().all(|word| word.start_ms <= word.end_ms && word.end_ms <= clip.duration_ms()));
        }
    }

    #[test]
    fn clp03_clips_need_a_consent_that_permits_them_and_a_video() {
        let facts = Facts { consent_version: CONSENT_VERSION, is_withdrawn: false, has_video: true };
        assert_eq!(obstacle(&facts), None);
        assert_eq!(obstacle(&Facts { has_video: false, ..facts }), Some(ClipObstacle::NoVideo));
        assert_eq!(obstacle(&Facts { consent_version: "2026-11", ..facts }), Some(ClipObstacle::Consent));
        assert_eq!(obstacle(&Facts { is_withdrawn: true, ..facts }), Some(ClipObstacle::Withdrawn));
    }
}
