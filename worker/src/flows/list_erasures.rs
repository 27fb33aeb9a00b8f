//! Lists what was erased in the bucket, a day in each object, so that a restored back-up can be rid of it again.

use domain::back_up::erasures_key;

use crate::app::App;
use crate::error::Result;
use crate::store::erasure_note;

/// Lists what is not listed yet, and says how many days that touched. The whole day is written anew: twice is the same.
pub async fn run(app: &App) -> Result<usize> {
    let days = erasure_note::unlisted_days(&app.db).await?;
    for day in &days {
        let notes = erasure_note::of_day(&app.db, *day).await?;
        app.files.put_json(&erasures_key(*day), &notes).await?;
        let ids: Vec<&str> = notes.iter().map(|note| note.subject_id.as_str()).collect();
        erasure_note::listed(&app.db, &serde_json::to_string(&ids)?).await?;
    }
    Ok(days.len())
}
