//! Strict number parsing.

/// Parses decimal digits only: no sign, no space, no overflow.
#[must_use]
pub fn parse_u64(text: &str) -> Option<u64> {
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if digits { text.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sub35_a_length_or_offset_has_only_digits() {
        assert_eq!(parse_u64("0"), Some(0));
        assert_eq!(parse_u64("99614720"), Some(99_614_720));
        for bad in ["", "+5", "-1", " 5", "5 ", "0x10", "1e3", "1.0", "٣", "99999999999999999999"] {
            assert_eq!(parse_u64(bad), None, "{bad}");
        }
    }
}
