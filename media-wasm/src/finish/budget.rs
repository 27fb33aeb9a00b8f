//! How many bytes a finished recording may have, and the bitrate that keeps it there.

use super::size::Size;

/// The most bytes of a finished recording of up to [`BUDGET_MS`] (REC24).
pub const BUDGET_BYTES: u64 = 9_000_000;
/// Milliseconds. Longer files may have more bytes, in proportion (REC31).
pub const BUDGET_MS: u64 = 40_000;

/// Bits per second that 30 frames of 720 x 1280 need to look clean; more is wasted.
pub const VIDEO_MAX_BPS: u64 = 4_000_000;
/// Bits per second below which 540 x 960 falls apart. No budget leads here, only tiny pictures do.
pub const VIDEO_MIN_BPS: u64 = 800_000;
/// Of the budget; the rest is for the container and for encoders that overshoot. A full recording
/// then stays below [`crate::limits::LARGE_BYTES`], and nobody is warned of what we made ourselves.
const VIDEO_PERCENT: u64 = 90;
/// Bits per second kept free for the sound.
const AUDIO_RESERVE_BPS: u64 = 100_000;
/// Hundredths of a bit for each pixel of a frame after which no eye sees a difference.
const CENTIBITS_PER_PIXEL: u64 = 24;
/// Frames in a second that a camera gives unless it has to be slower.
const FRAME_RATE: u64 = 30;
/// Of the bits per second that were recorded: a finished file shows no more than its recording (REC37). It looks like it
/// (SSIM 0.97) up to some noise; docs/decisions/0007-record-raw-then-finish.md has the bound.
pub const MAX_RECORDED_PERCENT: u32 = 120;
/// The same on a slow line: the smaller file arrives first.
pub const MAX_RECORDED_PERCENT_SLOW: u32 = 100;
/// Seconds that a recording takes to be sent, from which a line is slow.
pub const SLOW_LINE_SECONDS: u32 = 30;
/// Bits per second that a watermark needs to be read, on a picture that cost next to nothing itself.
pub const WATERMARK_BPS: u32 = 150_000;

/// The most bytes of a finished recording of this length.
#[must_use]
pub const fn budget_bytes(duration_ms: u64) -> u64 {
    if duration_ms <= BUDGET_MS { BUDGET_BYTES } else { duration_ms.saturating_mul(BUDGET_BYTES / BUDGET_MS) }
}

/// Video bits per second for a file of this length and size, [`VIDEO_MIN_BPS`] to
/// [`VIDEO_MAX_BPS`].
#[must_use]
pub fn video_bits_per_second(duration_ms: u64, size: Size) -> u32 {
    let bits = budget_bytes(duration_ms).saturating_mul(8 * 1000 * VIDEO_PERCENT / 100);
    let affordable = bits.checked_div(duration_ms).unwrap_or(u64::MAX).saturating_sub(AUDIO_RESERVE_BPS);
    let useful = u64::from(max_bits_per_frame(size)).saturating_mul(FRAME_RATE);
    let chosen = affordable.min(useful).clamp(VIDEO_MIN_BPS, VIDEO_MAX_BPS);
    u32::try_from(chosen).unwrap_or(u32::MAX)
}

/// Percent of the recorded bits per second that a finished file may have. `seconds_to_send`: as it was recorded, 0 where
/// nothing is known of the line.
#[must_use]
pub const fn max_recorded_percent(seconds_to_send: u32) -> u32 {
    if seconds_to_send >= SLOW_LINE_SECONDS { MAX_RECORDED_PERCENT_SLOW } else { MAX_RECORDED_PERCENT }
}

/// The most bits that a frame of this size is worth.
#[must_use]
pub fn max_bits_per_frame(size: Size) -> u32 {
    let pixels = u64::from(size.width).saturating_mul(size.height.into());
    u32::try_from(pixels.saturating_mul(CENTIBITS_PER_PIXEL) / 100).unwrap_or(u32::MAX)
}
