//! Addresses of signed links, and their check.

use domain::number::whole;
use domain::signed_link::{self, Kind};

use crate::app::App;
use crate::config::Config;
use crate::error::{Error, Result};
use crate::request::Request;

/// The whole address of a link, for a mail.
#[must_use]
pub fn address(config: &Config, kind: Kind, id: &str, expires_at: i64) -> String {
    format!("{}{}", config.public_origin, path(config, kind, id, expires_at))
}

/// The path and query of a link, good until `expires_at` (UTC milliseconds).
#[must_use]
pub fn path(config: &Config, kind: Kind, id: &str, expires_at: i64) -> String {
    let signature = signed_link::sign(config.link_key.as_bytes(), kind, id, expires_at);
    match kind {
        Kind::Video => format!("/drive/video/{id}?expires={expires_at}&signature={signature}"),
        Kind::Folder => format!("/drive/folder/{id}?expires={expires_at}&signature={signature}"),
        // Behind the `#`, which no server sees: opening the page confirms nothing, the page asks first.
        Kind::SignUp => format!("/sign-up/confirm#{id}.{expires_at}.{signature}"),
    }
}

/// Checks what stood behind the `#` of a link and answers the id in it.
///
/// # Errors
/// [`Error::Confirmation`].
pub fn open(app: &App, kind: Kind, token: &str) -> Result<String> {
    let mut parts = token.splitn(3, '.');
    let id = parts.next().unwrap_or_default();
    let expires_at = parts.next().and_then(whole).and_then(|at| at.try_into().ok()).unwrap_or_default();
    let signature = parts.next().unwrap_or_default();
    signed_link::verify(app.config.link_key.as_bytes(), kind, id, expires_at, signature, app.now)
        .map_err(Error::Confirmation)?;
    Ok(id.to_owned())
}

/// Checks the query of a request for a link.
///
/// # Errors
/// [`Error::Link`].
pub fn check(app: &App, request: &Request, kind: Kind, id: &str) -> Result<()> {
    let expires_at = request.query("expires").and_then(whole).and_then(|at| at.try_into().ok()).unwrap_or_default();
    let signature = request.query("signature").unwrap_or_default();
    signed_link::verify(app.config.link_key.as_bytes(), kind, id, expires_at, signature, app.now).map_err(Error::Link)
}
