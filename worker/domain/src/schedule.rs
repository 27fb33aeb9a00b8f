//! The schedules of the Worker, one for each cron trigger of `wrangler.toml`.

use crate::retention::{DAY_MS, HOUR_MS, MINUTE_MS};

/// A schedule: name and interval.
#[derive(Debug, Clone, Copy)]
pub struct Schedule {
    /// Name in the log.
    pub name: &'static str,
    /// Name on the admins' overview.
    pub title: &'static str,
    /// Its cron pattern.
    pub pattern: &'static str,
    /// Interval in words.
    pub pace: &'static str,
    /// Interval in milliseconds.
    pub every_ms: i64,
}

/// Finishes or removes the leftovers of crashes, lost messages and vanished visitors.
pub const SWEEP: Schedule =
    Schedule { name: "sweep", title: "Clean-up", pattern: "* * * * *", pace: "every minute", every_ms: MINUTE_MS };

/// Checks the drives that are due: each once a day, a faulty one every hour.
pub const CHECK_DRIVES: Schedule = Schedule {
    name: "check-drives",
    title: "Check of businesses’ drives",
    pattern: "*/5 * * * *",
    pace: "every five minutes",
    every_ms: 5 * MINUTE_MS,
};

/// Renews the credits of clients that are due, and verifies their ledgers.
pub const RENEW_CREDITS: Schedule = Schedule {
    name: "renew-credits",
    title: "Monthly credits",
    pattern: "7 * * * *",
    pace: "every hour",
    every_ms: HOUR_MS,
};

/// Synchronises every customer from Stripe once a day.
pub const REREAD_SUBSCRIPTIONS: Schedule = Schedule {
    name: "reread-subscriptions",
    title: "Comparison with Stripe",
    pattern: "*/10 * * * *",
    pace: "every ten minutes",
    every_ms: 10 * MINUTE_MS,
};

/// Closes the previous month's commissions.
pub const CLOSE_COMMISSIONS: Schedule = Schedule {
    name: "close-commissions",
    title: "Partners’ commissions",
    pattern: "2 * * * *",
    pace: "every hour",
    every_ms: HOUR_MS,
};

/// Copies the database to the bucket: every minute of one hour at night until it is done.
pub const BACK_UP: Schedule =
    Schedule { name: "back-up", title: "Back-up", pattern: "* 3 * * *", pace: "each night", every_ms: DAY_MS };

/// All schedules.
pub const SCHEDULES: [Schedule; 6] =
    [SWEEP, CHECK_DRIVES, RENEW_CREDITS, REREAD_SUBSCRIPTIONS, CLOSE_COMMISSIONS, BACK_UP];

/// Formats a schedule's counts, without zeros.
#[must_use]
pub fn in_words(counts: &[(&str, usize)]) -> String {
    let words: Vec<String> =
        counts.iter().filter(|(_, n)| *n > 0).map(|(name, n)| format!("{}: {n}", label(name))).collect();
    if words.is_empty() { "nothing to do".to_owned() } else { words.join(", ") }
}

fn label(name: &str) -> String {
    let words = match name {
        "resent" => "lost jobs sent again",
        "resumed" => "businesses whose deliveries go on",
        "exhausted" => "jobs given up",
        "orphans" => "leftover files removed",
        "erased" => "erasures finished",
        "repeated" => "erasures repeated",
        "listed" => "days of erasures listed",
        "outdated" => "outdated records removed",
        "notified" => "told by email",
        "undelivered" => "undelivered videos reported",
        "closed" => "cancelled accounts closed",
        "ended" => "ended plans recorded",
        "unpaid-notified" => "told of a missing payment",
        "leavers-notified" => "told of the coming deletion",
        "stored" => "files stored",
        "completed" => "back-ups completed",
        "removed" => "old back-ups removed",
        "rewritten" => "back-ups rewritten after erasures",
        "checked" => "drives checked",
        "failing" => "drives failing",
        "shared" => "folders shared",
        "renewed" => "months of credits begun",
        "read" => "customers compared",
        "repaired" => "differences repaired",
        "codes" => "promotion codes switched",
        "partners" => "partners counted",
        "payouts" => "payouts looked at",
        "payout accounts" => "payout accounts looked at",
        rule => return format!("{} removed", rule.replace('-', " ")),
    };
    words.to_owned()
}

#[cfg(test)]
mod tests {
    use super::in_words;

    #[test]
    fn ops01_a_runs_counts_are_formatted_in_words() {
        let counts = [("resent", 0), ("unpaid-notified", 2), ("demo-videos", 1)];
        assert_eq!(in_words(&counts), "told of a missing payment: 2, demo videos removed: 1");
        assert_eq!(in_words(&[("orphans", 0)]), "nothing to do");
    }
}
