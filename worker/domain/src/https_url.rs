//! Validation of URLs that people type and others click.

use crate::limits::MAX_URL_CHARACTERS;
use crate::number::parse_u64;

/// Whether a text is an `https` URL with a plain host and without anything that disguises its
/// target: no user part, space, control character or backslash.
#[must_use]
pub fn is_https_url(text: &str) -> bool {
    let hides = |c: char| c.is_whitespace() || c.is_control() || matches!(c, '\\' | '<' | '>' | '"');
    origin(text).is_some() && !text.chars().any(hides) && text.chars().count() <= MAX_URL_CHARACTERS
}

/// Returns the origin, `https://host` or `https://host:port`, for a content security policy.
///
/// A host is a name whose last part begins with a letter. Numeric hosts are rejected in any
/// notation, since they are most likely internal machines. Internationalised names are converted to
/// ASCII.
#[must_use]
pub fn origin(text: &str) -> Option<String> {
    let authority = text.strip_prefix("https://")?.split(['/', '?', '#']).next()?;
    let (host, port) = match authority.split_once(':') {
        Some((host, port)) => (host, Some(port)),
        None => (authority, None),
    };
    let labels: Vec<&str> = host.split('.').collect();
    let plain = |label: &&str| {
        (1..=63).contains(&label.len())
            && label.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    let named = labels.last().is_some_and(|last| last.starts_with(|c: char| c.is_ascii_alphabetic()));
    let port_fits = port.is_none_or(|port| parse_u64(port).is_some_and(|port| (1..=65535).contains(&port)));
    let fits = labels.len() > 1 && labels.iter().all(plain) && named && port_fits;
    fits.then(|| format!("https://{}", authority.to_ascii_lowercase()))
}

/// Suffixes of names in private networks, and of names that resolve to an address spelt in them.
const PRIVATE_ENDINGS: [&str; 27] = [
    "localhost",
    "local",
    "internal",
    "intranet",
    "lan",
    "home",
    "corp",
    "private",
    "home.arpa",
    "localdomain",
    "test",
    "svc",
    "fritz.box",
    "nip.io",
    "sslip.io",
    "xip.io",
    "xip.name",
    "localtest.me",
    "lvh.me",
    "vcap.me",
    "lacolhost.com",
    "traefik.me",
    "localho.st",
    "localdev.me",
    "local-ip.co",
    "local-ip.sh",
    "plex.direct",
];

/// Whether an `https` URL names a machine in a private network. A public name that resolves to a
/// private address cannot be detected here, but the platform's network reaches none.
#[must_use]
pub fn is_private(address: &str) -> bool {
    let origin = origin(address).unwrap_or_default();
    let host = origin.trim_start_matches("https://").split(':').next().unwrap_or_default();
    PRIVATE_ENDINGS
        .iter()
        .any(|ending| host.strip_suffix(ending).is_some_and(|rest| rest.is_empty() || rest.ends_with('.')))
}

#[cfg(test)]
mod tests {
    use super::{is_https_url, is_private, origin};

    #[test]
    fn bra06_private_network_names_are_recognised() {
        for bad in [
            "https://10.0.0.1.nip.io/x",
            "https://app.localtest.me",
            "https://metadata.google.internal/computeMetadata/v1/",
            "https://printer.local:8443/",
            "https://LVH.me/",
        ] {
            assert!(is_private(bad), "{bad}");
        }
        for good in ["https://hooks.example.com/x", "https://mylocal.example", "https://notnip.io.example/"] {
            assert!(!is_private(good), "{good}");
        }
    }

    #[test]
    fn inv47_only_plain_https_addresses_are_taken() {
        for good in ["https://g.page/r/abc/review", "https://example.com", "https://example.com:8443/a?b=c#d"] {
            assert!(is_https_url(good), "{good}");
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
            "https://127.0.0.0x1/x",
            "https://0x7f000001.0x1/",
            "https://2130706433/",
            "https://example.com:99999/v",
            "https://example.com:0/",
            "https://example.com:*/",
            "https://example.com:/",
            "https://a.b;script-src/",
            "https://ex\u{e4}mple.com/v",
            "https://a..b/",
            "https://-a.example/",
            "https://a.b:1:2/",
        ] {
            assert!(!is_https_url(bad), "{bad:?}");
        }
        assert!(!is_https_url(&format!("https://example.com/{}", "x".repeat(2000))));
        assert_eq!(origin("https://Videos.Example:8443/a?b#c").as_deref(), Some("https://videos.example:8443"));
    }
}
