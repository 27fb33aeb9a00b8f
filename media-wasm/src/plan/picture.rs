//! Whether the picture that a camera gives will do (REC33, REC35).

use super::constraints::CameraRequests;
use crate::device::Device;

/// Frames in a second below which a picture stutters.
pub const MIN_FRAME_RATE: f64 = 24.0;
/// Frames per second of a recording below which the camera is asked smaller the next time: recorders drop frames rather
/// than fall behind (W3C mediacapture-record #177).
pub const MIN_RECORDED_FRAME_RATE: u32 = 20;
/// More lines than this many times those asked for cost a phone more than they show.
pub const MAX_LINES_FACTOR: u32 = 2;

/// How a device is held, or a screen stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Orientation {
    /// Higher than wide.
    Portrait,
    /// Wider than high.
    Landscape,
}

/// The picture of an open camera.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Picture {
    /// Pixels of a frame.
    pub width: u32,
    /// The same.
    pub height: u32,
    /// Whether the video announces sides that contradict the frame: on some phones one of the two is turned against what
    /// is painted (WebKit bug 323550, react-webcam #416).
    pub doubtful: bool,
    /// Frames in a second as the camera announces them; 0 where it does not.
    pub frame_rate: f64,
}

/// Whether a camera is asked smaller the next time, by a recording of so many lines (its shorter side) and frames per
/// second; `None`: as before. `larger_rate`: those of the larger one that led to a smaller; 0 where none did. A small one
/// that is no quicker shows that size is not the cause: a dark room is.
#[must_use]
pub fn asks_smaller(lines: u32, frame_rate: u32, larger_rate: u32) -> Option<bool> {
    let slow = frame_rate < MIN_RECORDED_FRAME_RATE;
    if lines > CameraRequests::RAW_LINES { Some(slow) } else { (slow && frame_rate <= larger_rate).then_some(false) }
}

/// How much another request may mend in a picture: 0 where it will do or nothing can be mended, and of two pictures the
/// lower one is better. In this order: it lies while the device stands or the reverse; it is slower than
/// [`MIN_FRAME_RATE`], by as many frames; it is more than [`MAX_LINES_FACTOR`] times the lines that were asked for, by as
/// many lines.
///
/// A [`doubtful`](Picture::doubtful) picture says nothing of how it stands. And the other request of phones and of WebKit
/// gives no quicker picture: that of phones would lie, that of WebKit is cut out of the largest mode.
#[must_use]
pub fn faults(device: Device, held: Orientation, asked_lines: u32, picture: Picture) -> u32 {
    let Picture { width, height, doubtful, frame_rate } = picture;
    let turned = match held {
        Orientation::Portrait => width > height,
        // A computer's screen lies whatever its camera does, and an upright picture was what it was asked for.
        Orientation::Landscape => device.is_handheld() && height > width,
    };
    let cut_out = !device.is_handheld() && !device.safari;
    let slow = if cut_out && frame_rate > 0.0 { frames_missing(frame_rate) } else { 0 };
    let over = width.min(height).saturating_sub(asked_lines.saturating_mul(MAX_LINES_FACTOR));
    let oversized = if cut_out { over.min(u16::MAX.into()) } else { 0 };
    u32::from(turned && !doubtful) << 24 | slow << 16 | oversized
}

/// Frames a second up to [`MIN_FRAME_RATE`], begun ones included.
fn frames_missing(frame_rate: f64) -> u32 {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // 0 to 24
    let missing = (MIN_FRAME_RATE - frame_rate).ceil().clamp(0.0, MIN_FRAME_RATE) as u32;
    missing
}

/// Which of a camera's two pictures is recorded, by their [`faults`]: the better one (REC35). Of equal ones it is the
/// second, which is there already: the camera is not switched for nothing.
#[must_use]
pub const fn goes_back(first_faults: u32, second_faults: u32) -> bool {
    second_faults > first_faults
}
