//! Limits of the recorder and of uploads. A megabyte here is 1,048,576 bytes.

use serde::Serialize;

use crate::finish::{MAX_CRASHES, THUMBNAIL_SIDE};

/// Bytes per megabyte as shown to users.
pub const MB: u64 = 1_048_576;

/// Seconds after which a recording stops automatically (REC07).
pub const MAX_RECORDING_SECONDS: u32 = 40;
/// Seconds from which `Recording starts in...` counts down (REC05).
pub const COUNTDOWN_SECONDS: u32 = 3;
/// Seconds for which the warning `Auto-stopping in N seconds` is shown (REC08).
pub const STOP_WARNING_SECONDS: u32 = 5;
/// Second from which the Stop button is disabled (REC09).
pub const STOP_DISABLED_FROM_SECOND: u32 = MAX_RECORDING_SECONDS - 2;
/// Bytes above which `Large file warning` appears (REC20). It blocks nothing.
pub const LARGE_BYTES: u64 = 8 * MB;
/// Bytes above which `Video file too large` appears (REC21). It blocks nothing either.
pub const TOO_LARGE_BYTES: u64 = 10 * MB;

/// Maximum bytes of an accepted file (REC31).
pub const MAX_UPLOAD_BYTES: u64 = 95 * 1_048_576;
/// Maximum bytes of an upload that takes only a moment: it may be sent within its form, and does not count towards the
/// limit of concurrent uploads. On an unreliable connection each request's payload stays below this (SUB35, SUB36).
pub const SMALL_UPLOAD_BYTES: u64 = MB;
/// Maximum length of an accepted video in milliseconds: 5 minutes (REC31).
pub const MAX_VIDEO_MS: u64 = 5 * 60 * 1000;

/// Minimum length of an accepted video in milliseconds (SUB39).
pub const MIN_VIDEO_MS: u64 = 2000;
/// Minimum measured length of such a video: the duration of its last frame is an estimate.
const SHORTEST_MEASURED_MS: u64 = MIN_VIDEO_MS - 100;

/// Whether a video is too short to be meaningful.
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
    /// [`MAX_VIDEO_MS`].
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub max_video_ms: u64,
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

/// The current limits.
pub const LIMITS: Limits = Limits {
    max_recording_seconds: MAX_RECORDING_SECONDS,
    countdown_seconds: COUNTDOWN_SECONDS,
    stop_warning_seconds: STOP_WARNING_SECONDS,
    stop_disabled_from_second: STOP_DISABLED_FROM_SECOND,
    large_bytes: LARGE_BYTES,
    too_large_bytes: TOO_LARGE_BYTES,
    max_upload_bytes: MAX_UPLOAD_BYTES,
    small_upload_bytes: SMALL_UPLOAD_BYTES,
    max_video_ms: MAX_VIDEO_MS,
    min_video_ms: MIN_VIDEO_MS,
    shortest_measured_ms: SHORTEST_MEASURED_MS,
    thumbnail_side: THUMBNAIL_SIDE,
    max_crashes: MAX_CRASHES,
};
