//! Colours as `#rrggbb`.

/// Whether a text is a colour.
#[must_use]
pub fn is_color(text: &str) -> bool {
    text.strip_prefix('#').is_some_and(|hex| hex.len() == 6 && hex.bytes().all(|b| b.is_ascii_hexdigit()))
}

/// Returns whether black text is the more legible one on a colour, by its luma (ITU-R BT.601).
#[must_use]
pub fn is_light(color: &str) -> bool {
    let channel = |range| color.get(range).and_then(|hex| u32::from_str_radix(hex, 16).ok()).unwrap_or_default();
    let weighted =
        [(1..3, 299), (3..5, 587), (5..7, 114)].map(|(range, weight): (_, u32)| channel(range).saturating_mul(weight));
    weighted.iter().sum::<u32>() >= 140_000
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pub09_a_color_has_six_hex_digits() {
        assert!(is_color("#d92d20") && is_color("#FFFAF3"));
        for bad in ["", "#", "d92d20", "#d92d2", "#d92d200", "#d92d2g", "red", "#fff", "#12345é", "#000;}*{"] {
            assert!(!is_color(bad), "{bad}");
        }
    }

    #[test]
    fn pub09_texts_on_a_color_are_legible() {
        assert!(is_light("#fffaf3") && is_light("#ffd400") && !is_light("#d92d20") && !is_light("#15120e"));
    }
}
