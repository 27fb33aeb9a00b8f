//! The company name that is burnt into a recording: which lines, how large, where (WMK03 to WMK07).
//!
//! A browser measures text, this module decides the rest, and one [`layout`] draws both the live
//! preview and the burnt-in mark. A setting out of its range is brought back into it, because a
//! recording must not fail for it (ENT03).

mod color;
mod layout;

pub use layout::{Bounds, Layout, Line, layout};

use crate::submission::trim;
use color::Color;

/// Lines beyond this are dropped (WMK03).
pub const MAX_LINES: usize = 2;
/// The smallest font size, in pixels of a frame whose shorter side is [`REFERENCE_SIDE`] (WMK04).
pub const FONT_SIZE_MIN: f64 = 12.0;
/// The largest one.
pub const FONT_SIZE_MAX: f64 = 48.0;
/// The one to begin with.
pub const FONT_SIZE_DEFAULT: f64 = 24.0;
/// The shorter side, in pixels, of the frame that a raw recording is planned in (REC12).
pub const REFERENCE_SIDE: f64 = 480.0;

/// How a client wants the name to look.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Watermark<'a> {
    text: &'a str,
    font_size: f64,
    color: Color<'a>,
    position: Position,
    alignment: Alignment,
}

impl<'a> Watermark<'a> {
    /// Takes the settings as they are stored: `font_size` in pixels of a frame whose shorter side
    /// is [`REFERENCE_SIDE`], `font_color` as `#rrggbb`, position and alignment by name.
    #[must_use]
    pub fn new(text: &'a str, font_size: f64, font_color: &'a str, position: &str, alignment: &str) -> Self {
        let font_size = if font_size.is_nan() { FONT_SIZE_DEFAULT } else { font_size };
        Self {
            text,
            font_size: font_size.clamp(FONT_SIZE_MIN, FONT_SIZE_MAX),
            color: Color::parse(font_color).unwrap_or(Color::WHITE),
            position: Position::parse(position).unwrap_or_default(),
            alignment: Alignment::parse(alignment).unwrap_or_default(),
        }
    }
}

/// The lines that are shown: trimmed, without empty ones, at most [`MAX_LINES`].
#[must_use]
pub fn lines(text: &str) -> Vec<&str> {
    text.split(['\n', '\r']).map(trim).filter(|line| !line.is_empty()).take(MAX_LINES).collect()
}

/// Where in the frame (WMK06).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)] // they are their names
pub enum Position {
    TopLeft,
    TopCenter,
    #[default]
    TopRight,
    BottomLeft,
    BottomCenter,
    BottomRight,
}

impl Position {
    /// All positions with their names.
    pub const NAMED: [(Self, &'static str); 6] = [
        (Self::TopLeft, "top-left"),
        (Self::TopCenter, "top-center"),
        (Self::TopRight, "top-right"),
        (Self::BottomLeft, "bottom-left"),
        (Self::BottomCenter, "bottom-center"),
        (Self::BottomRight, "bottom-right"),
    ];

    /// The position of this name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        named(&Self::NAMED, name)
    }

    const fn is_top(self) -> bool {
        matches!(self, Self::TopLeft | Self::TopCenter | Self::TopRight)
    }

    /// How much of the free width lies left of the block.
    const fn across(self) -> f64 {
        match self {
            Self::TopLeft | Self::BottomLeft => 0.0,
            Self::TopCenter | Self::BottomCenter => 0.5,
            Self::TopRight | Self::BottomRight => 1.0,
        }
    }
}

/// How the lines lie within their block (WMK07).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)] // they are their names
pub enum Alignment {
    Left,
    #[default]
    Center,
    Right,
}

impl Alignment {
    /// All alignments with their names.
    pub const NAMED: [(Self, &'static str); 3] =
        [(Self::Left, "left"), (Self::Center, "center"), (Self::Right, "right")];

    /// The alignment of this name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        named(&Self::NAMED, name)
    }

    /// How much of the free width of a line lies left of it.
    const fn across(self) -> f64 {
        match self {
            Self::Left => 0.0,
            Self::Center => 0.5,
            Self::Right => 1.0,
        }
    }
}

fn named<T: Copy>(all: &[(T, &str)], name: &str) -> Option<T> {
    all.iter().find(|(_, its)| *its == name).map(|(it, _)| *it)
}
