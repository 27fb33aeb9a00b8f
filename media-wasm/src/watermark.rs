//! The company name burnt into a recording: its lines, size and position (WMK03 to WMK07).
//!
//! The browser measures text and this module decides the rest. One [`layout`] serves both the live preview and the
//! watermark in the file. A setting out of range is clamped, because it must not make a recording fail (ENT03).

mod color;
mod layout;
mod settings;

pub use layout::{Bounds, Layout, Line, layout};
pub use settings::{
    Alignment, FONT_SIZE_DEFAULT, FONT_SIZE_MAX, FONT_SIZE_MIN, MAX_LINES, Position, REFERENCE_SIDE, Watermark, lines,
};
