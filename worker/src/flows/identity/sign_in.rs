//! Signs a user in, with the same answers for existing and unknown accounts.

use domain::api::auth::{Login, SignedIn};
use domain::comparable::email_address;
use domain::password::MAX_CHARACTERS;
use domain::session::SessionKind;
use domain::user::Area;

use crate::app::App;
use crate::auth::session::{PendingSession, SessionSpec};
use crate::auth::{login_subject, password};
use crate::error::{Error, Result};
use crate::flows::identity::second_factor::verify_code;
use crate::request::Request;
use crate::store::identity::rate_limit_event;
use crate::store::identity::session::SignInSnapshot;
use crate::store::identity::user::{self, Account};

/// Checks limits, password, second factor and role, in this order, and opens a session.
///
/// # Errors
/// [`Error::TooManyAttempts`], [`Error::WrongCredentials`], [`Error::TotpRequired`], [`Error::TotpWrong`],
/// [`Error::NoRole`].
pub async fn run(app: &App, request: &Request, login: &Login) -> Result<SignedIn> {
    let email = email_address(&login.email);
    let mut subject = login_subject::from_request(app, request, &email);
    let event_id = uuid::Uuid::new_v4().to_string();
    rate_limit_event::record_sign_in(&app.db, &event_id, &subject, app.now).await?.map_err(Error::TooManyAttempts)?;

    let found = user::by_email(&app.db, &email).await?;
    // Avoids hashing a password that is too long to exist.
    let typed = if login.password.chars().count() > MAX_CHARACTERS { "" } else { &login.password };
    let stored = found.as_ref().and_then(|account| account.password_hash.as_deref());
    let fits = password::verify(app, typed, stored)?;
    let account = found.as_ref().filter(|account| fits && !account.disabled()).ok_or(Error::WrongCredentials)?;
    if let Err(refusal) = second_factor(app, account, login.code.as_deref()).await {
        if matches!(refusal, Error::TotpRequired) {
            rate_limit_event::delete(&app.db, &event_id).await?;
        }
        return Err(refusal);
    }
    if !account.may_enter(login.area) {
        rate_limit_event::delete(&app.db, &event_id).await?;
        return Err(Error::NoRole(login.area));
    }
    if account.temporary_until.is_some_and(|until| until <= app.now) {
        return Err(Error::PasswordExpired);
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
        return Err(Error::WrongCredentials);
    }
    // Only after the transaction, so that a password replaced meanwhile has no effect.
    login_subject::remember_browser(app, &mut subject)?;
    app.db.transaction(rate_limit_event::clear_after_success(&subject, app.now).into()).await?;
    Ok(pending.open(app))
}

async fn second_factor(app: &App, account: &Account, code: Option<&str>) -> Result<()> {
    let Some(seed) = &account.totp_seed else { return Ok(()) };
    let code = code.filter(|code| !code.trim().is_empty()).ok_or(Error::TotpRequired)?;
    if verify_code(app, account, seed, code).await? { Ok(()) } else { Err(Error::TotpWrong { signing_in: true }) }
}
