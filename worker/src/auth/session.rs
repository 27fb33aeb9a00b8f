//! Sessions: an opaque token in a cookie that scripts cannot read, renewed while it is used.

use domain::api::auth::{Area, SessionKind};
use domain::device;
use domain::session::{expires_at, renewal};

use crate::app::App;
use crate::auth::token;
use crate::error::Result;
use crate::request::Request;
use crate::store::db::Query;
use crate::store::session::{self as store, Found, NewSession, Proof};

/// The cookie. Its prefix makes browsers insist on `Secure`, `Path=/` and no `Domain`.
const COOKIE: &str = "__Host-session";

fn set(token: &str, seconds: i64) -> String {
    format!("{COOKIE}={token}; Path=/; Max-Age={seconds}; Secure; HttpOnly; SameSite=Lax")
}

/// The token that a request carries.
#[must_use]
pub fn token_of(request: &Request) -> Option<String> {
    cookie(request, COOKIE)
}

/// The value of a cookie that a request carries; the first of its name.
#[must_use]
pub fn cookie(request: &Request, name: &str) -> Option<String> {
    let cookies = request.header("cookie")?;
    let pairs = cookies.split(';').filter_map(|pair| pair.trim().split_once('='));
    let mut values = pairs.filter(|(own, _)| *own == name).map(|(_, value)| value.to_owned());
    values.next().filter(|value| !value.is_empty())
}

/// The live session of a request, whatever it is for; renewed where it is due.
///
/// # Errors
/// When the database fails.
pub async fn of(app: &App, request: &Request) -> Result<Option<Found>> {
    let Some(token) = token_of(request) else { return Ok(None) };
    let hash = token::hash(&token);
    let Some(found) = store::find(&app.db, &hash, app.now).await?.filter(Found::has_role_of_area) else {
        return Ok(None);
    };
    if found.offered != 0 {
        store::promote(&app.db, &hash, app.now).await?;
    }
    renew(app, &found, token).await?;
    Ok(Some(found))
}

async fn renew(app: &App, found: &Found, token: String) -> Result<()> {
    let Some(renewal) = renewal(found.area, found.kind, found.times(), app.now) else { return Ok(()) };
    let offered = if renewal.rotate { Some(token::new()?) } else { None };
    let offered_hash = offered.as_deref().map(token::hash);
    if store::renew(&app.db, found, renewal, offered_hash.as_deref(), app.now).await? {
        set_cookie(app, &offered.unwrap_or(token), renewal.expires_at);
    }
    Ok(())
}

/// Whom a new session is for.
pub struct For<'a> {
    /// The user.
    pub user_id: &'a str,
    /// Which door.
    pub area: Area,
    /// What for.
    pub kind: SessionKind,
    /// What a sign-in was decided by.
    pub proof: Option<Proof<'a>>,
}

/// A new session whose row is yet to be written; its cookie goes out with the answer.
pub struct Opening {
    token: String,
    area: Area,
    kind: SessionKind,
    expires_at: i64,
    statements: Vec<Query>,
}

impl Opening {
    /// Prepares a session; its first statement writes it. One that the request carries already ends with it, whoever
    /// planted it.
    ///
    /// # Errors
    /// When there are no random numbers.
    pub fn new(app: &App, request: &Request, for_whom: &For<'_>) -> Result<Self> {
        let For { user_id, area, kind, proof } = *for_whom;
        let (id, token) = (uuid::Uuid::new_v4().to_string(), token::new()?);
        let expires_at = expires_at(area, kind, app.now, app.now);
        let device = device::in_words(&request.header("user-agent").unwrap_or_default());
        let new = NewSession {
            id: &id,
            token_hash: &token::hash(&token),
            user_id,
            area,
            kind,
            device: &device,
            expires_at,
            proof,
        };
        let mut statements = vec![store::insert(&new, app.now)];
        if let Some(planted) = token_of(request) {
            statements.push(store::end_by_token(&token::hash(&planted)));
        }
        Ok(Self { token, area, kind, expires_at, statements })
    }

    /// Takes the statements that write it, for a transaction with others.
    pub fn statements(&mut self) -> Vec<Query> {
        std::mem::take(&mut self.statements)
    }

    /// Hands the cookie out, once the row is written.
    pub fn open(self, app: &App) -> domain::api::auth::SignedIn {
        set_cookie(app, &self.token, self.expires_at);
        domain::api::auth::SignedIn { kind: self.kind, area: self.area }
    }
}

/// Takes the cookie away.
pub fn clear_cookie(app: &App) {
    app.add_cookie(set("", 0));
}

fn set_cookie(app: &App, token: &str, expires_at: i64) {
    let seconds = expires_at.saturating_sub(app.now).checked_div(1000).unwrap_or(0);
    app.add_cookie(set(token, seconds));
}
