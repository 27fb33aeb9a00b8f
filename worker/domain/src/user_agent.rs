//! Describes browsers for the session list.

/// Describes a `User-Agent` header: `Chrome on Android`, `Safari on iPhone`, or `Unknown browser`.
/// Never returns the header itself.
#[must_use]
pub fn describe(user_agent: &str) -> String {
    const BROWSERS: [(&str, &str); 7] = [
        ("Edg", "Edge"),
        ("OPR/", "Opera"),
        ("SamsungBrowser", "Samsung Internet"),
        ("Firefox", "Firefox"),
        ("FxiOS", "Firefox"),
        ("Chrom", "Chrome"),
        ("CriOS", "Chrome"),
    ];
    const SYSTEMS: [(&str, &str); 7] = [
        ("iPhone", "iPhone"),
        ("iPad", "iPad"),
        ("Android", "Android"),
        ("CrOS", "ChromeOS"),
        ("Windows", "Windows"),
        ("Macintosh", "Mac"),
        ("Linux", "Linux"),
    ];
    let named = |table: &[(&str, &'static str)]| {
        table.iter().find(|(sign, _)| user_agent.contains(sign)).map(|(_, name)| *name)
    };
    let browser = named(&BROWSERS).or_else(|| user_agent.contains("Safari/").then_some("Safari"));
    match (browser, named(&SYSTEMS)) {
        (Some(browser), Some(system)) => format!("{browser} on {system}"),
        (Some(browser), None) => browser.to_owned(),
        (None, Some(system)) => format!("A browser on {system}"),
        (None, None) => "Unknown browser".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::describe;

    #[test]
    fn aut05_a_session_shows_browser_and_system_and_no_raw_user_agent() {
        let chrome = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36";
        assert_eq!(describe(chrome), "Chrome on Android");
        let edge = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36 Edg/130.0";
        assert_eq!(describe(edge), "Edge on Windows");
        let safari = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1";
        assert_eq!(describe(safari), "Safari on iPhone");
        assert_eq!(describe("<script>alert(1)</script>"), "Unknown browser");
        assert_eq!(describe("curl on Linux"), "A browser on Linux");
    }
}
