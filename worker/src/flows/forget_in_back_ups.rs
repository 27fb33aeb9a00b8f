//! Writes back-ups anew without what was erased since they were taken, the same night.

use std::collections::{BTreeMap, BTreeSet};

use data_encoding::HEXLOWER;
use domain::back_up::{BackUpObject, INDEX_KEY, IndexEntry, Manifest, forget, manifest_key};
use domain::limits::BACK_UP_OBJECTS_AT_ONCE;
use domain::retention::MINUTE_MS;
use sha2::{Digest, Sha256};

use crate::app::App;
use crate::error::{Error, Result};
use crate::log;
use crate::store::{back_up, erasure_note};

/// Writes some of them anew in one run; says how many.
///
/// # Errors
/// Of the database and the bucket. A back-up that is not what was written is left as it is, and logged.
pub async fn run(app: &App) -> Result<usize> {
    if !back_up::has_earlier_to_rewrite(&app.db).await? {
        return Ok(0);
    }
    let notes = erasure_note::of_customers(&app.db).await?;
    let index = if notes.is_empty() { Vec::new() } else { app.files.back_up_index().await? };
    let mut rewritten: usize = 0;
    let mut objects: u32 = 0;
    for entry in index {
        let since = notes.iter().filter(|note| note.noted_at > entry.forgets_after());
        let erased: BTreeSet<String> = since.map(|note| note.subject_id.clone()).collect();
        if erased.is_empty() {
            continue;
        }
        // One that is being noted now is met once more.
        let until = app.now.saturating_sub(MINUTE_MS);
        objects = objects.saturating_add(entry.objects);
        if rewritten > 0 && objects > BACK_UP_OBJECTS_AT_ONCE {
            return Ok(rewritten);
        }
        replace(app, IndexEntry { is_rewritten: true, ..entry.clone() }).await?;
        match without(app, &entry, erased).await {
            Ok(manifest_sha256) => {
                let done = IndexEntry { manifest_sha256, forgotten_until: Some(until), is_rewritten: false, ..entry };
                replace(app, done).await?;
                rewritten = rewritten.saturating_add(1);
            }
            Err(Error::Internal(why)) => {
                log::warning("back_up", &why);
                replace(app, entry).await?;
            }
            Err(other) => return Err(other),
        }
    }
    back_up::earlier_rewritten(&app.db, app.now).await?;
    Ok(rewritten)
}

/// Puts an entry in the place of that of its day, in the index as it is now: a night's back-up may have been completed meanwhile.
async fn replace(app: &App, entry: IndexEntry) -> Result<()> {
    let mut index = app.files.back_up_index().await?;
    if let Some(place) = index.iter_mut().find(|one| one.day == entry.day) {
        *place = entry;
        app.files.put_json(INDEX_KEY, &index).await?;
    }
    Ok(())
}

/// Writes a back-up anew; answers the SHA-256 of its manifest.
async fn without(app: &App, entry: &IndexEntry, mut erased: BTreeSet<String>) -> Result<String> {
    let day = entry.day;
    let changed =
        |key: &str| Error::Internal(format!("{key} is not what was written: what was erased since stays in it"));
    let key = manifest_key(day);
    let mut manifest: Manifest = app.files.get_json(&key).await?.ok_or_else(|| changed(&key))?;
    let objects = std::mem::take(&mut manifest.objects);
    let mut row_counts = BTreeMap::new();
    for object in objects {
        let body = app.files.get_text(&object.key).await?.ok_or_else(|| changed(&object.key))?;
        let sha256 = HEXLOWER.encode(&Sha256::digest(body.as_bytes()));
        // A run that broke off has written it, and not the manifest.
        if sha256 != object.sha256 && !entry.is_rewritten {
            return Err(changed(&object.key));
        }
        let found = forget(&body, &manifest.contents.tables, &mut erased).map_err(|_| changed(&object.key))?;
        for (table, rows) in found.row_counts {
            let count: &mut u64 = row_counts.entry(table).or_default();
            *count = count.saturating_add(rows);
        }
        let bytes = body.len() as u64;
        let kept = match found.body {
            Some(body) => app.files.put_back_up_object(object.key, body).await?,
            None => BackUpObject { bytes, sha256, ..object },
        };
        manifest.objects.push(kept);
    }
    for (table, rows) in row_counts {
        match rows {
            0 => drop(manifest.row_counts.remove(table)),
            _ => drop(manifest.row_counts.insert(table.to_owned(), rows)),
        }
    }
    app.files.put_json(&key, &manifest).await
}
