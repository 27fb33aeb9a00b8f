//! Checks the `Origin` of changes.

use crate::app::App;
use crate::error::{Error, Result, refusal};
use crate::request::Request;

/// A change from a foreign page.
fn foreign_origin(own: &str) -> Error {
    refusal!(403, "foreign_origin").with_text(format!("Please open this page at {own} and try again."))
}

/// Rejects a foreign or missing `Origin`, for changes authenticated by a cookie.
///
/// # Errors
/// [`foreign_origin`].
pub fn require_same_origin(app: &App, request: &Request) -> Result<()> {
    if matches!(request.method(), "GET" | "HEAD") {
        return Ok(());
    }
    match request.header("origin") {
        Some(origin) if origin == app.config.public_origin => Ok(()),
        _ => Err(foreign_origin(&app.config.public_origin)),
    }
}

/// Rejects a foreign `Origin`, for calls without a cookie. Allows a missing one, because programs send none.
///
/// # Errors
/// [`foreign_origin`].
pub fn reject_cross_origin(app: &App, request: &Request) -> Result<()> {
    if request.header("origin").is_none() { Ok(()) } else { require_same_origin(app, request) }
}
