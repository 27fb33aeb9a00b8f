//! Text shown without JavaScript that says why a page needs it.

use askama::Template;
use domain::pages::AppPage;

use crate::error::Result;

#[derive(Template)]
#[template(path = "routes/public/script_required.html")]
struct Notice<'a> {
    /// Heading for pages that show nothing else.
    title: Option<&'a str>,
    text: &'a str,
    support_url: Option<&'a str>,
}

/// Returns the HTML; empty for a page that works without JavaScript.
pub fn notice(page: &AppPage, support_url: &str) -> Result<String> {
    let is_login = page.name.ends_with("Login");
    let text = match page.name {
        "terms" | "privacy" | "partners" => return Ok(String::new()),
        "demo" => "Recording needs JavaScript. Switch it on in your browser's settings and reload this page.",
        "onboarding" => "The form needs JavaScript. Switch it on in your browser's settings and reload this page.",
        "clientLogin" => {
            "Logging in needs JavaScript. Switch it on in your browser's settings and reload this page. The links in our \
             emails play your videos without it."
        }
        _ if is_login => "Logging in needs JavaScript. Switch it on in your browser's settings and reload this page.",
        _ => "This page needs JavaScript. Please switch it on and reload the page.",
    };
    let title = is_login.then_some(page.title).flatten();
    Ok(Notice { title, text, support_url: is_login.then_some(support_url) }.render()?)
}
