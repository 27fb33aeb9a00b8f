//! Which device this is, as far as recording cares, and what keeps it from recording.

use serde::Serialize;

use crate::plan;

/// Words in a user agent that tell the device. Shared with the table for browsers without
/// WebAssembly, so that both look for the same.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct Markers {
    /// Any of these is an iPhone, iPod or an iPad that says so.
    pub ios: &'static [&'static str],
    /// Any of these with more than one touch point is an iPad that poses as a Mac.
    pub posing_ipad: &'static [&'static str],
    /// Any of these is Android.
    pub android: &'static [&'static str],
    /// WebKit, and everyone who pretends to be.
    pub webkit: &'static [&'static str],
    /// Those who pretend: Blink and the old Android browser also say `AppleWebKit/`.
    pub not_webkit: &'static [&'static str],
}

/// The words themselves.
pub const MARKERS: Markers = Markers {
    ios: &["iPhone", "iPad", "iPod"],
    posing_ipad: &["Macintosh", "MacIntel"],
    android: &["Android"],
    webkit: &["AppleWebKit/"],
    not_webkit: &["Chrome/", "Chromium/", "Android"],
};

/// What recording depends on. All three may be false (Chrome on a desktop).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct Device {
    /// iPhone, iPod or iPad.
    pub ios: bool,
    /// Safari or another WebKit. True for every browser on iOS: Apple admits no other engine.
    pub safari: bool,
    /// Android, whatever the browser.
    pub android: bool,
}

impl Device {
    /// Reads `navigator.userAgent`, `navigator.platform` and `navigator.maxTouchPoints`.
    ///
    /// An iPad says `Macintosh`; no Mac has more than one touch point.
    #[must_use]
    pub fn detect(user_agent: &str, platform: &str, max_touch_points: u32) -> Self {
        let says = |words: &[&str]| words.iter().any(|word| contains(user_agent, word));
        let posing = says(MARKERS.posing_ipad) || MARKERS.posing_ipad.contains(&platform);
        let ios = says(MARKERS.ios) || (posing && max_touch_points > 1);
        Self {
            ios,
            safari: ios || (says(MARKERS.webkit) && !says(MARKERS.not_webkit)),
            android: !ios && says(MARKERS.android),
        }
    }
}

/// `str::contains` costs three kilobytes of wasm that nothing else here needs.
fn contains(text: &str, word: &str) -> bool {
    let (text, word) = (text.as_bytes(), word.as_bytes());
    text.windows(word.len()).any(|part| part == word)
}

/// What a browser has, as far as [`check`] needs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools)] // independent facts, not a state
pub struct Facts {
    /// The device they were found on.
    pub device: Device,
    /// `MediaRecorder` exists.
    pub media_recorder: bool,
    /// `MediaRecorder` takes at least one H.264 type.
    pub h264: bool,
    /// `navigator.mediaDevices.getUserMedia` exists.
    pub get_user_media: bool,
}

/// A reason why an iOS device may fail to record (DIA06). Crosses the border as its text.
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
    /// All issues, in the order they are listed.
    pub const ALL: [Self; 3] = [Self::NoMediaRecorder, Self::NoH264, Self::NoGetUserMedia];

    /// The text a person reads.
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

/// The issues that apply, none off iOS. A device without `MediaRecorder` supports no codec
/// either, so it has both issues.
#[must_use]
pub fn check(facts: &Facts) -> Vec<Issue> {
    let applies = |issue: &Issue| match issue {
        Issue::NoMediaRecorder => !facts.media_recorder,
        Issue::NoH264 => !(facts.media_recorder && facts.h264),
        Issue::NoGetUserMedia => !facts.get_user_media,
    };
    let ios = facts.device.ios;
    Issue::ALL.into_iter().filter(|issue| ios && applies(issue)).collect()
}

/// What the diagnostics page shows (DIA01, DIA02).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct Diagnosis {
    /// The device.
    pub device: Device,
    /// [`check`]'s issues; the device is valid when there are none.
    #[cfg_attr(feature = "ts", ts(type = "string[]"))]
    pub issues: Vec<Issue>,
    /// The type a recording would be made with, or `video/mp4` when nothing is supported.
    pub optimal_codec: &'static str,
    /// Every type the recorder takes, of those this product knows.
    pub supported_codecs: Vec<&'static str>,
    /// `MediaRecorder` exists.
    pub media_recorder_supported: bool,
    /// `getUserMedia` exists.
    pub get_user_media_supported: bool,
}

/// Puts a diagnosis together. `supports` is `MediaRecorder.isTypeSupported`.
pub fn diagnose(
    device: Device,
    media_recorder: bool,
    get_user_media: bool,
    supports: impl Fn(&str) -> bool,
) -> Diagnosis {
    let takes = |mime: &str| media_recorder && supports(mime);
    let h264 = plan::h264_types().into_iter().any(takes);
    let facts = Facts { device, media_recorder, h264, get_user_media };
    Diagnosis {
        device,
        issues: check(&facts),
        optimal_codec: plan::plan(&device, takes).reported_type,
        supported_codecs: plan::known_types().into_iter().filter(|mime| takes(mime)).collect(),
        media_recorder_supported: media_recorder,
        get_user_media_supported: get_user_media,
    }
}
