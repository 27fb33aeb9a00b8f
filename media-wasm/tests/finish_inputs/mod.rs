//! A finished file, and browsers with and without the ability to finish.

use media_wasm::finish::CodecSupport;
use media_wasm::probe::{AudioCodec, Container, Media, Runs, VideoCodec};

pub const FINISHED: Media = Media {
    container: Container::Mp4,
    video: VideoCodec::Avc1,
    audio: Some(AudioCodec::Aac),
    duration_ms: 40_000,
    frame_rate: Some(30),
    width: 540,
    height: 960,
    rotation: 0,
    video_tracks: 1,
    audio_tracks: 1,
    seekable: true,
    fragmented: false,
    truncated: false,
    present_bytes: None,
    video_runs: Runs::ALL,
    audio_runs: Runs::ALL,
    player_only: false,
};
pub const CAN: CodecSupport = CodecSupport { encodes_h264: true, decodes_video: true, small_memory: false };
pub const CAN_NOTHING: CodecSupport = CodecSupport { encodes_h264: false, decodes_video: false, ..CAN };
