//! Completes or removes what crashes, lost messages and vanished visitors left behind.

use std::collections::BTreeSet;

use crate::app::{App, clock};
use crate::error::Result;
use crate::flows::drives::retry_delivery;
use crate::flows::platform::{remove_objects, remove_orphans, repeat_erasures};
use crate::flows::submissions::{apply_retention, erase_submissions, list_erasures};
use crate::log;
use crate::queue;
use crate::store::identity::{one_time_link, rate_limit_event, session};
use crate::store::platform::{alert, job, mail_day};
use crate::store::submissions::submission::pending_removal;
use crate::store::submissions::{submission_attempt, submission_rate};

/// How long one run may remove files from drives, in milliseconds.
const ERASING_MS: i64 = 60_000;
/// Clients per run whose deliveries to a recovered drive are requeued.
const RESUME_BATCH: u32 = 20;

/// Counts of one run, for its log line.
#[derive(Default)]
pub struct Counts {
    pub resent: usize,
    /// Clients whose failed deliveries were requeued, because the request that noticed the recovered drive was interrupted.
    pub resumed: usize,
    /// Stored chunks and set-up logos removed because no row references them.
    pub orphans: usize,
    /// Public copies and posters removed.
    pub objects: usize,
    /// Erasures whose files were searched for once more.
    pub erased: usize,
    /// Erasures repeated on a restored back-up.
    pub repeated: usize,
    /// Days whose list of erasures was written.
    pub listed: usize,
    /// Expired sessions, links, finished jobs, and records of attempts, mails and alerts.
    pub outdated: usize,
    /// All other expired data.
    pub retention: apply_retention::Counts,
}

/// Runs one batch of everything. Idempotent.
pub async fn run(app: &App) -> Result<Counts> {
    let mut counts = Counts::default();
    let started = clock();
    for id in job::overdue(&app.db, app.now).await? {
        queue::enqueue(app, &id).await;
        counts.resent = counts.resent.saturating_add(1);
    }
    // First, before anybody sees the erased data again.
    counts.repeated = repeat_erasures::run(app).await?;
    counts.resumed = retry_delivery::resume_interrupted(app, RESUME_BATCH).await?;
    let retention = apply_retention::run(app).await;
    let outdated = [
        session::sweep(&app.db, app.now).await?,
        one_time_link::sweep(&app.db, app.now).await?,
        rate_limit_event::sweep(&app.db, app.now).await?,
        mail_day::sweep(&app.db, app.now).await?,
        submission_rate::sweep(&app.db, app.now).await?,
        submission_attempt::sweep(&app.db, app.now).await?,
        alert::sweep(&app.db, app.now).await?,
        job::sweep(&app.db, app.now).await?,
    ];
    counts.outdated = outdated.iter().sum();
    counts.objects = remove_objects::run(app).await?;
    counts.orphans = remove_orphans::run(app).await?;
    // Last, because it calls other people's servers.
    let mut away = BTreeSet::new();
    for erasure in pending_removal::due(&app.db, app.now).await? {
        // Skips a drive that has failed in this run, and every drive once the time is up.
        let is_late = clock().saturating_sub(started) > ERASING_MS;
        if is_late || erasure.drive_connection_id.as_ref().is_some_and(|id| away.contains(id)) {
            continue;
        }
        match erase_submissions::sweep(app, &erasure).await {
            Ok(()) => counts.erased = counts.erased.saturating_add(1),
            // A later run retries this one; the others continue.
            Err(error) => {
                log::warning("erasure", &error.cause_or_text());
                away.extend(erasure.drive_connection_id);
            }
        }
    }
    counts.listed = list_erasures::run(app).await?;
    counts.retention = retention?;
    Ok(counts)
}
