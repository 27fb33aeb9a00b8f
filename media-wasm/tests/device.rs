//! Device detection, and the problems reported for a device.

use media_wasm::device::Device;
use media_wasm::diagnosis::{Capabilities, Issue, check, diagnose};

fn detect(user_agent: &str, platform: &str, touch_points: u32) -> (bool, bool, bool) {
    let device = Device::detect(user_agent, platform, touch_points);
    (device.ios, device.safari, device.android)
}

const MAC: &str = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 \
                   (KHTML, like Gecko) Version/18.4 Safari/605.1.15";

#[test]
fn dia03_iphones_and_every_browser_on_them_are_ios_and_webkit() {
    for browser in ["Version/18.4 Mobile/15E148 Safari/604.1", "CriOS/140.0 Mobile", "FxiOS/140.0"] {
        let agent = format!(
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 \
             (KHTML, like Gecko) {browser}"
        );
        assert_eq!(detect(&agent, "iPhone", 5), (true, true, false));
    }
}

#[test]
fn dia03_an_ipad_poses_as_a_mac_with_more_than_one_touch_point() {
    assert_eq!(detect(MAC, "MacIntel", 5), (true, true, false));
    assert_eq!(detect(MAC, "MacIntel", 1), (false, true, false));
    assert_eq!(detect(MAC, "MacIntel", 0), (false, true, false));
}

#[test]
fn dia03_blink_is_not_detected_as_webkit() {
    let blink = |system: &str, more: &str| {
        format!("Mozilla/5.0 ({system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 {more}")
    };
    let mac = blink("Macintosh; Intel Mac OS X 10_15_7", "Safari/537.36");
    assert_eq!(detect(&mac, "MacIntel", 0), (false, false, false));
    let android = blink("Linux; Android 16; Pixel 9", "Mobile Safari/537.36");
    assert_eq!(detect(&android, "Linux armv81", 5), (false, false, true));
    let edge = blink("Windows NT 10.0; Win64; x64", "Safari/537.36 Edg/140.0.0.0");
    assert_eq!(detect(&edge, "Win32", 10), (false, false, false));
}

#[test]
fn dia03_firefox_is_neither_blink_nor_webkit_and_other_webkits_count_as_safari() {
    let firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
    assert_eq!(detect(firefox, "Linux x86_64", 0), (false, false, false));
    let gtk = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 (KHTML, like Gecko) \
               Version/18.0 Safari/605.1.15";
    assert_eq!(detect(gtk, "Linux x86_64", 0), (false, true, false));
    assert_eq!(detect("", "", 0), (false, false, false));
}

#[test]
fn dia06_each_issue_is_listed_exactly_when_it_applies() {
    let texts = [
        "MediaRecorder not available on iOS device",
        "No H.264 codec support detected on iOS device",
        "getUserMedia not available on iOS device",
    ];
    let device = Device { ios: true, safari: true, android: false };
    for bits in 0..8 {
        let capabilities =
            Capabilities { device, media_recorder: bits & 1 == 0, h264: bits & 2 == 0, get_user_media: bits & 4 == 0 };
        // Without a recorder no codec can be supported.
        let applies = [
            !capabilities.media_recorder,
            !capabilities.media_recorder || !capabilities.h264,
            !capabilities.get_user_media,
        ];
        let expected: Vec<_> = texts.into_iter().zip(applies).filter(|(_, yes)| *yes).map(|(text, _)| text).collect();
        let found: Vec<_> = check(&capabilities).into_iter().map(Issue::message).collect();
        assert_eq!(found, expected);

        let elsewhere = Capabilities { device: Device { ios: false, ..device }, ..capabilities };
        assert!(check(&elsewhere).is_empty());
    }
}

#[test]
fn dia01_a_diagnosis_lists_the_best_codec_and_all_supported_ones() {
    let device = Device { ios: true, safari: true, android: false };
    let supports = |mime: &str| mime == "video/mp4" || mime.contains("avc1.4D401F,opus");
    let found = serde_json::to_value(diagnose(device, true, true, supports)).unwrap();
    let expected = serde_json::json!({
        "device": { "ios": true, "safari": true, "android": false },
        "issues": [],
        "optimalCodec": "video/mp4;codecs=avc1.4D401F,opus",
        "supportedCodecs": ["video/mp4;codecs=avc1.4D401F,opus", "video/mp4"],
        "mediaRecorderSupported": true,
        "getUserMediaSupported": true,
    });
    assert_eq!(found, expected);

    let broken = diagnose(device, false, false, supports);
    assert_eq!(broken.issues, Issue::ALL);
    assert_eq!(broken.optimal_codec, "video/mp4");
    assert!(broken.supported_codecs.is_empty());
}
