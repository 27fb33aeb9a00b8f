//! Where a change comes from.

use crate::app::App;
use crate::error::{Error, Result};
use crate::request::Request;

/// A change that stands on a cookie must come from our own pages: a foreign or missing `Origin` is refused.
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

/// A call that stands on no cookie may come without an `Origin`, as programs send it; a foreign page's is refused.
///
/// # Errors
/// [`Error::ForeignOrigin`].
pub fn reject_cross_origin(app: &App, request: &Request) -> Result<()> {
    if request.header("origin").is_none() { Ok(()) } else { require_same_origin(app, request) }
}
