//! Every minute: announces due jobs whose message was lost, and removes expired uploads, orphaned bytes and outdated rows.

use domain::schedule::SWEEP;

use super::record_run;
use crate::app::App;
use crate::error::Result;
use crate::flows;
use crate::jobs;

/// Runs the sweeper, logs one line of counts and records the run.
pub async fn run(app: &App) {
    let counts = sweep(app).await;
    record_run(app, &SWEEP, counts.map_err(|error| error.cause().unwrap_or_default())).await;
}

async fn sweep(app: &App) -> Result<Vec<(&'static str, usize)>> {
    let exhausted = jobs::fail_exhausted(app).await?;
    let c = flows::platform::sweep::run(app).await?;
    let mut counts = vec![
        ("resent", c.resent),
        ("resumed", c.resumed),
        ("exhausted", exhausted),
        ("objects", c.objects),
        ("orphans", c.orphans),
        ("erased", c.erased),
        ("repeated", c.repeated),
        ("listed", c.listed),
        ("outdated", c.outdated),
    ];
    counts.extend(c.retention);
    Ok(counts)
}
