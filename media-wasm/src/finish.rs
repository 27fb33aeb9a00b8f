//! Decides how to finish a recording: one flat, seekable MP4 with H.264 and AAC that carries the watermark and stays
//! within a byte budget (REC24, REC31).
//!
//! A recorder always leaves a usable file, so finishing may fail: the recording is then sent unchanged, with the reason ([`RawReason`]).

mod budget;
mod raw_reason;
mod size;
mod turn;

use serde::Serialize;

pub use budget::{
    BUDGET_BYTES, BUDGET_MS, MAX_RECORDED_PERCENT, MAX_RECORDED_PERCENT_SLOW, SLOW_LINE_SECONDS, VIDEO_MAX_BPS,
    VIDEO_MIN_BPS, WATERMARK_BPS, budget_bytes, max_bits_per_frame, max_recorded_percent, video_bits_per_second,
};
pub use raw_reason::{RawReason, UnknownRawReason};
pub use size::{CAUTIOUS_BOUNDS, LARGE_BOUNDS, LARGE_UP_TO_MS, SMALL_BOUNDS, Size, finished_size, size_within};
pub use turn::{THUMBNAIL_SIDE, Turn, turn_towards};

#[cfg(feature = "ts")]
use crate::reader::Run;
use crate::reader::{AudioCodec, Container, Media, Runs, VideoCodec};

/// Seconds between two key frames, which bounds how much a seeking player decodes in vain.
pub const KEY_FRAME_SECONDS: u32 = 2;
/// AAC bits per second for speech recorded in another codec.
pub const AUDIO_BPS: u32 = 96_000;
/// Number of audio channels: speech is recorded in mono (REC13).
pub const AUDIO_CHANNELS: u32 = 1;
/// Audio sample rate in hertz: Opus decodes to this rate.
pub const AUDIO_SAMPLE_RATE: u32 = 48_000;

/// Browser capabilities for one file, queried with [`ENCODER_CODEC`] and [`decoder_codec`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodecSupport {
    /// The browser encodes H.264.
    pub encodes_h264: bool,
    /// The browser decodes this file's video; `false` if [`decoder_codec`] returns `None` for it.
    pub decodes_video: bool,
    /// The device has so little memory that finishing at full size crashes the page.
    pub small_memory: bool,
}

impl CodecSupport {
    const fn transcodes(self) -> bool {
        self.encodes_h264 && self.decodes_video
    }
}

/// Codec string (WebCodecs codec registry) of H.264 High profile, level 3.1 (720 x 1280 at 30 frames): exactly the configuration of the finisher's encoder, so
/// that the browser's answer applies to it.
pub const ENCODER_CODEC: &str = "avc1.64001F";

/// Returns the codec string for asking whether a browser decodes this codec: its most common profile at about level
/// 3.1. `None`: no browser does.
#[must_use]
pub const fn decoder_codec(codec: VideoCodec) -> Option<&'static str> {
    match codec {
        VideoCodec::Avc1 => Some("avc1.42E01F"),
        VideoCodec::Hvc1 => Some("hvc1.1.6.L93.B0"),
        VideoCodec::Vp8 => Some("vp8"),
        VideoCodec::Vp9 => Some("vp09.00.31.08"),
        VideoCodec::Av1 => Some("av01.0.05M.08"),
        VideoCodec::Mp4v | VideoCodec::Other => None,
    }
}

/// How to process a recording before it is sent.
#[allow(clippy::large_enum_variant)] // one at a time
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase", rename_all_fields = "camelCase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, export_to = "media.ts"))]
pub enum FinishPlan {
    /// Send it unchanged and without a watermark: it already meets the finished format.
    Keep,
    /// Remux the same video into a flat MP4, without a watermark.
    Copy {
        /// Clockwise rotation in degrees, written as metadata for players.
        #[cfg_attr(feature = "ts", ts(type = "0 | 90 | 270"))]
        turn: u32,
        /// How to process the audio.
        audio: AudioPlan,
    },
    /// Decode and re-encode the video.
    Transcode {
        /// Clockwise rotation in degrees, applied to each frame before encoding.
        #[cfg_attr(feature = "ts", ts(type = "0 | 90 | 270"))]
        turn: u32,
        /// Width in pixels, even.
        width: u32,
        /// Height in pixels, even.
        height: u32,
        /// Maximum video bitrate.
        video_bits_per_second: u32,
        /// Maximum video bitrate in percent of the recorded bitrate, from [`max_recorded_percent`].
        max_recorded_percent: u32,
        /// Maximum video bits for each recorded frame.
        max_bits_per_frame: u32,
        /// Minimum video bitrate, whatever the recorded bitrate: [`WATERMARK_BPS`] with a watermark.
        min_bits_per_second: u32,
        /// Whether to feed the encoder one frame at a time, which is slower but needs less memory (REC36).
        one_at_a_time: bool,
        /// Key frame interval: [`KEY_FRAME_SECONDS`].
        key_frame_seconds: u32,
        /// How to process the audio.
        audio: AudioPlan,
        /// The runs of the video to keep; empty keeps all of it.
        #[cfg_attr(feature = "ts", ts(as = "Vec<Run>"))]
        video_runs: Runs,
        /// The runs of the audio to keep; empty keeps all of it.
        #[cfg_attr(feature = "ts", ts(as = "Vec<Run>"))]
        audio_runs: Runs,
        /// Whether to burn the watermark in.
        watermark: bool,
    },
    /// Finishing is impossible: send the recording unchanged.
    Raw {
        /// Why it is sent unchanged.
        reason: RawReason,
    },
}

/// How to process the audio of a recording that is finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase", rename_all_fields = "camelCase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, export_to = "media.ts"))]
pub enum AudioPlan {
    /// Copy it: it is AAC already and is never re-encoded.
    Copy,
    /// Encode it to AAC.
    Encode {
        /// Bitrate: [`AUDIO_BPS`].
        bits_per_second: u32,
        /// Number of channels: [`AUDIO_CHANNELS`].
        channels: u32,
        /// Sample rate in hertz: [`AUDIO_SAMPLE_RATE`].
        sample_rate: u32,
    },
    /// The recording has no audio.
    None,
}

impl AudioPlan {
    /// How audio is encoded that cannot be copied.
    pub const ENCODED: Self =
        Self::Encode { bits_per_second: AUDIO_BPS, channels: AUDIO_CHANNELS, sample_rate: AUDIO_SAMPLE_RATE };

    const fn of(media: &Media) -> Self {
        match media.audio {
            // AAC packets are too long for the precision of an edit.
            Some(AudioCodec::Aac) if media.audio_runs.is_empty() => Self::Copy,
            Some(_) => Self::ENCODED,
            None => Self::None,
        }
    }
}

/// Page crashes while finishing a file after which the file is sent unchanged (REC36).
pub const MAX_CRASHES: u32 = 2;

/// Whether a file of this many bytes needs no finishing.
#[must_use]
pub fn is_finished(media: &Media, bytes: u64) -> bool {
    plays_everywhere(media) && is_small_h264(media, bytes)
}

/// Whether a file has the finished format, regardless of its size: some encoders cannot stay below a budget. The Worker
/// applies this check and ignores what a browser claims.
#[must_use]
pub fn plays_everywhere(media: &Media) -> bool {
    let flat = media.container == Container::Mp4 && media.seekable && !media.fragmented && !media.truncated;
    let single = media.video_tracks == 1 && media.audio_tracks <= 1;
    // A player without AC-3 still shows the picture, and a browser without AC-3 cannot transcode it to AAC.
    let sound = matches!(media.audio, None | Some(AudioCodec::Aac | AudioCodec::Ac3));
    flat && single && sound && shows_all(media) && media.video == VideoCodec::Avc1
}

/// Returns how to finish a file of this many bytes. `watermark`: one is wanted. `turn`: the rotation that makes the
/// picture upright (REC34). `seconds_to_send`: the estimated upload time of the raw recording, 0 if unknown (REC37).
///
/// `crashes`: how many pages have crashed while finishing it. After one crash the file is finished smaller, after [`MAX_CRASHES`]
/// not at all (REC36). If no smaller way exists, because it was already finished at the smallest size or only copied, one crash is
/// enough. A file that lacks its watermark because of crashes is reported as crashed, even if it has the finished format.
#[must_use]
pub fn finish_plan(
    media: &Media,
    bytes: u64,
    watermark: bool,
    turn: Turn,
    browser: CodecSupport,
    crashes: u32,
    seconds_to_send: u32,
) -> FinishPlan {
    let audio = AudioPlan::of(media);
    let burns = watermark && browser.transcodes();
    let stays = is_finished(media, bytes) && media.audio != Some(AudioCodec::Ac3) && turn == Turn::None;
    let copies = !burns && shows_all(media) && is_small_h264(media, bytes);
    let smaller_by = crashes.saturating_add(browser.small_memory.into());
    let spent = smaller_by >= MAX_CRASHES || (copies && crashes > 0);
    if stays && !burns {
        FinishPlan::Keep
    } else if media.player_only {
        FinishPlan::Raw { reason: RawReason::Undecodable }
    } else if spent {
        FinishPlan::Raw { reason: RawReason::Crashed }
    } else if copies {
        FinishPlan::Copy { turn: turn.degrees(), audio }
    } else if browser.transcodes() {
        let (width, height) =
            if turn == Turn::None { (media.width, media.height) } else { (media.height, media.width) };
        let size = if smaller_by == 0 {
            finished_size(width, height, media.duration_ms)
        } else {
            size_within(CAUTIOUS_BOUNDS, width, height)
        };
        FinishPlan::Transcode {
            turn: turn.degrees(),
            width: size.width,
            height: size.height,
            video_bits_per_second: video_bits_per_second(media.duration_ms, size),
            max_recorded_percent: max_recorded_percent(seconds_to_send),
            max_bits_per_frame: max_bits_per_frame(size),
            min_bits_per_second: if watermark { WATERMARK_BPS } else { 0 },
            one_at_a_time: smaller_by > 0,
            key_frame_seconds: KEY_FRAME_SECONDS,
            audio,
            video_runs: media.video_runs,
            audio_runs: media.audio_runs,
            watermark,
        }
    } else if browser.encodes_h264 {
        FinishPlan::Raw { reason: RawReason::Undecodable }
    } else {
        FinishPlan::Raw { reason: RawReason::Unsupported }
    }
}

/// Whether players show every sample and the whole of every frame: hidden content must not be sent along (INV71).
const fn shows_all(media: &Media) -> bool {
    !media.is_cut() && !media.player_only
}

fn is_small_h264(media: &Media, bytes: u64) -> bool {
    media.video == VideoCodec::Avc1 && bytes <= budget_bytes(media.duration_ms)
}

/// Aborts after this many milliseconds without progress (REC31).
pub const NO_PROGRESS_MS: f64 = 10_000.0;
/// Aborts if the forecast total exceeds this many milliseconds.
pub const FORECAST_MAX_MS: f64 = 60_000.0;
/// No forecast before this many milliseconds: the first frames wait for the codecs to start.
pub const FORECAST_AFTER_MS: f64 = 5_000.0;

/// Whether finishing has stalled. `progress` from 0 to 1; a progress of 0 gives no forecast.
#[must_use]
pub fn is_stalled(elapsed_ms: f64, progress: f64, since_progress_ms: f64) -> bool {
    let late = elapsed_ms >= FORECAST_AFTER_MS && progress > 0.0 && elapsed_ms > FORECAST_MAX_MS * progress;
    since_progress_ms >= NO_PROGRESS_MS || late
}
