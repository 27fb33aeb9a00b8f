//! Splits texts into words and joins words to a text. Both undo each other, so that a text alone says where its words
//! are.

use icu_properties::CodePointMapData;
use icu_properties::props::GeneralCategory;

use super::Word;
use super::language::is_unspaced;
use crate::comparable::nfc;
use crate::plain_text::is_hidden;

/// A word of a text.
pub(super) struct Piece {
    /// The word, in NFC.
    pub text: String,
    /// Index in the text of its first character.
    pub first: usize,
    /// Index in the text of its last character.
    pub last: usize,
}

/// Splits a text at its spaces. In a language without them each character is a word, with the marks and punctuation that
/// belong to it; katakana, numbers and words of other scripts are whole words there too.
pub(super) fn split(text: &str, language: &str) -> Vec<Piece> {
    let is_unspaced = is_unspaced(language);
    let mut pieces: Vec<Piece> = Vec::new();
    let mut after_space = true;
    for (at, c) in text.chars().enumerate() {
        if is_space(c) {
            after_space = true;
        } else if !c.is_control() && !is_hidden(c) {
            let word = pieces
                .last_mut()
                .filter(|word| if is_unspaced { clings(&word.text, c, after_space) } else { !after_space });
            match word {
                Some(word) => {
                    word.text.push(c);
                    word.last = at;
                }
                None => pieces.push(Piece { text: c.to_string(), first: at, last: at }),
            }
            after_space = false;
        }
    }
    for piece in &mut pieces {
        piece.text = nfc(piece.text.trim());
    }
    pieces.retain(|piece| !piece.text.is_empty());
    pieces
}

/// Joins words to a text.
#[must_use]
pub fn join(words: &[Word], language: &str) -> String {
    let mut text = String::new();
    for word in words {
        if is_spaced(&text, &word.text, language) {
            text.push(' ');
        }
        text.push_str(&word.text);
    }
    text
}

/// Whether a space separates a word from the text before it. In a language without spaces one stands only between two
/// words of other scripts.
pub(super) fn is_spaced(before: &str, word: &str, language: &str) -> bool {
    match (before.chars().next_back(), word.chars().next()) {
        (Some(last), Some(first)) => !is_unspaced(language) || !(is_unspaced_script(last) || is_unspaced_script(first)),
        _ => false,
    }
}

/// Returns the room that a text takes, in characters. Marks and joiners take none, since they change the character before;
/// a wide East Asian one takes the room and the time of two. Clusters of emoji count as their parts.
#[must_use]
pub fn width(text: &str) -> u32 {
    let of = |c| match c {
        c if is_mark(c) || category(c) == GeneralCategory::Format => 0,
        c if is_wide(c) => 2,
        _ => 1,
    };
    text.chars().map(of).sum()
}

/// Whether a text has a letter or a digit.
pub(super) fn is_spoken(text: &str) -> bool {
    text.chars().any(char::is_alphanumeric)
}

/// Whether a word or a line may end at this character. No-break spaces are part of a word.
pub(super) const fn is_space(c: char) -> bool {
    c.is_whitespace() && !matches!(c, '\u{a0}' | '\u{2007}' | '\u{202f}')
}

/// Whether a character belongs to the word before it, in a language without spaces.
fn clings(word: &str, c: char, after_space: bool) -> bool {
    let Some(last) = word.chars().next_back() else { return false };
    is_opening(last)
        || is_mark(c)
        || !(c.is_alphanumeric() || is_opening(c))
        || FOLLOWING.contains(c)
        || (!after_space
            && (is_katakana(last) && is_katakana(c) || !is_unspaced_script(last) && !is_unspaced_script(c)))
}

/// Whether a character is of the script in which Japanese writes foreign words, which are not cut.
const fn is_katakana(c: char) -> bool {
    matches!(c, '\u{30a1}'..='\u{30fa}' | '\u{30fc}' | '\u{31f0}'..='\u{31ff}')
}

/// Whether one phrase of Japanese may end and another begin between two characters: after the hiragana of an ending.
pub(super) const fn is_seam(last: char, first: char) -> bool {
    matches!(last, '\u{3041}'..='\u{309f}') && !matches!(first, '\u{3041}'..='\u{309f}')
}

/// Letters that begin no word and no line: small kana, marks of length and repetition, Thai and Lao vowels.
const FOLLOWING: &str = "ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶーｰ々〻ゝゞヽヾะาำๅๆฯະາຳຽໆ";
/// Letters that end no word: vowels written before their consonant, and signs that stack the next one.
const LEADING: &str = "เแโใไເແໂໃໄ\u{1039}\u{17d2}";

fn is_opening(c: char) -> bool {
    use GeneralCategory::{CurrencySymbol, InitialPunctuation, OpenPunctuation};
    LEADING.contains(c) || matches!(category(c), OpenPunctuation | InitialPunctuation | CurrencySymbol)
}

fn is_mark(c: char) -> bool {
    use GeneralCategory::{EnclosingMark, NonspacingMark, SpacingMark};
    matches!(category(c), NonspacingMark | SpacingMark | EnclosingMark)
}

fn category(c: char) -> GeneralCategory {
    CodePointMapData::<GeneralCategory>::new().get(c)
}

/// Whether a character is of a script that is written without spaces.
#[rustfmt::skip]
const fn is_unspaced_script(c: char) -> bool {
    matches!(
        c,
        '\u{e00}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' | '\u{19e0}'..='\u{19ff}' | '\u{2e80}'..='\u{9fff}'
        | '\u{a9e0}'..='\u{a9ff}' | '\u{aa60}'..='\u{aa7f}' | '\u{f900}'..='\u{faff}' | '\u{fe30}'..='\u{fe4f}'
        | '\u{ff00}'..='\u{ffef}' | '\u{20000}'..='\u{3ffff}'
    )
}

/// Whether a character is twice as wide as a Latin letter (UAX 11, without rare blocks).
#[rustfmt::skip]
const fn is_wide(c: char) -> bool {
    matches!(
        c,
        '\u{1100}'..='\u{115f}' | '\u{2e80}'..='\u{a4cf}' | '\u{ac00}'..='\u{d7a3}' | '\u{f900}'..='\u{faff}'
        | '\u{fe30}'..='\u{fe4f}' | '\u{ff01}'..='\u{ff60}' | '\u{ffe0}'..='\u{ffe6}' | '\u{1f300}'..='\u{1faff}'
        | '\u{20000}'..='\u{3ffff}'
    )
}

/// Splits a span of time among texts by their width.
pub(super) fn spread(texts: &[&str], (from, to): (u32, u32)) -> Vec<(u32, u32)> {
    let weights: Vec<u64> = texts.iter().map(|text| u64::from(width(text).max(1))).collect();
    let whole: u64 = weights.iter().sum();
    let span = u64::from(to.saturating_sub(from));
    let mut done: u64 = 0;
    let mut start = from;
    let mut spans = Vec::with_capacity(texts.len());
    for weight in weights {
        done = done.saturating_add(weight);
        let offset = span.saturating_mul(done).checked_div(whole).unwrap_or(0);
        let end = from.saturating_add(u32::try_from(offset).unwrap_or(u32::MAX));
        spans.push((start, end));
        start = end;
    }
    spans
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str, language: &str) -> Vec<String> {
        split(text, language).into_iter().map(|piece| piece.text).collect()
    }

    #[test]
    fn cap04_texts_are_split_as_their_language_is_written() {
        assert_eq!(texts(" It’s\u{200b} 5\u{a0}000,\n okay ! ", "en"), ["It’s", "5\u{a0}000,", "okay", "!"]);
        assert_eq!(
            texts("「新しい」iPhone 15を買った。", "ja"),
            ["「新", "し", "い」", "iPhone", "15", "を", "買っ", "た。"]
        );
        assert_eq!(texts("เธอใช้น้ำ", "th"), ["เธ", "อ", "ใช้", "น้ำ"]);
        assert_eq!(texts("مرحبا بكم،", "ar"), ["مرحبا", "بكم،"]);
        assert_eq!(texts("e\u{301}te\u{301}", "fr"), ["été"]);
    }

    #[test]
    fn cap04_words_are_joined_as_their_language_is_written() {
        let joined = |words: &[&str], language| {
            let word = |text: &&str| Word { text: (*text).to_owned(), start_ms: 0, end_ms: 0, probability: None };
            join(&words.iter().map(word).collect::<Vec<_>>(), language)
        };
        assert_eq!(joined(&["It’s", "good."], "en"), "It’s good.");
        assert_eq!(joined(&["「新", "し", "い」", "iPhone", "15", "を"], "ja"), "「新しい」iPhone 15を");
        assert_eq!(joined(&[], "en"), "");
    }

    #[test]
    fn cap04_marks_take_no_room_and_wide_characters_twice() {
        assert_eq!([width("été"), width("e\u{301}"), width("हिन्दी"), width("日本"), width("한국")], [3, 1, 3, 4, 4]);
    }

    #[test]
    fn cap03_time_is_spread_by_width_without_gaps() {
        assert_eq!(spread(&["a", "bbb"], (100, 500)), [(100, 200), (200, 500)]);
        assert_eq!(spread(&["a", "b"], (5, 5)), [(5, 5), (5, 5)]);
        assert!(spread(&[], (0, 9)).is_empty());
    }
}
