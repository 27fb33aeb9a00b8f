//! Handling of plain HTTP requests.

/// Decision about a request, by its scheme.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Transport {
    /// TLS, or a local request.
    Allow,
    /// A page view, which is redirected to `https`.
    Redirect,
    /// An API call, which is rejected. A redirect would hide that its body is sent in the clear.
    Refuse,
}

/// Host names of the local machine, where development and tests use plain HTTP.
const LOCAL_HOSTS: [&str; 3] = ["127.0.0.1", "localhost", "[::1]"];

/// First path segments of API calls.
const CALLS: [&str; 3] = ["api", "functions", "webhooks"];

impl Transport {
    /// Decides from a request's full URL and method. If our own origin is plain HTTP, as in
    /// development, nothing is redirected or rejected.
    #[must_use]
    pub fn of(public_origin: &str, url: &str, method: &str) -> Self {
        let Some(rest) = url.strip_prefix("http://").filter(|_| public_origin.starts_with("https://")) else {
            return Self::Allow;
        };
        let (authority, path) = rest.split_once('/').unwrap_or((rest, ""));
        if LOCAL_HOSTS.contains(&host(authority)) {
            return Self::Allow;
        }
        let first = path.split(['/', '?']).next().unwrap_or_default();
        let is_page = matches!(method, "GET" | "HEAD") && !CALLS.contains(&first);
        if is_page { Self::Redirect } else { Self::Refuse }
    }
}

/// Returns the host without its port. IPv6 addresses are in brackets and contain colons.
fn host(authority: &str) -> &str {
    match authority.rsplit_once(':') {
        Some((host, port)) if !port.ends_with(']') => host,
        _ => authority,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OWN: &str = "https://sayso.example";

    #[test]
    fn inv53_plain_http_redirects_pages_and_rejects_calls() {
        for path in ["", "/", "/record/corner-shop", "/drive/video/x?expires=1", "/apis", "/site/logo.png"] {
            let url = format!("http://sayso.example{path}");
            assert_eq!(Transport::of(OWN, &url, "GET"), Transport::Redirect, "{url}");
            assert_eq!(Transport::of(OWN, &url, "HEAD"), Transport::Redirect, "{url}");
            assert_eq!(Transport::of(OWN, &url, "POST"), Transport::Refuse, "{url}");
            assert_eq!(Transport::of(OWN, &format!("https://sayso.example{path}"), "POST"), Transport::Allow);
        }
        for path in ["/api/auth/session", "/api?x", "/functions/v1/invite-client", "/webhooks/stripe"] {
            assert_eq!(
                Transport::of(OWN, &format!("http://sayso.example:80{path}"), "GET"),
                Transport::Refuse,
                "{path}"
            );
        }
    }

    #[test]
    fn inv53_only_loopback_may_use_plain_http() {
        for host in ["127.0.0.1", "127.0.0.1:8787", "localhost", "localhost:80", "[::1]", "[::1]:8787"] {
            assert_eq!(Transport::of(OWN, &format!("http://{host}/api/health"), "GET"), Transport::Allow, "{host}");
        }
        for host in ["127.0.0.1.evil.example", "localhost.example", "192.168.1.7:8787", "[::2]", "a@localhost"] {
            assert_ne!(Transport::of(OWN, &format!("http://{host}/"), "GET"), Transport::Allow, "{host}");
        }
    }
    #[test]
    fn inv53_a_plain_http_origin_does_not_redirect() {
        for (url, method) in [("http://phone.example/", "GET"), ("http://phone.example/api/health", "POST")] {
            assert_eq!(Transport::of("http://127.0.0.1:8787", url, method), Transport::Allow, "{url}");
        }
    }
}
