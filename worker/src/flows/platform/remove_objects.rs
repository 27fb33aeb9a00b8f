//! Removes objects that nothing refers to any more, and the copies of testimonials that were unpublished a day ago.

use crate::app::App;
use crate::error::Result;
use crate::store::platform::object_removal;
use crate::store::submissions::submission::publication;

/// Removes one batch. Returns the number of objects or folders.
pub async fn run(app: &App) -> Result<usize> {
    publication::drop_unpublished(&app.db, app.now).await?;
    let keys = object_removal::claim_due(&app.db, app.now).await?;
    for key in &keys {
        app.files.remove(key).await?;
    }
    if !keys.is_empty() {
        object_removal::delete(&app.db, &serde_json::to_string(&keys)?).await?;
    }
    Ok(keys.len())
}
