//! `apply-payment-event`: syncs the object of an event with Stripe. The event only says that something happened.

use domain::retry_policy::JobOutcome;

use crate::app::App;
use crate::error::Result;
use crate::flows::payments::apply_stripe_event;
use crate::store::db::Query;
use crate::store::payments::payment_event;

/// Idempotent: every step may have happened in an earlier attempt, or for another event.
pub async fn run(app: &App, event_id: &str) -> Result<JobOutcome> {
    let Some(event) = payment_event::get(&app.db, event_id).await? else { return Ok(JobOutcome::Done) };
    match apply_stripe_event::run(app, &event).await {
        Ok(report) => {
            payment_event::record_outcome(&app.db, event_id, &report.summary, app.now).await?;
            Ok(JobOutcome::Done)
        }
        Err(error) => error.outcome(),
    }
}

/// Records the reason in the event; `reread_subscriptions` reads the customer again within a day.
pub fn on_failure(job_id: &str, reason: Option<&str>) -> Query {
    payment_event::record_failure(job_id, reason)
}
