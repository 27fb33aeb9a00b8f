//! Candidate types for a recorder, best first (REC14, REC15, REC23).

use crate::device::Device;

/// WebKit's last resort, and the reported type of a plan without one. Never requested elsewhere: on Chromium it may
/// mean VP9 in MP4, which WebCodecs cannot decode.
pub const LAST_RESORT: &str = "video/mp4";

/// H.264 with AAC first, because it plays everywhere, then with Opus (Chromium on Linux has no AAC encoder). Profiles
/// start with the most compatible, at level 3.1: 720 x 1280 at 30 fps.
const H264: [&str; 6] = [
    "video/mp4;codecs=avc1.42E01F,mp4a.40.2",
    "video/mp4;codecs=avc1.4D401F,mp4a.40.2",
    "video/mp4;codecs=avc1.64001F,mp4a.40.2",
    "video/mp4;codecs=avc1.42E01F,opus",
    "video/mp4;codecs=avc1.4D401F,opus",
    "video/mp4;codecs=avc1.64001F,opus",
];

const WEBM: [&str; 4] = ["video/webm;codecs=vp8,opus", "video/webm;codecs=vp8", "video/webm", "video/webm;codecs=vp9"];

/// Returns the types to try on this device, best first.
#[must_use]
pub fn candidates(device: Device) -> Vec<&'static str> {
    let rest: &[_] = if device.safari { &[LAST_RESORT] } else { &WEBM };
    [H264.as_slice(), rest].concat()
}

/// Returns the H.264 types.
#[must_use]
pub fn h264_types() -> Vec<&'static str> {
    H264.to_vec()
}

/// Returns every type that this product ever requests.
#[must_use]
pub fn known_types() -> Vec<&'static str> {
    [H264.as_slice(), &[LAST_RESORT], &WEBM].concat()
}
