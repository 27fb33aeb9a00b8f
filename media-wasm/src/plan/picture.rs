//! Decides whether a camera's picture is acceptable (REC33, REC35).

use super::constraints::CameraRequests;
use crate::device::Device;

/// Frames per second below which a picture stutters.
pub const MIN_FRAME_RATE: f64 = 24.0;
/// Recorded frames per second below which the next request is smaller: recorders drop frames rather than fall behind
/// (W3C mediacapture-record #177).
pub const MIN_RECORDED_FRAME_RATE: u32 = 20;
/// Maximum lines as a multiple of the requested ones: more cost a phone more than they show.
pub const MAX_LINES_FACTOR: u32 = 2;

/// The orientation of a device or a screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Orientation {
    /// Taller than wide.
    Portrait,
    /// Wider than tall.
    Landscape,
}

/// The picture of an open camera.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Picture {
    /// Width of a frame in pixels.
    pub width: u32,
    /// Height of a frame in pixels.
    pub height: u32,
    /// Whether the video announces sides that contradict the frame: on some phones one of the two is rotated relative
    /// to the rendered picture (WebKit bug 323550, react-webcam #416).
    pub doubtful: bool,
    /// Announced frames per second; 0 if the camera announces none.
    pub frame_rate: f64,
}

/// Whether to request a smaller camera picture next time; `None` keeps the current setting. `lines` and `frame_rate`:
/// the shorter side and the frames per second of the last recording. `larger_rate`: the frame rate of the larger
/// recording that caused the switch to a smaller one, 0 if none did. If the smaller one is no faster, the size is not
/// the cause (a dark room is), so the larger request returns.
#[must_use]
pub fn asks_smaller(lines: u32, frame_rate: u32, larger_rate: u32) -> Option<bool> {
    let slow = frame_rate < MIN_RECORDED_FRAME_RATE;
    if lines > CameraRequests::RAW_LINES { Some(slow) } else { (slow && frame_rate <= larger_rate).then_some(false) }
}

/// Scores how much another request may improve a picture: 0 means that it is acceptable or cannot be improved; of two
/// pictures the one with the lower score is better. The faults in order of weight: its orientation differs from the
/// device's; it is slower than [`MIN_FRAME_RATE`], scored by the missing frames; it exceeds [`MAX_LINES_FACTOR`] times
/// the requested lines, scored by the excess lines.
///
/// The orientation of a [`doubtful`](Picture::doubtful) picture is unknown and not scored. Speed and size are not scored on phones and on
/// WebKit, whose other request gives no faster picture: a phone's would be landscape, and WebKit's is cropped out of the largest mode.
#[must_use]
pub fn faults(device: Device, held: Orientation, asked_lines: u32, picture: Picture) -> u32 {
    let Picture { width, height, doubtful, frame_rate } = picture;
    let turned = match held {
        Orientation::Portrait => width > height,
        // A computer's screen is landscape whatever its camera does, and a portrait picture is what it requested.
        Orientation::Landscape => device.is_handheld() && height > width,
    };
    let cut_out = !device.is_handheld() && !device.safari;
    let slow = if cut_out && frame_rate > 0.0 { frames_missing(frame_rate) } else { 0 };
    let over = width.min(height).saturating_sub(asked_lines.saturating_mul(MAX_LINES_FACTOR));
    let oversized = if cut_out { over.min(u16::MAX.into()) } else { 0 };
    u32::from(turned && !doubtful) << 24 | slow << 16 | oversized
}

/// Returns the missing frames per second up to [`MIN_FRAME_RATE`], rounded up.
fn frames_missing(frame_rate: f64) -> u32 {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // 0 to 24
    let missing = (MIN_FRAME_RATE - frame_rate).ceil().clamp(0.0, MIN_FRAME_RATE) as u32;
    missing
}

/// Whether to return to a camera's first picture, by the [`faults`] of both: the better one is recorded (REC35). If
/// they are equal the second, current one stays, so that the camera is not switched needlessly.
#[must_use]
pub const fn goes_back(first_faults: u32, second_faults: u32) -> bool {
    second_faults > first_faults
}
