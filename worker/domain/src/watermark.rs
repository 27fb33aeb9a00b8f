//! A client's watermark. How it is drawn is the media core's matter.

use crate::api::client::WatermarkChange;

/// The most lines of a text.
const MAX_LINES: usize = 2;
/// The most characters of a text; what does not fit into a frame is of no use.
const MAX_CHARACTERS: usize = 120;
const POSITIONS: [&str; 6] = ["top-left", "top-center", "top-right", "bottom-left", "bottom-center", "bottom-right"];
const ALIGNMENTS: [&str; 3] = ["left", "center", "right"];

/// What is burnt in: the client's own text or, where it has none, the company's name.
#[must_use]
pub fn text_of(own: Option<String>, company_name: &str) -> String {
    own.filter(|text| !text.trim().is_empty()).unwrap_or_else(|| company_name.to_owned())
}

/// Checks a change of the settings.
///
/// # Errors
/// Every field at fault with what to tell the person.
pub fn check(change: &WatermarkChange) -> Result<(), Vec<(&'static str, &'static str)>> {
    let WatermarkChange::Settings {
        watermark_text: text,
        watermark_font_size: size,
        watermark_font_color: color,
        watermark_position: position,
        watermark_text_alignment: alignment,
    } = change
    else {
        return Ok(());
    };
    let color_fits =
        color.strip_prefix('#').is_some_and(|hex| hex.len() == 6 && hex.bytes().all(|b| b.is_ascii_hexdigit()));
    let control = |c: char| c.is_control() && c != '\n';
    let faults = [
        ("watermark_text", text.split('\n').count() > MAX_LINES, "The watermark has at most two lines."),
        ("watermark_text", text.chars().count() > MAX_CHARACTERS, "The watermark has at most 120 characters."),
        ("watermark_text", text.chars().any(control), "The watermark has characters that cannot be drawn."),
        ("watermark_font_size", !(12..=48).contains(size), "The font size is 12 to 48 px."),
        ("watermark_font_color", !color_fits, "The colour is written as #rrggbb."),
        ("watermark_position", !POSITIONS.contains(&position.as_str()), "There is no such position."),
        ("watermark_text_alignment", !ALIGNMENTS.contains(&alignment.as_str()), "There is no such alignment."),
    ];
    let found: Vec<_> =
        faults.into_iter().filter(|(_, wrong, _)| *wrong).map(|(field, _, text)| (field, text)).collect();
    if found.is_empty() { Ok(()) } else { Err(found) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wmk11_without_a_text_of_its_own_it_is_the_company_name() {
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
        for position in POSITIONS {
            for alignment in ALIGNMENTS {
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
