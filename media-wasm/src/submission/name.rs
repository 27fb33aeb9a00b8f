//! The name of a customer (SUB15, SUB16).

use super::letters::is_letter_mark_or_digit;
use super::messages::MESSAGES;
use super::trim;

/// The longest name, in characters (Unicode scalar values), not bytes.
pub const NAME_MAX: usize = 100;

/// The rules of a non-empty name's characters after [`clean`], as a JavaScript pattern for the `u` flag.
pub const NAME_PATTERN: &str = r"^(?=.*[\p{L}\p{M}\p{Nd}])(?:(?!\p{DI})[\p{L}\p{M}\p{Nd} \-'\u2019.\u00b7\u05be\u05f3\u05f4\u0f0b\u30a0\u30fb]|[\u200c\u200d])+$";

/// The sign that a look-alike stands for, which keyboards and word processors put in its place.
#[must_use]
pub const fn meant_sign(c: char) -> Option<char> {
    Some(match c {
        '\t' | '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}' => ' ',
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}' => '-',
        '`' | '\u{b4}' | '\u{2018}' | '\u{201b}' | '\u{2032}' | '\u{ff07}' => '\u{2019}',
        '\u{387}' | '\u{2022}' | '\u{2027}' => '\u{b7}',
        '\u{ff65}' => '\u{30fb}',
        '\u{ff1d}' => '\u{30a0}',
        '\u{ff0e}' => '.',
        _ => return None,
    })
}

/// Letters and combining marks of any script, decimal digits, space, hyphen, apostrophe
/// (straight or typographic), full stop, and what names of some languages are joined or shortened with: the middle dot, the Hebrew maqaf,
/// geresh and gershayim, the Tibetan tsheg, the Japanese double hyphen and middle dot; none that nobody sees.
#[must_use]
pub fn is_name_char(c: char) -> bool {
    is_punctuation(c) || is_letter_mark_or_digit(c)
}

const fn is_punctuation(c: char) -> bool {
    matches!(
        c,
        ' ' | '-'
            | '\''
            | '\u{2019}'
            | '.'
            | '\u{b7}'
            | '\u{5be}'
            | '\u{5f3}'
            | '\u{5f4}'
            | '\u{f0b}'
            | '\u{30a0}'
            | '\u{30fb}'
    )
}

/// The joiners that words of Persian, Sinhala or Malayalam are written with.
const fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200c}' | '\u{200d}')
}

/// Characters that nobody sees: `\p{DI}` without the joiners.
#[must_use]
pub const fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fff8}' | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}'
    )
}

/// A name as it is kept: look-alikes are the signs they stand for, runs of spaces are one, and what nobody sees is gone, but for one joiner
/// between two letters.
#[must_use]
pub fn clean(typed: &str) -> String {
    let mut name = String::with_capacity(typed.len());
    let mut last = ' ';
    let mut joiner = None;
    for c in typed.chars() {
        if is_invisible(c) {
            continue;
        }
        if is_joiner(c) {
            if joiner.is_none() && is_letter_mark_or_digit(last) {
                joiner = Some(c);
            }
            continue;
        }
        let c = meant_sign(c).unwrap_or(c);
        if let Some(joiner) = joiner.take()
            && is_letter_mark_or_digit(c)
        {
            name.push(joiner);
        }
        if c != ' ' || last != ' ' {
            name.push(c);
        }
        last = c;
    }
    trim(&name).into()
}

/// The fault of a name that is [clean](clean).
pub(super) fn error(name: &str) -> Option<&'static str> {
    let is_fit = |c| is_name_char(c) || is_joiner(c);
    if name.is_empty() {
        Some(MESSAGES.name_missing)
    } else if name.chars().count() > NAME_MAX {
        Some(MESSAGES.name_too_long)
    } else if !name.chars().all(is_fit) || name.chars().all(is_punctuation) {
        Some(MESSAGES.name_characters)
    } else {
        None
    }
}
