//! Chooses the codec, bitrate and constraints of a recording.

mod candidates;
mod constraints;
mod picture;

use serde::Serialize;

pub use candidates::{LAST_RESORT, candidates, h264_types, known_types};
pub use constraints::{AudioConstraints, CameraConstraints, CameraRequests, Ideal, ProcessedAudio};
pub use picture::{
    MAX_LINES_FACTOR, MIN_FRAME_RATE, MIN_RECORDED_FRAME_RATE, Orientation, Picture, asks_smaller, faults, goes_back,
};

use crate::device::Device;
use crate::limits::{MAX_RECORDING_SECONDS, MB};

/// iOS: maximum bits of a recording; video gets four fifths (REC17).
pub const IOS_BUDGET_BITS: u64 = 48 * MB * 8;
/// iOS: video bitrate ceiling in bits per second (REC17).
pub const IOS_VIDEO_MAX_BPS: u64 = 1_200_000;
/// iOS: audio bits per second (REC17).
pub const IOS_AUDIO_BPS: u32 = 128_000;
/// Off iOS: audio bits per second (REC18).
pub const AUDIO_BPS: u32 = 64_000;
/// Off iOS: video bits per second in WebM (REC18).
pub const WEBM_VIDEO_BPS: u32 = 200_000;
/// Android, not WebM: video bits per second (REC18).
pub const ANDROID_VIDEO_BPS: u32 = 1_000_000;
/// Any other device, not WebM: video bits per second (REC18).
pub const DESKTOP_VIDEO_BPS: u32 = 1_800_000;
/// Video bits per second if the recording is finished before upload (REC25).
pub const FINISHED_VIDEO_BPS: u32 = 2_500_000;
/// Bits per second shown in diagnostics only, never passed to the recorder (REC19).
pub const DIAGNOSTIC_TARGET_BPS: u32 = 800_000;

/// Milliseconds between two chunks of a recording. A crash loses at most two of them.
pub const TIMESLICE_MS: u32 = 500;
/// Chunk interval on WebKit: Safari 26 emits empty blobs at smaller intervals (WebKit bug 301507).
pub const WEBKIT_TIMESLICE_MS: u32 = 1000;

/// iOS video bits per second: four fifths of the budget, but not above the ceiling (REC17).
pub const IOS_VIDEO_BPS: u32 = {
    let budget = IOS_BUDGET_BITS / MAX_RECORDING_SECONDS as u64 * 4 / 5;
    let bps = if budget < IOS_VIDEO_MAX_BPS { budget } else { IOS_VIDEO_MAX_BPS };
    #[allow(clippy::cast_possible_truncation)] // at most IOS_VIDEO_MAX_BPS
    let bps = bps as u32;
    bps
};

/// The planned container of a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, export_to = "media.ts"))]
pub enum Container {
    /// ISO base media file.
    Mp4,
    /// WebM.
    Webm,
}

/// How to record: options for `getUserMedia`, for `new MediaRecorder` and for `start`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, export_to = "media.ts"))]
pub struct Plan {
    /// `mimeType` of the recorder; `null`: start it without one and record the browser's default.
    pub mime_type: Option<&'static str>,
    /// The type shown in diagnostics: `mimeType`, or `video/mp4` without one (REC16).
    pub reported_type: &'static str,
    /// The container according to the type's name.
    pub container: Container,
    /// `videoBitsPerSecond`.
    pub video_bits_per_second: u32,
    /// `audioBitsPerSecond`.
    pub audio_bits_per_second: u32,
    /// Argument of `start`, in milliseconds.
    pub timeslice_ms: u32,
    /// `videoKeyFrameIntervalDuration` in milliseconds, for MP4: without it Chromium delivers the first chunk only after six seconds.
    pub key_frame_interval_ms: Option<u32>,
    /// `video` of `getUserMedia`.
    pub camera: CameraRequests,
    /// `audio` of `getUserMedia`.
    pub audio: AudioConstraints,
    /// Target bits per second, for the log only (REC19).
    pub diagnostic_target_bps: u32,
}

impl Plan {
    /// Returns the plan for a device and a chosen type.
    #[must_use]
    pub fn with_type(device: Device, mime_type: Option<&'static str>) -> Self {
        let reported_type = mime_type.unwrap_or(LAST_RESORT);
        let container = if reported_type.starts_with("video/webm") { Container::Webm } else { Container::Mp4 };
        let timeslice_ms = if device.safari { WEBKIT_TIMESLICE_MS } else { TIMESLICE_MS };
        Self {
            mime_type,
            reported_type,
            container,
            video_bits_per_second: match (device, container) {
                (Device { ios: true, .. }, _) => IOS_VIDEO_BPS,
                (_, Container::Webm) => WEBM_VIDEO_BPS,
                (Device { android: true, .. }, _) => ANDROID_VIDEO_BPS,
                _ => DESKTOP_VIDEO_BPS,
            },
            audio_bits_per_second: if device.ios { IOS_AUDIO_BPS } else { AUDIO_BPS },
            timeslice_ms,
            key_frame_interval_ms: (container == Container::Mp4).then_some(timeslice_ms),
            camera: CameraRequests::raw(device),
            audio: AudioConstraints::for_device(device),
            diagnostic_target_bps: DIAGNOSTIC_TARGET_BPS,
        }
    }

    /// Raises the bitrate and the camera's resolution, because finishing compresses the recording to the budget
    /// (REC25). `smaller` keeps the lower resolution ([`asks_smaller`]).
    #[must_use]
    pub fn for_finishing(self, device: Device, smaller: bool) -> Self {
        let camera = if smaller { self.camera } else { CameraRequests::finished(device) };
        Self { video_bits_per_second: FINISHED_VIDEO_BPS, camera, ..self }
    }
}

/// Returns the plan for this device. `supports` is `MediaRecorder.isTypeSupported`.
///
/// If no type is supported, WebKit still gets a plain `video/mp4`; any other browser records its own default (REC16).
pub fn plan(device: &Device, supports: impl Fn(&str) -> bool) -> Plan {
    let chosen = candidates(*device).into_iter().find(|mime| supports(mime));
    Plan::with_type(*device, chosen.or(device.safari.then_some(LAST_RESORT)))
}
