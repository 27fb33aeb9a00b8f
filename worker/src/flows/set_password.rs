//! Sets a password: the first, a new one for a forgotten one, or one in place of another.

use domain::api::auth::{NewPassword, PasswordSet, SessionKind};
use domain::password::check;

use crate::app::App;
use crate::auth::session::{For, Opening, clear_cookie};
use crate::auth::{password, stranger};
use crate::error::{Error, Result, invalid};
use crate::flows::send_welcome;
use crate::request::Request;
use crate::store::session::Found;
use crate::store::{attempt, user};

const KEPT: &str = "Please choose a password of your own: others know this one.";

/// Every session of the user ends. Whoever came by a link signs in next; whoever changed the password from within
/// gets a new session.
///
/// # Errors
/// [`Error::Invalid`], [`Error::WrongCredentials`], [`Error::TooManyAttempts`], [`Error::Forbidden`].
pub async fn run(app: &App, request: &Request, session: &Found, new: &NewPassword) -> Result<PasswordSet> {
    if session.kind == SessionKind::SetUpTotp {
        return Err(Error::Forbidden);
    }
    check(session.strictest_area(), &new.password).map_err(|text| invalid([("password", text)]))?;
    let mut who = stranger::of(app, request, &session.email);
    if session.kind == SessionKind::Full {
        right_current(app, session, &who, new.current.as_deref().unwrap_or_default()).await?;
    }
    if session.kind == SessionKind::SetPassword && keeps_temporary(app, session, &new.password).await? {
        return Err(invalid([("password", KEPT)]));
    }
    let hash = password::hash(app, &new.password)?;
    let mut statements = user::set_password(&session.user_id, &hash, app.now);
    stranger::recognise(app, &mut who)?;
    statements.extend(attempt::succeeded(&who, app.now));
    let opening = match session.kind {
        SessionKind::Full => {
            let for_whom = For { user_id: &session.user_id, area: session.area, kind: SessionKind::Full, proof: None };
            let mut opening = Opening::new(app, request, &for_whom)?;
            statements.extend(opening.statements());
            Some(opening)
        }
        SessionKind::SetPassword | SessionKind::SetUpTotp => None,
    };
    app.db.transaction(statements).await?;
    if session.password_setup_pending != 0 {
        // Its failure is nobody's but ours: the password is set.
        send_welcome::in_background(app, &session.user_id).await;
    }
    let signed_in = opening.is_some();
    match opening {
        Some(opening) => drop(opening.open(app)),
        None => clear_cookie(app),
    }
    Ok(PasswordSet { signed_in })
}

/// Whether the new password is the one that an admin handed over.
async fn keeps_temporary(app: &App, session: &Found, new: &str) -> Result<bool> {
    let account = user::by_id(&app.db, &session.user_id).await?.ok_or(Error::SignedOut)?;
    let temporary = account.password_hash.filter(|_| account.temporary_until.is_some());
    temporary.map_or(Ok(false), |hash| password::verify(app, new, Some(&hash)))
}

/// Checks the password that holds now. Whoever sits down at a browser left open may guess no more often than a
/// stranger.
///
/// # Errors
/// [`Error::WrongCurrent`], [`Error::TooManyAttempts`].
pub async fn right_current(app: &App, session: &Found, who: &attempt::Stranger, current: &str) -> Result<()> {
    let attempt_id = uuid::Uuid::new_v4().to_string();
    attempt::sign_in(&app.db, &attempt_id, who, app.now).await?.map_err(Error::TooManyAttempts)?;
    let account = user::by_id(&app.db, &session.user_id).await?.ok_or(Error::SignedOut)?;
    if password::verify(app, current, account.password_hash.as_deref())? { Ok(()) } else { Err(Error::WrongCurrent) }
}
