//! Constraints for `getUserMedia` (W3C Media Capture and Streams).

use serde::Serialize;

use crate::device::Device;

/// An ideal value that a camera may miss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, export_to = "media.ts"))]
pub struct Ideal {
    /// The preferred value.
    pub ideal: u32,
}

/// `video` of `getUserMedia`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, export_to = "media.ts"))]
pub struct CameraConstraints {
    /// Always `user`: the camera facing the user.
    pub facing_mode: &'static str,
    /// Width in pixels.
    pub width: Ideal,
    /// Height in pixels.
    pub height: Ideal,
}

impl CameraConstraints {
    const fn front(width: u32, height: u32) -> Self {
        Self { facing_mode: "user", width: Ideal { ideal: width }, height: Ideal { ideal: height } }
    }
}

/// Two requests for one camera. The second is made at most once, if the first picture has [`faults`](super::faults). If the second
/// picture is worse, the first request is repeated ([`goes_back`](super::goes_back)): its result is known, so no further check follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, export_to = "media.ts"))]
pub struct CameraRequests {
    /// Request for opening the camera.
    pub first: CameraConstraints,
    /// Next request for the open camera.
    pub second: CameraConstraints,
}

impl CameraRequests {
    /// Requested shorter side of an unfinished recording, in pixels.
    pub const RAW_LINES: u32 = 480;

    /// Requests for a recording that is sent unfinished (REC12), and for a device that records larger ones too slowly (REC35).
    #[must_use]
    pub const fn raw(device: Device) -> Self {
        let lines = Self::RAW_LINES;
        Self::new(device, CameraConstraints::front(640, lines), CameraConstraints::front(lines, 640))
    }

    /// Requests for a recording that is finished before upload (REC25). Off phones, browsers crop a portrait picture
    /// out of a landscape one: for 1280 lines Chromium uses 1216 x 2160 of a 4K camera and records all of it, for 960 it
    /// uses 810 x 1080.
    #[must_use]
    pub const fn finished(device: Device) -> Self {
        let height = if device.is_handheld() { 1280 } else { 960 };
        Self::new(device, CameraConstraints::front(1280, 720), CameraConstraints::front(720, height))
    }

    /// Orders the two requests. Browsers on phones and tablets apply width and height to the camera's sensor, which is landscape
    /// while the device is held upright, and rotate the frames afterwards (REC33). WebKit crops portrait pictures out of a camera's
    /// largest mode, however slow that mode is, and only pretends to change the mode of an open camera (REC35).
    const fn new(device: Device, lying: CameraConstraints, upright: CameraConstraints) -> Self {
        if device.is_handheld() || device.safari {
            Self { first: lying, second: upright }
        } else {
            Self { first: upright, second: lying }
        }
    }
}

/// `audio` of `getUserMedia` (REC13).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, export_to = "media.ts"))]
pub enum AudioConstraints {
    /// `true`: plain audio. iOS processes speech itself and fails with further constraints.
    Plain(bool),
    /// Mono with audio processing.
    Processed(ProcessedAudio),
}

/// Mono with all audio processing that a browser offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, export_to = "media.ts"))]
pub struct ProcessedAudio {
    /// Always 1.
    pub channel_count: u32,
    /// Always on.
    pub echo_cancellation: bool,
    /// Always on.
    pub noise_suppression: bool,
    /// Always on.
    pub auto_gain_control: bool,
}

impl AudioConstraints {
    /// Returns plain audio on iOS, processed audio elsewhere.
    #[must_use]
    pub const fn for_device(device: Device) -> Self {
        if device.ios {
            return Self::Plain(true);
        }
        Self::Processed(ProcessedAudio {
            channel_count: 1,
            echo_cancellation: true,
            noise_suppression: true,
            auto_gain_control: true,
        })
    }
}
