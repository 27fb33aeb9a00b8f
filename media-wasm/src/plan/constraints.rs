//! What `getUserMedia` is asked for, in the shape it takes (W3C Media Capture and Streams).

use serde::Serialize;

use crate::device::Device;

/// An ideal that a camera may miss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct Ideal {
    /// The value wished for.
    pub ideal: u32,
}

/// `video` of `getUserMedia`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
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

    /// For a recording that is sent as it is (REC12).
    pub const RAW: Self = Self::front(480, 640);
    /// For a recording that is finished before it is sent (REC25), on a phone: its cameras have this size.
    const FINISHED_PHONE: Self = Self::front(720, 1280);
    /// The same elsewhere. Cameras lie on their side there, and the upright part of their picture is cut out:
    /// for 1280 lines Chromium takes 1216 x 2160 of a 4K camera and records all of it, for 960 it takes
    /// 810 x 1080.
    const FINISHED_DESK: Self = Self::front(720, 960);

    /// For a recording that is finished before it is sent (REC25).
    #[must_use]
    pub const fn finished(device: Device) -> Self {
        if device.ios || device.android { Self::FINISHED_PHONE } else { Self::FINISHED_DESK }
    }
}

/// `audio` of `getUserMedia` (REC13).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub enum AudioConstraints {
    /// `true`: plain audio. iOS processes speech itself and fails on more.
    Plain(bool),
    /// Mono, cleaned up.
    Processed(ProcessedAudio),
}

/// Mono with all processing a browser offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
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
