//! Validates a customer's email address (SUB17).
//!
//! Stricter than RFC 5322, which allows quotes, comments and spaces, and wider than ASCII: letters of any script are allowed on both
//! sides (RFC 6531, RFC 5890). A valid address contains no space, no control character and nothing with a meaning in a mail header.

use super::MESSAGES;
use super::length;
use super::letters::is_letter_mark_or_digit;

/// Maximum length of an address, in characters.
pub const EMAIL_MAX: usize = 255;

/// Maximum length of a domain label, in characters (RFC 1035).
const LABEL_MAX: usize = 63;

/// [`is_email`] as a JavaScript pattern for the `u` flag, without the length check.
pub const EMAIL_PATTERN: &str = concat!(
    r"^[\p{L}\p{M}\p{Nd}!#$%&'*+\-/=?^_`{|}~]+(?:\.[\p{L}\p{M}\p{Nd}!#$%&'*+\-/=?^_`{|}~]+)*",
    r"@(?:[\p{L}\p{M}\p{Nd}](?:[\p{L}\p{M}\p{Nd}\-]{0,61}[\p{L}\p{M}\p{Nd}])?\.)+",
    r"(?![0-9]+$)[\p{L}\p{M}\p{Nd}][\p{L}\p{M}\p{Nd}\-]{0,61}[\p{L}\p{M}\p{Nd}]$",
);

/// Whether this is one plausible address of at most [`EMAIL_MAX`] characters: words joined by single dots, one `@`, and
/// a domain of at least two labels, whose last one has two characters or more and is not a number.
#[must_use]
pub fn is_email(email: &str) -> bool {
    let Some((local, domain)) = email.split_once('@') else {
        return false;
    };
    let Some((_, last)) = domain.rsplit_once('.') else {
        return false;
    };
    length(email) <= EMAIL_MAX
        && local.split('.').all(is_word)
        && domain.split('.').all(is_label)
        && last.chars().nth(1).is_some()
        && !last.bytes().all(|b| b.is_ascii_digit())
}

/// Whether this is a valid part of the local side, between dots.
fn is_word(word: &str) -> bool {
    !word.is_empty() && word.chars().all(|c| is_atext(c) || is_letter_mark_or_digit(c))
}

/// The special characters of `atext` in RFC 5322.
#[rustfmt::skip]
const fn is_atext(c: char) -> bool {
    matches!(
        c,
        '!' | '#' | '$' | '%' | '&' | '\'' | '*' | '+' | '-' | '/' | '=' | '?' | '^' | '_' | '`'
            | '{' | '|' | '}' | '~'
    )
}

/// Whether this is a valid domain label.
fn is_label(label: &str) -> bool {
    !label.is_empty()
        && !label.starts_with('-')
        && !label.ends_with('-')
        && length(label) <= LABEL_MAX
        && label.chars().all(|c| c == '-' || is_letter_mark_or_digit(c))
}

/// Returns the error message for a trimmed address.
pub(super) fn error(email: &str) -> Option<&'static str> {
    if length(email) > EMAIL_MAX {
        Some(MESSAGES.email_too_long)
    } else if !is_email(email) {
        Some(MESSAGES.email_invalid)
    } else {
        None
    }
}
