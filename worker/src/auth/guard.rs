//! Who a request comes from. A handler that needs a role takes the guard's value as an argument.

use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

use crate::app::App;
use crate::error::{Error, Result};
use crate::request::Request;
use crate::store::session;

/// The cookie of a session.
pub const SESSION_COOKIE: &str = "__Host-session";

/// Proof that the request carries an admin's live session.
pub struct AdminUser(());

impl AdminUser {
    /// Checks the request.
    ///
    /// # Errors
    /// [`Error::Forbidden`] without a session, without the role, or on a change from a foreign page.
    pub async fn of(app: &App, request: &Request) -> Result<Self> {
        let token = session_token(request).ok_or(Error::Forbidden)?;
        own_origin(app, request)?;
        let hash = HEXLOWER.encode(&Sha256::digest(token.as_bytes()));
        if session::has_role(&app.db, &hash, "admin", app.now).await? { Ok(Self(())) } else { Err(Error::Forbidden) }
    }
}

fn session_token(request: &Request) -> Option<String> {
    let cookies = request.header("cookie")?;
    let pairs = cookies.split(';').filter_map(|pair| pair.trim().split_once('='));
    let mut tokens = pairs.filter(|(name, _)| *name == SESSION_COOKIE).map(|(_, value)| value.to_owned());
    tokens.next().filter(|token| !token.is_empty())
}

/// A change that stands on a cookie must come from our own pages: a foreign or missing `Origin` is refused.
fn own_origin(app: &App, request: &Request) -> Result<()> {
    if matches!(request.method(), "GET" | "HEAD") {
        return Ok(());
    }
    let origin = request.header("origin");
    if origin.as_deref() == Some(app.config.public_origin.as_str()) { Ok(()) } else { Err(Error::Forbidden) }
}
