//! Rewrites back-ups without the data erased since they were taken, in the following night.

use std::collections::{BTreeMap, BTreeSet};

use data_encoding::HEXLOWER;
use domain::back_up::{ErasureNote, INDEX_KEY, IndexEntry, Manifest, redact};
use domain::limits::BACK_UP_OBJECTS_AT_ONCE;
use domain::retention::MINUTE_MS;
use sha2::{Digest, Sha256};

use crate::app::App;
use crate::error::{Error, Result};
use crate::store::platform::back_up;
use crate::store::submissions::erasure_note;

/// Rewrites some of them and returns their number.
///
/// # Errors
/// If the database or the bucket fails; [`Error::Internal`] if a back-up is damaged, once the others are done. It stays unchanged.
pub async fn run(app: &App) -> Result<usize> {
    let notes = erasure_note::to_redact(&app.db).await?;
    if notes.is_empty() || !back_up::claim_redaction(&app.db, app.now).await? {
        return Ok(0);
    }
    let outcome = redact_some(app, &notes).await;
    let is_done = matches!(outcome, Ok((_, true)));
    back_up::release_redaction(&app.db, is_done.then_some(app.now)).await?;
    outcome.map(|(rewritten, _)| rewritten)
}

/// Returns the number of rewritten back-ups, and whether those were the last.
async fn redact_some(app: &App, notes: &[ErasureNote]) -> Result<(usize, bool)> {
    let mut rewritten: usize = 0;
    let mut objects: u32 = 0;
    let mut failed = None;
    // Nobody else writes the index meanwhile: the day's back-up is complete, and this run has claimed the others.
    let mut index = app.files.back_up_index().await?;
    for entry in index.clone() {
        // An aborted earlier run may have left them.
        app.files.delete_revisions(&entry, entry.revision).await?;
        let since = notes.iter().filter(|note| note.noted_at > entry.erasures_since());
        let erased: BTreeSet<String> = since.map(|note| note.subject_id.clone()).collect();
        if erased.is_empty() {
            continue;
        }
        objects = objects.saturating_add(entry.objects);
        if rewritten > 0 && objects > BACK_UP_OBJECTS_AT_ONCE {
            return Ok((rewritten, false));
        }
        match redact_one(app, &entry, erased).await {
            Ok(revised) => {
                for one in index.iter_mut().filter(|one| one.day == revised.day) {
                    *one = revised.clone();
                }
                app.files.put_json(INDEX_KEY, &index).await?;
                app.files.delete_revisions(&revised, revised.revision).await?;
                rewritten = rewritten.saturating_add(1);
            }
            Err(error) => failed = Some(error),
        }
    }
    failed.map_or(Ok((rewritten, true)), Err)
}

/// Writes a new revision of a back-up and returns its index entry.
async fn redact_one(app: &App, entry: &IndexEntry, mut erased: BTreeSet<String>) -> Result<IndexEntry> {
    let revised = IndexEntry {
        revision: entry.revision.saturating_add(1),
        // An erasure being noted at this moment is left to the next night.
        forgotten_until: Some(app.now.saturating_sub(MINUTE_MS)),
        ..entry.clone()
    };
    let changed = |key: &str| Error::Internal(format!("{key} is not what was written: what was erased stays in it"));
    let key = entry.manifest_key();
    let mut manifest: Manifest = app.files.get_json(&key).await?.ok_or_else(|| changed(&key))?;
    let objects = std::mem::take(&mut manifest.objects);
    let mut row_counts = BTreeMap::new();
    for (number, object) in objects.into_iter().enumerate() {
        let body = app.files.get_text(&object.key).await?.ok_or_else(|| changed(&object.key))?;
        if HEXLOWER.encode(&Sha256::digest(body.as_bytes())) != object.sha256 {
            return Err(changed(&object.key));
        }
        let found = redact(&body, &manifest.contents.tables, &mut erased).map_err(|_| changed(&object.key))?;
        for (table, rows) in found.row_counts {
            let count: &mut u64 = row_counts.entry(table).or_default();
            *count = count.saturating_add(rows);
        }
        let body = found.body.unwrap_or(body);
        manifest.objects.push(app.files.put_back_up_object(revised.object_key(number), body).await?);
    }
    for (table, rows) in row_counts {
        match rows {
            0 => drop(manifest.row_counts.remove(table)),
            _ => drop(manifest.row_counts.insert(table.to_owned(), rows)),
        }
    }
    let manifest_sha256 = app.files.put_json(&revised.manifest_key(), &manifest).await?;
    Ok(IndexEntry { manifest_sha256, ..revised })
}
