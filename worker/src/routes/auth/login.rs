//! Signing in and out.

use domain::api::auth::{Login, OpenLink, Reset};
use domain::session::SessionKind;
use worker::Response;

use crate::app::App;
use crate::auth::session::{self, PendingSession, SessionSpec};
use crate::auth::{origin, token};
use crate::error::{Error, Result};
use crate::flows::{request_reset, sign_in};
use crate::request::Request;
use crate::store::{one_time_link, session as sessions};

pub async fn login(app: &App, request: &Request) -> Result<Response> {
    origin::reject_cross_origin(app, request)?;
    let signed_in = sign_in::run(app, request, &request.json::<Login>().await?).await?;
    Ok(Response::from_json(&signed_in)?)
}

/// `POST /api/auth/logout`: also without a live session.
pub async fn logout(app: &App, request: &Request) -> Result<Response> {
    if let Some(token) = session::token_of(app, request) {
        origin::require_same_origin(app, request)?;
        app.db.idempotent_change(sessions::end_by_token(&token::hash(&app.config, &token))).await?;
        session::clear_cookie(app);
    }
    Ok(Response::from_json(&serde_json::Map::new())?)
}

pub async fn reset(app: &App, request: &Request) -> Result<Response> {
    origin::reject_cross_origin(app, request)?;
    let reset: Reset = request.json().await?;
    request_reset::run(app, request, reset.area, &reset.email).await?;
    Ok(Response::from_json(&serde_json::Map::new())?)
}

/// `POST /api/auth/link`: consumes a one-time link.
pub async fn link(app: &App, request: &Request) -> Result<Response> {
    origin::reject_cross_origin(app, request)?;
    let OpenLink { token } = request.json().await?;
    let opened =
        one_time_link::open(&app.db, &token::hash(&app.config, &token), app.now).await?.ok_or(Error::LinkUsed)?;
    let spec =
        SessionSpec { user_id: &opened.user_id, area: opened.area, kind: SessionKind::SetPassword, snapshot: None };
    let mut pending = PendingSession::new(app, request, &spec)?;
    app.db.transaction(pending.statements()).await?;
    Ok(Response::from_json(&pending.open(app))?)
}
