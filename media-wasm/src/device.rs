//! Device classes that recording distinguishes, detected from the user agent.

use serde::Serialize;

/// User agent substrings that identify a device class. Also exported in the table for browsers without WebAssembly, so
/// that both detect the same.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, export_to = "media.ts"))]
pub struct Markers {
    /// Any of these: an iPhone, an iPod, or an iPad that identifies itself.
    pub ios: &'static [&'static str],
    /// Any of these with more than one touch point: an iPad that poses as a Mac.
    pub posing_ipad: &'static [&'static str],
    /// Any of these: Android.
    pub android: &'static [&'static str],
    /// WebKit, and every browser that claims to be WebKit.
    pub webkit: &'static [&'static str],
    /// Browsers that only claim to be WebKit: Blink and the old Android browser also send `AppleWebKit/`.
    pub not_webkit: &'static [&'static str],
}

/// The markers of each device class.
pub const MARKERS: Markers = Markers {
    ios: &["iPhone", "iPad", "iPod"],
    posing_ipad: &["Macintosh", "MacIntel"],
    android: &["Android"],
    webkit: &["AppleWebKit/"],
    not_webkit: &["Chrome/", "Chromium/", "Android"],
};

/// A device class. All three flags may be false (Chrome on a desktop).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, export_to = "media.ts"))]
pub struct Device {
    /// iPhone, iPod or iPad.
    pub ios: bool,
    /// Safari or another WebKit. True for every browser on iOS: Apple admits no other engine.
    pub safari: bool,
    /// Android, in any browser.
    pub android: bool,
}

impl Device {
    /// Whether this is a phone or a tablet, whose screen and camera rotate together.
    #[must_use]
    pub const fn is_handheld(self) -> bool {
        self.ios || self.android
    }

    /// Classifies by `navigator.userAgent`, `navigator.platform` and `navigator.maxTouchPoints`.
    ///
    /// An iPad sends `Macintosh`, but no Mac has more than one touch point.
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

/// Replaces `str::contains`, which costs three kilobytes of wasm and is used nowhere else here.
fn contains(text: &str, word: &str) -> bool {
    let (text, word) = (text.as_bytes(), word.as_bytes());
    text.windows(word.len()).any(|part| part == word)
}
