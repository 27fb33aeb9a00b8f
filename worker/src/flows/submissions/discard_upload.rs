//! Deletes an unaccepted upload and its bytes.

use crate::app::App;
use crate::error::Result;
use crate::store::submissions::upload;

/// Returns whether the upload existed. Deletes the row first: without it the upload accepts no more bytes, and the
/// sweeper finds leftover ones, also if the database's answer was lost.
pub async fn run(app: &App, upload_id: &str) -> Result<bool> {
    let forgotten = upload::delete_unaccepted(&app.db, upload_id).await?;
    if forgotten {
        app.files.delete_chunks(upload_id).await?;
    }
    Ok(forgotten)
}
