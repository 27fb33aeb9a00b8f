//! `apply-payment-event`: syncs the object of an event with Stripe. The event only says that something happened.

use domain::retry_policy::Outcome;

use crate::app::App;
use crate::error::Result;
use crate::flows::payments::apply_stripe_event;
use crate::flows::payments::read_subscriptions::Reading;
use crate::store::db::Query;
use crate::store::payments::payment_event;

/// Idempotent: every step may have happened in an earlier attempt, or for another event.
pub async fn run(app: &App, event_id: &str) -> Result<Outcome> {
    let Some(event) = payment_event::get(&app.db, event_id).await? else { return Ok(Outcome::Done) };
    match apply_stripe_event::run(app, &event).await? {
        Reading::Done { words, .. } => {
            payment_event::handled(&app.db, event_id, &words, app.now).await?;
            Ok(Outcome::Done)
        }
        Reading::Later(reason, Some(seconds)) => Ok(Outcome::RetryAfter(reason, seconds)),
        Reading::Later(reason, None) => Ok(Outcome::Retry(reason)),
        Reading::Overtaken => Ok(Outcome::Retry("Others write at the same time.".into())),
        Reading::Never(reason) => Ok(Outcome::GiveUp(reason)),
    }
}

/// Records the reason in the event; the daily read retries.
pub fn on_failure(job_id: &str, reason: Option<&str>) -> Query {
    payment_event::failed(job_id, reason)
}
