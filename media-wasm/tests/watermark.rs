//! Layout of the watermark: its lines, size, colours and position.
#![allow(clippy::unwrap_used)]

use media_wasm::watermark::{Alignment, Layout, Position, Watermark, layout, lines};
use proptest::prelude::*;

const SD: (u32, u32) = (480, 640);
const HD: (u32, u32) = (720, 1280);

/// A name of two lines in the default size and colour, 6 and 4 em wide.
fn mark(position: &'static str, alignment: &'static str) -> Watermark<'static> {
    Watermark::new("Acme\nBakery", 24.0, "#ffffff", position, alignment)
}

fn at(mark: &Watermark<'static>, frame: (u32, u32)) -> Layout<'static> {
    layout(mark, &[6.0, 4.0], frame.0, frame.1).unwrap()
}

#[test]
fn wmk03_a_watermark_has_at_most_two_trimmed_non_empty_lines() {
    let cases: [(&str, &[&str]); 9] = [
        ("Acme", &["Acme"]),
        ("  Acme  \n\tBakery\n", &["Acme", "Bakery"]),
        ("Acme\r\nBakery", &["Acme", "Bakery"]),
        ("Acme\rBakery", &["Acme", "Bakery"]),
        ("\n\n Acme \n\n\nBakery\n", &["Acme", "Bakery"]),
        ("Acme\nBakery\nLondon\nSince 1999", &["Acme", "Bakery"]),
        ("\u{feff}Acme\u{a0}", &["Acme"]),
        ("", &[]),
        (" \n\r\n\t", &[]),
    ];
    for (text, expected) in cases {
        assert_eq!(lines(text), expected, "{text:?}");
    }
}

#[test]
fn wmk03_without_a_line_or_a_frame_there_is_nothing_to_draw() {
    let empty = Watermark::new(" \n ", 24.0, "#ffffff", "top-right", "center");
    assert_eq!(layout(&empty, &[1.0], 480, 640), None);
    for (width, height) in [(0, 640), (480, 0), (0, 0)] {
        assert_eq!(layout(&mark("top-right", "center"), &[6.0, 4.0], width, height), None);
    }
}

#[test]
fn wmk04_a_font_size_is_relative_to_a_480_wide_frame_and_clamped_to_12_to_48() {
    let cases = [
        (24.0, 24.0),
        (12.0, 12.0),
        (48.0, 48.0),
        (11.0, 12.0),
        (-5.0, 12.0),
        (49.0, 48.0),
        (f64::INFINITY, 48.0),
        (f64::NEG_INFINITY, 12.0),
        (f64::NAN, 24.0),
    ];
    for (size, expected) in cases {
        let mark = Watermark::new("Acme", size, "#ffffff", "top-left", "left");
        assert_eq!(layout(&mark, &[2.0], 480, 640).unwrap().font_px, expected, "{size}");
        assert_eq!(layout(&mark, &[2.0], 1280, 720).unwrap().font_px, expected * 1.5, "{size}");
    }
}

#[test]
fn wmk04_a_line_too_wide_for_the_frame_is_shrunk_to_fill_it() {
    let wide = Watermark::new("A very long name", 48.0, "#ffffff", "top-center", "center");
    let layout = layout(&wide, &[40.0], 480, 640).unwrap();
    assert!(layout.font_px < 12.0);
    assert_eq!((layout.bounds.x, layout.bounds.width), (24, 432));
}

#[test]
fn wmk05_the_text_has_the_chosen_colour_and_an_outline_of_black_or_white() {
    let cases = [
        ("#ffffff", "#ffffff", "#000000"),
        ("#000000", "#000000", "#ffffff"),
        ("#FFD54F", "#FFD54F", "#000000"),
        ("#0d47a1", "#0d47a1", "#ffffff"),
        ("#ff0000", "#ff0000", "#000000"),
        ("#757575", "#757575", "#ffffff"),
        ("#767676", "#767676", "#000000"),
        // Invalid colours fall back to the default.
        ("red", "#ffffff", "#000000"),
        ("#fff", "#ffffff", "#000000"),
        ("#12345g", "#ffffff", "#000000"),
        ("#+1+1+1", "#ffffff", "#000000"),
        ("1234567", "#ffffff", "#000000"),
        ("#1234567", "#ffffff", "#000000"),
        ("", "#ffffff", "#000000"),
    ];
    for (color, fill, outline) in cases {
        let mark = Watermark::new("Acme", 24.0, color, "top-left", "left");
        let layout = layout(&mark, &[2.0], 480, 640).unwrap();
        assert_eq!((layout.fill, layout.outline), (fill, outline), "{color}");
        assert!((layout.outline_px - 0.14 * layout.font_px).abs() < 1e-9);
    }
}

/// Contrast as WCAG 2.2 defines it.
fn contrast(one: [u8; 3], two: [u8; 3]) -> f64 {
    let luminance = |color: [u8; 3]| {
        let [red, green, blue] = color.map(|channel| {
            let value = f64::from(channel) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        });
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    };
    let (one, two) = (luminance(one), luminance(two));
    (one.max(two) + 0.05) / (one.min(two) + 0.05)
}

#[test]
fn wmk05_every_colour_has_at_least_4_5_to_1_contrast_with_its_outline() {
    // Every third value of each channel, both ends included.
    let channel = || (0..=255_u8).step_by(3);
    for red in channel() {
        for green in channel() {
            for blue in channel() {
                let color = format!("#{red:02x}{green:02x}{blue:02x}");
                let mark = Watermark::new("Acme", 24.0, &color, "top-left", "left");
                let outline = layout(&mark, &[2.0], 480, 640).unwrap().outline;
                let (black, white) = (contrast([red, green, blue], [0; 3]), contrast([red, green, blue], [255; 3]));
                let (chosen, other) = if outline == "#000000" { (black, white) } else { (white, black) };
                assert!(chosen >= 4.5 && chosen >= other, "{color} with {outline}: {chosen}");
            }
        }
    }
}

#[test]
fn wmk06_each_position_respects_the_safe_margin() {
    // 24 pixels of 480, and 36 of 720.
    let (left, right, top, bottom) = (24, 456, 24, 616);
    for (position, name) in Position::NAMED {
        assert_eq!(Position::parse(name), Some(position));
        let bounds = at(&mark(name, "center"), SD).bounds;
        assert_eq!(
            (bounds.x == left, bounds.x + bounds.width == right),
            (name.ends_with("left"), name.ends_with("right"))
        );
        assert_eq!(
            (bounds.y == top, bounds.y + bounds.height == bottom),
            (name.starts_with("top"), name.starts_with("bottom"))
        );
        if name.ends_with("center") {
            assert_eq!(2 * bounds.x + bounds.width, 480);
        }
    }
    let bounds = at(&mark("bottom-right", "center"), HD).bounds;
    assert_eq!((bounds.x + bounds.width, bounds.y + bounds.height), (684, 1244));
}

#[test]
fn wmk07_lines_are_aligned_left_centre_or_right_within_their_block() {
    for (alignment, name) in Alignment::NAMED {
        assert_eq!(Alignment::parse(name), Some(alignment));
        let layout = at(&mark("top-center", name), SD);
        let [wide, narrow] = [layout.lines[0], layout.lines[1]];
        let indent = match alignment {
            Alignment::Left => 0.0,
            Alignment::Center => 24.0,
            Alignment::Right => 48.0,
        };
        assert!((narrow.x - wide.x - indent).abs() < 1e-9, "{name}");
        assert!((narrow.y - wide.y - 1.25 * 24.0).abs() < 1e-9);
        assert_eq!((wide.text, narrow.text), ("Acme", "Bakery"));
    }
}

#[test]
fn ent03_invalid_settings_fall_back_to_the_defaults() {
    let usual = Watermark::new("Acme", 24.0, "#ffffff", "top-right", "center");
    assert_eq!(Watermark::new("Acme", f64::NAN, "white", "middle", "justify"), usual);
    assert_eq!(Watermark::new("Acme", 24.0, "", "", ""), usual);
    assert_eq!(Watermark::new("Acme", 24.0, "#ffffff", "Top-Right", "CENTER"), usual);
}

#[test]
fn wmk04_an_invalid_width_counts_as_zero() {
    let mark = mark("top-right", "right");
    let none = layout(&mark, &[0.0, 0.0], 480, 640);
    assert!(none.is_some());
    for widths in [&[f64::NAN, -3.0][..], &[f64::INFINITY, f64::NEG_INFINITY], &[0.0], &[], &[0.0, 0.0, 9.0]] {
        assert_eq!(layout(&mark, widths, 480, 640), none, "{widths:?}");
    }
}

#[test]
fn wmk04_a_huge_width_still_leaves_a_box() {
    for widths in [[1e300, 1.0], [f64::MAX, f64::MAX]] {
        let bounds = layout(&mark("top-right", "center"), &widths, 480, 640).unwrap().bounds;
        assert_eq!((bounds.x, bounds.y, bounds.width, bounds.height), (24, 24, 432, 1));
    }
}

/// Any setting, any two lines, any frame.
fn any_mark() -> impl Strategy<Value = (Watermark<'static>, [f64; 2])> {
    let position = prop::sample::select(Position::NAMED.to_vec());
    let alignment = prop::sample::select(Alignment::NAMED.to_vec());
    let text = prop::sample::select(vec!["Acme", "Acme\nBakery"]);
    (text, 12.0..=48.0, position, alignment, [0.0..60.0, 0.0..60.0]).prop_map(
        |(text, size, (_, position), (_, alignment), widths)| {
            (Watermark::new(text, size, "#ffffff", position, alignment), widths)
        },
    )
}

fn close(one: f64, two: f64) -> bool {
    (one - two).abs() <= 1e-9 * (1.0 + one.abs())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) })]

    #[test]
    fn wmk06_everything_is_drawn_within_the_safe_margins(
        (mark, widths) in any_mark(), width in 1_u32..5000, height in 1_u32..5000,
    ) {
        let layout = layout(&mark, &widths, width, height).unwrap();
        let bounds = layout.bounds;
        prop_assert!(bounds.width >= 1 && bounds.height >= 1);
        prop_assert!(bounds.x + bounds.width <= width && bounds.y + bounds.height <= height);
        // Rounding to whole pixels may reach one pixel into the margin.
        let margin = 0.05 * f64::from(width.min(height)) - 1.0 - 1e-6;
        let edges = [bounds.x, bounds.y, width - bounds.x - bounds.width, height - bounds.y - bounds.height];
        prop_assert!(edges.into_iter().all(|edge| f64::from(edge) >= margin), "{layout:?}");

        let half = layout.outline_px / 2.0;
        for (line, em) in layout.lines.iter().zip(widths) {
            let (left, right) = (line.x - half, line.x + em * layout.font_px + half);
            prop_assert!(left >= f64::from(bounds.x) - 1e-6);
            prop_assert!(right <= f64::from(bounds.x + bounds.width) + 1e-6);
            prop_assert!(line.y - layout.font_px - half >= f64::from(bounds.y) - 1e-6);
            prop_assert!(line.y + 0.25 * layout.font_px + half <= f64::from(bounds.y + bounds.height) + 1e-6);
        }
    }

    #[test]
    fn wmk06_wmk07_left_mirrors_right(
        widths in [0.0..60.0, 0.0..60.0], size in 12.0..=48.0, top in any::<bool>(),
        width in 1_u32..5000, height in 1_u32..5000,
    ) {
        let sides = if top { ["top-left", "top-right"] } else { ["bottom-left", "bottom-right"] };
        let made = |position, alignment| {
            layout(&Watermark::new("Acme\nBakery", size, "#ffffff", position, alignment), &widths, width, height).unwrap()
        };
        for (alignment, mirrored) in [("left", "right"), ("center", "center"), ("right", "left")] {
            let (left, right) = (made(sides[0], alignment), made(sides[1], mirrored));
            for ((one, two), em) in left.lines.iter().zip(&right.lines).zip(widths) {
                prop_assert!(close(f64::from(width) - two.x - em * left.font_px, one.x));
                prop_assert!(close(one.y, two.y));
            }
        }
    }

    #[test]
    fn wmk06_top_mirrors_bottom(
        (_, widths) in any_mark(), size in 12.0..=48.0, width in 1_u32..5000, height in 1_u32..5000,
    ) {
        for side in ["left", "center", "right"] {
            let made = |end: &str| {
                let position = format!("{end}-{side}");
                let mark = Watermark::new("Acme\nBakery", size, "#ffffff", &position, "center");
                let layout = layout(&mark, &widths, width, height).unwrap();
                (layout.bounds, layout.font_px)
            };
            let ((top, font), (bottom, same)) = (made("top"), made("bottom"));
            prop_assert_eq!((top.x, top.width, font), (bottom.x, bottom.width, same));
            prop_assert!((height - bottom.y - bottom.height).abs_diff(top.y) <= 1);
        }
    }

    #[test]
    fn wmk10_the_preview_matches_the_burnt_in_watermark_at_any_size(
        (mark, widths) in any_mark(), width in 1_u32..2500, height in 1_u32..2500,
    ) {
        let (small, large) = (layout(&mark, &widths, width, height).unwrap(), layout(&mark, &widths, 2 * width, 2 * height).unwrap());
        prop_assert!(close(2.0 * small.font_px, large.font_px));
        prop_assert!(close(2.0 * small.outline_px, large.outline_px));
        for (one, two) in small.lines.iter().zip(&large.lines) {
            prop_assert!(close(2.0 * one.x, two.x) && close(2.0 * one.y, two.y));
        }
        for (one, two) in [
            (small.bounds.x, large.bounds.x),
            (small.bounds.y, large.bounds.y),
            (small.bounds.width, large.bounds.width),
            (small.bounds.height, large.bounds.height),
        ] {
            prop_assert!((2 * one).abs_diff(two) <= 3, "{small:?} {large:?}");
        }
    }
}
