//! Addresses of signed links, and their check.

use domain::number::whole;
use domain::signed_link::{self, Kind};
use worker::Request;

use crate::app::App;
use crate::config::Config;
use crate::error::{Error, Result};

/// The whole address of a link, for a mail.
#[must_use]
pub fn address(config: &Config, kind: Kind, id: &str, expires_at: i64) -> String {
    format!("{}{}", config.public_origin, path(config, kind, id, expires_at))
}

/// The path and query of a link, good until `expires_at` (UTC milliseconds).
#[must_use]
pub fn path(config: &Config, kind: Kind, id: &str, expires_at: i64) -> String {
    let signature = signed_link::sign(config.link_key.as_bytes(), kind, id, expires_at);
    let folder = match kind {
        Kind::Video => "/drive/video/",
        Kind::Folder => "/drive/folder/",
    };
    format!("{folder}{id}?expires={expires_at}&signature={signature}")
}

/// Checks the query of a request for a link.
///
/// # Errors
/// [`Error::Link`].
pub fn check(app: &App, request: &Request, kind: Kind, id: &str) -> Result<()> {
    let url = request.url()?;
    let parameter = |name: &str| url.query_pairs().find(|(key, _)| key == name).map(|(_, value)| value.into_owned());
    let expires_at = parameter("expires").and_then(|text| whole(&text)?.try_into().ok()).unwrap_or_default();
    let signature = parameter("signature").unwrap_or_default();
    signed_link::verify(app.config.link_key.as_bytes(), kind, id, expires_at, &signature, app.now).map_err(Error::Link)
}
