//! Codec strings for querying a browser's capabilities (WebCodecs codec registry).

use crate::reader::VideoCodec;

/// H.264 High profile, level 3.1 (720 x 1280 at 30 frames): exactly the configuration of the finisher's encoder, so
/// that the browser's answer applies to it.
pub const ENCODER_CODEC: &str = "avc1.64001F";

/// Returns the codec string for asking whether a browser decodes this codec: its most common profile at about level
/// 3.1. `None`: no browser does.
#[must_use]
pub const fn decoder_codec(codec: VideoCodec) -> Option<&'static str> {
    match codec {
        VideoCodec::Avc1 => Some("avc1.42E01F"),
        VideoCodec::Hvc1 => Some("hvc1.1.6.L93.B0"),
        VideoCodec::Vp8 => Some("vp8"),
        VideoCodec::Vp9 => Some("vp09.00.31.08"),
        VideoCodec::Av1 => Some("av01.0.05M.08"),
        VideoCodec::Mp4v | VideoCodec::Other => None,
    }
}
