//! The second factor.

use data_encoding::HEXLOWER;
use domain::api::auth::{Area, RecoveryCodes, SessionKind, TotpCode, TotpSecret};
use domain::session::expires_at;
use domain::totp;
use worker::Response;

use crate::app::App;
use crate::auth::guard::{AnyUser, FullUser};
use crate::auth::{session, stranger, token};
use crate::error::{Error, Result};
use crate::flows::sign_in::takes_code;
use crate::request::Request;
use crate::store::attempt;
use crate::store::session::Found;
use crate::store::user::{self, ConfirmedTotp};

/// A session that may change the second factor: a full one, or one that is for setting it up.
async fn owner(app: &App, request: &Request) -> Result<Found> {
    let AnyUser(found) = AnyUser::of(app, request).await?;
    if found.kind == SessionKind::SetPassword { Err(Error::Forbidden) } else { Ok(found) }
}

/// `POST /api/auth/totp`: a new secret, which counts once a code confirms it.
pub async fn begin(app: &App, request: &Request) -> Result<Response> {
    let found = owner(app, request).await?;
    if found.totp_enabled != 0 {
        // Whoever finds a browser open must not put a factor of their own in place of the user's.
        prove(app, request, &found).await?;
    }
    let seed = HEXLOWER.encode(&token::random::<16>()?);
    user::begin_totp(&app.db, &found.user_id, &seed).await?;
    let secret = totp::secret(app.config.link_key.as_bytes(), &found.user_id, &seed);
    let answer = TotpSecret { secret: totp::base32(&secret), otpauth_url: totp::otpauth_url(&secret, &found.email) };
    Ok(Response::from_json(&answer)?)
}

/// `POST /api/auth/totp/confirm`
pub async fn confirm(app: &App, request: &Request) -> Result<Response> {
    let found = owner(app, request).await?;
    let TotpCode { code } = request.json().await?;
    let wrong = || Error::TotpWrong { signing_in: false };
    let account = user::by_id(&app.db, &found.user_id).await?.ok_or(Error::SignedOut)?;
    let seed = account.totp_new_seed.ok_or_else(wrong)?;
    let secret = totp::secret(app.config.link_key.as_bytes(), &account.id, &seed);
    let step = totp::step_of(secret, &code, app.now).ok_or_else(wrong)?;
    let mut codes = Vec::new();
    for _ in 0..totp::RECOVERY_CODES {
        codes.push(totp::recovery_code(token::random()?));
    }
    let hashes: Vec<String> = codes.iter().map(|code| totp::recovery_code_hash(code)).collect();
    let full_until = expires_at(found.area, SessionKind::Full, found.created_at, app.now);
    let confirmed = ConfirmedTotp {
        user_id: &account.id,
        seed: &seed,
        step,
        code_hashes: &serde_json::to_string(&hashes)?,
        session_id: &found.id,
        expires_at: full_until,
    };
    if !user::confirm_totp(&app.db, &confirmed).await? {
        return Err(wrong());
    }
    if found.kind == SessionKind::SetUpTotp {
        session::prolong_cookie(app, request, full_until);
    }
    Ok(Response::from_json(&RecoveryCodes { recovery_codes: codes })?)
}

/// `DELETE /api/auth/totp`
pub async fn end(app: &App, request: &Request) -> Result<Response> {
    let FullUser(found) = FullUser::of(app, request).await?;
    if found.area == Area::Admin && app.config.admin_totp_required {
        return Err(Error::TotpKept);
    }
    prove(app, request, &found).await?;
    user::end_totp(&app.db, &found.user_id).await?;
    Ok(Response::from_json(&serde_json::Map::new())?)
}

/// Takes a code of the factor that holds now, as often as a sign-in may be tried.
async fn prove(app: &App, request: &Request, found: &Found) -> Result<()> {
    let TotpCode { code } = request.json().await?;
    let who = stranger::of(app, request, &found.email);
    let attempt_id = uuid::Uuid::new_v4().to_string();
    attempt::sign_in(&app.db, &attempt_id, &who, app.now).await?.map_err(Error::TooManyAttempts)?;
    let account = user::by_id(&app.db, &found.user_id).await?.ok_or(Error::SignedOut)?;
    let wrong = || Error::TotpWrong { signing_in: false };
    let seed = account.totp_seed.as_deref().ok_or_else(wrong)?;
    if !takes_code(app, &account, seed, &code).await? {
        return Err(wrong());
    }
    attempt::forget(&app.db, &attempt_id).await
}
