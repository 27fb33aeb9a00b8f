//! How a recording is finished: one flat, seekable MP4 with H.264 and AAC that carries the
//! watermark and stays within a budget of bytes (REC24, REC31).
//!
//! A recorder always leaves a usable file, so finishing may fail: the recording is then sent as it
//! is, with the reason why ([`RawReason`]).

mod budget;
mod codecs;
mod raw_reason;
mod size;
mod stall;
mod turn;

use serde::Serialize;

pub use budget::{
    BUDGET_BYTES, BUDGET_MS, MAX_RECORDED_PERCENT, MAX_RECORDED_PERCENT_SLOW, SLOW_LINE_SECONDS, VIDEO_MAX_BPS,
    VIDEO_MIN_BPS, WATERMARK_BPS, budget_bytes, max_bits_per_frame, max_recorded_percent, video_bits_per_second,
};
pub use codecs::{ENCODER_CODEC, decoder_codec};
pub use raw_reason::{RawReason, UnknownRawReason};
pub use size::{CAUTIOUS_BOUNDS, LARGE_BOUNDS, LARGE_UP_TO_MS, SMALL_BOUNDS, Size, finished_size, size_within};
pub use stall::{FORECAST_AFTER_MS, FORECAST_MAX_MS, NO_PROGRESS_MS, is_stalled};
pub use turn::{THUMBNAIL_SIDE, Turn, turn_towards};

#[cfg(feature = "ts")]
use crate::reader::Run;
use crate::reader::{AudioCodec, Container, Media, Runs, VideoCodec};

/// Seconds between two key frames: a player that seeks decodes at most this much in vain.
pub const KEY_FRAME_SECONDS: u32 = 2;
/// AAC bits per second for speech that was recorded in another codec.
pub const AUDIO_BPS: u32 = 96_000;
/// Speech is recorded in mono (REC13).
pub const AUDIO_CHANNELS: u32 = 1;
/// Hertz; what Opus decodes to.
pub const AUDIO_SAMPLE_RATE: u32 = 48_000;

/// What a browser can do for one file, asked with [`ENCODER_CODEC`] and [`decoder_codec`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodecSupport {
    /// It encodes H.264.
    pub encodes_h264: bool,
    /// It decodes the video of this file; `false` where [`decoder_codec`] knows no name for it.
    pub decodes_video: bool,
    /// The device has so little memory that a full size ends the page.
    pub small_memory: bool,
}

impl CodecSupport {
    const fn transcodes(self) -> bool {
        self.encodes_h264 && self.decodes_video
    }
}

/// What is to be done with a recording before it is sent.
#[allow(clippy::large_enum_variant)] // one at a time
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase", rename_all_fields = "camelCase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, export_to = "media.ts"))]
pub enum FinishPlan {
    /// Nothing: it is finished as it is, without a watermark.
    Keep,
    /// Write the same video into a flat MP4, without a watermark.
    Copy {
        /// Degrees clockwise by which players are told to turn it.
        #[cfg_attr(feature = "ts", ts(type = "0 | 90 | 270"))]
        turn: u32,
        /// What happens to the sound.
        audio: AudioPlan,
    },
    /// Decode and encode the video.
    Transcode {
        /// Degrees clockwise by which each frame is turned first.
        #[cfg_attr(feature = "ts", ts(type = "0 | 90 | 270"))]
        turn: u32,
        /// Pixels, even.
        width: u32,
        /// Pixels, even.
        height: u32,
        /// Of the video, at most.
        video_bits_per_second: u32,
        /// Of the video, at most: [`max_recorded_percent`] of the bits per second that were recorded.
        max_recorded_percent: u32,
        /// Of the video, at most, for each frame that was recorded.
        max_bits_per_frame: u32,
        /// Of the video, whatever was recorded: [`WATERMARK_BPS`] with a watermark.
        min_bits_per_second: u32,
        /// Whether the encoder is given one frame at a time: slower, and with less memory (REC36).
        one_at_a_time: bool,
        /// [`KEY_FRAME_SECONDS`].
        key_frame_seconds: u32,
        /// What happens to the sound.
        audio: AudioPlan,
        /// The runs of the picture that are kept; none: all of it.
        #[cfg_attr(feature = "ts", ts(as = "Vec<Run>"))]
        video_runs: Runs,
        /// The same of the sound.
        #[cfg_attr(feature = "ts", ts(as = "Vec<Run>"))]
        audio_runs: Runs,
        /// Whether to burn the watermark in.
        watermark: bool,
    },
    /// Nothing can be done: it is sent as it is.
    Raw {
        /// Why.
        reason: RawReason,
    },
}

/// What happens to the sound of a recording that is finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase", rename_all_fields = "camelCase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, export_to = "media.ts"))]
pub enum AudioPlan {
    /// It is AAC already and never encoded again.
    Copy,
    /// It becomes AAC.
    Encode {
        /// [`AUDIO_BPS`].
        bits_per_second: u32,
        /// [`AUDIO_CHANNELS`].
        channels: u32,
        /// [`AUDIO_SAMPLE_RATE`] in hertz.
        sample_rate: u32,
    },
    /// There is none.
    None,
}

impl AudioPlan {
    const fn of(media: &Media) -> Self {
        match media.audio {
            // Packets of AAC are longer than an edit is exact.
            Some(AudioCodec::Aac) if media.audio_runs.is_empty() => Self::Copy,
            Some(_) => {
                Self::Encode { bits_per_second: AUDIO_BPS, channels: AUDIO_CHANNELS, sample_rate: AUDIO_SAMPLE_RATE }
            }
            None => Self::None,
        }
    }
}

/// Pages that ended while they finished this file, before it is sent as it was recorded (REC36).
pub const MAX_CRASHES: u32 = 2;

/// Whether a file of this many bytes needs no finishing.
#[must_use]
pub fn is_finished(media: &Media, bytes: u64) -> bool {
    plays_everywhere(media) && is_small_h264(media, bytes)
}

/// Whether a file is what a finisher makes, of whatever size: some encoders cannot be brought below a budget. The Worker
/// judges by it, whatever a browser claims.
#[must_use]
pub fn plays_everywhere(media: &Media) -> bool {
    let flat = media.container == Container::Mp4 && media.seekable && !media.fragmented && !media.truncated;
    let single = media.video_tracks == 1 && media.audio_tracks <= 1;
    // Players that do not know AC-3 show the picture, and no browser that does not can turn it into AAC.
    let sound = matches!(media.audio, None | Some(AudioCodec::Aac | AudioCodec::Ac3));
    flat && single && sound && shows_all(media) && media.video == VideoCodec::Avc1
}

/// What to do with a file of this many bytes. `watermark`: one is wanted. `turn`: what makes it stand (REC34). `crashes`:
/// how many pages have ended while they finished it. After one it is finished smaller, after [`MAX_CRASHES`] not at all
/// (REC36), and what lacks its watermark for that says so, even if it is a finished file; where there is no smaller way,
/// because it was finished as small as can be or only copied, after one already.
/// `seconds_to_send`: on this line, as it was recorded, 0 where nothing is known of it (REC37).
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

/// Whether players show every sample, and all of every frame: what they hide must not travel along (INV71).
const fn shows_all(media: &Media) -> bool {
    !media.is_cut() && !media.player_only
}

fn is_small_h264(media: &Media, bytes: u64) -> bool {
    media.video == VideoCodec::Avc1 && bytes <= budget_bytes(media.duration_ms)
}
