//! Each night: a copy of the database in the bucket.

use domain::schedule::BACK_UP;

use super::note;
use crate::app::App;
use crate::error::Error;
use crate::flows;

/// Begins the night's back-up or goes on with it, logs one line of counts and notes the run.
pub async fn run(app: &App) {
    let counts = flows::back_up::run(app).await;
    let counts = counts.map(|c| vec![("stored", c.stored), ("completed", c.completed), ("removed", c.removed)]);
    note(app, &BACK_UP, counts.map_err(|error: Error| error.cause().unwrap_or_default())).await;
}
