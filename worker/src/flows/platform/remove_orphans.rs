//! Removes stored objects that no row references, in an hourly sweep.

use std::collections::BTreeSet;

use domain::limits::ORPHAN_PAGES;
use domain::retention::{ORPHAN_MS, ORPHAN_WALK_MS};

use crate::app::App;
use crate::error::Result;
use crate::files::StoredPage;
use crate::store::clients::onboarding_request;
use crate::store::platform::sweep_cursor::{self, SweepCursor};
use crate::store::submissions::upload;

/// Starts this hour's sweeps, or resumes unfinished ones, for a bounded number of pages. Returns the number of removed objects.
pub async fn run(app: &App) -> Result<usize> {
    let cursors = sweep_cursor::all(&app.db).await?;
    let began_at = cursors.get(SweepCursor::OrphansBegan).and_then(|at| at.parse::<i64>().ok());
    // A time in the future comes from a wrong clock.
    let is_due = began_at.is_none_or(|at| at > app.now || app.now.saturating_sub(at) >= ORPHAN_WALK_MS);
    let mut removed = 0_usize;
    let chunks = cursors.get(SweepCursor::Chunks);
    if is_due || chunks.is_some() {
        let list = async |cursor| app.files.stored_chunks(cursor).await;
        // Chunks whose upload no longer needs them or never had a row.
        let needed = async |ids: &str| upload::referenced_ids(&app.db, ids).await;
        removed = remove_unneeded(app, (SweepCursor::Chunks, chunks), ORPHAN_PAGES, list, needed).await?;
    }
    let logos = cursors.get(SweepCursor::OnboardingLogos);
    if is_due || logos.is_some() {
        let list = async |cursor| app.files.stored_onboarding_logos(cursor).await;
        let needed = async |ids: &str| onboarding_request::existing_ids(&app.db, ids).await;
        let logos = remove_unneeded(app, (SweepCursor::OnboardingLogos, logos), 1, list, needed).await?;
        removed = removed.saturating_add(logos);
    }
    if is_due {
        // Set last, so that a sweep that fails at its start is restarted by the next run.
        sweep_cursor::set(&app.db, SweepCursor::OrphansBegan, Some(&app.now.to_string())).await?;
    }
    Ok(removed)
}

/// Sweeps a bounded number of pages and stores the cursor, so that a flood of young objects does not hide old ones.
/// `needed` returns those of the owners' ids, a JSON array, that still need their objects.
async fn remove_unneeded(
    app: &App,
    (walk, begin): (SweepCursor, Option<&str>),
    pages: u32,
    list: impl AsyncFn(Option<String>) -> Result<StoredPage>,
    needed: impl AsyncFn(&str) -> Result<Vec<String>>,
) -> Result<usize> {
    let mut cursor = begin.map(str::to_owned);
    let mut removed = 0_usize;
    for _ in 0..pages {
        let page = list(cursor.take()).await?;
        let ids: BTreeSet<&str> = page.chunks.iter().map(|chunk| chunk.owner_id.as_str()).collect();
        let needed = if ids.is_empty() { Vec::new() } else { needed(&serde_json::to_string(&ids)?).await? };
        let old = |at: i64| app.now.saturating_sub(at) > ORPHAN_MS;
        let orphans = page.chunks.iter().filter(|chunk| old(chunk.stored_at) && !needed.contains(&chunk.owner_id));
        let keys: Vec<String> = orphans.map(|chunk| chunk.key.clone()).collect();
        removed = removed.saturating_add(keys.len());
        app.files.delete(keys).await?;
        cursor = page.cursor;
        if cursor.is_none() {
            break;
        }
    }
    if cursor.as_deref() != begin {
        sweep_cursor::set(&app.db, walk, cursor.as_deref()).await?;
    }
    Ok(removed)
}
