//! Recordings whose finishing crashes the page (REC36).

mod finish_inputs;

use finish_inputs::{CAN, CAN_NOTHING, FINISHED};
use media_wasm::finish::{AudioPlan, CodecSupport, FinishPlan, RawReason, Turn, finish_plan};
use media_wasm::probe::{Container, Media, VideoCodec};

const SMALL: CodecSupport = CodecSupport { small_memory: true, ..CAN };

#[test]
fn rec36_a_recording_that_crashed_the_page_is_finished_smaller_and_after_two_crashes_not_at_all() {
    let recorded = Media { container: Container::Webm, video: VideoCodec::Vp8, width: 720, height: 1280, ..FINISHED };
    let after = |media: Media, crashes| finish_plan(&media, 1_000_000, true, Turn::None, CAN, crashes, 0);
    let size = |plan| match plan {
        FinishPlan::Transcode { width, height, one_at_a_time, watermark: true, .. } => (width, height, one_at_a_time),
        other => panic!("{other:?}"),
    };
    assert_eq!(size(after(recorded, 0)), (540, 960, false));
    assert_eq!(size(after(recorded, 1)), (360, 640, true));
    assert_eq!(size(after(Media { width: 1280, height: 720, ..recorded }, 1)), (640, 360, true));
    // Small recordings are not enlarged.
    assert_eq!(size(after(Media { width: 240, height: 320, ..recorded }, 1)), (240, 320, true));
    for crashes in [2, 3, u32::MAX] {
        assert_eq!(after(recorded, crashes), FinishPlan::Raw { reason: RawReason::Crashed });
        // The file is complete but lacks the watermark, for this reason.
        assert_eq!(after(FINISHED, crashes), FinishPlan::Raw { reason: RawReason::Crashed });
        let kept = finish_plan(&FINISHED, 1_000_000, false, Turn::None, CAN, crashes, 0);
        assert_eq!(kept, FinishPlan::Keep);
    }
}

#[test]
fn rec36_a_recording_finished_at_the_smallest_size_is_not_retried() {
    let recorded = Media { container: Container::Webm, video: VideoCodec::Vp8, width: 720, height: 1280, ..FINISHED };
    let fragmented = Media { fragmented: true, ..FINISHED };
    let after = |media: Media, watermark, browser, crashes| {
        finish_plan(&media, 1_000_000, watermark, Turn::None, browser, crashes, 0)
    };
    // With little memory the first attempt is small already.
    let first = after(recorded, true, SMALL, 0);
    assert!(matches!(first, FinishPlan::Transcode { width: 360, height: 640, one_at_a_time: true, .. }));
    let crashed = FinishPlan::Raw { reason: RawReason::Crashed };
    assert_eq!(after(recorded, true, SMALL, 1), crashed);
    // Copying needs the least memory.
    for browser in [CAN, SMALL, CAN_NOTHING] {
        assert_eq!(after(fragmented, false, browser, 0), FinishPlan::Copy { turn: 0, audio: AudioPlan::Copy });
        assert_eq!(after(fragmented, false, browser, 1), crashed);
        assert_eq!(after(FINISHED, false, browser, 1), FinishPlan::Keep);
    }
}
