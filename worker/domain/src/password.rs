//! Password policy.

mod context;
mod fingerprints;

pub use context::Context;

use std::ops::Range;

use crate::text;
use crate::user::Area;

/// Maximum length, which bounds the cost of hashing.
pub const MAX_CHARACTERS: usize = 200;

/// Fingerprints of list entries that no other rule rejects; written by `cargo xtask gen`.
const COMMON: &[u8] = include_bytes!("password/common_fingerprints.bin");
/// A shorter rest of a password is not compared.
const SHORTEST_STEM: usize = 4;

/// The 3,000 most common passwords of at least 6 characters and the 3,000 of at least 8, in lower
/// case, one per line; from the npm package `@zxcvbn-ts/language-common` 4.1.3, which is sorted by
/// frequency.
#[cfg(any(test, feature = "ts"))]
const MOST_COMMON: &str = include_str!("password/most_common.txt");
/// Common base words of passwords; [`is_common`] describes the variations it covers.
#[cfg(any(test, feature = "ts"))]
const MOST_TRIED: &str = include_str!("password/most_tried.txt");

/// Returns the minimum length. Clients were promised 6, all others have 8.
#[must_use]
pub fn min_characters(area: Area) -> usize {
    match area {
        Area::Client => 6,
        Area::Admin | Area::Affiliate => 8,
    }
}

/// Validates a new password.
///
/// # Errors
/// The message for the user.
pub fn check(area: Area, password: &str, context: Context<'_>) -> Result<(), &'static str> {
    let characters = password.chars().count();
    if characters < min_characters(area) {
        return Err(match area {
            Area::Client => text::PASSWORD_TOO_SHORT_CLIENT,
            Area::Admin | Area::Affiliate => text::PASSWORD_TOO_SHORT,
        });
    }
    if characters > MAX_CHARACTERS {
        return Err(text::PASSWORD_TOO_LONG);
    }
    if is_common(password) {
        return Err(text::PASSWORD_TOO_COMMON);
    }
    // After removing obvious words, the rest has to be a valid password itself.
    match context.strip_account_words(password) {
        Some(left) if left.chars().count() < min_characters(area) || is_common(&left) => Err(text::PASSWORD_OF_CONTEXT),
        _ => Ok(()),
    }
}

/// Whether a password is very common: on a list, a listed word varied with capitals, digits for
/// letters and a tail of digits and signs, a date, one character repeated, or a repeated run of
/// neighbouring characters.
#[must_use]
pub fn is_common(password: &str) -> bool {
    let lower = password.to_lowercase();
    forms(&lower).iter().any(|form| fingerprints::contain(COMMON, form)) || has_pattern(&lower)
}

/// Returns the words a password may be based on: with and without its tail of digits and signs, as
/// typed and with letters for digits and signs.
fn forms(lower: &str) -> Vec<String> {
    let core = lower.trim_matches(|c: char| !c.is_alphanumeric());
    let stem = core.trim_end_matches(|c: char| !c.is_alphabetic());
    let mut forms = Vec::new();
    for text in [core, stem] {
        forms.push(text.chars().filter(|c| c.is_alphanumeric()).collect::<String>());
        forms.push(text.chars().map(letter_of).filter(|c| c.is_alphanumeric()).collect::<String>());
    }
    forms.retain(|form| form.len() >= SHORTEST_STEM);
    forms.dedup();
    forms
}

fn has_pattern(lower: &str) -> bool {
    is_run(lower) || is_repeat(lower) || is_date(lower)
}

/// Returns the fingerprints of the list entries that neither a pattern nor a shorter word rejects.
/// `None` if they do not fit the file format.
#[cfg(any(test, feature = "ts"))]
#[must_use]
pub fn common_fingerprints() -> Option<Vec<u8>> {
    let mut by_length: Vec<&str> = MOST_TRIED.lines().chain(MOST_COMMON.lines()).collect();
    by_length.sort_by_key(|word| word.len());
    let mut listed = std::collections::BTreeSet::new();
    for word in by_length {
        let forms = forms(word);
        if !has_pattern(word) && !forms.iter().any(|form| listed.contains(form)) {
            listed.extend(forms.into_iter().next());
        }
    }
    fingerprints::of(listed.iter().map(String::as_str))
}

/// Matches `31121984`, `12311984`, `19841231`, and the same with a two-digit year: birthdays are
/// easily guessed.
fn is_date(text: &str) -> bool {
    let part = |range: Range<usize>| text.get(range).and_then(|digits| digits.parse().ok()).unwrap_or(0);
    let readings: [[u32; 3]; 2] = match text.len() {
        8 => [[part(0..2), part(2..4), part(4..8)], [part(6..8), part(4..6), part(0..4)]],
        6 => [[part(0..2), part(2..4), 2000], [part(4..6), part(2..4), 2000]],
        _ => return false,
    };
    let days = |day: u32, month: u32| (1..=31).contains(&day) && (1..=12).contains(&month);
    text.bytes().all(|b| b.is_ascii_digit())
        && readings
            .iter()
            .any(|[day, month, year]| (1900..2100).contains(year) && (days(*day, *month) || days(*month, *day)))
}

/// Returns the letter that a digit or sign often replaces.
fn letter_of(c: char) -> char {
    match c {
        '0' => 'o',
        '1' | '!' => 'i',
        '3' => 'e',
        '4' | '@' => 'a',
        '5' | '$' => 's',
        '7' => 't',
        other => other,
    }
}

/// Matches `12345678`, `fedcba`: each character is the next or the previous one.
fn is_run(text: &str) -> bool {
    let codes: Vec<i64> = text.chars().map(|c| i64::from(u32::from(c))).collect();
    let all = |step: i64| {
        codes.windows(2).all(|pair| match pair {
            [a, b] => b.saturating_sub(*a) == step,
            _ => false,
        })
    };
    codes.len() > 1 && (all(1) || all(-1))
}

/// Matches `aaaaaa`, `abcabc`, `121212`: a part of at most half the length, repeated.
fn is_repeat(text: &str) -> bool {
    let characters: Vec<char> = text.chars().collect();
    let max = (characters.len() / 2).min(3);
    (1..=max).any(|period| characters.iter().zip(characters.iter().skip(period)).all(|(a, b)| a == b))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An account unrelated to the passwords of these tests.
    const NOBODY: Context<'_> = Context { email: "", company_name: "" };

    fn check(area: Area, password: &str) -> Result<(), &'static str> {
        super::check(area, password, NOBODY)
    }

    #[test]
    fn aut14_aut26_a_client_needs_6_characters_and_an_affiliate_8() {
        assert_eq!(check(Area::Client, "fjord"), Err("Password must be at least 6 characters long."));
        assert_eq!(check(Area::Client, "fjords"), Ok(()));
        assert_eq!(check(Area::Affiliate, "fjords7"), Err("Password must be at least 8 characters long"));
        assert_eq!(check(Area::Admin, "fjords77"), Ok(()));
        // Counts characters, not bytes.
        assert_eq!(check(Area::Client, "åäöåäß"), Ok(()));
        assert_eq!(check(Area::Client, &"xy z".repeat(51)), Err(text::PASSWORD_TOO_LONG));
    }

    #[test]
    fn aut14_common_passwords_are_rejected_in_any_disguise() {
        for common in [
            "123456",
            "1234567890",
            "987654321",
            "password",
            "Password1",
            "P@ssw0rd!",
            "qwerty123",
            "QWERTY",
            "iloveyou",
            "admin123",
            "letmein!",
            "welcome2026",
            "aaaaaaaa",
            "abcabcabc",
            "121212",
            "abcdef",
            "dragon99",
            "football",
            "monkey1",
            "sunshine",
            "1q2w3e4r",
            "qazwsx",
            "zxcvbnm",
            "changeme",
            "testimonial1",
            "sayso2026",
            "caveman!",
            "31121984",
            "840229",
        ] {
            assert_eq!(check(Area::Client, common), Err(text::PASSWORD_TOO_COMMON), "{common}");
        }
        for good in ["correct horse", "Tr4wler-mug", "blue door 7 bakes", "mnbvc-plum", "hg7Kw2pz", "1 pumpkin"] {
            assert_eq!(check(Area::Admin, good), Ok(()), "{good}");
        }
    }

    #[test]
    fn aut14_aut26_the_3000_most_common_that_are_long_enough_are_refused() {
        for area in [Area::Client, Area::Admin, Area::Affiliate] {
            let long_enough = |word: &&str| word.len() >= min_characters(area);
            let words: Vec<&str> = MOST_COMMON.lines().filter(long_enough).collect();
            assert!(words.len() >= 3000, "{}", words.len());
            for word in words {
                assert_eq!(check(area, word), Err(text::PASSWORD_TOO_COMMON), "{word}");
            }
        }
        assert_eq!(common_fingerprints().as_deref(), Some(COMMON), "please run `cargo xtask gen`");
    }

    #[test]
    fn aut14_aut26_a_password_made_mostly_of_account_words_is_rejected() {
        let context =
            Context { email: "ann.petersen@harbour-bakery.example", company_name: "Zoë's Bäckerei & Café" };
        for guessed in [
            "Petersen-1984",
            "annpetersen",
            "H4rbour Bakery",
            "bakery@harbour1",
            "Zoë-Café-2026",
            "Bäckerei1",
            "Sayso-Harbour",
            "admin-portal-7",
            "Te5timonial-video",
            "12345678harbour",
            "harbour-monkey1",
        ] {
            for area in [Area::Client, Area::Admin] {
                assert_eq!(super::check(area, guessed, context), Err(text::PASSWORD_OF_CONTEXT), "{guessed}");
            }
        }
        for good in ["harbour-mug-trawler-9", "correct horse", "Sayso lilac kettle", "tre-Ann-gular plum"] {
            assert_eq!(super::check(Area::Admin, good, context), Ok(()), "{good}");
        }
        assert_eq!(super::check(Area::Admin, "harbour-bakery-7", NOBODY), Ok(()), "of another account");
    }

    #[test]
    fn aut14_the_common_password_list_is_stored_normalised() {
        let lines: Vec<&str> = MOST_TRIED.lines().collect();
        assert!(lines.len() > 400, "{}", lines.len());
        for line in lines {
            assert!(
                line.len() >= SHORTEST_STEM && line.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit()),
                "{line}"
            );
        }
    }
}
