//! Every ten minutes: compares stored subscriptions with Stripe, each customer once a day, and switches promotion codes
//! of partners who have left or returned.

use domain::schedule::REREAD_SUBSCRIPTIONS;

use super::record_run;
use crate::app::App;
use crate::flows::partners::switch_partner_codes;
use crate::flows::payments::reread_subscriptions;
use crate::log;

/// Re-reads subscriptions, logs one line of counts and records the run.
pub async fn run(app: &App) {
    let codes = switch_partner_codes::run(app).await;
    let outcome = match (reread_subscriptions::run(app).await, codes) {
        (Ok(counts), Ok(codes)) => {
            for id in &counts.repaired {
                log::warning(REREAD_SUBSCRIPTIONS.name, &format!("no event told of a change of {id}"));
            }
            match counts.fault {
                Some(fault) => Err(fault),
                None => Ok(vec![("read", counts.read), ("repaired", counts.repaired.len()), ("codes", codes)]),
            }
        }
        (Err(error), _) | (_, Err(error)) => Err(error.cause().unwrap_or_default()),
    };
    record_run(app, &REREAD_SUBSCRIPTIONS, outcome).await;
}
