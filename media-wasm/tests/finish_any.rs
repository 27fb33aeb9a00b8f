//! Properties of the finishing plan for any recording.

use media_wasm::finish::{
    AudioPlan, CodecSupport, FinishPlan, RawReason, Size, Turn, budget_bytes, finish_plan, finished_size, is_finished,
    video_bits_per_second,
};
use media_wasm::probe::{AudioCodec, Container, Media, Runs, VideoCodec};
use proptest::prelude::*;

fn any_media() -> impl Strategy<Value = Media> {
    use {AudioCodec as A, VideoCodec as V};
    let container = prop::sample::select(vec![Container::Mp4, Container::Mov, Container::Webm]);
    let video = prop::sample::select(vec![V::Avc1, V::Avc1, V::Hvc1, V::Vp8, V::Vp9, V::Av1, V::Mp4v, V::Other]);
    let audio =
        prop::sample::select(vec![None, Some(A::Aac), Some(A::Aac), Some(A::Opus), Some(A::Pcm), Some(A::Other)]);
    let flags = (any::<bool>(), any::<bool>(), prop::bool::weighted(0.1));
    let tracks = (1_u32..3, 1_u32..3);
    (container, video, audio, 1_u64..=300_000, 1_u32..=65_536, 1_u32..=65_536, flags, tracks).prop_map(
        |(
            container,
            video,
            audio,
            duration_ms,
            width,
            height,
            (seekable, fragmented, truncated),
            (video_tracks, sounds),
        )| {
            let audio_tracks = if audio.is_some() { sounds } else { 0 };
            Media {
                container,
                video,
                audio,
                duration_ms,
                frame_rate: None,
                width,
                height,
                rotation: 0,
                video_tracks,
                audio_tracks,
                seekable,
                fragmented,
                truncated,
                present_bytes: None,
                video_runs: Runs::ALL,
                audio_runs: Runs::ALL,
                player_only: false,
            }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(4000) })]

    #[test]
    fn rec24_a_finished_picture_has_even_sides_within_bounds_and_its_aspect_ratio(
        width in 1_u32..=65_536, height in 1_u32..=65_536, duration_ms in 1_u64..=60_000,
    ) {
        let size = finished_size(width, height, duration_ms);
        prop_assert!(size.width.is_multiple_of(2) && size.height.is_multiple_of(2) && size.width >= 2 && size.height >= 2);
        let (shorter, longer) = if duration_ms <= 25_000 { (720, 1280) } else { (540, 960) };
        prop_assert!(size.width.min(size.height) <= shorter && size.width.max(size.height) <= longer);
        prop_assert!(size.width <= width.max(2) && size.height <= height.max(2));
        prop_assert_eq!(finished_size(height, width, duration_ms), Size { width: size.height, height: size.width });

        let scale = f64::min(
            1.0,
            f64::min(
                f64::from(shorter) / f64::from(width.min(height)),
                f64::from(longer) / f64::from(width.max(height)),
            ),
        );
        for (side, finished) in [(width, size.width), (height, size.height)] {
            let exact = f64::from(side) * scale;
            prop_assert!((exact - f64::from(finished)).abs() <= 1.0 + 1e-9 || finished == 2, "{side}: {exact} {finished}");
        }
    }

    #[test]
    fn rec24_rec31_plans_stay_within_budget_up_to_5_minutes(
        duration_ms in 1_u64..=300_000, width in 1_u32..=4096, height in 1_u32..=4096,
    ) {
        let size = finished_size(width, height, duration_ms);
        let bits = u64::from(video_bits_per_second(duration_ms, size));
        prop_assert!((800_000..=4_000_000).contains(&bits));
        // iPhones record the highest audio bitrate (REC17), and the audio is copied.
        let bytes = (bits + 128_000) * duration_ms / 8000;
        prop_assert!(bytes < budget_bytes(duration_ms), "{bytes} bytes in {duration_ms} ms");
    }

    #[test]
    fn rec24_every_file_has_a_consistent_plan(
        media in any_media(), bytes in 1_u64..=100_000_000, watermark: bool, encodes_h264: bool, decodes_video: bool,
        turned: bool,
    ) {
        let turn = if turned { Turn::Left } else { Turn::None };
        let stays = is_finished(&media, bytes) && !turned;
        let browser = CodecSupport { encodes_h264, decodes_video, small_memory: false };
        let transcodes = encodes_h264 && decodes_video;
        let within = media.video == VideoCodec::Avc1 && bytes <= budget_bytes(media.duration_ms);
        match finish_plan(&media, bytes, watermark, turn, browser, 0, 0) {
            FinishPlan::Keep => prop_assert!(stays && !(watermark && transcodes)),
            FinishPlan::Copy { turn: degrees, audio } => {
                prop_assert!(within && !stays && !(watermark && transcodes));
                prop_assert_eq!(degrees, turn.degrees());
                prop_assert_eq!(audio == AudioPlan::None, media.audio.is_none());
                prop_assert_eq!(audio == AudioPlan::Copy, media.audio == Some(AudioCodec::Aac));
            }
            FinishPlan::Transcode { turn: degrees, width, height, watermark: burns, .. } => {
                prop_assert!(transcodes && (watermark || !within));
                prop_assert_eq!(burns, watermark);
                prop_assert_eq!(degrees, turn.degrees());
                let (wide, high) = if turned { (media.height, media.width) } else { (media.width, media.height) };
                prop_assert_eq!(Size { width, height }, finished_size(wide, high, media.duration_ms));
            }
            FinishPlan::Raw { reason } => {
                prop_assert!(!transcodes && !within && !is_finished(&media, bytes));
                let why = if encodes_h264 { RawReason::Undecodable } else { RawReason::Unsupported };
                prop_assert_eq!(reason, why);
            }
        }
    }
}
