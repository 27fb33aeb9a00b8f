//! Finishes or removes what a crash, a lost message or a vanished visitor left behind.

use std::collections::HashSet;

use domain::limits::{ORPHAN_AGE_MS, SWEEP_BATCH};

use crate::app::App;
use crate::error::Result;
use crate::jobs;
use crate::store::{job, upload};

/// What one run did, for its log line.
#[derive(Default)]
pub struct Counts {
    /// Messages sent again for due jobs.
    pub resent: usize,
    /// Jobs failed because their last attempt crashed.
    pub exhausted: usize,
    /// Uploads removed because their time was over.
    pub expired: usize,
    /// Uploads' bytes removed because no row needs them.
    pub orphans: usize,
}

/// One bounded run; repeating it changes nothing more.
///
/// # Errors
/// When the database or R2 fails; what was done until then stays done.
pub async fn run(app: &App) -> Result<Counts> {
    let mut counts = Counts { exhausted: job::fail_exhausted(&app.db, app.now).await?, ..Counts::default() };
    for id in job::overdue(&app.db, app.now).await? {
        jobs::announce(app, &id).await;
        counts.resent = counts.resent.saturating_add(1);
    }
    for id in upload::expired(&app.db, app.now).await? {
        // The row first: an upload whose row has gone takes no more bytes, and its pieces are orphans.
        if upload::delete_open(&app.db, &id).await? {
            app.files.delete_pieces(&id).await?;
            counts.expired = counts.expired.saturating_add(1);
        }
    }
    counts.orphans = remove_orphans(app).await?;
    Ok(counts)
}

async fn remove_orphans(app: &App) -> Result<usize> {
    let (mut cursor, mut removed) = (None, 0_usize);
    loop {
        let (ids, next) = app.files.upload_ids(cursor).await?;
        let needed: HashSet<String> =
            upload::needed_among(&app.db, &serde_json::to_string(&ids)?).await?.into_iter().collect();
        for id in ids.iter().filter(|id| !needed.contains(*id)) {
            let touched = app.files.touched_at(id).await?;
            if touched.is_some_and(|at| app.now.saturating_sub(at) > ORPHAN_AGE_MS) {
                app.files.delete_pieces(id).await?;
                removed = removed.saturating_add(1);
            }
            if removed >= SWEEP_BATCH as usize {
                return Ok(removed);
            }
        }
        cursor = next;
        if cursor.is_none() {
            return Ok(removed);
        }
    }
}
