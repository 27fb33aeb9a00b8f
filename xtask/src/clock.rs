//! The time.

use std::time::{SystemTime, UNIX_EPOCH};

/// UTC milliseconds since 1970.
pub fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| i64::try_from(since.as_millis()).unwrap_or(0))
}
