//! Forgets set-ups that no client was made of, with the mails about them.

use crate::app::App;
use crate::email::SETUP_RECEIVED;
use crate::error::{Error, Result};
use crate::store::audit::Entry;
use crate::store::session::Found;
use crate::store::{email, setup};

/// Dismisses one, for an admin. The row goes first: should removing the logo fail, the sweeper does it later.
///
/// # Errors
/// [`Error::NotFound`], or when the database fails.
pub async fn run(app: &App, by: &Found, id: &str) -> Result<()> {
    let found = setup::get(&app.db, id).await?.ok_or(Error::NotFound("Set-up"))?;
    let ids = serde_json::to_string(&[id])?;
    let note = Entry::plain("setup.dismiss", id, &found.company).query_after_change(by, app.now);
    let mut statements = vec![setup::delete(&ids), note];
    statements.extend(email::forget_about(SETUP_RECEIVED, &ids));
    app.db.transaction(statements).await?;
    if let Some(file) = found.logo {
        let _ = app.files.delete_setup_logo(id, &file).await;
    }
    Ok(())
}

/// Those that were kept long enough, a bounded number of them; the walk over stored logos removes theirs. Says how many.
///
/// # Errors
/// When the database fails; then nothing has changed.
pub async fn over_outdated(app: &App) -> Result<usize> {
    let ids = setup::outdated(&app.db, app.now).await?;
    if ids.is_empty() {
        return Ok(0);
    }
    let ids = serde_json::to_string(&ids)?;
    let mut statements = vec![setup::delete(&ids)];
    statements.extend(email::forget_about(SETUP_RECEIVED, &ids));
    Ok(app.db.transaction(statements).await?.first().copied().unwrap_or(0))
}
