//! Finishes or removes what a crash, a lost message or a vanished visitor left behind.

use std::collections::BTreeSet;

use crate::app::{App, clock};
use crate::error::Result;
use crate::flows::{
    apply_retention, erase_submissions, list_erasures, remove_orphans, repeat_erasures, retry_delivery,
};
use crate::log;
use crate::queue;
use crate::store::submission::unswept;
use crate::store::{
    alert, job, mail_day, one_time_link, rate_limit_event, session, submission_attempt, submission_rate,
};

/// How long one run may remove files from drives.
const ERASING_MS: i64 = 60_000;
/// Of so many clients one run queues the deliveries that wait for a drive which works again.
const RESUMED: u32 = 20;

/// What one run did, for its log line.
#[derive(Default)]
pub struct Counts {
    pub resent: usize,
    /// Clients whose failed deliveries were queued, because their drive works again and whoever knew it was cut.
    pub resumed: usize,
    /// Stored chunks and set-ups' logos removed because no row needs them.
    pub orphans: usize,
    /// Erasures whose files were looked for once more.
    pub erased: usize,
    /// Erasures that a restored back-up did not know of.
    pub repeated: usize,
    /// Days whose list of erasures was written.
    pub listed: usize,
    /// Sessions, links, jobs that are done, and notes of attempts, of mails and of alerts whose time was over.
    pub outdated: usize,
    /// Everything else that was kept for its time.
    pub retention: apply_retention::Counts,
}

/// One bounded run; repeating it changes nothing more.
pub async fn run(app: &App) -> Result<Counts> {
    let mut counts = Counts::default();
    let started = clock();
    for id in job::overdue(&app.db, app.now).await? {
        queue::announce(app, &id).await;
        counts.resent = counts.resent.saturating_add(1);
    }
    // Before anybody sees it again.
    counts.repeated = repeat_erasures::run(app).await?;
    counts.resumed = retry_delivery::resume(app, RESUMED).await?;
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
    counts.orphans = remove_orphans::run(app).await?;
    // Last: it asks other people's servers.
    let mut away = BTreeSet::new();
    for erasure in unswept::due(&app.db, app.now).await? {
        // A drive that failed once is not asked again in this run, nor is any other once the time is over.
        let is_late = clock().saturating_sub(started) > ERASING_MS;
        if is_late || erasure.drive_connection_id.as_ref().is_some_and(|id| away.contains(id)) {
            continue;
        }
        match erase_submissions::sweep(app, &erasure).await {
            Ok(()) => counts.erased = counts.erased.saturating_add(1),
            // A later run tries again; the others go on.
            Err(error) => {
                log::warning("erasure", &error.cause().unwrap_or_else(|| error.api_parts().2));
                away.extend(erasure.drive_connection_id);
            }
        }
    }
    counts.listed = list_erasures::run(app).await?;
    counts.retention = retention?;
    Ok(counts)
}
