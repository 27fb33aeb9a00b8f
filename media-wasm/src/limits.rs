//! The numbers of the recorder and of uploads. A megabyte here is 1,048,576 bytes.

use serde::Serialize;

use crate::finish::{MAX_CRASHES, THUMBNAIL_SIDE};

/// Bytes in the megabyte that people are shown.
pub const MB: u64 = 1_048_576;

/// A recording ends by itself after this many seconds (REC07).
pub const MAX_RECORDING_SECONDS: u32 = 40;
/// `Recording starts in...` counts down from here (REC05).
pub const COUNTDOWN_SECONDS: u32 = 3;
/// The warning `Auto-stopping in N seconds` stands this long (REC08).
pub const STOP_WARNING_SECONDS: u32 = 5;
/// From this second on the Stop button is disabled (REC09).
pub const STOP_DISABLED_FROM_SECOND: u32 = 38;
/// Above this many bytes: `Large file warning` (REC20). It blocks nothing.
pub const LARGE_BYTES: u64 = 8 * MB;
/// Above this many bytes: `Video file too large` (REC21). It blocks nothing either.
pub const TOO_LARGE_BYTES: u64 = 10 * MB;

/// The largest file that is taken at all (REC31).
pub const MAX_UPLOAD_BYTES: u64 = 95 * 1_048_576;
/// An upload of at most this many bytes is through in a moment: it may come in its form, and takes no place among those that
/// move. Where a line cuts, what each request carries is below it (SUB35, SUB36).
pub const SMALL_UPLOAD_BYTES: u64 = MB;
/// The longest uploaded file in milliseconds: 5 minutes (REC31).
pub const MAX_UPLOAD_MS: u64 = 5 * 60 * 1000;

/// The shortest video that is taken, in milliseconds (SUB39).
pub const MIN_VIDEO_MS: u64 = 2000;
/// What such a video measures at least: how long its last frame stands is a guess.
const SHORTEST_MEASURED_MS: u64 = MIN_VIDEO_MS - 100;

/// Whether a video says nothing because of its length.
#[must_use]
pub const fn is_too_short(duration_ms: u64) -> bool {
    duration_ms < SHORTEST_MEASURED_MS
}

/// All limits of this module as one record, for code that cannot read Rust constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, export_to = "media.ts"))]
pub struct Limits {
    /// [`MAX_RECORDING_SECONDS`].
    pub max_recording_seconds: u32,
    /// [`COUNTDOWN_SECONDS`].
    pub countdown_seconds: u32,
    /// [`STOP_WARNING_SECONDS`].
    pub stop_warning_seconds: u32,
    /// [`STOP_DISABLED_FROM_SECOND`].
    pub stop_disabled_from_second: u32,
    /// [`LARGE_BYTES`].
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub large_bytes: u64,
    /// [`TOO_LARGE_BYTES`].
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub too_large_bytes: u64,
    /// [`MAX_UPLOAD_BYTES`].
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub max_upload_bytes: u64,
    /// [`SMALL_UPLOAD_BYTES`].
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub small_upload_bytes: u64,
    /// [`MAX_UPLOAD_MS`].
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub max_upload_ms: u64,
    /// [`MIN_VIDEO_MS`].
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub min_video_ms: u64,
    /// [`SHORTEST_MEASURED_MS`].
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub shortest_measured_ms: u64,
    /// [`THUMBNAIL_SIDE`].
    pub thumbnail_side: usize,
    /// [`MAX_CRASHES`].
    pub max_crashes: u32,
}

/// The limits as they are.
pub const LIMITS: Limits = Limits {
    max_recording_seconds: MAX_RECORDING_SECONDS,
    countdown_seconds: COUNTDOWN_SECONDS,
    stop_warning_seconds: STOP_WARNING_SECONDS,
    stop_disabled_from_second: STOP_DISABLED_FROM_SECOND,
    large_bytes: LARGE_BYTES,
    too_large_bytes: TOO_LARGE_BYTES,
    max_upload_bytes: MAX_UPLOAD_BYTES,
    small_upload_bytes: SMALL_UPLOAD_BYTES,
    max_upload_ms: MAX_UPLOAD_MS,
    min_video_ms: MIN_VIDEO_MS,
    shortest_measured_ms: SHORTEST_MEASURED_MS,
    thumbnail_side: THUMBNAIL_SIDE,
    max_crashes: MAX_CRASHES,
};
