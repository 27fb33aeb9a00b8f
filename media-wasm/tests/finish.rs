//! Finishing plans: byte budgets, sizes and bitrates, and when finishing is aborted.

mod finish_inputs;

use finish_inputs::{CAN, CAN_NOTHING, FINISHED};
use media_wasm::finish::{
    AudioPlan, CodecSupport, ENCODER_CODEC, FinishPlan, RawReason, Size, Turn, UnknownRawReason, budget_bytes,
    decoder_codec, finish_plan, finished_size, is_finished, is_stalled, max_bits_per_frame, video_bits_per_second,
};
use media_wasm::probe::{AudioCodec, Container, Media, Runs, VideoCodec};

const CANNOT_ENCODE: CodecSupport = CodecSupport { encodes_h264: false, ..CAN };
const CANNOT_DECODE: CodecSupport = CodecSupport { decodes_video: false, ..CAN };
const ENCODED: AudioPlan = AudioPlan::Encode { bits_per_second: 96_000, channels: 1, sample_rate: 48_000 };

fn plan(media: Media, bytes: u64, watermark: bool, browser: CodecSupport) -> FinishPlan {
    finish_plan(&media, bytes, watermark, Turn::None, browser, 0, 0)
}

#[test]
fn rec24_rec31_the_budget_is_nine_million_bytes_for_40_seconds_and_grows_in_proportion() {
    let cases = [
        (0, 9_000_000),
        (1, 9_000_000),
        (40_000, 9_000_000),
        (40_001, 9_000_225),
        (80_000, 18_000_000),
        (300_000, 67_500_000),
    ];
    for (duration_ms, bytes) in cases {
        assert_eq!(budget_bytes(duration_ms), bytes, "{duration_ms} ms");
    }
}

#[test]
fn rec24_the_bitrate_is_planned_from_length_and_size() {
    let cases = [
        (40_000, (540, 960), 1_520_000),
        (300_000, (540, 960), 1_520_000),
        (30_000, (540, 960), 2_060_000),
        (25_000, (720, 1280), 2_492_000),
        // A shorter recording could get more bits than anyone can see.
        (10_000, (720, 1280), 4_000_000),
        (10_000, (540, 960), 3_732_480),
        (1, (480, 640), 2_211_840),
        (40_000, (32, 32), 800_000),
    ];
    for (duration_ms, (width, height), bits) in cases {
        assert_eq!(
            video_bits_per_second(duration_ms, Size { width, height }),
            bits,
            "{duration_ms} ms {width}x{height}"
        );
    }
}

#[test]
fn rec24_rec25_up_to_25_seconds_a_finished_picture_fits_720_by_1280_and_540_by_960_beyond() {
    let cases = [
        ((720, 1280), 25_000, (720, 1280)),
        ((720, 1280), 25_001, (540, 960)),
        ((1280, 720), 40_000, (960, 540)),
        ((1080, 1920), 10_000, (720, 1280)),
        ((3840, 2160), 10_000, (1280, 720)),
        ((1920, 1440), 10_000, (960, 720)),
        ((1000, 1000), 40_000, (540, 540)),
        // Never enlarged, only rounded to even numbers.
        ((480, 640), 40_000, (480, 640)),
        ((481, 641), 40_000, (480, 640)),
        ((32, 32), 1, (32, 32)),
        ((1, 1), 1, (2, 2)),
        ((65_536, 1), 1, (1280, 2)),
    ];
    for ((width, height), duration_ms, (wide, high)) in cases {
        assert_eq!(finished_size(width, height, duration_ms), Size { width: wide, height: high });
    }
}

#[test]
fn rec24_a_finished_file_is_a_flat_seekable_mp4_with_h264_and_aac_within_budget() {
    assert!(is_finished(&FINISHED, 9_000_000));
    assert!(is_finished(&Media { audio: None, audio_tracks: 0, ..FINISHED }, 1));
    assert!(is_finished(&Media { rotation: 90, ..FINISHED }, 1));
    let unfinished = [
        Media { container: Container::Mov, ..FINISHED },
        Media { container: Container::Webm, ..FINISHED },
        Media { video: VideoCodec::Hvc1, ..FINISHED },
        Media { audio: Some(AudioCodec::Opus), ..FINISHED },
        Media { video_tracks: 2, ..FINISHED },
        Media { audio_tracks: 2, ..FINISHED },
        Media { seekable: false, ..FINISHED },
        Media { fragmented: true, ..FINISHED },
        Media { truncated: true, ..FINISHED },
    ];
    for media in unfinished {
        assert!(!is_finished(&media, 1), "{media:?}");
    }
    assert!(!is_finished(&FINISHED, 9_000_001));
    assert!(is_finished(&Media { duration_ms: 80_000, ..FINISHED }, 18_000_000));
}

#[test]
fn rec24_h264_within_budget_is_copied_and_aac_is_never_encoded_again() {
    let recorded = Media { fragmented: true, seekable: false, ..FINISHED };
    let sounds = [
        (Some(AudioCodec::Aac), AudioPlan::Copy),
        (Some(AudioCodec::Opus), ENCODED),
        (Some(AudioCodec::Other), ENCODED),
        (None, AudioPlan::None),
    ];
    for (codec, audio) in sounds {
        let media = Media { audio: codec, ..recorded };
        for browser in [CAN, CANNOT_ENCODE, CANNOT_DECODE, CAN_NOTHING] {
            assert_eq!(plan(media, 9_000_000, false, browser), FinishPlan::Copy { turn: 0, audio });
        }
        let FinishPlan::Transcode { audio: found, .. } = plan(media, 9_000_001, false, CAN) else { panic!() };
        assert_eq!(found, audio);
    }
}

#[test]
fn rec24_everything_else_is_transcoded() {
    let firefox = Media {
        container: Container::Webm,
        video: VideoCodec::Vp8,
        audio: Some(AudioCodec::Opus),
        width: 720,
        height: 1280,
        ..FINISHED
    };
    let expected = FinishPlan::Transcode {
        turn: 0,
        width: 540,
        height: 960,
        video_bits_per_second: 1_520_000,
        max_recorded_percent: 120,
        max_bits_per_frame: 124_416,
        min_bits_per_second: 0,
        one_at_a_time: false,
        key_frame_seconds: 2,
        audio: ENCODED,
        video_runs: Runs::ALL,
        audio_runs: Runs::ALL,
        watermark: false,
    };
    assert_eq!(plan(firefox, 12_000_000, false, CAN), expected);
    assert_eq!(plan(firefox, 1_000, false, CAN), expected);
}

#[test]
fn rec37_on_a_slow_line_a_finished_file_has_no_more_bits_than_its_recording() {
    let recorded = Media { fragmented: true, ..FINISHED };
    let percent = |seconds| match finish_plan(&recorded, 8_000_000, true, Turn::None, CAN, 0, seconds) {
        FinishPlan::Transcode { max_recorded_percent, .. } => max_recorded_percent,
        other => panic!("{other:?}"),
    };
    assert_eq!([0, 29, 30, u32::MAX].map(percent), [120, 120, 100, 100]);
}

#[test]
fn wmk10_wmk12_a_watermark_is_burnt_in_if_the_browser_supports_it() {
    let recorded = Media { fragmented: true, ..FINISHED };
    for media in [FINISHED, recorded, Media { video: VideoCodec::Vp8, ..recorded }] {
        let plan = plan(media, 1_000_000, true, CAN);
        assert!(matches!(plan, FinishPlan::Transcode { watermark: true, min_bits_per_second: 150_000, .. }));
    }
    // A browser that cannot re-encode keeps a good file.
    for browser in [CANNOT_ENCODE, CANNOT_DECODE, CAN_NOTHING] {
        assert_eq!(plan(FINISHED, 1_000_000, true, browser), FinishPlan::Keep);
        assert_eq!(plan(recorded, 1_000_000, true, browser), FinishPlan::Copy { turn: 0, audio: AudioPlan::Copy });
    }
}

#[test]
fn rec24_an_unfinishable_recording_is_sent_raw_with_the_reason() {
    let webm = Media { container: Container::Webm, video: VideoCodec::Vp8, ..FINISHED };
    for media in [webm, Media { duration_ms: 10, ..FINISHED }] {
        for watermark in [false, true] {
            let reason = |browser| plan(media, 20_000_000, watermark, browser);
            assert_eq!(reason(CANNOT_ENCODE), FinishPlan::Raw { reason: RawReason::Unsupported });
            assert_eq!(reason(CAN_NOTHING), FinishPlan::Raw { reason: RawReason::Unsupported });
            assert_eq!(reason(CANNOT_DECODE), FinishPlan::Raw { reason: RawReason::Undecodable });
        }
    }
}

#[test]
fn rec24_raw_reasons_have_one_name_everywhere() {
    let names = ["unsupported", "undecodable", "failed", "stalled", "too-large", "skipped", "crashed"];
    assert_eq!(RawReason::ALL.map(RawReason::as_str), names);
    for reason in RawReason::ALL {
        assert_eq!(reason.as_str().parse(), Ok(reason));
        assert_eq!(serde_json::to_value(reason).unwrap(), reason.as_str());
    }
    for unknown in ["", "Failed", "too_large", " failed"] {
        assert_eq!(unknown.parse::<RawReason>(), Err(UnknownRawReason));
    }
}

#[test]
fn rec24_browsers_are_queried_with_webcodecs_names() {
    assert_eq!(ENCODER_CODEC, "avc1.64001F");
    let cases = [
        (VideoCodec::Avc1, Some("avc1.42E01F")),
        (VideoCodec::Hvc1, Some("hvc1.1.6.L93.B0")),
        (VideoCodec::Vp8, Some("vp8")),
        (VideoCodec::Vp9, Some("vp09.00.31.08")),
        (VideoCodec::Av1, Some("av01.0.05M.08")),
        (VideoCodec::Mp4v, None),
        (VideoCodec::Other, None),
    ];
    for (codec, name) in cases {
        assert_eq!(decoder_codec(codec), name);
    }
}

#[test]
fn rec31_no_progress_for_10_seconds_or_a_forecast_above_60_is_stalled() {
    let cases = [
        // elapsed, progress, since the last progress
        ((0.0, 0.0, 0.0), false),
        ((9_999.0, 0.0, 9_999.0), false),
        ((10_000.0, 0.0, 10_000.0), true),
        ((30_000.0, 0.9, 9_999.0), false),
        ((30_000.0, 0.9, 10_000.0), true),
        // Exactly a minute to go is not above it.
        ((6_000.0, 0.1, 0.0), false),
        ((6_000.0, 0.0999, 0.0), true),
        ((4_999.0, 0.001, 0.0), false),
        ((5_000.0, 0.001, 0.0), true),
        ((60_001.0, 1.0, 0.0), true),
        // NaN and negative numbers forecast nothing.
        ((f64::NAN, f64::NAN, f64::NAN), false),
        ((6_000.0, -1.0, 0.0), false),
    ];
    for ((elapsed, progress, since), expected) in cases {
        assert_eq!(is_stalled(elapsed, progress, since), expected, "{elapsed} {progress} {since}");
    }
}

#[test]
fn rec34_a_rotated_recording_is_never_copied_and_swaps_its_sides() {
    let after = |media: Media, watermark, browser| finish_plan(&media, 1_000_000, watermark, Turn::Left, browser, 0, 0);
    let lying = Media { width: 1280, height: 720, duration_ms: 10_000, ..FINISHED };
    for browser in [CAN, CANNOT_ENCODE] {
        assert_eq!(after(lying, false, browser), FinishPlan::Copy { turn: 270, audio: AudioPlan::Copy });
    }
    match after(lying, true, CAN) {
        FinishPlan::Transcode { turn, width, height, .. } => assert_eq!((turn, width, height), (270, 720, 1280)),
        other => panic!("{other:?}"),
    }
    let twice_crashed = finish_plan(&lying, 1_000_000, true, Turn::Left, CAN, 2, 0);
    assert_eq!(twice_crashed, FinishPlan::Raw { reason: RawReason::Crashed });
}

#[test]
fn rec37_a_frame_has_0_24_bits_per_pixel() {
    for ((width, height), bits) in [((720, 1280), 221_184), ((540, 960), 124_416), ((2, 2), 0)] {
        assert_eq!(max_bits_per_frame(Size { width, height }), bits);
    }
}
