//! Every minute: due jobs whose message was lost, expired uploads, bytes that nobody needs.

use crate::app::App;
use crate::flows;
use crate::log;

/// The schedule's pattern in `wrangler.toml`.
pub const PATTERN: &str = "* * * * *";

/// Runs the sweeper and logs one line of counts.
pub async fn run(app: &App) {
    match flows::sweep::run(app).await {
        Ok(c) => log::schedule(
            "sweep",
            &[
                ("resent", c.resent),
                ("exhausted", c.exhausted),
                ("expired", c.expired),
                ("orphans", c.orphans),
                ("erased", c.erased),
                ("outdated", c.outdated),
            ],
        ),
        Err(error) => log::warning("sweep", &error.cause().unwrap_or_default()),
    }
}
