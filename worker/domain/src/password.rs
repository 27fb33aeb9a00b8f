//! Which passwords are taken.

use crate::text;
use crate::user::Area;

/// The longest that is hashed: nobody types more, and hashing is work.
pub const MAX_CHARACTERS: usize = 200;

/// One to a line, in lower case, letters and digits only; see [`is_common`] for what else each line stands for.
const COMMON_PASSWORDS: &str = include_str!("password/most_tried.txt");
/// Shorter remains of a password say nothing about it.
const SHORTEST_STEM: usize = 4;

/// The fewest characters of a password. Clients were promised 6, everyone else has 8.
#[must_use]
pub fn min_characters(area: Area) -> usize {
    match area {
        Area::Client => 6,
        Area::Admin | Area::Affiliate => 8,
    }
}

/// Checks a new password.
///
/// # Errors
/// What to tell the person.
pub fn check(area: Area, password: &str) -> Result<(), &'static str> {
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
    if is_common(password) { Err(text::PASSWORD_TOO_COMMON) } else { Ok(()) }
}

/// Whether a password is very common: on the list, or a word of it dressed up with capitals, digits for letters and
/// a tail of digits and signs, or one character or a run of neighbours over and over.
#[must_use]
pub fn is_common(password: &str) -> bool {
    let lower = password.to_lowercase();
    let listed = |word: &str| COMMON_PASSWORDS.lines().any(|line| line == word);
    let core = lower.trim_matches(|c: char| !c.is_alphanumeric());
    let stem = core.trim_end_matches(|c: char| !c.is_alphabetic());
    let plain: String = core.chars().filter(|c| c.is_alphanumeric()).collect();
    let undressed = |text: &str| text.chars().map(letter_of).collect::<String>();
    let words = [core.to_owned(), undressed(core), undressed(&plain), plain, undressed(stem), stem.to_owned()];
    words.iter().any(|word| word.len() >= SHORTEST_STEM && listed(word)) || is_run(&lower) || is_repeat(&lower)
}

/// The letter that a digit or sign is often written for.
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

/// `12345678`, `fedcba`: each character the next or the one before.
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

/// `aaaaaa`, `abcabc`, `121212`: a part of at most a half, over and over.
fn is_repeat(text: &str) -> bool {
    let characters: Vec<char> = text.chars().collect();
    let max = (characters.len() / 2).min(3);
    (1..=max).any(|period| characters.iter().zip(characters.iter().skip(period)).all(|(a, b)| a == b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn aut14_a_client_needs_6_characters_and_aut26_an_affiliate_8() {
        assert_eq!(check(Area::Client, "fjord"), Err("Password must be at least 6 characters long."));
        assert_eq!(check(Area::Client, "fjords"), Ok(()));
        assert_eq!(check(Area::Affiliate, "fjords7"), Err("Password must be at least 8 characters long"));
        assert_eq!(check(Area::Admin, "fjords77"), Ok(()));
        // Characters, not bytes.
        assert_eq!(check(Area::Client, "åäöåäß"), Ok(()));
        assert_eq!(check(Area::Client, &"xy z".repeat(51)), Err(text::PASSWORD_TOO_LONG));
    }

    #[test]
    fn aut14_very_common_passwords_are_refused_however_they_are_dressed() {
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
        ] {
            assert_eq!(check(Area::Client, common), Err(text::PASSWORD_TOO_COMMON), "{common}");
        }
        for good in ["correct horse", "Tr4wler-mug", "blue door 7 bakes", "mnbvc-plum", "hg7Kw2pz", "1 pumpkin"] {
            assert_eq!(check(Area::Admin, good), Ok(()), "{good}");
        }
    }

    #[test]
    fn aut14_the_list_is_in_the_form_that_it_is_compared_in() {
        let lines: Vec<&str> = COMMON_PASSWORDS.lines().collect();
        assert!(lines.len() > 400, "{}", lines.len());
        for line in lines {
            assert!(
                line.len() >= SHORTEST_STEM && line.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit()),
                "{line}"
            );
        }
    }
}
