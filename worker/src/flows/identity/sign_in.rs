//! Signs a user in, with the same answers for existing and unknown accounts.

use domain::api::auth::{Login, SignedIn};
use domain::comparable::email_address;
use domain::password::MAX_CHARACTERS;
use domain::session::SessionKind;
use domain::user::Area;

use crate::app::App;
use crate::auth::password::WRONG_CREDENTIALS;
use crate::auth::session::{PendingSession, SessionSpec};
use crate::auth::{login_subject, password};
use crate::error::{Error, Result, refusal};
use crate::flows::identity::second_factor::verify_code;
use crate::request::Request;
use crate::store::identity::rate_limit_event;
use crate::store::identity::session::SignInSnapshot;
use crate::store::identity::user::{self, Account};

/// The account lacks the role of the area.
fn no_role(area: Area) -> Error {
    match area {
        Area::Admin => refusal!(403, "no_role", "You don't have admin privileges."),
        Area::Affiliate | Area::Client => refusal!(403, "no_role", "You don't have affiliate access"),
    }
}

/// The temporary password has expired.
pub const PASSWORD_EXPIRED: Error =
    refusal!(401, "password_expired", "This temporary password has expired. Use Forgot password? to set your own.");

/// The password is right; a code of the second factor is required.
pub const TOTP_REQUIRED: Error = refusal!(401, "totp_required", "Please enter the code of your authenticator app.");

/// The code of the second factor is wrong.
pub const TOTP_WRONG: Error = refusal!(401, "totp_wrong", "This code is wrong or was used before.");

/// Checks limits, password, second factor and role, in this order, and opens a session.
///
/// # Errors
/// [`Error::too_many_attempts`], [`WRONG_CREDENTIALS`], [`TOTP_REQUIRED`], [`TOTP_WRONG`],
/// [`no_role`].
pub async fn run(app: &App, request: &Request, login: &Login) -> Result<SignedIn> {
    let email = email_address(&login.email);
    let mut subject = login_subject::from_request(app, request, &email);
    let event_id = uuid::Uuid::new_v4().to_string();
    rate_limit_event::record_sign_in(&app.db, &event_id, &subject, app.now).await?.map_err(Error::too_many_attempts)?;

    let found = user::by_email(&app.db, &email).await?;
    // Avoids hashing a password that is too long to exist.
    let typed = if login.password.chars().count() > MAX_CHARACTERS { "" } else { &login.password };
    let stored = found.as_ref().and_then(|account| account.password_hash.as_deref());
    let fits = password::verify(app, typed, stored)?;
    let account = found.as_ref().filter(|account| fits && !account.disabled()).ok_or(WRONG_CREDENTIALS)?;
    if let Err(refusal) = second_factor(app, account, login.code.as_deref()).await {
        if refusal.is(&TOTP_REQUIRED) {
            rate_limit_event::delete(&app.db, &event_id).await?;
        }
        return Err(refusal);
    }
    if !account.may_enter(login.area) {
        rate_limit_event::delete(&app.db, &event_id).await?;
        return Err(no_role(login.area));
    }
    if account.temporary_until.is_some_and(|until| until <= app.now) {
        return Err(PASSWORD_EXPIRED);
    }
    let lacks_totp = login.area == Area::Admin && app.config.admin_totp_required && account.totp_seed.is_none();
    // A temporary password only allows setting one's own.
    let kind = match account.temporary_until {
        Some(_) => SessionKind::SetPassword,
        None if lacks_totp => SessionKind::SetUpTotp,
        None => SessionKind::Full,
    };
    let snapshot = SignInSnapshot {
        password_hash: stored.unwrap_or_default(),
        totp_seed: account.totp_seed.as_deref().unwrap_or_default(),
    };
    let spec = SessionSpec { user_id: &account.id, area: login.area, kind, snapshot: Some(snapshot) };
    let mut pending = PendingSession::new(app, request, &spec)?;
    // Password, factor or account may have changed while the password was hashed.
    if app.db.transaction(pending.statements()).await?.first() != Some(&1) {
        return Err(WRONG_CREDENTIALS);
    }
    // Only after the transaction, so that a password replaced meanwhile has no effect.
    login_subject::remember_browser(app, &mut subject)?;
    app.db.transaction(rate_limit_event::clear_after_success(&subject, app.now).into()).await?;
    Ok(pending.open(app))
}

async fn second_factor(app: &App, account: &Account, code: Option<&str>) -> Result<()> {
    let Some(seed) = &account.totp_seed else { return Ok(()) };
    let code = code.filter(|code| !code.trim().is_empty()).ok_or(TOTP_REQUIRED)?;
    if verify_code(app, account, seed, code).await? { Ok(()) } else { Err(TOTP_WRONG) }
}
