//! One file per schedule of `domain::schedule`.

pub mod back_up;
pub mod check_drives;
pub mod close_commissions;
pub mod renew_credits;
pub mod reread_subscriptions;
pub mod sweep;

use domain::schedule::{Schedule, in_words};

use crate::app::App;
use crate::flows;
use crate::log;
use crate::store::platform::schedule_run;

/// Logs a run's counts or failure, and records it for the admins' overview. Then raises alerts.
async fn record_run(app: &App, schedule: &Schedule, outcome: Result<Vec<(&'static str, usize)>, String>) {
    let (ok, result) = match outcome {
        Ok(counts) => {
            log::schedule(schedule.name, &counts, app.db.rows(), app.db.queries());
            (true, in_words(&counts))
        }
        Err(cause) => {
            log::warning(schedule.name, &cause);
            (false, cause)
        }
    };
    if let Err(error) = schedule_run::record(&app.db, schedule.name, ok, &result, app.now).await {
        log::warning(schedule.name, &error.cause().unwrap_or_default());
    }
    if let Err(error) = flows::platform::raise_alerts::run(app).await {
        log::warning("alerts", &error.cause().unwrap_or_default());
    }
}
