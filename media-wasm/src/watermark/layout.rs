//! Computes the position of each line of a watermark.

use serde::Serialize;

use super::settings::{REFERENCE_SIDE, Watermark, lines};

/// Margin at each edge as a fraction of the shorter side: players round corners and cover edges.
const SAFE_MARGIN: f64 = 0.05;
/// Width of the outline in em; half of it is outside the letters.
const OUTLINE_EM: f64 = 0.14;
/// Padding around the text in em, for the outer half of the outline and for letters that overhang their width.
const PADDING_EM: f64 = OUTLINE_EM;
/// Distance between baselines in em.
const LINE_EM: f64 = 1.25;
/// Distance from the top of a line to its baseline in em; accented capitals fit within it.
const ASCENT_EM: f64 = 1.0;

/// How to draw a watermark, in pixels of the frame from its top left corner.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, export_to = "media.ts", rename = "WatermarkLayout"))]
pub struct Layout<'a> {
    /// Font size.
    pub font_px: f64,
    /// Line width of the outline, which is stroked with round joins before the text is filled.
    pub outline_px: f64,
    /// `#rrggbb` of the text.
    pub fill: &'a str,
    /// `#rrggbb` of the outline.
    pub outline: &'static str,
    /// One or two lines.
    pub lines: Vec<Line<'a>>,
    /// Encloses everything that is drawn, and is within the frame.
    pub bounds: Bounds,
}

/// One line of text.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, export_to = "media.ts", rename = "WatermarkLine"))]
pub struct Line<'a> {
    /// The text of the line.
    pub text: &'a str,
    /// Left end of the line (`textAlign = "left"`).
    pub x: f64,
    /// Baseline of the line (`textBaseline = "alphabetic"`).
    pub y: f64,
}

/// A rectangle of whole pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, export_to = "media.ts", rename = "WatermarkBounds"))]
pub struct Bounds {
    /// Left edge.
    pub x: u32,
    /// Top edge.
    pub y: u32,
    /// Width, at least 1.
    pub width: u32,
    /// Height, at least 1.
    pub height: u32,
}

/// Lays out a watermark in a frame of this many pixels. `widths_in_em`: the width of each of its [`lines`] divided by the font size
/// at which it was measured; a missing, infinite or negative width counts as 0. `None`: no text to draw, or an empty frame.
#[must_use]
pub fn layout<'a>(
    watermark: &Watermark<'a>,
    widths_in_em: &[f64],
    frame_width: u32,
    frame_height: u32,
) -> Option<Layout<'a>> {
    let texts = lines(watermark.text);
    let count = texts.len();
    let shorter = f64::from(frame_width.min(frame_height));
    if count == 0 || shorter == 0.0 {
        return None;
    }
    let (frame_width, frame_height) = (f64::from(frame_width), f64::from(frame_height));
    let em = |line: usize| widths_in_em.get(line).copied().filter(|em| em.is_finite()).unwrap_or_default().max(0.0);
    let widest = (0..count).map(em).fold(0.0, f64::max);

    let margin = SAFE_MARGIN * shorter;
    let requested = watermark.font_size * shorter / REFERENCE_SIDE;
    let font_px = requested.min((frame_width - 2.0 * margin) / (widest + 2.0 * PADDING_EM));
    let padding = PADDING_EM * font_px;
    let width = widest * font_px + 2.0 * padding;
    // Two lines at the largest font size take less than a third of the shorter side, so they always fit.
    let height = line_offset_em(count) * font_px + 2.0 * padding;
    let left = margin + watermark.position.left_fraction() * (frame_width - 2.0 * margin - width);
    let top = if watermark.position.is_top() { margin } else { frame_height - margin - height };

    let line = |(number, text)| Line {
        text,
        x: left + padding + watermark.alignment.left_fraction() * (widest - em(number)) * font_px,
        y: top + padding + (line_offset_em(number) + ASCENT_EM) * font_px,
    };
    let (x, width) = cover_pixels(left, width, frame_width);
    let (y, height) = cover_pixels(top, height, frame_height);
    Some(Layout {
        font_px,
        outline_px: OUTLINE_EM * font_px,
        fill: watermark.color.text,
        outline: watermark.color.outline(),
        lines: texts.into_iter().enumerate().map(line).collect(),
        bounds: Bounds { x, y, width, height },
    })
}

/// Offset in em of the line that follows this many others.
fn line_offset_em(lines: usize) -> f64 {
    u32::try_from(lines).map_or(0.0, f64::from) * LINE_EM
}

/// Returns start and length of the whole pixels that cover `length` from `start` on, within `0..frame`, at least one pixel.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // within 0..=u32::MAX
fn cover_pixels(start: f64, length: f64, frame: f64) -> (u32, u32) {
    let from = start.floor().min(frame - 1.0).max(0.0);
    let to = (start + length).ceil().min(frame).max(from + 1.0);
    (from as u32, (to - from) as u32)
}
