//! Copies the database into the bucket, some objects per run. The database itself holds the snapshot, so the export may
//! take any number of runs.

use domain::back_up::{
    BackUpStatus, FORMAT, INDEX_KEY, IndexEntry, Manifest, erasures_key, object_key, outdated_erasure_days, with_entry,
};
use domain::date::date_of;
use domain::limits::{BACK_UP_OBJECTS_AT_ONCE, BACK_UPS_KEPT};
use domain::retention::DAY_MS;

use crate::app::App;
use crate::error::Result;
use crate::log;
use crate::store::platform::back_up::{self, BackUp};
use crate::store::submissions::erasure_note;

/// Counts of one run, for its log line.
#[derive(Default)]
pub struct Counts {
    /// Stored objects.
    pub stored: usize,
    /// Completed back-ups.
    pub completed: usize,
    /// Deleted older back-ups.
    pub removed: usize,
}

/// Starts or continues the day's back-up. No-op if it is complete.
pub async fn run(app: &App) -> Result<Counts> {
    let mut counts = Counts::default();
    let today = date_of(app.now);
    let newest = back_up::newest(&app.db).await?;
    if newest.as_ref().is_none_or(|newest| newest.day != today) {
        if let Some(unfinished) = newest.filter(|newest| newest.status == BackUpStatus::Exporting) {
            log::warning("back_up", &format!("that of {} was not finished in its night", unfinished.day));
            app.files.delete(unfinished.objects.into_iter().map(|object| object.key).collect()).await?;
        }
        back_up::start(&app.db, today, app.now).await?;
    }
    for _ in 0..BACK_UP_OBJECTS_AT_ONCE {
        let Some(one) = back_up::newest(&app.db).await?.filter(|one| one.status == BackUpStatus::Exporting) else {
            break;
        };
        if store_next(app, &one).await? {
            counts.stored = counts.stored.saturating_add(1);
        } else {
            counts.removed = complete(app, one).await?;
            counts.completed = 1;
        }
    }
    Ok(counts)
}

/// Stores the next object and returns whether there was one. Idempotent: its chunks are deleted only once the object is recorded.
async fn store_next(app: &App, one: &BackUp) -> Result<bool> {
    let chunks = back_up::next_chunks(&app.db).await?;
    let Some(last) = chunks.last().map(|chunk| chunk.seq) else { return Ok(false) };
    let mut body = String::with_capacity(chunks.iter().map(|chunk| chunk.body.len().saturating_add(64)).sum());
    for chunk in &chunks {
        body.push_str(&chunk.table_name);
        body.push('\t');
        body.push_str(&chunk.body);
        body.push('\n');
    }
    drop(chunks);
    let object = app.files.put_back_up_object(object_key(one.day, one.objects.len(), 0), body).await?;
    back_up::record_exported(&app.db, one, &object, last).await?;
    Ok(true)
}

/// Writes the manifest and the index, and deletes expired back-ups. Returns their number.
async fn complete(app: &App, one: BackUp) -> Result<usize> {
    let day = one.day;
    let entry = IndexEntry {
        day,
        taken_at: one.taken_at,
        objects: u32::try_from(one.objects.len()).unwrap_or(u32::MAX),
        manifest_sha256: String::new(),
        forgotten_until: None,
        revision: 0,
    };
    let manifest = Manifest {
        format: FORMAT,
        day,
        taken_at: one.taken_at,
        contents: one.contents,
        row_counts: one.row_counts,
        objects: one.objects,
    };
    let manifest_sha256 = app.files.put_json(&entry.manifest_key(), &manifest).await?;
    let (index, dropped) = with_entry(app.files.back_up_index().await?, IndexEntry { manifest_sha256, ..entry });
    app.files.put_json(INDEX_KEY, &index).await?;
    for old in &dropped {
        app.files.delete_back_up(old).await?;
    }
    app.files.delete(outdated_erasure_days(day).map(erasures_key).collect()).await?;
    let days = i64::try_from(BACK_UPS_KEPT).unwrap_or(i64::MAX).saturating_add(2);
    erasure_note::sweep(&app.db, app.now.saturating_sub(days.saturating_mul(DAY_MS))).await?;
    back_up::complete(&app.db, day, app.now).await?;
    Ok(dropped.len())
}
