//! What `getUserMedia` is asked for, in the shape it takes (W3C Media Capture and Streams).

use serde::Serialize;

use crate::device::Device;

/// An ideal that a camera may miss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, export_to = "media.ts"))]
pub struct Ideal {
    /// The value wished for.
    pub ideal: u32,
}

/// `video` of `getUserMedia`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, export_to = "media.ts"))]
pub struct CameraConstraints {
    /// Always `user`: the camera beside the screen.
    pub facing_mode: &'static str,
    /// Pixels.
    pub width: Ideal,
    /// Pixels.
    pub height: Ideal,
}

impl CameraConstraints {
    const fn front(width: u32, height: u32) -> Self {
        Self { facing_mode: "user", width: Ideal { ideal: width }, height: Ideal { ideal: height } }
    }
}

/// The two ways to ask a camera: the other one, once, where the picture that comes of the one has
/// [`faults`](super::faults). Where the other picture has more of them the camera is given the one again
/// ([`goes_back`](super::goes_back)): what comes of that is known, and nothing is asked after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, export_to = "media.ts"))]
pub struct CameraRequests {
    /// What is asked when the camera is opened.
    pub first: CameraConstraints,
    /// What the open camera is asked next.
    pub second: CameraConstraints,
}

impl CameraRequests {
    /// The shorter side of what is asked for a recording that is sent as it is, in pixels.
    pub const RAW_LINES: u32 = 480;

    /// For a recording that is sent as it is (REC12), and for a device that records larger ones too slowly (REC35).
    #[must_use]
    pub const fn raw(device: Device) -> Self {
        let lines = Self::RAW_LINES;
        Self::new(device, CameraConstraints::front(640, lines), CameraConstraints::front(lines, 640))
    }

    /// For a recording that is finished before it is sent (REC25). Away from phones the upright part is cut out of a
    /// picture that lies: for 1280 lines Chromium takes 1216 x 2160 of a 4K camera and records all of it, for 960 it
    /// takes 810 x 1080.
    #[must_use]
    pub const fn finished(device: Device) -> Self {
        let height = if device.is_handheld() { 1280 } else { 960 };
        Self::new(device, CameraConstraints::front(1280, 720), CameraConstraints::front(720, height))
    }

    /// Browsers on phones and tablets take width and height along the camera's sensor, which lies in a device that is
    /// held upright, and turn the frames afterwards (REC33). WebKit cuts what stands out of a camera's largest mode,
    /// however slow that is, and changes the mode of an open camera in name only (REC35).
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
    /// `true`: plain audio. iOS processes speech itself and fails on more.
    Plain(bool),
    /// Mono, cleaned up.
    Processed(ProcessedAudio),
}

/// Mono with all processing a browser offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, export_to = "media.ts"))]
pub struct ProcessedAudio {
    /// One.
    pub channel_count: u32,
    /// On.
    pub echo_cancellation: bool,
    /// On.
    pub noise_suppression: bool,
    /// On.
    pub auto_gain_control: bool,
}

impl AudioConstraints {
    /// Plain on iOS, processed elsewhere.
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
