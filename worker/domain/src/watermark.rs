//! Settings of a client's watermark. The media core draws it.

use media_wasm::watermark::{Alignment, FONT_SIZE_MAX, FONT_SIZE_MIN, MAX_LINES, Position};

use crate::api::client::{ClientView, WatermarkChange};
use crate::color::is_color;
use crate::limits::MAX_WATERMARK_CHARACTERS;
use crate::text;

/// Returns the watermark's text: the client's own or, if blank, the company's name. A switched-on
/// watermark is never empty, since a finished video cannot be changed.
#[must_use]
pub fn text_of(own: Option<String>, company_name: &str) -> String {
    own.filter(|text| !text.trim().is_empty()).unwrap_or_else(|| company_name.to_owned())
}

/// Validates a change and normalises it for storage: the text trimmed, the colour in lower case.
///
/// # Errors
/// One message per invalid field.
pub fn normalise(mut change: WatermarkChange) -> Result<WatermarkChange, Vec<(&'static str, &'static str)>> {
    check(&change)?;
    if let WatermarkChange::Settings { watermark_text, watermark_font_color, .. } = &mut change {
        *watermark_text = watermark_text.trim_matches(' ').to_owned();
        watermark_font_color.make_ascii_lowercase();
    }
    Ok(change)
}

/// Returns a client's settings after a normalised change.
#[must_use]
pub fn after(before: &ClientView, change: &WatermarkChange) -> ClientView {
    let before = before.clone();
    match change {
        WatermarkChange::Switch { watermark_enabled } => ClientView { watermark_enabled: *watermark_enabled, ..before },
        WatermarkChange::Settings {
            watermark_text,
            watermark_font_size,
            watermark_font_color,
            watermark_position,
            watermark_text_alignment,
        } => ClientView {
            watermark_text: Some(watermark_text.clone()).filter(|text| !text.is_empty()),
            watermark_font_size: *watermark_font_size,
            watermark_font_color: watermark_font_color.clone(),
            watermark_position: Position::parse(watermark_position).unwrap_or(before.watermark_position),
            watermark_text_alignment: Alignment::parse(watermark_text_alignment)
                .unwrap_or(before.watermark_text_alignment),
            ..before
        },
    }
}

fn check(change: &WatermarkChange) -> Result<(), Vec<(&'static str, &'static str)>> {
    let WatermarkChange::Settings {
        watermark_text,
        watermark_font_size: size,
        watermark_font_color: color,
        watermark_position: position,
        watermark_text_alignment: alignment,
    } = change
    else {
        return Ok(());
    };
    let control = |c: char| c.is_control() && c != '\n';
    let faults = [
        ("watermark_text", watermark_text.split('\n').count() > MAX_LINES, text::WATERMARK_LINES),
        ("watermark_text", watermark_text.chars().count() > MAX_WATERMARK_CHARACTERS, text::WATERMARK_LENGTH),
        ("watermark_text", watermark_text.chars().any(control), text::WATERMARK_CHARACTERS),
        (
            "watermark_font_size",
            !(FONT_SIZE_MIN..=FONT_SIZE_MAX).contains(&f64::from(*size)),
            text::WATERMARK_FONT_SIZE,
        ),
        ("watermark_font_color", !is_color(color), text::WATERMARK_COLOR),
        ("watermark_position", Position::parse(position).is_none(), text::NO_SUCH_POSITION),
        ("watermark_text_alignment", Alignment::parse(alignment).is_none(), text::NO_SUCH_ALIGNMENT),
    ];
    let found: Vec<_> =
        faults.into_iter().filter(|(_, wrong, _)| *wrong).map(|(field, _, text)| (field, text)).collect();
    if found.is_empty() { Ok(()) } else { Err(found) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wmk11_the_default_text_is_the_company_name() {
        assert_eq!(text_of(Some("Blue Door\nBakery".into()), "Corner Shop"), "Blue Door\nBakery");
        for blank in [None, Some(String::new()), Some(" \n\u{a0}".into())] {
            assert_eq!(text_of(blank, "Corner Shop"), "Corner Shop");
        }
    }

    fn settings(text: &str, size: u8, color: &str, position: &str, alignment: &str) -> WatermarkChange {
        WatermarkChange::Settings {
            watermark_text: text.into(),
            watermark_font_size: size,
            watermark_font_color: color.into(),
            watermark_position: position.into(),
            watermark_text_alignment: alignment.into(),
        }
    }

    #[test]
    fn wmk03_wmk04_wmk05_wmk06_wmk07_each_setting_has_its_bounds() {
        for (_, position) in Position::NAMED {
            for (_, alignment) in Alignment::NAMED {
                assert_eq!(check(&settings("Blue\nDoor", 12, "#FFaa00", position, alignment)), Ok(()));
            }
        }
        assert_eq!(check(&settings("", 48, "#000000", "top-left", "left")), Ok(()));
        assert_eq!(check(&WatermarkChange::Switch { watermark_enabled: true }), Ok(()));
        let fields = |change: &WatermarkChange| -> Vec<&str> {
            check(change).err().unwrap_or_default().into_iter().map(|(field, _)| field).collect()
        };
        assert_eq!(fields(&settings("a\nb\nc", 24, "#ffffff", "top-left", "left")), ["watermark_text"]);
        assert_eq!(fields(&settings(&"x".repeat(121), 24, "#ffffff", "top-left", "left")), ["watermark_text"]);
        assert_eq!(fields(&settings("a\tb", 24, "#ffffff", "top-left", "left")), ["watermark_text"]);
        let all = settings("ok", 11, "red", "middle", "justify");
        let expected =
            ["watermark_font_size", "watermark_font_color", "watermark_position", "watermark_text_alignment"];
        assert_eq!(fields(&all), expected);
        assert_eq!(fields(&settings("ok", 49, "#fffffg", "top-left", "left")).len(), 2);
    }
}
