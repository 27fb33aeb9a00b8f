//! Every minute: due jobs whose message was lost, expired uploads, bytes that nobody needs, what is out of date.

use crate::app::App;
use crate::flows;
use crate::log;
use crate::store::schedule_run;

/// The schedule's pattern in `wrangler.toml`.
pub const PATTERN: &str = "* * * * *";
/// Its name in the log and on the admins' overview.
pub const NAME: &str = "sweep";
/// How often it runs, in words.
pub const PACE: &str = "every minute";

/// Runs the sweeper, logs one line of counts and notes the run.
pub async fn run(app: &App) {
    let (ok, result) = match flows::sweep::run(app).await {
        Ok(c) => {
            let counts = [
                ("resent", c.resent),
                ("exhausted", c.exhausted),
                ("expired", c.expired),
                ("orphans", c.orphans),
                ("erased", c.erased),
                ("demos", usize::try_from(c.demos).unwrap_or(usize::MAX)),
                ("outdated", c.outdated),
            ];
            log::schedule(NAME, &counts);
            let words: Vec<String> =
                counts.iter().filter(|(_, n)| *n > 0).map(|(name, n)| format!("{n} {name}")).collect();
            (true, if words.is_empty() { "nothing to do".to_owned() } else { words.join(", ") })
        }
        Err(error) => {
            let cause = error.cause().unwrap_or_default();
            log::warning(NAME, &cause);
            (false, cause)
        }
    };
    if let Err(error) = schedule_run::note(&app.db, NAME, ok, &result, app.now).await {
        log::warning(NAME, &error.cause().unwrap_or_default());
    }
}
