//! Removes objects that nothing refers to any more, and the copies of testimonials that were unpublished a day ago.

use crate::app::App;
use crate::error::Result;
use crate::store::platform::object_removal;
use crate::store::submissions::submission::publication;

/// Removes one batch. Returns the number of objects or folders.
pub async fn run(app: &App) -> Result<usize> {
    let keys = object_removal::claim_due(&app.db, app.now).await?;
    for key in &keys {
        app.files.remove(key).await?;
    }
    if !keys.is_empty() {
        let json = serde_json::to_string(&keys)?;
        app.db.transaction(vec![publication::clear_removed_copies(&json), object_removal::delete(&json)]).await?;
    }
    Ok(keys.len())
}
