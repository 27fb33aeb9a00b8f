//! Runs of a track: the parts of its samples that a player shows if an edit list omits some.

use serde::{Serialize, Serializer};

/// Maximum runs of a track: lossless cutting programs write a few.
pub const MAX_RUNS: usize = 8;

/// A part of a track that is shown without a gap.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, export_to = "media.ts"))]
pub struct Run {
    /// Start time in the presentation. In microseconds in Rust, in milliseconds in JavaScript, like the other fields.
    #[serde(serialize_with = "as_ms")]
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub at: i64,
    /// Start time of its samples, on the timeline of a demuxer that applies only the first edit.
    #[serde(serialize_with = "as_ms")]
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub from: i64,
    /// Duration.
    #[serde(serialize_with = "as_ms")]
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub length: i64,
}

#[allow(clippy::cast_precision_loss, clippy::trivially_copy_pass_by_ref)] // below 2^53; serde hands over a reference
fn as_ms<S: Serializer>(us: &i64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(*us as f64 / 1000.0)
}

/// The runs of a track, in presentation order; if empty, all of the track is shown.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Runs {
    list: [Run; MAX_RUNS],
    count: usize,
}

impl Runs {
    /// Shows all of the track.
    pub const ALL: Self = Self { list: [Run { at: 0, from: 0, length: 0 }; MAX_RUNS], count: 0 };

    /// Whether all of the track is shown.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The runs.
    #[must_use]
    pub fn as_slice(&self) -> &[Run] {
        self.list.get(..self.count).unwrap_or_default()
    }

    /// End of the last run, in milliseconds.
    #[must_use]
    pub fn end_ms(&self) -> u64 {
        let end = self.as_slice().last().map(|run| run.at.saturating_add(run.length)).unwrap_or_default();
        u64::try_from(end.saturating_add(500) / 1000).unwrap_or_default()
    }

    pub(crate) fn last_mut(&mut self) -> Option<&mut Run> {
        self.list.get_mut(self.count.checked_sub(1)?)
    }

    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Run> {
        self.list.iter_mut().take(self.count)
    }

    /// Appends a run; `None` if there are too many.
    pub(crate) fn push(&mut self, run: Run) -> Option<()> {
        *self.list.get_mut(self.count)? = run;
        self.count = self.count.saturating_add(1);
        Some(())
    }
}

impl std::fmt::Debug for Runs {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.as_slice()).finish()
    }
}

impl Serialize for Runs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.as_slice())
    }
}
