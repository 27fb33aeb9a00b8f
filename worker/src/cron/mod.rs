//! One file for each schedule of `wrangler.toml`.

pub mod sweep;

/// Every schedule with its pace in words.
pub const SCHEDULES: [(&str, &str); 1] = [(sweep::NAME, sweep::PACE)];
