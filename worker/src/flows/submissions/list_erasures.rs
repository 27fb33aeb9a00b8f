//! Lists erasures in the bucket, one object per day, so that they can be repeated on a restored back-up.

use domain::back_up::erasures_key;

use crate::app::App;
use crate::error::Result;
use crate::store::submissions::erasure_note;

/// Lists new erasures and returns the number of days. Rewrites whole days, so it is idempotent.
pub async fn run(app: &App) -> Result<usize> {
    let days = erasure_note::unlisted_days(&app.db).await?;
    for day in &days {
        let notes = erasure_note::of_day(&app.db, *day).await?;
        app.files.put_json(&erasures_key(*day), &notes).await?;
        let ids: Vec<&str> = notes.iter().map(|note| note.subject_id.as_str()).collect();
        erasure_note::mark_listed(&app.db, &serde_json::to_string(&ids)?).await?;
    }
    Ok(days.len())
}
