//! What a probe finds.

use serde::{Deserialize, Serialize};

use super::reject_reason::{Outcome, RejectReason};
use super::runs::Runs;

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
    /// Milliseconds, at least 1; of a file whose end is missing, of what is there.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub duration_ms: u64,
    /// Frames per second of the video, rounded: of all of it where an index counts them, and of what was read of it where
    /// it was [written as it was recorded](Self::fragmented). `None` where that is less than a second.
    pub frame_rate: Option<u32>,
    /// Pixels as shown: after rotation and with square pixels.
    pub width: u32,
    /// Pixels as shown.
    pub height: u32,
    /// Degrees a player turns the picture clockwise: 0, 90, 180 or 270.
    pub rotation: u16,
    /// Number of video tracks.
    pub video_tracks: u32,
    /// Number of audio tracks.
    pub audio_tracks: u32,
    /// An index lets a player jump without reading everything before.
    pub seekable: bool,
    /// Written as it was recorded: a fragmented MP4, or a WebM without a length.
    pub fragmented: bool,
    /// The end is missing; what is there plays.
    pub truncated: bool,
    /// Bytes that came of a file whose end is missing: zeros may stand in its place.
    #[cfg_attr(feature = "ts", ts(type = "number | null"))]
    pub present_bytes: Option<u64>,
    /// The parts of the picture that players show, in their order, where an edit list hides or moves some.
    #[serde(skip)]
    pub video_runs: Runs,
    /// The same of the sound.
    #[serde(skip)]
    pub audio_runs: Runs,
    /// It tells players to do what finishing cannot: to change the speed, to crop, or to skew.
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

/// The container of a file.
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
    /// Matroska of another document type. It is finished and never stored: no browser plays it.
    Matroska,
}

impl Container {
    /// All that are stored.
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

/// A video codec, by its best known four letters.
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

/// From when to when a track plays, in units of its own.
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

/// Frames that were counted, and how long they are together, in units of their track.
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

    /// `None` of less than a second, which tells little.
    pub fn per_second(self, timescale: u64) -> Option<u32> {
        if self.is_telling(timescale) { frames_per_second(self.frames, self.duration, timescale) } else { None }
    }

    pub const fn is_telling(self, timescale: u64) -> bool {
        self.duration >= timescale
    }
}

/// Frames per second; cameras give 240, some 960.
const MAX_FRAME_RATE: u32 = 1000;

/// Rounded; `None` where that is none, or more than a camera gives.
pub(crate) fn frames_per_second(frames: u64, duration: u64, timescale: u64) -> Option<u32> {
    let in_time = frames.checked_mul(timescale)?.checked_add(duration / 2)?;
    u32::try_from(in_time.checked_div(duration)?).ok().filter(|rate| (1..=MAX_FRAME_RATE).contains(rate))
}

/// The picture as shown.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DisplaySize {
    pub width: u32,
    pub height: u32,
}

/// Codecs go no further: 65,536 pixels a side (AV1).
const SIDE_MAX: u64 = 65_536;

/// The size as shown: the coded size with its width stretched by `across / down`, the shape of
/// a pixel, unless that is nonsense.
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

/// `units` of which `timescale` make a second, in milliseconds. No timescale, no time.
pub(crate) fn ms(units: u64, timescale: u64) -> u64 {
    let half = timescale.checked_div(2).unwrap_or_default();
    units.saturating_mul(1000).saturating_add(half).checked_div(timescale).unwrap_or_default()
}
