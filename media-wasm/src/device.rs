//! The classes of devices that recording distinguishes, by their user agent.

use serde::Serialize;

/// Words in a user agent that tell the device. Shared with the table for browsers without
/// WebAssembly, so that both look for the same.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, export_to = "media.ts"))]
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

/// A class of device. All three may be false (Chrome on a desktop).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, export_to = "media.ts"))]
pub struct Device {
    /// iPhone, iPod or iPad.
    pub ios: bool,
    /// Safari or another WebKit. True for every browser on iOS: Apple admits no other engine.
    pub safari: bool,
    /// Android, whatever the browser.
    pub android: bool,
}

impl Device {
    /// A phone or a tablet: its screen turns, and its camera with it.
    #[must_use]
    pub const fn is_handheld(self) -> bool {
        self.ios || self.android
    }

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
