//! A client's watermark settings.

use serde::{Deserialize, Serialize};

use super::color::Color;
use crate::submission::trim;

/// Maximum number of lines; further ones are dropped (WMK03).
pub const MAX_LINES: usize = 2;
/// Minimum font size, in pixels of a frame whose shorter side is [`REFERENCE_SIDE`] (WMK04).
pub const FONT_SIZE_MIN: f64 = 12.0;
/// Maximum font size.
pub const FONT_SIZE_MAX: f64 = 48.0;
/// Default font size.
pub const FONT_SIZE_DEFAULT: f64 = 24.0;
/// The shorter side in pixels of the frame planned for a raw recording (REC12).
pub const REFERENCE_SIDE: f64 = 480.0;

/// A client's watermark settings, clamped to their ranges.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Watermark<'a> {
    pub(super) text: &'a str,
    pub(super) font_size: f64,
    pub(super) color: Color<'a>,
    pub(super) position: Position,
    pub(super) alignment: Alignment,
}

impl<'a> Watermark<'a> {
    /// Creates the settings from their stored form: `font_size` in pixels of a frame whose shorter side is
    /// [`REFERENCE_SIDE`], `font_color` as `#rrggbb`, position and alignment by name.
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

/// Returns the lines to show: trimmed, without empty ones, at most [`MAX_LINES`].
#[must_use]
pub fn lines(text: &str) -> Vec<&str> {
    text.split(['\n', '\r']).map(trim).filter(|line| !line.is_empty()).take(MAX_LINES).collect()
}

/// Position in the frame (WMK06).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(export, export_to = "media.ts", rename = "WatermarkPosition")
)]
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
        (Self::TopLeft, Self::TopLeft.as_str()),
        (Self::TopCenter, Self::TopCenter.as_str()),
        (Self::TopRight, Self::TopRight.as_str()),
        (Self::BottomLeft, Self::BottomLeft.as_str()),
        (Self::BottomCenter, Self::BottomCenter.as_str()),
        (Self::BottomRight, Self::BottomRight.as_str()),
    ];

    /// The stored name of this position.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::TopLeft => "top-left",
            Self::TopCenter => "top-center",
            Self::TopRight => "top-right",
            Self::BottomLeft => "bottom-left",
            Self::BottomCenter => "bottom-center",
            Self::BottomRight => "bottom-right",
        }
    }

    /// Parses a position's stored name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        find_by_name(&Self::NAMED, name)
    }

    pub(super) const fn is_top(self) -> bool {
        matches!(self, Self::TopLeft | Self::TopCenter | Self::TopRight)
    }

    /// Fraction of the free width left of the block.
    pub(super) const fn left_fraction(self) -> f64 {
        match self {
            Self::TopLeft | Self::BottomLeft => 0.0,
            Self::TopCenter | Self::BottomCenter => 0.5,
            Self::TopRight | Self::BottomRight => 1.0,
        }
    }
}

/// Alignment of the lines within their block (WMK07).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(export, export_to = "media.ts", rename = "WatermarkAlignment")
)]
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
        [(Self::Left, Self::Left.as_str()), (Self::Center, Self::Center.as_str()), (Self::Right, Self::Right.as_str())];

    /// The stored name of this alignment.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Center => "center",
            Self::Right => "right",
        }
    }

    /// Parses an alignment's stored name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        find_by_name(&Self::NAMED, name)
    }

    /// Fraction of a line's free width left of the line.
    pub(super) const fn left_fraction(self) -> f64 {
        match self {
            Self::Left => 0.0,
            Self::Center => 0.5,
            Self::Right => 1.0,
        }
    }
}

fn find_by_name<T: Copy>(all: &[(T, &str)], name: &str) -> Option<T> {
    all.iter().find(|(_, its)| *its == name).map(|(it, _)| *it)
}
