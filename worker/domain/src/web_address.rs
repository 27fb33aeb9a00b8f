//! Addresses that people type in and others click on.

/// The longest that is taken.
const MAX_CHARACTERS: usize = 2000;

/// Whether a text is an `https` address with a host and nothing that hides where it leads: no user part, no blank,
/// no control character, no backslash.
#[must_use]
pub fn is_https(text: &str) -> bool {
    let Some(rest) = text.strip_prefix("https://") else { return false };
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host_fits = host.contains('.') && !host.starts_with('.') && !host.ends_with('.') && !host.contains('@');
    // A number in place of a name leads to a machine nobody named, most likely one of our own.
    let name = host.split(':').next().unwrap_or_default();
    let named = name.rsplit('.').next().is_some_and(|last| last.chars().any(char::is_alphabetic));
    let hides = |c: char| c.is_whitespace() || c.is_control() || matches!(c, '\\' | '<' | '>' | '"');
    host_fits && named && !text.chars().any(hides) && text.chars().count() <= MAX_CHARACTERS
}

#[cfg(test)]
mod tests {
    use super::is_https;

    #[test]
    fn inv47_only_plain_https_addresses_are_taken() {
        for good in ["https://g.page/r/abc/review", "https://example.com", "https://example.com:8443/a?b=c#d"] {
            assert!(is_https(good), "{good}");
        }
        for bad in [
            "javascript:alert(1)",
            "JavaScript:alert(1)",
            "http://example.com",
            "//example.com",
            "https://",
            "https://x",
            "https://user@example.com",
            "https://example.com/ a",
            "https://example.com\\@evil.example",
            "data:text/html,x",
            " https://example.com",
            "https://example.com/\u{0}",
            "https:evil.example",
            "https://.example.com/",
            "https://127.0.0.1/x",
            "https://169.254.169.254/latest",
            "https://[::1]/",
        ] {
            assert!(!is_https(bad), "{bad:?}");
        }
        assert!(!is_https(&format!("https://example.com/{}", "x".repeat(2000))));
    }
}
