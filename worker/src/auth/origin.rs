//! Checks the `Origin` of changes.

use crate::app::App;
use crate::error::{Error, Result};
use crate::request::Request;

/// Rejects a foreign or missing `Origin`, for changes authenticated by a cookie.
///
/// # Errors
/// [`Error::ForeignOrigin`].
pub fn require_same_origin(app: &App, request: &Request) -> Result<()> {
    if matches!(request.method(), "GET" | "HEAD") {
        return Ok(());
    }
    match request.header("origin") {
        Some(origin) if origin == app.config.public_origin => Ok(()),
        _ => Err(Error::ForeignOrigin(app.config.public_origin.clone())),
    }
}

/// Rejects a foreign `Origin`, for calls without a cookie. Allows a missing one, because programs send none.
///
/// # Errors
/// [`Error::ForeignOrigin`].
pub fn reject_cross_origin(app: &App, request: &Request) -> Result<()> {
    if request.header("origin").is_none() { Ok(()) } else { require_same_origin(app, request) }
}
