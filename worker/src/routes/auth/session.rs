//! The requesting session, and the user's others.

use domain::api::auth::{ActiveSession, Session};

use crate::answer::Empty;
use crate::app::App;
use crate::auth::guard::FullUser;
use crate::auth::session;
use crate::error::{Error, Result};
use crate::request::Request;
use crate::store::identity::session as store;

/// `GET /api/auth/session`: `null` if signed out.
pub async fn current(app: &App, request: &Request) -> Result<Option<Session>> {
    let session = session::of(app, request).await?.map(|found| Session {
        totp_required: found.is_admin() && app.config.admin_totp_required,
        user_id: found.user_id,
        email: found.email,
        area: found.area,
        kind: found.kind,
        totp_enabled: found.totp_enabled != 0,
        password_setup_pending: found.password_setup_pending != 0,
        company_name: found.company_name,
        expires_at: found.expires_at,
    });
    Ok(session)
}

pub async fn list(app: &App, FullUser(found): FullUser) -> Result<Vec<ActiveSession>> {
    store::active(&app.db, &found.user_id, &found.id, app.now).await
}

/// `DELETE /api/auth/sessions`: ends all but the requesting one.
pub async fn end_others(app: &App, FullUser(found): FullUser) -> Result<Empty> {
    app.db.idempotent_change(store::end_all_but(&found.user_id, &found.id)).await?;
    Ok(Empty {})
}

pub async fn end(app: &App, FullUser(found): FullUser, id: &str) -> Result<Empty> {
    if !store::end(&app.db, &found.user_id, id).await? {
        return Err(Error::not_found("Session"));
    }
    if found.id == id {
        session::clear_cookie(app);
    }
    Ok(Empty {})
}
