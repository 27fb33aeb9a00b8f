//! Forgets an upload and removes its bytes, unless it was accepted.

use crate::app::App;
use crate::error::Result;
use crate::store::upload;

/// Says whether it was there to be forgotten. The row decides, also when an answer of the database got lost, and it
/// goes first: an upload whose row has gone takes no more bytes, and what is left of it the sweeper finds.
pub async fn run(app: &App, upload_id: &str) -> Result<bool> {
    let forgotten = upload::delete_unaccepted(&app.db, upload_id).await?;
    if forgotten {
        app.files.delete_chunks(upload_id).await?;
    }
    Ok(forgotten)
}
