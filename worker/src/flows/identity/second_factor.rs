//! Sets up and verifies second factors.

use domain::api::auth::TotpBegin;
use domain::keys::KeyPurpose;
use domain::session::SessionKind;
use domain::totp;
use domain::typed_secret::typed_secret;

use crate::app::App;
use crate::auth::session::{PendingSession, SessionSpec};
use crate::auth::{login_subject, token};
use crate::error::{Error, Result, refusal};
use crate::flows::identity::set_password::verify_current;
use crate::request::Request;
use crate::store::identity::rate_limit_event;
use crate::store::identity::session::CurrentSession;
use crate::store::identity::user::{self, Account, ConfirmedTotp};

/// The code of the second factor is wrong.
const TOTP_WRONG: Error = refusal!(400, "totp_wrong", "This code is wrong or was used before.");

/// Uses a code of the authenticator app or a recovery code. Returns whether it was valid.
pub async fn verify_code(app: &App, account: &Account, seed: &str, code: &str) -> Result<bool> {
    match step_of(app, &account.id, seed, code) {
        Some(step) => user::consume_totp_step(&app.db, &account.id, step).await,
        None => user::consume_recovery_code(&app.db, &account.id, &totp::recovery_code_hash(code), app.now).await,
    }
}

/// Returns the time step of a code, trying every accepted key, so that a factor survives a key rotation.
fn step_of(app: &App, user_id: &str, seed: &str, code: &str) -> Option<i64> {
    let keys = app.config.keys.accepted(KeyPurpose::SecondFactors);
    keys.iter().find_map(|key| totp::step_of(totp::secret(key, user_id, seed), code, app.now))
}

/// Verifies the current password, or a code if there is a factor, so that nobody at an unattended browser can add their own factor.
///
/// # Errors
/// `WRONG_CURRENT_PASSWORD`, [`TOTP_WRONG`], [`Error::too_many_attempts`].
pub async fn verify_identity(app: &App, request: &Request, found: &CurrentSession, proof: &TotpBegin) -> Result<()> {
    if found.totp_enabled != 0 {
        return verify_current_code(app, request, found, proof.code.as_deref().unwrap_or_default()).await;
    }
    let subject = login_subject::from_request(app, request, &found.email);
    verify_current(app, found, &subject, proof.password.as_deref().unwrap_or_default()).await?;
    let [delete, _] = rate_limit_event::clear_after_success(&subject, app.now);
    app.db.idempotent_change(delete).await.map(drop)
}

/// Verifies a code of the current factor, within the limits of sign-ins.
///
/// # Errors
/// [`TOTP_WRONG`], [`Error::too_many_attempts`].
pub async fn verify_current_code(app: &App, request: &Request, found: &CurrentSession, code: &str) -> Result<()> {
    let event_id = record_attempt(app, request, found).await?;
    let account = user::by_id(&app.db, &found.user_id).await?.ok_or(Error::SIGNED_OUT)?;
    let seed = account.totp_seed.as_deref().ok_or(TOTP_WRONG)?;
    if !verify_code(app, &account, seed, code).await? {
        return Err(TOTP_WRONG);
    }
    rate_limit_event::delete(&app.db, &event_id).await
}

async fn record_attempt(app: &App, request: &Request, found: &CurrentSession) -> Result<String> {
    let subject = login_subject::from_request(app, request, &found.email);
    let event_id = uuid::Uuid::new_v4().to_string();
    rate_limit_event::record_sign_in(&app.db, &event_id, &subject, app.now).await?.map_err(Error::too_many_attempts)?;
    Ok(event_id)
}

/// Stores a new seed, which waits for its first code, and returns its secret.
pub async fn start(app: &App, found: &CurrentSession) -> Result<Vec<u8>> {
    let seed = totp::dated_seed(&token::secret_id()?, app.now);
    user::start_totp(&app.db, &found.user_id, &seed).await?;
    Ok(totp::secret(app.config.keys.current(KeyPurpose::SecondFactors), &found.user_id, &seed))
}

/// Activates the waiting seed. Ends the user's other sessions and opens a new one for this browser: no session without
/// the factor survives.
///
/// # Errors
/// [`TOTP_WRONG`], also for a seed that has waited too long; [`Error::too_many_attempts`].
pub async fn confirm(app: &App, request: &Request, found: &CurrentSession, code: &str) -> Result<Vec<String>> {
    let event_id = record_attempt(app, request, found).await?;
    let account = user::by_id(&app.db, &found.user_id).await?.ok_or(Error::SIGNED_OUT)?;
    let seed = account.totp_new_seed.filter(|seed| totp::is_fresh(seed, app.now)).ok_or(TOTP_WRONG)?;
    let step = step_of(app, &account.id, &seed, code).ok_or(TOTP_WRONG)?;
    let mut codes = Vec::new();
    for _ in 0..totp::RECOVERY_CODES {
        codes.push(typed_secret(token::random()?));
    }
    let hashes: Vec<String> = codes.iter().map(|code| totp::recovery_code_hash(code)).collect();
    let confirmed =
        ConfirmedTotp { user_id: &account.id, seed: &seed, step, code_hashes: &serde_json::to_string(&hashes)? };
    let spec = SessionSpec { user_id: &account.id, area: found.area, kind: SessionKind::Full, snapshot: None };
    let mut pending = PendingSession::new(app, request, &spec)?;
    if !user::confirm_totp(&app.db, &confirmed, pending.statements()).await? {
        return Err(TOTP_WRONG);
    }
    pending.open(app);
    rate_limit_event::delete(&app.db, &event_id).await?;
    Ok(codes)
}
