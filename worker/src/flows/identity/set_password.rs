//! Sets a password: the first, one in place of a forgotten one, or a changed one.

use domain::api::auth::{NewPassword, PasswordSet};
use domain::password::{Context, check};
use domain::session::SessionKind;
use domain::user::Area;

use crate::app::App;
use crate::auth::session::{PendingSession, SessionSpec, clear_cookie};
use crate::auth::{login_subject, password};
use crate::error::{Error, Result, invalid, refusal};
use crate::flows::identity::send_welcome;
use crate::request::Request;
use crate::store::identity::session::CurrentSession;
use crate::store::identity::{rate_limit_event, user};
use crate::store::partners::affiliate;

/// The given current password is wrong.
pub const WRONG_CURRENT_PASSWORD: Error = refusal!(400, "wrong_current_password", "Your current password is wrong.");

const TEMPORARY_REUSED: &str = "Please choose a password of your own: others know this one.";

/// Ends every session of the user. After a link the user has to sign in; a user who changed the password gets a new session.
///
/// # Errors
/// [`Error::invalid`], `WRONG_CREDENTIALS`, [`Error::too_many_attempts`], [`Error::FORBIDDEN`].
pub async fn run(app: &App, request: &Request, session: &CurrentSession, new: &NewPassword) -> Result<PasswordSet> {
    if session.kind == SessionKind::SetUpTotp {
        return Err(Error::FORBIDDEN);
    }
    let context = Context { email: &session.email, company_name: session.company_name.as_deref().unwrap_or_default() };
    check(session.strictest_area(), &new.password, context).map_err(|text| invalid([("password", text)]))?;
    let mut subject = login_subject::from_request(app, request, &session.email);
    if session.kind == SessionKind::Full {
        verify_current(app, session, &subject, new.current.as_deref().unwrap_or_default()).await?;
    }
    if session.kind == SessionKind::SetPassword && equals_temporary(app, session, &new.password).await? {
        return Err(invalid([("password", TEMPORARY_REUSED)]));
    }
    let hash = password::hash(app, &new.password)?;
    let mut statements = user::set_password(&session.user_id, &hash, app.now);
    statements.push(affiliate::activate(&session.user_id));
    login_subject::remember_browser(app, &mut subject)?;
    statements.extend(rate_limit_event::clear_after_success(&subject, app.now));
    let pending = match session.kind {
        SessionKind::Full => {
            let spec =
                SessionSpec { user_id: &session.user_id, area: session.area, kind: SessionKind::Full, snapshot: None };
            let mut pending = PendingSession::new(app, request, &spec)?;
            statements.extend(pending.statements());
            Some(pending)
        }
        SessionKind::SetPassword | SessionKind::SetUpTotp => None,
    };
    app.db.transaction(statements).await?;
    // The approval mail was a partner's welcome.
    if session.password_setup_pending != 0 && session.area != Area::Affiliate {
        // The password is set, so a failure of the mail is only logged.
        send_welcome::in_background(app, &session.user_id).await;
    }
    let signed_in = pending.is_some();
    match pending {
        Some(pending) => drop(pending.open(app)),
        None => clear_cookie(app),
    }
    Ok(PasswordSet { signed_in })
}

/// Whether the new password equals the temporary one from an admin.
async fn equals_temporary(app: &App, session: &CurrentSession, new: &str) -> Result<bool> {
    let account = user::by_id(&app.db, &session.user_id).await?.ok_or(Error::SIGNED_OUT)?;
    let temporary = account.password_hash.filter(|_| account.temporary_until.is_some());
    temporary.map_or(Ok(false), |hash| password::verify(app, new, Some(&hash)))
}

/// Verifies the current password, with the limits of sign-ins, so that nobody at an unattended browser can guess more often.
///
/// # Errors
/// [`WRONG_CURRENT_PASSWORD`], [`Error::too_many_attempts`].
pub async fn verify_current(
    app: &App,
    session: &CurrentSession,
    subject: &rate_limit_event::LoginSubject,
    current: &str,
) -> Result<()> {
    let event_id = uuid::Uuid::new_v4().to_string();
    rate_limit_event::record_sign_in(&app.db, &event_id, subject, app.now).await?.map_err(Error::too_many_attempts)?;
    let account = user::by_id(&app.db, &session.user_id).await?.ok_or(Error::SIGNED_OUT)?;
    if password::verify(app, current, account.password_hash.as_deref())? { Ok(()) } else { Err(WRONG_CURRENT_PASSWORD) }
}
