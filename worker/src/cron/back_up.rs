//! Nightly: copies the database into the bucket, and rewrites earlier copies without the data erased since.

use domain::schedule::BACK_UP;

use super::record_run;
use crate::app::App;
use crate::error::{Error, Result};
use crate::flows;
use crate::flows::platform::back_up::Counts;

/// Continues the night's back-up, then the rewriting of earlier ones. Logs one line of counts and records the run.
pub async fn run(app: &App) {
    let counts = all(app).await;
    record_run(app, &BACK_UP, counts.map_err(|error: Error| error.cause().unwrap_or_default())).await;
}

async fn all(app: &App) -> Result<Vec<(&'static str, usize)>> {
    let Counts { stored, completed, removed } = flows::platform::back_up::run(app).await?;
    // Not in a run that stored objects, because a run's time is limited.
    let rewritten = if stored == 0 { flows::platform::redact_back_ups::run(app).await? } else { 0 };
    Ok(vec![("stored", stored), ("completed", completed), ("removed", removed), ("rewritten", rewritten)])
}
