//! Sets up a second factor, and asks for it.

use data_encoding::HEXLOWER;
use domain::api::auth::{SessionKind, TotpBegin};
use domain::totp;

use crate::app::App;
use crate::auth::session::{For, Opening};
use crate::auth::{stranger, token};
use crate::error::{Error, Result};
use crate::flows::set_password::right_current;
use crate::request::Request;
use crate::store::attempt;
use crate::store::session::Found;
use crate::store::user::{self, Account, ConfirmedTotp};

const WRONG: Error = Error::TotpWrong { signing_in: false };

/// Spends a code of the authenticator app or a recovery code; says whether it was good.
///
/// # Errors
/// When the database fails.
pub async fn takes_code(app: &App, account: &Account, seed: &str, code: &str) -> Result<bool> {
    match totp::step_of(secret(app, &account.id, seed), code, app.now) {
        Some(step) => user::take_totp_step(&app.db, &account.id, step).await,
        None => user::take_recovery_code(&app.db, &account.id, &totp::recovery_code_hash(code), app.now).await,
    }
}

fn secret(app: &App, user_id: &str, seed: &str) -> Vec<u8> {
    totp::secret(app.config.link_key.as_bytes(), user_id, seed)
}

/// Asks for the current password, or where there is a factor for a code of it: whoever finds a browser open must not
/// put a factor of their own on the account.
///
/// # Errors
/// [`Error::WrongCurrent`], [`Error::TotpWrong`], [`Error::TooManyAttempts`].
pub async fn prove(app: &App, request: &Request, found: &Found, proof: &TotpBegin) -> Result<()> {
    if found.totp_enabled != 0 {
        return prove_by_code(app, request, found, proof.code.as_deref().unwrap_or_default()).await;
    }
    let who = stranger::of(app, request, &found.email);
    right_current(app, found, &who, proof.password.as_deref().unwrap_or_default()).await?;
    let [forget, _] = attempt::succeeded(&who, app.now);
    app.db.change(forget).await.map(drop)
}

/// Takes a code of the factor that holds now, as often as a sign-in may be tried.
///
/// # Errors
/// [`Error::TotpWrong`], [`Error::TooManyAttempts`].
pub async fn prove_by_code(app: &App, request: &Request, found: &Found, code: &str) -> Result<()> {
    let attempt_id = note(app, request, found).await?;
    let account = user::by_id(&app.db, &found.user_id).await?.ok_or(Error::SignedOut)?;
    let seed = account.totp_seed.as_deref().ok_or(WRONG)?;
    if !takes_code(app, &account, seed, code).await? {
        return Err(WRONG);
    }
    attempt::forget(&app.db, &attempt_id).await
}

async fn note(app: &App, request: &Request, found: &Found) -> Result<String> {
    let who = stranger::of(app, request, &found.email);
    let attempt_id = uuid::Uuid::new_v4().to_string();
    attempt::sign_in(&app.db, &attempt_id, &who, app.now).await?.map_err(Error::TooManyAttempts)?;
    Ok(attempt_id)
}

/// Keeps a new seed, which waits for its first code, and answers its secret.
///
/// # Errors
/// When the database fails.
pub async fn begin(app: &App, found: &Found) -> Result<Vec<u8>> {
    let seed = totp::dated_seed(&HEXLOWER.encode(&token::random::<16>()?), app.now);
    user::begin_totp(&app.db, &found.user_id, &seed).await?;
    Ok(secret(app, &found.user_id, &seed))
}

/// Makes the waiting seed the second factor. Every other session of the user ends, and this browser gets a new one:
/// what was opened without the factor does not outlive it.
///
/// # Errors
/// [`Error::TotpWrong`], also for a seed that has waited too long; [`Error::TooManyAttempts`].
pub async fn confirm(app: &App, request: &Request, found: &Found, code: &str) -> Result<Vec<String>> {
    let attempt_id = note(app, request, found).await?;
    let account = user::by_id(&app.db, &found.user_id).await?.ok_or(Error::SignedOut)?;
    let seed = account.totp_new_seed.filter(|seed| totp::is_fresh(seed, app.now)).ok_or(WRONG)?;
    let step = totp::step_of(secret(app, &account.id, &seed), code, app.now).ok_or(WRONG)?;
    let mut codes = Vec::new();
    for _ in 0..totp::RECOVERY_CODES {
        codes.push(totp::recovery_code(token::random()?));
    }
    let hashes: Vec<String> = codes.iter().map(|code| totp::recovery_code_hash(code)).collect();
    let confirmed =
        ConfirmedTotp { user_id: &account.id, seed: &seed, step, code_hashes: &serde_json::to_string(&hashes)? };
    let for_whom = For { user_id: &account.id, area: found.area, kind: SessionKind::Full, proof: None };
    let mut opening = Opening::new(app, request, &for_whom)?;
    if !user::confirm_totp(&app.db, &confirmed, opening.statements()).await? {
        return Err(WRONG);
    }
    opening.open(app);
    attempt::forget(&app.db, &attempt_id).await?;
    Ok(codes)
}
