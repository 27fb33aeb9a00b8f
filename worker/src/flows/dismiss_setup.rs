//! Dismisses a set-up that no client is to be made of.

use crate::app::App;
use crate::error::{Error, Result};
use crate::store::audit::Entry;
use crate::store::session::Found;
use crate::store::setup;

/// The row goes first: should removing the logo fail, the sweeper does it later.
///
/// # Errors
/// [`Error::NotFound`], or when the database fails.
pub async fn run(app: &App, by: &Found, id: &str) -> Result<()> {
    let found = setup::get(&app.db, id).await?.ok_or(Error::NotFound("Set-up"))?;
    let note = Entry::plain("setup.dismiss", id, &found.company).query_after_change(by, app.now);
    app.db.transaction(vec![setup::delete(id), note]).await?;
    if let Some(file) = found.logo {
        let _ = app.files.delete_setup_logo(id, &file).await;
    }
    Ok(())
}
