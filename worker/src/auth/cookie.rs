//! Cookies that scripts cannot read.

use domain::session::CookieScope;

use crate::app::App;
use crate::request::Request;

/// The cookies we set.
#[derive(Clone, Copy)]
pub enum Cookie {
    /// Token of the signed-in session.
    Session,
    /// Id of a browser that has signed in before. Grants no access.
    Browser,
}

impl Cookie {
    const fn name(self, scope: CookieScope) -> &'static str {
        match (self, scope) {
            // The prefix makes browsers require `Secure`, `Path=/` and no `Domain`.
            (Self::Session, CookieScope::Secure) => "__Host-session",
            (Self::Browser, CookieScope::Secure) => "__Host-browser",
            (Self::Session, CookieScope::Loopback) => "sayso-session",
            (Self::Browser, CookieScope::Loopback) => "sayso-browser",
        }
    }

    /// Returns its value in a request. The first cookie with its name wins.
    #[must_use]
    pub fn of(self, app: &App, request: &Request) -> Option<String> {
        let name = self.name(app.config.cookie_scope);
        let cookies = request.header("cookie")?;
        let pairs = cookies.split(';').filter_map(|pair| pair.trim().split_once('='));
        let mut values = pairs.filter(|(own, _)| *own == name).map(|(_, value)| value.to_owned());
        values.next().filter(|value| !value.is_empty())
    }

    /// Sets the cookie with the answer, for this many seconds; 0 deletes it.
    pub fn set(self, app: &App, value: &str, seconds: i64) {
        let scope = app.config.cookie_scope;
        let secure = match scope {
            CookieScope::Secure => "; Secure",
            CookieScope::Loopback => "",
        };
        app.add_cookie(format!(
            "{}={value}; Path=/; Max-Age={seconds}{secure}; HttpOnly; SameSite=Lax",
            self.name(scope)
        ));
    }
}
