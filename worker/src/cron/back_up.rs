//! Each night: a copy of the database in the bucket, and earlier copies without what was erased since.

use domain::schedule::BACK_UP;

use super::note;
use crate::app::App;
use crate::error::{Error, Result};
use crate::flows::{self, back_up::Counts};

/// Begins the night's back-up or goes on with it, then with the earlier ones, logs one line of counts and notes the run.
pub async fn run(app: &App) {
    let counts = all(app).await;
    note(app, &BACK_UP, counts.map_err(|error: Error| error.cause().unwrap_or_default())).await;
}

async fn all(app: &App) -> Result<Vec<(&'static str, usize)>> {
    let Counts { stored, completed, removed } = flows::back_up::run(app).await?;
    // Not beside one that is being stored: each run has its time.
    let rewritten = if stored == 0 { flows::redact_back_ups::run(app).await? } else { 0 };
    Ok(vec![("stored", stored), ("completed", completed), ("removed", removed), ("rewritten", rewritten)])
}
