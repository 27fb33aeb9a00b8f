//! Hourly: renews credits for a new month, and checks the ledgers.

use domain::schedule::RENEW_CREDITS;

use super::record_run;
use crate::app::App;
use crate::flows::payments::renew_credits;

/// Renews credits, logs one line of counts and records the run.
pub async fn run(app: &App) {
    let outcome = match renew_credits::run(app).await {
        Ok(counts) if counts.unbalanced.is_empty() => Ok(vec![("renewed", counts.renewed)]),
        Ok(counts) => Err(format!("The credits of these clients do not add up: {}", counts.unbalanced.join(", "))),
        Err(error) => Err(error.cause().unwrap_or_default()),
    };
    record_run(app, &RENEW_CREDITS, outcome).await;
}
