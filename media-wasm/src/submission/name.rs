//! The name of a customer (SUB15, SUB16).

use super::letters::is_letter_mark_or_digit;
use super::messages::MESSAGES;

/// The longest name, in characters (Unicode scalar values), not bytes.
pub const NAME_MAX: usize = 100;

/// The rules of a non-empty name's characters, as a JavaScript pattern for the `u` flag.
pub const NAME_PATTERN: &str = r"^(?=.*[\p{L}\p{M}\p{Nd}])(?:(?!\p{DI})[\p{L}\p{M}\p{Nd} \-'\u2019.])+$";

/// Letters and combining marks of any script, decimal digits, space, hyphen, apostrophe
/// (straight or typographic), full stop; none that nobody sees.
#[must_use]
pub fn is_name_char(c: char) -> bool {
    is_punctuation(c) || is_letter_mark_or_digit(c)
}

const fn is_punctuation(c: char) -> bool {
    matches!(c, ' ' | '-' | '\'' | '\u{2019}' | '.')
}

/// What is wrong with a trimmed name.
pub(super) fn error(name: &str) -> Option<&'static str> {
    if name.is_empty() {
        Some(MESSAGES.name_missing)
    } else if name.chars().count() > NAME_MAX {
        Some(MESSAGES.name_too_long)
    } else if !name.chars().all(is_name_char) || name.chars().all(is_punctuation) {
        Some(MESSAGES.name_characters)
    } else {
        None
    }
}
