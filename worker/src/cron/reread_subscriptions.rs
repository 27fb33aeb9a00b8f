//! Every ten minutes: whether what is kept of subscriptions is what Stripe says, each customer once a day.

use domain::schedule::REREAD_SUBSCRIPTIONS;

use super::note;
use crate::app::App;
use crate::flows::reread_subscriptions;
use crate::log;

/// Reads subscriptions again, logs one line of counts and notes the run.
pub async fn run(app: &App) {
    let outcome = match reread_subscriptions::run(app).await {
        Ok(counts) => {
            for id in &counts.mended {
                log::warning(REREAD_SUBSCRIPTIONS.name, &format!("no event told of a change of {id}"));
            }
            match counts.fault {
                Some(fault) => Err(fault),
                None => Ok(vec![("read", counts.read), ("mended", counts.mended.len())]),
            }
        }
        Err(error) => Err(error.cause().unwrap_or_default()),
    };
    note(app, &REREAD_SUBSCRIPTIONS, outcome).await;
}
