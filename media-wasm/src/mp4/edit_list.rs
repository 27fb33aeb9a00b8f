//! `elst`: which parts of a track a player shows, and when (8.6.6).

use super::mp4_box::is_long;
use crate::reader::bytes::{u32_at, u64_at};
use crate::reader::{Outcome, Run, Runs};

/// Maximum edits to keep: more than any lossless cutting program writes.
const MAX_EDITS: usize = 24;
/// Audio begins with samples that only prime its decoder: 5186 at 44.1 kHz (HE-AAC) are the most.
const PRIMING_US: i64 = 150_000;
/// One frame at 20 a second: an edit that hides less hides only part of a frame.
const FRAME_US: i64 = 50_000;
/// Frames shown later than they are decoded may extend past the end of an edit list that ignores the delay.
const REORDERING_US: i64 = 150_000;
/// The same tolerance for a fragmented file, which does not say when its first frame is shown.
const FRAGMENTED_TOLERANCE_US: i64 = 500_000;
/// Maximum shift from rounding to the movie's timescale, which is often 600 or 1000 units a second.
const ROUNDING_US: i64 = 2_000;
/// A rate of 1 as a 16.16 fixed-point number.
const RATE_1: u32 = 0x1_0000;
/// The media time of an empty edit.
const EMPTY: i64 = -1;

#[derive(Clone, Copy, Debug, Default)]
struct Edit {
    /// In the movie's timescale.
    duration: u64,
    /// In the track's timescale.
    media_time: i64,
    rate: u32,
}

/// An edit list as stored.
#[derive(Clone, Copy, Debug, Default)]
pub struct EditList {
    edits: [Edit; MAX_EDITS],
    count: usize,
    /// The list has more edits than [`MAX_EDITS`].
    too_long: bool,
}

/// How a player plays a track that has an edit list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Playback {
    /// Shows all of it, possibly delayed.
    Whole,
    /// Shows only these runs.
    Cut(Runs),
    /// Changes the speed or jumps too often, which only a player can reproduce.
    PlayerOnly,
    /// Shows none of it.
    Nothing,
}

/// The samples of a track.
#[derive(Clone, Copy, Debug)]
pub struct Samples {
    /// Units per second.
    pub timescale: u64,
    /// Duration in units; 0 in a fragmented file.
    pub duration: u64,
    pub count: u32,
    /// Presentation time of the first sample, in units.
    pub first_offset: i64,
    pub is_sound: bool,
    pub fragmented: bool,
}

impl EditList {
    pub fn read(elst: &[u8]) -> Outcome<Self> {
        let long = is_long(elst);
        let count = usize::try_from(u32_at(elst, 4)?).unwrap_or(usize::MAX);
        let mut list = Self { count: count.min(MAX_EDITS), too_long: count > MAX_EDITS, ..Self::default() };
        let mut at: usize = 8;
        for edit in list.edits.iter_mut().take(list.count) {
            let rate = if long {
                edit.duration = u64_at(elst, at)?;
                edit.media_time = u64_at(elst, at.saturating_add(8))?.cast_signed();
                at.saturating_add(16)
            } else {
                edit.duration = u32_at(elst, at)?.into();
                edit.media_time = u32_at(elst, at.saturating_add(4))?.cast_signed().into();
                at.saturating_add(8)
            };
            edit.rate = u32_at(elst, rate)?;
            at = rate.saturating_add(4);
        }
        Ok(list)
    }

    /// The maximum bytes of an `elst` to read.
    pub const fn max_len() -> u64 {
        (MAX_EDITS as u64).saturating_mul(20).saturating_add(8)
    }

    /// Returns how a player plays a track with these samples; `movie_timescale` in units per second.
    pub fn playback(&self, movie_timescale: u64, samples: Samples) -> Playback {
        if self.too_long {
            return Playback::PlayerOnly;
        }
        let Some(mut runs) = self.runs(movie_timescale, samples) else {
            return Playback::PlayerOnly;
        };
        let Some(first) = runs.as_slice().first().copied() else {
            return if self.count > 0 { Playback::Nothing } else { Playback::Whole };
        };
        if runs.as_slice().len() == 1 && samples.are_all_shown(first) {
            return Playback::Whole;
        }
        let origin = first.from.saturating_sub(first.at);
        for run in runs.iter_mut() {
            run.from = run.from.saturating_sub(origin);
        }
        Playback::Cut(runs)
    }

    /// Returns the runs with their sample times; `None` if a player has to change its speed, or if there are too many runs.
    fn runs(&self, movie_timescale: u64, samples: Samples) -> Option<Runs> {
        let mut runs = Runs::ALL;
        let mut at = 0_i64;
        for edit in self.edits.iter().take(self.count) {
            let mut length = us(edit.duration, movie_timescale);
            if edit.media_time == EMPTY {
                at = at.saturating_add(length);
                continue;
            }
            if edit.rate != RATE_1 {
                return None;
            }
            let from = us(u64::try_from(edit.media_time).ok()?, samples.timescale);
            if length == 0 {
                // Zero means the rest of the track, whose length is unknown in a fragmented file.
                if samples.fragmented && from > FRAGMENTED_TOLERANCE_US {
                    return None;
                }
                length = samples.end_us().saturating_sub(from).max(0);
            }
            let follows = |run: &&mut Run| {
                let is_near = |one: i64, other: i64| one.saturating_sub(other).abs() <= ROUNDING_US;
                is_near(run.at.saturating_add(run.length), at) && is_near(run.from.saturating_add(run.length), from)
            };
            match runs.last_mut().filter(follows) {
                Some(run) => run.length = run.length.saturating_add(length),
                None => runs.push(Run { at, from, length })?,
            }
            at = at.saturating_add(length);
        }
        Some(runs)
    }
}

impl Samples {
    /// When the last sample ends.
    fn end_us(self) -> i64 {
        us(self.duration, self.timescale).saturating_add(self.start_us())
    }

    /// When the first sample is shown.
    fn start_us(self) -> i64 {
        let start = us(self.first_offset.unsigned_abs(), self.timescale);
        if self.first_offset < 0 { start.saturating_neg() } else { start }
    }

    /// Whether one run shows every sample, if only part of the first and of the last.
    fn are_all_shown(self, run: Run) -> bool {
        let frame = us(self.duration, self.timescale).checked_div(self.count.into()).unwrap_or_default();
        let frame = frame.saturating_add(ROUNDING_US);
        let (most_before, most_after) = match (self.is_sound, self.fragmented) {
            (_, true) => (FRAGMENTED_TOLERANCE_US, i64::MAX),
            (true, _) => (PRIMING_US, PRIMING_US),
            (false, _) => (FRAME_US.max(frame), REORDERING_US.max(frame)),
        };
        let before = run.from.saturating_sub(self.start_us());
        let after = self.end_us().saturating_sub(run.from.saturating_add(run.length));
        before <= most_before && after <= most_after
    }
}

/// Converts `units` of a timescale (units per second) to microseconds; 0 without a timescale.
fn us(units: u64, timescale: u64) -> i64 {
    let half = u128::from(timescale / 2);
    let us = u128::from(units)
        .saturating_mul(1_000_000)
        .saturating_add(half)
        .checked_div(timescale.into())
        .unwrap_or_default();
    i64::try_from(us).unwrap_or(i64::MAX)
}
