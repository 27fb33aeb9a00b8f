//! The name of a customer (SUB15, SUB16).

use super::letters::is_letter_mark_or_digit;
use super::messages::MESSAGES;

/// The longest name, in characters (Unicode scalar values), not bytes.
pub const NAME_MAX: usize = 100;

/// [`is_name_char`] for a whole non-empty name, as a JavaScript pattern for the `u` flag.
pub const NAME_PATTERN: &str = r"^[\p{L}\p{M}\p{Nd} \-'\u2019.]+$";

/// Letters and combining marks of any script, decimal digits, space, hyphen, apostrophe
/// (straight or typographic), full stop.
#[must_use]
pub fn is_name_char(c: char) -> bool {
    matches!(c, ' ' | '-' | '\'' | '\u{2019}' | '.') || is_letter_mark_or_digit(c)
}

/// What is wrong with a trimmed name.
pub(super) fn error(name: &str) -> Option<&'static str> {
    if name.is_empty() {
        Some(MESSAGES.name_missing)
    } else if name.chars().count() > NAME_MAX {
        Some(MESSAGES.name_too_long)
    } else if !name.chars().all(is_name_char) {
        Some(MESSAGES.name_characters)
    } else {
        None
    }
}
