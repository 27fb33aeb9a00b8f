//! Cleans and validates a customer's name (SUB15, SUB16).

use super::MESSAGES;
use super::letters::is_letter_mark_or_digit;
use super::{length, trim};

/// Maximum length of a name, in characters (Unicode scalar values), not bytes.
pub const NAME_MAX: usize = 100;

/// Maximum accents in a row: longer stacks are ornaments that cover surrounding text.
const ACCENTS_MAX: usize = 10;

macro_rules! accents {
    () => {
        r"\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"
    };
}

macro_rules! letters {
    () => {
        r"\p{L}\p{M}\p{Nd}"
    };
}

macro_rules! number_letters {
    () => {
        r"\u2160-\u2188\u3007\u3021-\u3029"
    };
}

/// The rules of a non-empty name after [`clean`], as a JavaScript pattern for the `u` flag, equivalent to [`is_valid`].
#[rustfmt::skip]
pub const NAME_PATTERN: &str = concat!(
    // At least one letter that is not an accent, not too many accents in a row, and short words around slashes.
    r"^(?=.*(?![", accents!(), r"])[", letters!(), number_letters!(), r"])",
    r"(?!.*[", accents!(), r"]{11})",
    r"(?!\/|.*(?:[^ /]{4}\/| \/|\/(?:[ /]|$|[^ /]{4})))",
    // The letters and signs of names, a click before a letter, and characters that shape a letter.
    r"(?:(?!\p{DI})[", letters!(), number_letters!(),
    r" &\-'\u2019.,/:\x22()\u00ab\u00bb\u2039\u203a\u00b7\u055a\u055b\u055f\u058a\u05be\u05f3\u05f4",
    r"\u0970\u09fd\u0a76\u0af0\u060c\u0f0b\u0f0c\u0f0d\u104a\u1361\u1400\u1806\u3001\u300c\u300d\u30a0\u30fb]",
    r"|!(?=[", letters!(), r"])|[\u180b-\u180f\u200c\u200d\ufe00-\ufe02\u{e0100}-\u{e01ef}])+$"
);

/// Returns the intended sign for a look-alike that keyboards and word processors produce.
#[must_use]
pub fn intended_char(c: char) -> Option<char> {
    LOOK_ALIKES.iter().find(|(first, last, _)| (*first..=*last).contains(&c)).map(|(_, _, meant)| *meant)
}

/// Ranges of look-alikes (first, last) and the sign that each means.
#[rustfmt::skip]
static LOOK_ALIKES: [(char, char, char); 43] = [
    ('\t', '\t', ' '), ('\u{a0}', '\u{a0}', ' '), ('\u{1680}', '\u{1680}', ' '), ('\u{2000}', '\u{200a}', ' '),
    ('\u{202f}', '\u{202f}', ' '), ('\u{205f}', '\u{205f}', ' '), ('\u{3000}', '\u{3000}', ' '),
    ('\u{2010}', '\u{2015}', '-'), ('\u{2212}', '\u{2212}', '-'), ('\u{fe58}', '\u{fe58}', '-'), ('\u{fe63}', '\u{fe63}', '-'),
    ('\u{ff0d}', '\u{ff0d}', '-'),
    ('`', '`', '\u{2019}'), ('\u{b4}', '\u{b4}', '\u{2019}'), ('\u{384}', '\u{384}', '\u{2019}'), ('\u{1fbd}', '\u{1fbd}', '\u{2019}'),
    ('\u{1fbf}', '\u{1fbf}', '\u{2019}'), ('\u{2018}', '\u{201b}', '\u{2019}'),
    ('\u{2032}', '\u{2032}', '\u{2019}'), ('\u{ff07}', '\u{ff07}', '\u{2019}'), ('\u{ff08}', '\u{ff08}', '('), ('\u{ff09}', '\u{ff09}', ')'),
    ('\u{201c}', '\u{201f}', '"'), ('\u{2033}', '\u{2033}', '"'), ('\u{ff02}', '\u{ff02}', '"'),
    ('\u{387}', '\u{387}', '\u{b7}'), ('\u{2022}', '\u{2022}', '\u{b7}'), ('\u{2027}', '\u{2027}', '\u{b7}'),
    ('\u{2219}', '\u{2219}', '\u{b7}'), ('\u{22c5}', '\u{22c5}', '\u{b7}'),
    ('\u{a789}', '\u{a789}', ':'), ('\u{ff1a}', '\u{ff1a}', ':'), ('\u{ff0c}', '\u{ff0c}', ','), ('\u{ff0f}', '\u{ff0f}', '/'),
    ('\u{ff0e}', '\u{ff0e}', '.'), ('\u{ff1d}', '\u{ff1d}', '\u{30a0}'), ('\u{ff65}', '\u{ff65}', '\u{30fb}'),
    ('\u{ff06}', '\u{ff06}', '&'), ('\u{fe60}', '\u{fe60}', '&'), ('\u{2035}', '\u{2035}', '\u{2019}'),
    ('\u{ff62}', '\u{ff62}', '\u{300c}'), ('\u{ff63}', '\u{ff63}', '\u{300d}'), ('\u{ff64}', '\u{ff64}', '\u{3001}'),
];

/// Whether names may contain this: letters and combining marks of any script, digits and number letters, and the signs
/// that join, shorten or explain names. These are space, ampersand, hyphen, apostrophe, full stop, comma, slash (`s/o`),
/// colon, quotation marks, round brackets, middle dot, and those of Armenian, Hebrew, Indian scripts, Tibetan, Ethiopic,
/// Canadian syllabics, Mongolian and Japanese. No invisible characters.
#[must_use]
pub fn is_name_char(c: char) -> bool {
    is_punctuation(c) || is_word_char(c)
}

/// Whether this is a letter, mark, digit or number letter.
#[must_use]
pub fn is_word_char(c: char) -> bool {
    is_letter_mark_or_digit(c) || matches!(c, '\u{2160}'..='\u{2188}' | '\u{3007}' | '\u{3021}'..='\u{3029}')
}

fn is_punctuation(c: char) -> bool {
    PUNCTUATION.contains(&c)
}

#[rustfmt::skip]
static PUNCTUATION: [char; 41] = [
    ' ', '&', '-', '\'', '\u{2019}', '.', ',', '/', ':', '"', '(', ')', '\u{ab}', '\u{bb}', '\u{2039}', '\u{203a}', '\u{b7}',
    '\u{55a}', '\u{55b}', '\u{55f}', '\u{58a}', // Armenian apostrophe, emphasis, abbreviation, hyphen
    '\u{5be}', '\u{5f3}', '\u{5f4}', // Hebrew maqaf, geresh, gershayim
    '\u{970}', '\u{9fd}', '\u{a76}', '\u{af0}', // abbreviation signs of Devanagari, Bengali, Gurmukhi, Gujarati
    '\u{f0b}', '\u{f0c}', // Tibetan tsheg
    '\u{1361}', '\u{1400}', '\u{1806}', // Ethiopic word space, Canadian hyphen, Mongolian hyphen
    '\u{60c}', '\u{104a}', '\u{f0d}', // Arabic comma, Burmese and Tibetan strokes
    '\u{3001}', '\u{300c}', '\u{300d}', '\u{30a0}', '\u{30fb}', // Chinese comma, Japanese quotation marks, double hyphen, middle dot
];

/// Whether this is a Katakana letter: an equals sign after it is meant as a double hyphen, as in `ジャン=ポール`.
const fn is_katakana(c: char) -> bool {
    matches!(c, '\u{30a1}'..='\u{30fa}' | '\u{30fc}' | '\u{ff66}'..='\u{ff9f}')
}

/// Whether this is an accent that fits on any letter.
const fn is_accent(c: char) -> bool {
    matches!(
        c,
        '\u{300}'..='\u{36f}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}'
    )
}

/// Whether this is a joiner, which words of Persian, Sinhala or Malayalam need.
const fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200c}' | '\u{200d}')
}

/// Whether this sign of an Indian script removes a consonant's vowel: a joiner after it shapes the consonant, also at the end of a
/// word. From Devanagari to Malayalam it has the same position in each script's block of 128 characters; Sinhala's differs.
#[must_use]
pub const fn is_virama(c: char) -> bool {
    matches!(c, '\u{900}'..='\u{d7f}') && c as u32 & 0x7f == 0x4d || c == '\u{dca}'
}

/// Whether `c` selects a form of the letter before it: of a Mongolian letter, or the registered shape of a Chinese character.
const fn is_variant_of(letter: char, c: char) -> bool {
    match c {
        '\u{180b}'..='\u{180f}' => matches!(letter, '\u{1820}'..='\u{18aa}'),
        '\u{fe00}'..='\u{fe02}' | '\u{e0100}'..='\u{e01ef}' => {
            matches!(letter, '\u{3400}'..='\u{9fff}' | '\u{20000}'..='\u{3ffff}')
        }
        _ => false,
    }
}

/// Whether this is an invisible character: `\p{DI}` without the joiners.
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

/// Normalises a name for storage: replaces look-alikes by the signs they mean, collapses spaces, and removes invisible
/// characters except a joiner between two letters or after a virama, and selectors of a letter's form.
#[must_use]
pub fn clean(typed: &str) -> String {
    let mut name = String::with_capacity(typed.len());
    let mut last = ' ';
    let mut joiner = None;
    for c in typed.chars() {
        if is_variant_of(last, c) {
            name.push(c);
            continue;
        }
        if is_invisible(c) {
            continue;
        }
        if is_joiner(c) {
            if joiner.is_none() && is_letter_mark_or_digit(last) {
                joiner = Some(c);
            }
            continue;
        }
        let c = if c == '=' && is_katakana(last) { '\u{30a0}' } else { intended_char(c).unwrap_or(c) };
        if let Some(joiner) = joiner.take()
            && (is_virama(last) || is_letter_mark_or_digit(c))
        {
            name.push(joiner);
        }
        if c != ' ' || last != ' ' {
            name.push(c);
        }
        last = c;
    }
    if is_virama(last) {
        name.extend(joiner);
    }
    trim(&name).into()
}

/// Returns the error message for a [cleaned](clean) name.
pub(super) fn error(name: &str) -> Option<&'static str> {
    if name.is_empty() {
        Some(MESSAGES.name_missing)
    } else if length(name) > NAME_MAX {
        Some(MESSAGES.name_too_long)
    } else if !is_valid(name) {
        Some(MESSAGES.name_characters)
    } else {
        None
    }
}

fn is_valid(name: &str) -> bool {
    let mut has_letter = false;
    let mut accents = 0_usize;
    let mut letters = name.chars().peekable();
    while let Some(c) = letters.next() {
        let is_click = c == '!' && letters.peek().copied().is_some_and(is_letter_mark_or_digit);
        if !(is_name_char(c) || is_joiner(c) || is_invisible(c) || is_click) {
            return false;
        }
        accents = if is_accent(c) { accents.saturating_add(1) } else { 0 };
        if accents > ACCENTS_MAX {
            return false;
        }
        has_letter |= is_word_char(c) && !is_accent(c);
    }
    has_letter && name.split(' ').all(has_short_parts)
}

/// Whether all parts around slashes are short, as in `s/o`: this rejects an address as a name.
fn has_short_parts(word: &str) -> bool {
    !word.contains('/') || word.split('/').all(|part| (1..=3).contains(&length(part)))
}
