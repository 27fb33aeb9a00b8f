//! Every minute: due jobs whose message was lost, expired uploads, bytes that nobody needs, what is out of date.

use domain::schedule::SWEEP;

use crate::app::App;
use crate::error::Result;
use crate::flows;
use crate::flows::sweep::Counts;
use crate::jobs;
use crate::log;
use crate::store::schedule_run;

/// Runs the sweeper, logs one line of counts and notes the run.
pub async fn run(app: &App) {
    let (ok, result) = match sweep(app).await {
        Ok((exhausted, c)) => {
            let counts = [
                ("resent", c.resent),
                ("exhausted", exhausted),
                ("expired", c.expired),
                ("orphans", c.orphans),
                ("erased", c.erased),
                ("demos", usize::try_from(c.demos).unwrap_or(usize::MAX)),
                ("outdated", c.outdated),
            ];
            log::schedule(SWEEP.name, &counts);
            let words: Vec<String> =
                counts.iter().filter(|(_, n)| *n > 0).map(|(name, n)| format!("{n} {name}")).collect();
            (true, if words.is_empty() { "nothing to do".to_owned() } else { words.join(", ") })
        }
        Err(error) => {
            let cause = error.cause().unwrap_or_default();
            log::warning(SWEEP.name, &cause);
            (false, cause)
        }
    };
    if let Err(error) = schedule_run::record(&app.db, SWEEP.name, ok, &result, app.now).await {
        log::warning(SWEEP.name, &error.cause().unwrap_or_default());
    }
}

async fn sweep(app: &App) -> Result<(usize, Counts)> {
    Ok((jobs::fail_exhausted(app).await?, flows::sweep::run(app).await?))
}
