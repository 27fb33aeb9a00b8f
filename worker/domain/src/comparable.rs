//! Normalises texts for comparison. The same text can be typed with combining accents, full-width
//! letters, different apostrophes, and a host in Unicode or ASCII.

use icu_normalizer::{ComposingNormalizerBorrowed, DecomposingNormalizerBorrowed};
use media_wasm::submission::{intended_char, is_invisible, trim};

/// Normalises a text for search: trimmed, NFKC, lower case, straight apostrophes.
#[must_use]
pub fn search_key(text: &str) -> String {
    // NFKC would turn an acute accent into a space with an accent.
    lower_nfkc(&trim(text).replace(['\u{2018}', '\u{2019}', '\u{b4}', '`'], "'"))
}

/// Normalises a text for search beyond [`search_key`]: without accents, apostrophes, quotation marks and invisible
/// characters, with one hyphen, and with the plain letters that people type for `ł`, `ß` or `æ`.
#[must_use]
pub fn folded_key(text: &str) -> String {
    let meant: String = trim(text)
        .chars()
        .map(|c| intended_char(c).unwrap_or(c))
        .filter(|c| !is_invisible(*c) && !UNSEARCHED.contains(c))
        .collect();
    let decomposed = DecomposingNormalizerBorrowed::new_nfkd().normalize(&lower_nfkc(&meant)).into_owned();
    let mut folded = String::with_capacity(decomposed.len());
    for c in decomposed.chars().filter(|c| !is_accent(*c)) {
        match PLAIN_LETTERS.iter().find(|(letter, _)| *letter == c) {
            Some((_, plain)) => folded.push_str(plain),
            None => folded.push(c),
        }
    }
    nfkc(&folded)
}

/// Returns the text by which a row is found: its [`search_key`], and its [`folded_key`] in a second line if that differs.
/// The first line is for the previous build.
#[must_use]
pub fn search_text(text: &str) -> String {
    let (key, folded) = (search_key(text), folded_key(text));
    if key == folded { key } else { format!("{key}\n{folded}") }
}

/// Returns the keys of which a row's [`search_text`] contains one if it is found. Rows of before have no folded one.
#[must_use]
pub fn search_keys(typed: &str) -> [String; 2] {
    let (key, folded) = (search_key(typed), folded_key(typed));
    // Every text contains the empty one.
    if folded.is_empty() { [key.clone(), key] } else { [key, folded] }
}

/// Characters that a search ignores: joiners, apostrophes and what is typed for them, and quotation marks.
#[rustfmt::skip]
const UNSEARCHED: [char; 15] = [
    '\u{200c}', '\u{200d}', '\'', '\u{2019}', '\u{2bb}', '\u{2bc}', '\u{2bd}', '\u{2be}', '\u{2bf}', '\u{2b9}', '\u{55a}',
    '\u{5f3}', '\u{5f4}', '"', '\u{a78c}',
];

/// Letters that Unicode does not decompose, other dashes, and what is typed for them.
#[rustfmt::skip]
const PLAIN_LETTERS: [(char, &str); 20] = [
    ('ł', "l"), ('ø', "o"), ('đ', "d"), ('ð', "d"), ('ß', "ss"), ('ı', "i"), ('æ', "ae"), ('œ', "oe"), ('þ', "th"),
    ('ħ', "h"), ('ŧ', "t"), ('ŋ', "n"), ('ə', "e"), ('ς', "σ"),
    ('\u{58a}', "-"), ('\u{5be}', "-"), ('\u{1400}', "-"), ('\u{1806}', "-"), ('\u{30a0}', "="), ('\u{30fb}', "·"),
];

/// Whether this is an accent, a Hebrew point or an Arabic vowel sign, which many leave out. Marks of other scripts are
/// letters of their own.
const fn is_accent(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{591}'..='\u{5bd}' | '\u{5bf}'..='\u{5c7}' | '\u{64b}'..='\u{65f}' | '\u{670}')
}

/// Normalises an email address for storage and comparison: trimmed, NFKC, lower case, host in Unicode.
#[must_use]
pub fn email_address(typed: &str) -> String {
    let email = lower_nfkc(trim(typed));
    match email.rsplit_once('@') {
        Some((local, host)) => {
            let (unicode, result) = idna::domain_to_unicode(host);
            if result.is_ok() { format!("{local}@{unicode}") } else { email }
        }
        None => email,
    }
}

/// Converts an email address for mail servers: host in ASCII.
#[must_use]
pub fn ascii_host(email: &str) -> String {
    let ascii = |(local, host)| idna::domain_to_ascii(host).ok().map(|host| format!("{local}@{host}"));
    email.rsplit_once('@').and_then(ascii).unwrap_or_else(|| email.to_owned())
}

/// Normalises a person's name for storage: NFC, so that a letter and its accent count as one character. Keeps the
/// compatibility ideographs, which NFC replaces by the common shapes of those in registered names.
#[must_use]
pub fn person_name(typed: &str) -> String {
    let is_registered = |c| matches!(c, '\u{f900}'..='\u{faff}' | '\u{2f800}'..='\u{2fa1f}');
    let nfc = ComposingNormalizerBorrowed::new_nfc();
    let mut name = String::with_capacity(typed.len());
    for piece in typed.split_inclusive(is_registered) {
        let last = piece.chars().next_back().filter(|c| is_registered(*c));
        let start = piece.get(..piece.len().saturating_sub(last.map_or(0, char::len_utf8))).unwrap_or_default();
        name.push_str(&nfc.normalize(start));
        name.extend(last);
    }
    name
}

/// Applies NFC, so that a letter and its accent are one character.
#[must_use]
pub fn nfc(text: &str) -> String {
    ComposingNormalizerBorrowed::new_nfc().normalize(text).into_owned()
}

/// Applies NFKC, which replaces full-width and other variants of letters and digits.
#[must_use]
pub fn nfkc(text: &str) -> String {
    ComposingNormalizerBorrowed::new_nfkc().normalize(text).into_owned()
}

// Lower-casing can denormalise a text.
fn lower_nfkc(text: &str) -> String {
    nfkc(&nfkc(text).to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sub42_an_email_address_has_one_normalised_form() {
        for (typed, stored) in [
            (" Ada@Example.com ", "ada@example.com"),
            ("ada@xn--bcher-kva.example", "ada@bücher.example"),
            ("ADA@B\u{dc}CHER.example", "ada@bücher.example"),
            ("ada@bu\u{308}cher.example", "ada@bücher.example"),
            ("zoe\u{308}@example.com", "zo\u{eb}@example.com"),
            ("ａｄａ＠ｅｘａｍｐｌｅ．ｃｏｍ", "ada@example.com"),
            ("nobody", "nobody"),
            ("a@xn--a.example", "a@xn--a.example"),
        ] {
            assert_eq!(email_address(typed), stored, "{typed}");
            assert_eq!(email_address(stored), stored);
        }
        assert_eq!(ascii_host("ada@bücher.example"), "ada@xn--bcher-kva.example");
        assert_eq!(ascii_host("ada@example.com"), "ada@example.com");
        assert_eq!(ascii_host("nobody"), "nobody");
    }

    #[test]
    fn prt13_a_search_ignores_case_accents_and_width() {
        for (one, other) in [
            ("José", "jose\u{301}"),
            ("O\u{2019}Neill", " o'neill"),
            ("O\u{b4}Neill", "o\u{2018}neill"),
            ("\u{ff8f}\u{ff98}\u{ff70}", "マリー"),
            ("ＡＮＮ", "ann"),
            ("\u{fb01}nn", "Finn"),
            ("각", "\u{1100}\u{1161}\u{11a8}"),
        ] {
            assert_eq!(search_key(one), search_key(other), "{one} {other}");
        }
        assert_ne!(search_key("Jose"), search_key("José"));
    }

    #[test]
    fn sub16_a_name_is_composed_and_keeps_registered_ideographs() {
        for (typed, stored) in [
            ("Zoe\u{308}", "Zo\u{eb}"),
            ("Nguye\u{302}\u{303}n", "Nguy\u{1ec5}n"),
            ("\u{fa19}谷 e\u{301}", "\u{fa19}谷 \u{e9}"),
            ("\u{1100}\u{1161}", "가"),
            ("Ann", "Ann"),
        ] {
            assert_eq!(person_name(typed), stored, "{typed}");
            assert_eq!(person_name(stored), stored);
        }
        assert_eq!(person_name(&"e\u{301}".repeat(100)).chars().count(), 100);
    }

    #[test]
    fn prt13_a_search_finds_what_people_type() {
        for (name, typed) in [
            ("Müller–Lüdenscheidt", "muller-ludenscheidt"),
            ("Jean\u{ad}Paul", "jeanpaul"),
            ("نیم\u{200c}فاطمه", "نیمفاطمه"),
            ("İbrahim Iğdır", "ibrahim igdir"),
            ("ibrahim", "İBRAHİM"),
            ("Łukasz Żółć", "lukasz zolc"),
            ("Bjørn Æ. Þór", "bjorn ae. thor"),
            ("Weiß", "WEISS"),
            ("STRAẞE", "strasse"),
            ("Hélène d’Œuf", "helene doeuf"),
            ("O\u{2bb}Brien", "obrien"),
            ("Nguyễn Thị", "nguyen thi"),
            ("מ\u{5be}ש\u{5f3}", "מ-ש'"),
            ("مُحَمَّد", "محمد"),
            ("Σωκράτους", "σωκρατουσ"),
            ("ジャン゠ポール", "ジャン=ポール"),
            ("葛\u{e0100}城", "葛城"),
            ("Елена Щербакова-Ёлкина", "елена щербакова-елкина"),
        ] {
            assert!(search_text(name).contains(&folded_key(typed)), "{name} {typed}");
        }
        for (one, other) in [("がき", "かき"), ("किताब", "कताब"), ("강", "가")] {
            assert_ne!(folded_key(one), folded_key(other), "letters of their own");
        }
        assert_eq!(search_text("Ann ann@example.com"), "ann ann@example.com");
        assert_eq!(search_text("José"), "josé\njose");
    }

    #[test]
    fn prt13_a_search_finds_rows_of_before() {
        for name in ["José", "O’Neill", "Łukasz"] {
            let [key, _] = search_keys(name);
            assert!(search_key(name).contains(&key), "{name}");
        }
        assert_eq!(search_keys(" ' "), ["'", "'"], "never the empty text, which all contain");
        assert_eq!(search_keys(""), ["", ""]);
    }

    #[test]
    fn aut06_a_password_is_normalised_across_devices() {
        assert_eq!(nfc("Straße Zoe\u{308}"), nfc("Straße Zoë"));
        assert_ne!(nfc("ａ"), nfc("a"));
    }
}
