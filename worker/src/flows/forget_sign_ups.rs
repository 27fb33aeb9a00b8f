//! Forgets sign-ups, with every mail and job about them.

use crate::app::App;
use crate::email::CONFIRM_SIGN_UP;
use crate::error::{Error, Result};
use crate::store::audit::Entry;
use crate::store::session::Found;
use crate::store::{email, sign_up};

/// One, because its visitor asks for it. Nothing in the audit's line says who that was.
///
/// # Errors
/// [`Error::NotFound`], or when the database fails; then nothing has changed.
pub async fn run(app: &App, by: &Found, id: &str) -> Result<()> {
    let ids = serde_json::to_string(&[id])?;
    let mut statements = sign_up::forget(&ids);
    statements.insert(1, Entry::plain("sign-up.delete", id, "").query_after_change(by, app.now));
    statements.extend(email::forget_about(CONFIRM_SIGN_UP, &ids));
    match app.db.transaction(statements).await?.first() {
        Some(1) => Ok(()),
        _ => Err(Error::NotFound("Sign-up")),
    }
}

/// Those that nobody has confirmed in time, a bounded number of them. Says how many.
///
/// # Errors
/// When the database fails; then nothing has changed.
pub async fn over_unconfirmed(app: &App) -> Result<usize> {
    let ids = sign_up::unconfirmed(&app.db, app.now).await?;
    if ids.is_empty() {
        return Ok(0);
    }
    let ids = serde_json::to_string(&ids)?;
    let mut statements = sign_up::forget(&ids);
    statements.extend(email::forget_about(CONFIRM_SIGN_UP, &ids));
    Ok(app.db.transaction(statements).await?.first().copied().unwrap_or(0))
}
