//! Every five minutes: checks drives that were not checked for a day.

use domain::schedule::CHECK_DRIVES;

use super::record_run;
use crate::app::App;
use crate::error::Error;
use crate::flows;

/// Checks drives, logs one line of counts and records the run.
pub async fn run(app: &App) {
    let counts = flows::drives::check_drives::run(app).await;
    let counts = counts.map(|c| vec![("checked", c.checked), ("failing", c.failing), ("shared", c.shared)]);
    record_run(app, &CHECK_DRIVES, counts.map_err(|error: Error| error.cause().unwrap_or_default())).await;
}
