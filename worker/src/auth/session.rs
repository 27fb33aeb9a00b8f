//! Sessions: an opaque token in a cookie that scripts cannot read, renewed with use.

use domain::session::SessionKind;
use domain::session::{expires_at, renewal};
use domain::user::Area;
use domain::user_agent;

use crate::app::App;
use crate::auth::cookie::Cookie;
use crate::auth::token;
use crate::error::Result;
use crate::request::Request;
use crate::store::db::Query;
use crate::store::identity::session::{self as store, CurrentSession, NewSession, SignInSnapshot};

/// Returns the session token of a request.
#[must_use]
pub fn token_of(app: &App, request: &Request) -> Option<String> {
    Cookie::Session.of(app, request)
}

/// Returns the live session of a request, of any kind. Renews it if due.
pub async fn of(app: &App, request: &Request) -> Result<Option<CurrentSession>> {
    let Some(token) = token_of(app, request) else { return Ok(None) };
    let hash = token::hash(&app.config, &token);
    let Some(found) = store::find(&app.db, &hash, app.now).await?.filter(CurrentSession::has_role_of_area) else {
        return Ok(None);
    };
    if found.offered != 0 {
        store::promote(&app.db, &hash, app.now).await?;
    }
    renew(app, &found, token).await?;
    Ok(Some(found))
}

async fn renew(app: &App, found: &CurrentSession, token: String) -> Result<()> {
    let Some(renewal) = renewal(found.area, found.kind, found.times(), app.now) else { return Ok(()) };
    let offered = if renewal.rotate { Some(token::new()?) } else { None };
    let offered_hash = offered.as_deref().map(|token| token::hash(&app.config, token));
    if store::renew(&app.db, found, renewal, offered_hash.as_deref(), app.now).await? {
        set_cookie(app, &offered.unwrap_or(token), renewal.expires_at);
    }
    Ok(())
}

/// The user and kind of a new session.
pub struct SessionSpec<'a> {
    pub user_id: &'a str,
    pub area: Area,
    pub kind: SessionKind,
    pub snapshot: Option<SignInSnapshot<'a>>,
}

/// A new session whose row is not yet written. The answer sets its cookie.
pub struct PendingSession {
    token: String,
    area: Area,
    kind: SessionKind,
    expires_at: i64,
    statements: Vec<Query>,
}

impl PendingSession {
    /// Prepares a session; its first statement stores it. Also ends a session that the request already has, which
    /// somebody may have planted.
    pub fn new(app: &App, request: &Request, spec: &SessionSpec<'_>) -> Result<Self> {
        let SessionSpec { user_id, area, kind, snapshot } = *spec;
        let (id, token) = (uuid::Uuid::new_v4().to_string(), token::new()?);
        let expires_at = expires_at(area, kind, app.now, app.now);
        let device = user_agent::describe(&request.header("user-agent").unwrap_or_default());
        let new = NewSession {
            id: &id,
            token_hash: &token::hash(&app.config, &token),
            user_id,
            area,
            kind,
            device: &device,
            expires_at,
            snapshot,
        };
        let mut statements = vec![store::insert(&new, app.now), store::end_oldest(user_id)];
        if let Some(planted) = token_of(app, request) {
            statements.push(store::end_by_token(&token::hash(&app.config, &planted)));
        }
        Ok(Self { token, area, kind, expires_at, statements })
    }

    /// Takes the statements that store it, for a transaction with others.
    pub fn statements(&mut self) -> Vec<Query> {
        std::mem::take(&mut self.statements)
    }

    /// Sets the cookie, once the row is written.
    pub fn open(self, app: &App) -> domain::api::auth::SignedIn {
        set_cookie(app, &self.token, self.expires_at);
        domain::api::auth::SignedIn { kind: self.kind, area: self.area }
    }
}

/// Deletes the cookie.
pub fn clear_cookie(app: &App) {
    Cookie::Session.set(app, "", 0);
}

fn set_cookie(app: &App, token: &str, expires_at: i64) {
    let seconds = expires_at.saturating_sub(app.now).checked_div(1000).unwrap_or(0);
    Cookie::Session.set(app, token, seconds);
}
