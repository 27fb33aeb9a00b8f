//! The last part of a recording address.

/// Whether a text can be a slug at all: 1 to 63 lower-case letters, digits and single hyphens between them.
/// Look-ups refuse everything else before they ask the database.
#[must_use]
pub fn is_well_formed(slug: &str) -> bool {
    let legal = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    (1..=63).contains(&slug.len())
        && slug.chars().all(legal)
        && !slug.starts_with('-')
        && !slug.ends_with('-')
        && !slug.contains("--")
}

/// The slug that an address means, whatever the case of its letters; nothing where it cannot be one.
#[must_use]
pub fn of_address(asked: &str) -> Option<String> {
    let slug = asked.to_ascii_lowercase();
    is_well_formed(&slug).then_some(slug)
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
}
