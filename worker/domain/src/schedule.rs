//! The schedules of the Worker, one for each cron trigger of `wrangler.toml`.

use crate::retention::{DAY_MS, HOUR_MS, MINUTE_MS};

/// When something runs, and under which name.
#[derive(Debug, Clone, Copy)]
pub struct Schedule {
    /// Its name in the log and on the admins' overview.
    pub name: &'static str,
    /// Its cron pattern.
    pub pattern: &'static str,
    /// How often it runs, in words.
    pub pace: &'static str,
    /// From one turn to the next, in milliseconds.
    pub every_ms: i64,
}

/// Finishes or removes what crashes, lost messages and vanished visitors leave behind.
pub const SWEEP: Schedule = Schedule { name: "sweep", pattern: "* * * * *", pace: "every minute", every_ms: MINUTE_MS };

/// Looks whether the drives of businesses still take videos, each of them once a day.
pub const CHECK_DRIVES: Schedule =
    Schedule { name: "check-drives", pattern: "*/5 * * * *", pace: "every five minutes", every_ms: 5 * MINUTE_MS };

/// Begins the month of the clients whose day it is, and adds up their ledgers.
pub const RENEW_CREDITS: Schedule =
    Schedule { name: "renew-credits", pattern: "7 * * * *", pace: "every hour", every_ms: HOUR_MS };

/// Asks the payment provider about every customer once a day.
pub const REREAD_SUBSCRIPTIONS: Schedule = Schedule {
    name: "reread-subscriptions",
    pattern: "*/10 * * * *",
    pace: "every ten minutes",
    every_ms: 10 * MINUTE_MS,
};

/// Closes the month before: what partners have earned in it.
pub const CLOSE_COMMISSIONS: Schedule =
    Schedule { name: "close-commissions", pattern: "2 * * * *", pace: "every hour", every_ms: HOUR_MS };

/// Copies the database into the bucket: in each minute of an hour of the night, until it is done.
pub const BACK_UP: Schedule = Schedule { name: "back-up", pattern: "* 3 * * *", pace: "each night", every_ms: DAY_MS };

/// Every schedule.
pub const SCHEDULES: [Schedule; 6] =
    [SWEEP, CHECK_DRIVES, RENEW_CREDITS, REREAD_SUBSCRIPTIONS, CLOSE_COMMISSIONS, BACK_UP];
