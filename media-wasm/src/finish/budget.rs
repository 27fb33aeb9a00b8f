//! The byte budget of a finished recording, and the bitrate that meets it.

use super::size::Size;

/// Maximum bytes of a finished recording of up to [`BUDGET_MS`] (REC24).
pub const BUDGET_BYTES: u64 = 9_000_000;
/// Milliseconds that [`BUDGET_BYTES`] covers. Longer files get proportionally more bytes (REC31).
pub const BUDGET_MS: u64 = 40_000;

/// Bits per second at which 720 x 1280 at 30 frames looks clean; more is wasted.
pub const VIDEO_MAX_BPS: u64 = 4_000_000;
/// Bits per second below which 540 x 960 falls apart. No budget leads this low; only tiny pictures do.
pub const VIDEO_MIN_BPS: u64 = 800_000;
/// Percent of the budget for video; the rest covers the container and encoders that overshoot. A full recording then
/// stays below [`crate::limits::LARGE_BYTES`], so that nobody gets a size warning about a file that we produced.
const VIDEO_PERCENT: u64 = 90;
/// Bits per second reserved for audio.
const AUDIO_RESERVE_BPS: u64 = 100_000;
/// Hundredths of a bit per pixel of a frame, above which no difference is visible.
const CENTIBITS_PER_PIXEL: u64 = 24;
/// Frames per second that a camera delivers unless it has to slow down.
const FRAME_RATE: u64 = 30;
/// Maximum bitrate in percent of the recorded one: a finished file shows no more than its recording (REC37). Apart from
/// some noise it looks the same (SSIM 0.97); docs/decisions/0007-record-raw-then-finish.md has the bound.
pub const MAX_RECORDED_PERCENT: u32 = 120;
/// [`MAX_RECORDED_PERCENT`] on a slow connection, where the smaller file arrives sooner.
pub const MAX_RECORDED_PERCENT_SLOW: u32 = 100;
/// Estimated upload seconds from which a connection counts as slow.
pub const SLOW_LINE_SECONDS: u32 = 30;
/// Bits per second that keep a watermark legible on a picture that needs almost no bits itself.
pub const WATERMARK_BPS: u32 = 150_000;

/// Returns the maximum bytes of a finished recording of this length.
#[must_use]
pub const fn budget_bytes(duration_ms: u64) -> u64 {
    if duration_ms <= BUDGET_MS { BUDGET_BYTES } else { duration_ms.saturating_mul(BUDGET_BYTES / BUDGET_MS) }
}

/// Returns the video bits per second for a file of this length and size, [`VIDEO_MIN_BPS`] to [`VIDEO_MAX_BPS`].
#[must_use]
pub fn video_bits_per_second(duration_ms: u64, size: Size) -> u32 {
    let bits = budget_bytes(duration_ms).saturating_mul(8 * 1000 * VIDEO_PERCENT / 100);
    let affordable = bits.checked_div(duration_ms).unwrap_or(u64::MAX).saturating_sub(AUDIO_RESERVE_BPS);
    let useful = u64::from(max_bits_per_frame(size)).saturating_mul(FRAME_RATE);
    let chosen = affordable.min(useful).clamp(VIDEO_MIN_BPS, VIDEO_MAX_BPS);
    u32::try_from(chosen).unwrap_or(u32::MAX)
}

/// Returns the maximum bitrate of a finished file in percent of the recorded one. `seconds_to_send`: the estimated
/// upload time of the raw recording, 0 if unknown.
#[must_use]
pub const fn max_recorded_percent(seconds_to_send: u32) -> u32 {
    if seconds_to_send >= SLOW_LINE_SECONDS { MAX_RECORDED_PERCENT_SLOW } else { MAX_RECORDED_PERCENT }
}

/// Returns the maximum useful number of bits for a frame of this size.
#[must_use]
pub fn max_bits_per_frame(size: Size) -> u32 {
    let pixels = u64::from(size.width).saturating_mul(size.height.into());
    u32::try_from(pixels.saturating_mul(CENTIBITS_PER_PIXEL) / 100).unwrap_or(u32::MAX)
}
