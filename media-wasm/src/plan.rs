//! With which codec, bitrate and constraints to record.

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

/// iOS: the video may fill four fifths of this over a whole recording (REC17).
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
/// Video bits per second where the recording is finished before it is sent (REC25).
pub const FINISHED_VIDEO_BPS: u32 = 2_500_000;
/// Written to the log, never applied (REC19).
pub const DIAGNOSTIC_TARGET_BPS: u32 = 800_000;

/// Milliseconds between two chunks of a recording. At most two of them are lost in a crash.
pub const TIMESLICE_MS: u32 = 500;
/// The same on WebKit: Safari 26 emits empty blobs at smaller slices (WebKit bug 301507).
pub const WEBKIT_TIMESLICE_MS: u32 = 1000;

/// iOS video bits per second: four fifths of the budget, but not above the ceiling (REC17).
pub const IOS_VIDEO_BPS: u32 = {
    let budget = IOS_BUDGET_BITS / MAX_RECORDING_SECONDS as u64 * 4 / 5;
    let bps = if budget < IOS_VIDEO_MAX_BPS { budget } else { IOS_VIDEO_MAX_BPS };
    #[allow(clippy::cast_possible_truncation)] // at most IOS_VIDEO_MAX_BPS
    let bps = bps as u32;
    bps
};

/// The container a recording is planned in.
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
    /// `mimeType` of the recorder; `null`: start it without one, the browser's default records.
    pub mime_type: Option<&'static str>,
    /// What diagnostics call the type: `mimeType`, or `video/mp4` without one (REC16).
    pub reported_type: &'static str,
    /// The container in name.
    pub container: Container,
    /// `videoBitsPerSecond`.
    pub video_bits_per_second: u32,
    /// `audioBitsPerSecond`.
    pub audio_bits_per_second: u32,
    /// Argument of `start`, in milliseconds.
    pub timeslice_ms: u32,
    /// `videoKeyFrameIntervalDuration` in milliseconds, for MP4: without it Chromium delivers
    /// its first chunk after six seconds.
    pub key_frame_interval_ms: Option<u32>,
    /// `video` of `getUserMedia`.
    pub camera: CameraRequests,
    /// `audio` of `getUserMedia`.
    pub audio: AudioConstraints,
    /// Bits per second, for the log only (REC19).
    pub diagnostic_target_bps: u32,
}

impl Plan {
    /// The plan for a device once the type is chosen.
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

    /// The same plan, recording larger, because the finished file meets the budget (REC25). `smaller`: the camera is
    /// asked no larger all the same ([`asks_smaller`]).
    #[must_use]
    pub fn for_finishing(self, device: Device, smaller: bool) -> Self {
        let camera = if smaller { self.camera } else { CameraRequests::finished(device) };
        Self { video_bits_per_second: FINISHED_VIDEO_BPS, camera, ..self }
    }
}

/// The plan for this device. `supports` is `MediaRecorder.isTypeSupported`.
///
/// Nothing supported: WebKit is asked for bare `video/mp4` all the same, any other browser
/// records its own default (REC16).
pub fn plan(device: &Device, supports: impl Fn(&str) -> bool) -> Plan {
    let chosen = candidates(*device).into_iter().find(|mime| supports(mime));
    Plan::with_type(*device, chosen.or(device.safari.then_some(LAST_RESORT)))
}
