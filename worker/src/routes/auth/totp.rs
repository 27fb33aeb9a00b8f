//! The second factor.

use domain::api::auth::{RecoveryCodes, TotpBegin, TotpCode, TotpSecret};
use domain::session::SessionKind;
use domain::totp;
use worker::Response;

use crate::app::App;
use crate::auth::guard::{AnyUser, FullUser};
use crate::error::{Error, Result};
use crate::flows::second_factor;
use crate::request::Request;
use crate::store::session::CurrentSession;
use crate::store::user;

/// A session that may change the second factor: a full one, or one that is for setting it up.
async fn owner(app: &App, request: &Request) -> Result<CurrentSession> {
    let AnyUser(found) = AnyUser::of(app, request).await?;
    if found.kind == SessionKind::SetPassword { Err(Error::Forbidden) } else { Ok(found) }
}

/// `POST /api/auth/totp`: a new secret, which counts once a code confirms it.
pub async fn begin(app: &App, request: &Request) -> Result<Response> {
    let found = owner(app, request).await?;
    // A session that is for nothing else was opened with the password a moment ago.
    if found.kind == SessionKind::Full {
        let proof: TotpBegin = request.json().await?;
        second_factor::prove(app, request, &found, &proof).await?;
    }
    let secret = second_factor::begin(app, &found).await?;
    let answer = TotpSecret { secret: totp::base32(&secret), otpauth_url: totp::otpauth_url(&secret, &found.email) };
    Ok(Response::from_json(&answer)?)
}

pub async fn confirm(app: &App, request: &Request) -> Result<Response> {
    let found = owner(app, request).await?;
    let TotpCode { code } = request.json().await?;
    let recovery_codes = second_factor::confirm(app, request, &found, &code).await?;
    Ok(Response::from_json(&RecoveryCodes { recovery_codes })?)
}

pub async fn end(app: &App, request: &Request) -> Result<Response> {
    let FullUser(found) = FullUser::of(app, request).await?;
    if found.is_admin() && app.config.admin_totp_required {
        return Err(Error::TotpMandatory);
    }
    let TotpCode { code } = request.json().await?;
    second_factor::prove_by_code(app, request, &found, &code).await?;
    user::end_totp(&app.db, &found.user_id).await?;
    Ok(Response::from_json(&serde_json::Map::new())?)
}
