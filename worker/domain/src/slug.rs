//! Slugs: the last part of a recording URL.

use percent_encoding::percent_decode_str;

use crate::comparable::nfkc;
use crate::text;

/// Maximum length of a slug.
pub const MAX_CHARACTERS: usize = 63;

/// Regular expression equivalent to [`is_well_formed`], except for the length.
pub const PATTERN: &str = "^[a-z0-9]+(-[a-z0-9]+)*$";

/// Whether a text is a valid slug: 1 to 63 lower-case letters, digits and single hyphens between
/// them. Look-ups reject everything else before querying the database.
#[must_use]
pub fn is_well_formed(slug: &str) -> bool {
    let legal = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    (1..=MAX_CHARACTERS).contains(&slug.len())
        && slug.chars().all(legal)
        && !slug.starts_with('-')
        && !slug.ends_with('-')
        && !slug.contains("--")
}

/// Returns the slug a URL means, in lower case and without the characters that messengers and word
/// processors append to links: `slug.`, `slug)`, `slug%20`, zero-width characters.
#[must_use]
pub fn of_address(segment: &str) -> Option<String> {
    let decoded = percent_decode_str(segment).decode_utf8_lossy();
    let plain = nfkc(&decoded);
    let slug = plain.trim_matches(|c: char| !c.is_alphanumeric()).to_ascii_lowercase();
    is_well_formed(&slug).then_some(slug)
}

/// Words that are paths of the site or that would impersonate us.
const RESERVED: [&str; 40] = [
    "about",
    "admin",
    "administrator",
    "affiliate",
    "affiliates",
    "api",
    "app",
    "assets",
    "billing",
    "blog",
    "career-garage",
    "client",
    "clients",
    "contact",
    "dashboard",
    "demo",
    "drive",
    "functions",
    "help",
    "home",
    "login",
    "logout",
    "mail",
    "media",
    "new",
    "onboarding",
    "partner",
    "partners",
    "pricing",
    "privacy",
    "record",
    "sayso",
    "security",
    "signup",
    "status",
    "support",
    "terms",
    "thank-you",
    "wpms",
    "wpmsaic",
];

/// Whether a slug is a reserved word. Clients that already have one keep it for good, since nobody
/// could give it back to them.
#[must_use]
pub fn is_reserved(slug: &str) -> bool {
    RESERVED.contains(&slug)
}

/// Returns why a slug cannot be assigned to a client.
#[must_use]
pub fn problem(slug: &str) -> Option<&'static str> {
    if !is_well_formed(slug) {
        Some(text::SLUG)
    } else if is_reserved(slug) {
        Some(text::SLUG_RESERVED)
    } else {
        None
    }
}

/// Suggests a slug for a company's name: `Fern & Field Florists` gives `fern-and-field-florists`.
/// Never empty, never reserved.
#[must_use]
pub fn suggestion(company: &str) -> String {
    let words = company.to_lowercase().replace('&', " and ");
    let plain: String = words.chars().filter(|c| !matches!(c, '\'' | '’')).map(plain_letters).collect();
    let parts: Vec<&str> = plain.split(|c: char| !c.is_ascii_alphanumeric()).filter(|part| !part.is_empty()).collect();
    let joined: String = parts.join("-").chars().take(50).collect();
    let slug = joined.trim_matches('-');
    match problem(slug) {
        None => slug.to_owned(),
        Some(_) if slug.is_empty() => "shop".to_owned(),
        Some(_) => format!("{slug}-shop"),
    }
}

/// Removes the accents of western European letters; other letters end a word.
fn plain_letters(c: char) -> String {
    let plain = match c {
        'à' | 'á' | 'â' | 'ã' | 'å' | 'ā' | 'ą' => "a",
        'ä' | 'æ' => "ae",
        'ç' | 'ć' | 'č' => "c",
        'ď' | 'đ' | 'ð' => "d",
        'è' | 'é' | 'ê' | 'ë' | 'ē' | 'ę' | 'ě' => "e",
        'ğ' => "g",
        'ì' | 'í' | 'î' | 'ï' | 'ı' | 'ī' => "i",
        'ł' => "l",
        'ñ' | 'ń' | 'ň' => "n",
        'ò' | 'ó' | 'ô' | 'õ' | 'ō' => "o",
        'ö' | 'ø' | 'œ' => "oe",
        'ř' => "r",
        'ś' | 'š' | 'ş' => "s",
        'ß' => "ss",
        'ť' => "t",
        'ù' | 'ú' | 'û' | 'ů' | 'ū' => "u",
        'ü' => "ue",
        'ý' | 'ÿ' => "y",
        'ź' | 'ż' | 'ž' => "z",
        other if other.is_ascii() => return other.to_string(),
        _ => " ",
    };
    plain.to_owned()
}

/// Returns the skeleton of a slug; slugs with the same skeleton are easily mistaken for each other.
/// Single letters are replaced first, so that `c1`, which looks like `cl`, also looks like `d`.
#[must_use]
pub fn skeleton(slug: &str) -> String {
    let single = slug.chars().filter_map(|c| match c {
        '-' => None,
        '0' => Some('o'),
        '1' | 'i' => Some('l'),
        '5' => Some('s'),
        other => Some(other),
    });
    single.collect::<String>().replace("rn", "m").replace("vv", "w").replace("cl", "d")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inv49_only_plain_slugs_are_looked_up() {
        for good in ["a", "blue-door-bakery", "7-eleven"] {
            assert!(is_well_formed(good), "{good}");
        }
        for bad in ["", "../x", "%2e%2e", "a--b", "-a", "a-", "A", "bа", "a b", "a/b", &"x".repeat(64)] {
            assert!(!is_well_formed(bad), "{bad}");
        }
    }

    #[test]
    fn sub21_stray_characters_in_a_link_are_ignored() {
        for segment in [
            "Blue-Door",
            "blue-door.",
            "blue-door)",
            "blue-door,",
            "blue-door%20",
            "blue-door\u{200b}",
            "blue%2Ddoor",
            "\u{201c}blue-door\u{201d}",
            "blue-door%E2%80%8B",
            "blue-door%2e",
            "ｂｌｕｅ-door",
        ] {
            assert_eq!(of_address(segment).as_deref(), Some("blue-door"), "{segment}");
        }
        for segment in ["", "%", "...", "blue door", "blue%20door", "bа", "blue--door"] {
            assert_eq!(of_address(segment), None, "{segment}");
        }
    }

    #[test]
    fn inv49_reserved_and_malformed_slugs_are_rejected() {
        for bad in ["", "../x", "%2e%2e", "bа", "Blue", "a--b", "admin", "api", "record", "sayso"] {
            assert!(problem(bad).is_some(), "{bad}");
        }
        assert_eq!(problem("blue-door-bakery"), None);
    }

    #[test]
    fn adm10_a_slug_is_suggested_from_the_company_name() {
        assert_eq!(suggestion("Fern & Field Florists"), "fern-and-field-florists");
        assert_eq!(suggestion("  O'Neill’s Café, Łódź!  "), "oneills-cafe-lodz");
        assert_eq!(suggestion("Müller GmbH"), "mueller-gmbh");
        assert_eq!(suggestion("Admin"), "admin-shop");
        assert_eq!(suggestion("日本"), "shop");
        for name in ["x".repeat(300), "-- --".into(), "a & b".repeat(40)] {
            assert_eq!(problem(&suggestion(&name)), None, "{name}");
        }
    }

    #[test]
    fn inv49_look_alikes_have_the_same_skeleton() {
        for (one, other) in
            [("bakery-l0l", "bakery-lol"), ("modern", "modem"), ("blue-door", "bluedoor"), ("bi11", "bill")]
        {
            assert_eq!(skeleton(one), skeleton(other), "{one} {other}");
        }
        assert_ne!(skeleton("blue-door"), skeleton("blue-floor"));
    }
}
