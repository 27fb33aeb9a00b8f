//! The codec strings with which a browser is asked what it can do (WebCodecs codec registry).

use crate::reader::VideoCodec;

/// Does it encode H.264? High profile, level 3.1 (720 x 1280 at 30 frames): what the finisher's
/// encoder is set to, so that the answer is about the encoder that will run.
pub const ENCODER_CODEC: &str = "avc1.64001F";

/// Does it decode this codec? The most common profile at level 3.1, or about that. `None`: no
/// browser does.
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
