//! Entity tags in conditional requests (RFC 9110, 8.8.3 and 13.1).

/// Whether an `If-None-Match` header names an entity tag, so that a GET is answered by 304. Compares weakly.
#[must_use]
pub fn is_known(if_none_match: &str, etag: &str) -> bool {
    if_none_match.trim() == "*" || tags(if_none_match).any(|tag| opaque(tag) == opaque(etag))
}

/// Whether an `If-Range` header names an entity tag, so that a range may be sent. Compares strongly: a weak one never does.
#[must_use]
pub fn is_same(if_range: &str, etag: &str) -> bool {
    if_range.trim() == etag && !etag.starts_with("W/")
}

/// Returns an entity tag without its sign of weakness.
fn opaque(tag: &str) -> &str {
    tag.strip_prefix("W/").unwrap_or(tag)
}

/// Splits a list of entity tags, in which a quoted comma is no separator.
fn tags(list: &str) -> impl Iterator<Item = &str> {
    let mut is_quoted = false;
    list.split(move |sign| {
        is_quoted ^= sign == '"';
        sign == ',' && !is_quoted
    })
    .map(str::trim)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pub06_known_copies_are_found_in_lists_weak_or_by_any() {
        for known in ["\"a\"", "*", " * ", "W/\"a\"", "\"b\", \"a\"", "\"b\",W/\"a\" , \"c\"", "\"b,c\",\"a\""] {
            assert!(is_known(known, "\"a\"") && is_known(known, "W/\"a\""), "{known}");
        }
        for other in ["", "a", "\"b\"", "\"a", "\"b,\"a\"\"", "\"A\"", "w/\"a\"", "\"*\""] {
            assert!(!is_known(other, "\"a\""), "{other}");
        }
    }

    #[test]
    fn pub06_a_range_is_joined_only_to_the_very_same_copy() {
        assert!(is_same("\"a\"", "\"a\""));
        for (if_range, etag) in [("W/\"a\"", "\"a\""), ("W/\"a\"", "W/\"a\""), ("\"b\"", "\"a\""), ("*", "\"a\"")] {
            assert!(!is_same(if_range, etag), "{if_range}");
        }
    }
}
