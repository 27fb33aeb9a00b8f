//! The company name that is burnt into a recording: which lines, how large, where (WMK03 to WMK07).
//!
//! The browser measures text, this module decides the rest, and one [`layout`] draws the live
//! preview and the watermark in the file alike. A setting out of its range is clamped, because a
//! recording must not fail for it (ENT03).

mod color;
mod layout;
mod settings;

pub use layout::{Bounds, Layout, Line, layout};
pub use settings::{
    Alignment, FONT_SIZE_DEFAULT, FONT_SIZE_MAX, FONT_SIZE_MIN, MAX_LINES, Position, REFERENCE_SIDE, Watermark, lines,
};
