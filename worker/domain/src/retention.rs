//! How long things are kept.

/// Delivered videos stay in a client's folder for so many months at most. The one figure of plans, terms and answers.
pub const DRIVE_MONTHS: u32 = 6;
/// Temporary videos are gone within so many days.
pub const TEMPORARY_DAYS: u32 = 30;
/// Demo videos are gone within so many hours.
pub const DEMO_HOURS: u32 = 24;

/// A sign-up that nobody has confirmed is forgotten after so many days.
pub const UNCONFIRMED_DAYS: u32 = 30;
/// A set-up that no client was made of is forgotten after so many days.
pub const SETUP_DAYS: u32 = 180;

/// What came before this and has been kept for `days` is over; in UTC milliseconds.
#[must_use]
pub fn over_before(now: i64, days: u32) -> i64 {
    now.saturating_sub(i64::from(days).saturating_mul(24 * 60 * 60 * 1000))
}

/// Up to when a demo submission that came at `now` may stay; in UTC milliseconds.
#[must_use]
pub fn demo_over_before(now: i64) -> i64 {
    now.saturating_sub(i64::from(DEMO_HOURS).saturating_mul(60 * 60 * 1000))
}
