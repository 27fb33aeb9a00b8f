//! Signing in and out.

use domain::api::auth::{Login, OpenLink, Reset, SignedIn};
use domain::session::SessionKind;

use crate::answer::Empty;
use crate::app::App;
use crate::auth::session::{self, PendingSession, SessionSpec};
use crate::auth::{origin, token};
use crate::error::{Error, Result, refusal};
use crate::flows::identity::{request_reset, sign_in};
use crate::request::Request;
use crate::store::identity::{one_time_link, session as sessions};

/// A one-time link that is used, expired or unknown.
pub const LINK_USED: Error = refusal!(410, "link_used", "This link was used or has expired. Please ask for a new one.");

pub async fn login(app: &App, request: &Request, login: Login) -> Result<SignedIn> {
    origin::reject_cross_origin(app, request)?;
    sign_in::run(app, request, &login).await
}

/// `POST /api/auth/logout`. Succeeds without a live session.
pub async fn logout(app: &App, request: &Request) -> Result<Empty> {
    if let Some(token) = session::token_of(app, request) {
        origin::require_same_origin(app, request)?;
        app.db.idempotent_change(sessions::end_by_token(&token::hash(&app.config, &token))).await?;
        session::clear_cookie(app);
    }
    Ok(Empty {})
}

pub async fn reset(app: &App, request: &Request, reset: Reset) -> Result<Empty> {
    origin::reject_cross_origin(app, request)?;
    request_reset::run(app, request, reset.area, &reset.email).await?;
    Ok(Empty {})
}

/// `POST /api/auth/link`: consumes a one-time link.
pub async fn link(app: &App, request: &Request, OpenLink { token }: OpenLink) -> Result<SignedIn> {
    origin::reject_cross_origin(app, request)?;
    let opened = one_time_link::open(&app.db, &token::hash(&app.config, &token), app.now).await?.ok_or(LINK_USED)?;
    let spec =
        SessionSpec { user_id: &opened.user_id, area: opened.area, kind: SessionKind::SetPassword, snapshot: None };
    let mut pending = PendingSession::new(app, request, &spec)?;
    app.db.transaction(pending.statements()).await?;
    Ok(pending.open(app))
}
