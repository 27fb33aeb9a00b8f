//! Recording plans.

use media_wasm::device::Device;
use media_wasm::plan::{AudioConstraints, Container, DIAGNOSTIC_TARGET_BPS, Plan, asks_smaller, candidates, plan};

const IPHONE: Device = Device { ios: true, safari: true, android: false };
const MAC_SAFARI: Device = Device { ios: false, safari: true, android: false };
const ANDROID: Device = Device { ios: false, safari: false, android: true };
const DESKTOP: Device = Device { ios: false, safari: false, android: false };
const ALL: [Device; 4] = [IPHONE, MAC_SAFARI, ANDROID, DESKTOP];

fn everything(_: &str) -> bool {
    true
}

fn nothing(_: &str) -> bool {
    false
}

fn webm_only(mime: &str) -> bool {
    mime.starts_with("video/webm")
}

#[test]
fn rec12_rec33_the_front_camera_is_requested_at_480_by_640_and_on_phones_in_sensor_orientation() {
    let ask = |width: u32, height: u32| serde_json::json!({ "facingMode": "user", "width": { "ideal": width }, "height": { "ideal": height } });
    for (device, first, second) in [
        (IPHONE, ask(640, 480), ask(480, 640)),
        (ANDROID, ask(640, 480), ask(480, 640)),
        (MAC_SAFARI, ask(640, 480), ask(480, 640)),
        (DESKTOP, ask(480, 640), ask(640, 480)),
    ] {
        let camera = serde_json::to_value(plan(&device, everything).camera).unwrap();
        assert_eq!(camera, serde_json::json!({ "first": first, "second": second }));
    }
}

#[test]
fn rec13_ios_gets_plain_audio() {
    assert_eq!(plan(&IPHONE, everything).audio, AudioConstraints::Plain(true));
    assert_eq!(serde_json::to_value(plan(&IPHONE, everything).audio).unwrap(), true);
}

#[test]
fn rec13_off_ios_audio_is_mono_and_cleaned_up() {
    for device in [MAC_SAFARI, ANDROID, DESKTOP] {
        let audio = serde_json::to_value(plan(&device, everything).audio).unwrap();
        let expected = serde_json::json!({
            "channelCount": 1, "echoCancellation": true,
            "noiseSuppression": true, "autoGainControl": true
        });
        assert_eq!(audio, expected);
    }
}

#[test]
fn rec14_on_webkit_only_mp4_is_tried() {
    for device in [IPHONE, MAC_SAFARI] {
        assert!(candidates(device).iter().all(|mime| mime.starts_with("video/mp4")));
        assert_eq!(plan(&device, webm_only).mime_type, Some("video/mp4"));
    }
}

#[test]
fn rec15_off_webkit_the_order_is_mp4_then_webm() {
    for device in [ANDROID, DESKTOP] {
        let types = candidates(device);
        let (mp4, webm) = types.split_at(6);
        assert!(mp4.iter().all(|mime| mime.starts_with("video/mp4;codecs=avc1.")));
        let expected = ["video/webm;codecs=vp8,opus", "video/webm;codecs=vp8", "video/webm", "video/webm;codecs=vp9"];
        assert_eq!(webm, expected);
        for (at, mime) in types.iter().enumerate() {
            let supported = &types[at..];
            assert_eq!(plan(&device, |t| supported.contains(&t)).mime_type, Some(*mime));
        }
    }
}

#[test]
fn rec16_without_a_codec_the_plan_is_mp4_in_name_and_starts_without_a_type_off_webkit() {
    for device in [ANDROID, DESKTOP] {
        let plan = plan(&device, nothing);
        assert_eq!(plan.mime_type, None);
        assert_eq!(plan.reported_type, "video/mp4");
        assert_eq!(plan.container, Container::Mp4);
    }
    for device in [IPHONE, MAC_SAFARI] {
        assert_eq!(plan(&device, nothing).mime_type, Some("video/mp4"));
    }
}

#[test]
fn rec17_ios_records_at_1_2_mbps_with_128_kbps_audio() {
    let plan = plan(&IPHONE, everything);
    let budget = 48.0 * 1_048_576.0 * 8.0 / 40.0 * 0.8;
    assert_eq!(f64::from(plan.video_bits_per_second), f64::min(budget, 1_200_000.0));
    assert_eq!(plan.audio_bits_per_second, 128_000);
}

#[test]
fn rec18_off_ios_the_bitrate_follows_container_and_device() {
    let rates = |device: Device, supports: fn(&str) -> bool| {
        let plan = plan(&device, supports);
        (plan.video_bits_per_second, plan.audio_bits_per_second)
    };
    assert_eq!(rates(DESKTOP, webm_only), (200_000, 64_000));
    assert_eq!(rates(ANDROID, webm_only), (200_000, 64_000));
    assert_eq!(rates(ANDROID, everything), (1_000_000, 64_000));
    assert_eq!(rates(ANDROID, nothing), (1_000_000, 64_000));
    assert_eq!(rates(DESKTOP, everything), (1_800_000, 64_000));
    assert_eq!(rates(DESKTOP, nothing), (1_800_000, 64_000));
    assert_eq!(rates(MAC_SAFARI, everything), (1_800_000, 64_000));
}

#[test]
fn rec19_the_diagnostic_target_is_800_kbps_and_applies_nowhere() {
    assert_eq!(DIAGNOSTIC_TARGET_BPS, 800_000);
    for device in ALL {
        for supports in [everything, webm_only, nothing] {
            let plan = plan(&device, supports);
            assert_eq!(plan.diagnostic_target_bps, DIAGNOSTIC_TARGET_BPS);
            assert_ne!(plan.video_bits_per_second, DIAGNOSTIC_TARGET_BPS);
        }
    }
}

#[test]
fn rec23_mp4_names_h264_with_aac_before_opus_and_bare_mp4_is_webkits_last_resort() {
    for device in ALL {
        let types = candidates(device);
        let aac = types.iter().rposition(|t| t.contains("avc1") && t.ends_with("mp4a.40.2"));
        let opus = types.iter().position(|t| t.contains("avc1") && t.ends_with("opus"));
        assert!(aac < opus);
        assert_eq!(types.contains(&"video/mp4"), device.safari);
        assert!(!device.safari || types.last() == Some(&"video/mp4"));
    }
}

#[test]
fn rec25_a_recording_that_will_be_finished_is_planned_larger() {
    for device in ALL {
        let raw = plan(&device, everything);
        let larger = raw.for_finishing(device, false);
        assert_eq!(larger.video_bits_per_second, 2_500_000);
        let sides = [larger.camera.first, larger.camera.second].map(|asked| (asked.width.ideal, asked.height.ideal));
        let expected = match device {
            IPHONE | ANDROID => [(1280, 720), (720, 1280)],
            MAC_SAFARI => [(1280, 720), (720, 960)],
            _ => [(720, 960), (1280, 720)],
        };
        assert_eq!(sides, expected);
        let camera = raw.camera;
        let video_bits_per_second = raw.video_bits_per_second;
        assert_eq!(Plan { camera, video_bits_per_second, ..larger }, raw);
    }
}

#[test]
fn rec35_a_slow_device_gets_the_raw_camera_request() {
    for device in ALL {
        let raw = plan(&device, everything);
        let (smaller, larger) = (raw.for_finishing(device, true), raw.for_finishing(device, false));
        assert_eq!(smaller.camera, raw.camera);
        assert_eq!(Plan { camera: larger.camera, ..smaller }, larger);
    }
}

#[test]
fn rec35_below_20_frames_the_next_recording_is_smaller_unless_that_did_not_help() {
    let cases = [
        ((720, 19, 0), Some(true)),
        ((720, 1, 0), Some(true)),
        ((481, 19, 0), Some(true)),
        ((720, 20, 0), Some(false)),
        ((720, 30, 12), Some(false)),
        // The smaller picture is no faster.
        ((480, 12, 12), Some(false)),
        ((480, 8, 12), Some(false)),
        // The smaller picture is faster.
        ((480, 13, 12), None),
        ((480, 20, 12), None),
        ((480, 30, 12), None),
        // Nothing larger was tried.
        ((480, 12, 0), None),
    ];
    for ((lines, frame_rate, larger_rate), next) in cases {
        let told = format!("{lines} lines, {frame_rate} frames per second, {larger_rate} before");
        assert_eq!(asks_smaller(lines, frame_rate, larger_rate), next, "{told}");
    }
}

#[test]
fn rec26_chunks_are_emitted_every_half_second_and_every_second_on_webkit() {
    for device in ALL {
        let expected = if device.safari { 1000 } else { 500 };
        let mp4 = plan(&device, everything);
        assert_eq!(mp4.timeslice_ms, expected);
        assert_eq!(mp4.key_frame_interval_ms, Some(expected));
    }
    assert_eq!(plan(&DESKTOP, webm_only).key_frame_interval_ms, None);
}
