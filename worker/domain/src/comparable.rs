//! Normalises texts for comparison. The same text can be typed with combining accents, full-width
//! letters, different apostrophes, and a host in Unicode or ASCII.

use icu_normalizer::ComposingNormalizerBorrowed;
use media_wasm::submission::trim;

/// Normalises a text for search: trimmed, NFKC, lower case, straight apostrophes.
#[must_use]
pub fn search_key(text: &str) -> String {
    // NFKC would turn an acute accent into a space with an accent.
    lower_nfkc(&trim(text).replace(['\u{2018}', '\u{2019}', '\u{b4}', '`'], "'"))
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

/// Normalises a password for hashing: NFC.
#[must_use]
pub fn password(typed: &str) -> String {
    ComposingNormalizerBorrowed::new_nfc().normalize(typed).into_owned()
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
    fn aut06_a_password_is_normalised_across_devices() {
        assert_eq!(password("Straße Zoe\u{308}"), password("Straße Zoë"));
        assert_ne!(password("ａ"), password("a"));
    }
}
