//! The schedules of the Worker, one for each cron trigger of `wrangler.toml`.

/// When something runs, and under which name.
#[derive(Debug, Clone, Copy)]
pub struct Schedule {
    /// Its name in the log and on the admins' overview.
    pub name: &'static str,
    /// Its cron pattern.
    pub pattern: &'static str,
    /// How often it runs, in words.
    pub pace: &'static str,
}

/// Finishes or removes what crashes, lost messages and vanished visitors leave behind.
pub const SWEEP: Schedule = Schedule { name: "sweep", pattern: "* * * * *", pace: "every minute" };

/// Looks whether the drives of businesses still take videos, each of them once a day.
pub const CHECK_DRIVES: Schedule =
    Schedule { name: "check-drives", pattern: "*/5 * * * *", pace: "every five minutes" };

/// Begins the month of the clients whose day it is, and adds up their ledgers.
pub const RENEW_CREDITS: Schedule = Schedule { name: "renew-credits", pattern: "7 * * * *", pace: "every hour" };

/// Asks the payment provider about every customer once a day.
pub const REREAD_SUBSCRIPTIONS: Schedule =
    Schedule { name: "reread-subscriptions", pattern: "*/10 * * * *", pace: "every ten minutes" };

/// Closes the month before: what partners have earned in it.
pub const CLOSE_COMMISSIONS: Schedule =
    Schedule { name: "close-commissions", pattern: "2 * * * *", pace: "every hour" };

/// Every schedule.
pub const SCHEDULES: [Schedule; 5] = [SWEEP, CHECK_DRIVES, RENEW_CREDITS, REREAD_SUBSCRIPTIONS, CLOSE_COMMISSIONS];
