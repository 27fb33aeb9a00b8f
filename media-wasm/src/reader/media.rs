//! The result of a probe.

use serde::{Deserialize, Serialize};

use super::reject_reason::{Outcome, RejectReason};
use super::runs::Runs;

/// A track's media type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum TrackKind {
    Video,
    Audio,
    /// Timecodes, subtitles, or a phone's sensor data.
    #[default]
    Other,
}

/// A video file.
#[allow(clippy::struct_excessive_bools)] // facts that have nothing to do with each other
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, export_to = "media.ts"))]
pub struct Media {
    /// The container.
    pub container: Container,
    /// Codec of the first video track.
    pub video: VideoCodec,
    /// Codec of the first audio track.
    pub audio: Option<AudioCodec>,
    /// Length in milliseconds, at least 1; of a cut-off file, that of the part present.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub duration_ms: u64,
    /// Frames per second of the video, rounded: of the whole video if an index counts its frames, otherwise (a
    /// [fragmented](Self::fragmented) file) of the parts read. `None` if those are shorter than a second.
    pub frame_rate: Option<u32>,
    /// Width in pixels as displayed: after rotation and with square pixels.
    pub width: u32,
    /// Height in pixels as displayed.
    pub height: u32,
    /// Clockwise rotation in degrees that a player applies: 0, 90, 180 or 270.
    pub rotation: u16,
    /// Number of video tracks.
    pub video_tracks: u32,
    /// Number of audio tracks.
    pub audio_tracks: u32,
    /// The file has an index, so that players can seek without reading everything before.
    pub seekable: bool,
    /// Written while recording: a fragmented MP4, or a WebM without a length.
    pub fragmented: bool,
    /// The end is missing; the part present plays.
    pub truncated: bool,
    /// Bytes present of a cut-off file, whose missing end may be zeros.
    #[cfg_attr(feature = "ts", ts(type = "number | null"))]
    pub present_bytes: Option<u64>,
    /// The runs of the video that players show, in order, if an edit list hides or moves some; empty shows all of it.
    #[serde(skip)]
    pub video_runs: Runs,
    /// The runs of the audio that players play.
    #[serde(skip)]
    pub audio_runs: Runs,
    /// The file tells players to change the speed, crop or skew, which finishing cannot reproduce.
    #[serde(skip)]
    pub player_only: bool,
}

impl Media {
    /// Whether players show less than all samples, one after the other.
    #[must_use]
    pub const fn is_cut(&self) -> bool {
        !self.video_runs.is_empty() || !self.audio_runs.is_empty()
    }
}

/// The container format of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(export, export_to = "media.ts", rename = "FileContainer")
)]
pub enum Container {
    /// ISO base media file (ISO 14496-12).
    Mp4,
    /// QuickTime: an ISO base media file with the major brand `qt`.
    Mov,
    /// WebM: Matroska (RFC 9559) with the document type `webm`.
    Webm,
    /// Matroska of another document type. It is accepted for finishing but never stored: no browser plays it.
    Matroska,
}

impl Container {
    /// All containers that are stored.
    pub const ALL: [Self; 3] = [Self::Mp4, Self::Mov, Self::Webm];

    /// The media type to store and serve it with.
    #[must_use]
    pub const fn mime(self) -> &'static str {
        match self {
            Self::Mp4 => "video/mp4",
            Self::Mov => "video/quicktime",
            Self::Webm => "video/webm",
            Self::Matroska => "video/x-matroska",
        }
    }

    /// The file name extension, without a dot.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Mp4 => "mp4",
            Self::Mov => "mov",
            Self::Webm => "webm",
            Self::Matroska => "mkv",
        }
    }
}

/// A video codec, named by its best-known four letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, export_to = "media.ts"))]
pub enum VideoCodec {
    /// H.264.
    Avc1,
    /// H.265.
    Hvc1,
    /// VP8.
    Vp8,
    /// VP9.
    Vp9,
    /// AV1.
    Av1,
    /// MPEG-4 part 2.
    Mp4v,
    /// Anything else.
    Other,
}

/// An audio codec.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, export_to = "media.ts"))]
pub enum AudioCodec {
    /// AAC.
    Aac,
    /// Opus.
    Opus,
    /// Vorbis.
    Vorbis,
    /// MPEG-1 or MPEG-2 layer III.
    Mp3,
    /// Uncompressed.
    Pcm,
    /// Apple Lossless.
    Alac,
    /// AC-3 and E-AC-3 (Dolby Digital).
    Ac3,
    /// Anything else.
    Other,
}

/// The time span of a track, in the track's units.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Span {
    pub start: Option<u64>,
    pub end: u64,
}

impl Span {
    pub fn cover(&mut self, start: u64, end: u64) {
        self.start = Some(self.start.map_or(start, |first| first.min(start)));
        self.end = self.end.max(end);
    }

    pub fn length(self) -> u64 {
        self.start.map_or(0, |start| self.end.saturating_sub(start))
    }
}

/// Number and total duration of counted frames, in the track's units.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Pace {
    frames: u64,
    duration: u64,
}

impl Pace {
    pub fn add(&mut self, frames: u64, duration: u64) {
        self.frames = self.frames.saturating_add(frames);
        self.duration = self.duration.saturating_add(duration);
    }

    /// Returns frames per second; `None` for less than a second, which is too short to measure.
    pub fn per_second(self, timescale: u64) -> Option<u32> {
        if self.is_significant(timescale) { frames_per_second(self.frames, self.duration, timescale) } else { None }
    }

    pub const fn is_significant(self, timescale: u64) -> bool {
        self.duration >= timescale
    }
}

/// Maximum plausible frames per second; cameras record 240, some 960.
const MAX_FRAME_RATE: u32 = 1000;

/// Returns frames per second, rounded; `None` if that is 0 or more than any camera gives.
pub(crate) fn frames_per_second(frames: u64, duration: u64, timescale: u64) -> Option<u32> {
    let in_time = frames.checked_mul(timescale)?.checked_add(duration / 2)?;
    u32::try_from(in_time.checked_div(duration)?).ok().filter(|rate| (1..=MAX_FRAME_RATE).contains(rate))
}

/// A picture size as displayed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DisplaySize {
    pub width: u32,
    pub height: u32,
}

/// Maximum side in pixels: no codec allows more than 65,536 (AV1).
const SIDE_MAX: u64 = 65_536;

/// Returns the display size: the coded size with its width stretched by the pixel aspect ratio `across / down`, unless
/// that is implausible.
pub(crate) fn display_size(width: u64, height: u64, (across, down): (u64, u64)) -> Outcome<DisplaySize> {
    let half = down.checked_div(2).unwrap_or_default();
    let stretched = width
        .saturating_mul(across)
        .saturating_add(half)
        .checked_div(down)
        .filter(|width| (1..=SIDE_MAX).contains(width))
        .unwrap_or(width);
    let side = |pixels: u64| match u32::try_from(pixels) {
        Ok(side) if (1..=SIDE_MAX).contains(&pixels) => Ok(side),
        _ => Err(RejectReason::NoVideoTrack),
    };
    Ok(DisplaySize { width: side(stretched)?, height: side(height)? })
}

/// Converts `units` of a timescale (units per second) to milliseconds; 0 without a timescale.
pub(crate) fn ms(units: u64, timescale: u64) -> u64 {
    let half = timescale.checked_div(2).unwrap_or_default();
    units.saturating_mul(1000).saturating_add(half).checked_div(timescale).unwrap_or_default()
}
