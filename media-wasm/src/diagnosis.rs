//! Reasons why a device cannot record, and the data of the diagnostics page.

use serde::Serialize;

use crate::device::Device;
use crate::plan;

/// Browser capabilities that [`check`] needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools)] // independent capabilities, not a state
pub struct Capabilities {
    /// The class of device.
    pub device: Device,
    /// `MediaRecorder` exists.
    pub media_recorder: bool,
    /// `MediaRecorder` supports at least one H.264 type.
    pub h264: bool,
    /// `navigator.mediaDevices.getUserMedia` exists.
    pub get_user_media: bool,
}

/// A reason why an iOS device may fail to record (DIA06). Serialised as its message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(into = "&'static str")]
pub enum Issue {
    /// No `MediaRecorder`.
    NoMediaRecorder,
    /// No H.264 type is supported.
    NoH264,
    /// No `getUserMedia`.
    NoGetUserMedia,
}

impl Issue {
    /// All issues, in display order.
    pub const ALL: [Self; 3] = [Self::NoMediaRecorder, Self::NoH264, Self::NoGetUserMedia];

    /// The message shown to the user.
    #[must_use]
    pub const fn message(self) -> &'static str {
        match self {
            Self::NoMediaRecorder => "MediaRecorder not available on iOS device",
            Self::NoH264 => "No H.264 codec support detected on iOS device",
            Self::NoGetUserMedia => "getUserMedia not available on iOS device",
        }
    }
}

impl From<Issue> for &'static str {
    fn from(issue: Issue) -> Self {
        issue.message()
    }
}

/// Returns the issues that apply; none off iOS. A device without `MediaRecorder` supports no codec either, so it has both issues.
#[must_use]
pub fn check(capabilities: &Capabilities) -> Vec<Issue> {
    let applies = |issue: &Issue| match issue {
        Issue::NoMediaRecorder => !capabilities.media_recorder,
        Issue::NoH264 => !(capabilities.media_recorder && capabilities.h264),
        Issue::NoGetUserMedia => !capabilities.get_user_media,
    };
    let ios = capabilities.device.ios;
    Issue::ALL.into_iter().filter(|issue| ios && applies(issue)).collect()
}

/// The data of the diagnostics page (DIA01, DIA02).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, export_to = "media.ts"))]
pub struct Diagnosis {
    /// The detected device class.
    pub device: Device,
    /// The issues from [`check`]; the device is valid if there are none.
    #[cfg_attr(feature = "ts", ts(type = "string[]"))]
    pub issues: Vec<Issue>,
    /// The type that a recording would use, or `video/mp4` if none is supported.
    pub optimal_codec: &'static str,
    /// Every type known to this product that the recorder supports.
    pub supported_codecs: Vec<&'static str>,
    /// `MediaRecorder` exists.
    pub media_recorder_supported: bool,
    /// `getUserMedia` exists.
    pub get_user_media_supported: bool,
}

/// Builds the diagnosis. `supports` is `MediaRecorder.isTypeSupported`.
pub fn diagnose(
    device: Device,
    media_recorder: bool,
    get_user_media: bool,
    supports: impl Fn(&str) -> bool,
) -> Diagnosis {
    let takes = |mime: &str| media_recorder && supports(mime);
    let h264 = plan::h264_types().into_iter().any(takes);
    let capabilities = Capabilities { device, media_recorder, h264, get_user_media };
    Diagnosis {
        device,
        issues: check(&capabilities),
        optimal_codec: plan::plan(&device, takes).reported_type,
        supported_codecs: plan::known_types().into_iter().filter(|mime| takes(mime)).collect(),
        media_recorder_supported: media_recorder,
        get_user_media_supported: get_user_media,
    }
}
