//! In and out.

use domain::api::auth::{Login, OpenLink, Reset, SessionKind};
use worker::Response;

use crate::app::App;
use crate::auth::session::{self, For, Opening};
use crate::auth::{origin, token};
use crate::error::{Error, Result};
use crate::flows::{request_reset, sign_in};
use crate::request::Request;
use crate::store::{one_time_link, session as sessions};

/// `POST /api/auth/login`
pub async fn login(app: &App, request: &Request) -> Result<Response> {
    origin::not_foreign(app, request)?;
    let signed_in = sign_in::run(app, request, &request.json::<Login>().await?).await?;
    Ok(Response::from_json(&signed_in)?)
}

/// `POST /api/auth/logout`: also without a live session.
pub async fn logout(app: &App, request: &Request) -> Result<Response> {
    if let Some(token) = session::token_of(request) {
        origin::own(app, request)?;
        app.db.change(sessions::end_by_token(&token::hash(&token))).await?;
        session::clear_cookie(app);
    }
    Ok(Response::from_json(&serde_json::Map::new())?)
}

/// `POST /api/auth/reset`
pub async fn reset(app: &App, request: &Request) -> Result<Response> {
    origin::not_foreign(app, request)?;
    let reset: Reset = request.json().await?;
    request_reset::run(app, request, reset.area, &reset.email).await?;
    Ok(Response::from_json(&serde_json::Map::new())?)
}

/// `POST /api/auth/link`: consumes a one-time link.
pub async fn link(app: &App, request: &Request) -> Result<Response> {
    origin::not_foreign(app, request)?;
    let OpenLink { token } = request.json().await?;
    let opened = one_time_link::open(&app.db, &token::hash(&token), app.now).await?.ok_or(Error::LinkUsed)?;
    let for_whom = For { user_id: &opened.user_id, area: opened.area, kind: SessionKind::SetPassword, proof: None };
    let mut opening = Opening::new(app, request, &for_whom)?;
    app.db.transaction(opening.statements()).await?;
    Ok(Response::from_json(&opening.open(app))?)
}
