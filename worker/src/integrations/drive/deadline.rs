//! Deadlines for work with a drive, whatever the drive does.

use domain::limits::JOB_ATTEMPT_MS;
use futures_util::future::{Either, select};
use worker::Delay;

use super::Fault;
use crate::app::clock;

/// Total time of a delivery: it ends by itself before the platform would abort it.
const DELIVERY_MS: i64 = JOB_ATTEMPT_MS - 60_000;
/// Total time of other work, for which a customer or an owner waits.
const CALLS_MS: i64 = 40_000;

const TOO_SLOW: &str = "The drive was too slow. The next attempt looks whether the file has arrived.";

/// A deadline in UTC milliseconds.
#[derive(Clone, Copy)]
pub struct Deadline(i64);

impl Deadline {
    /// Deadline of a delivery that begins now.
    pub fn of_delivery() -> Self {
        Self(clock().saturating_add(DELIVERY_MS))
    }

    /// Deadline of other work that begins now.
    pub fn of_calls() -> Self {
        Self(clock().saturating_add(CALLS_MS))
    }

    /// Milliseconds left.
    pub fn remaining(self) -> Result<i64, Fault> {
        let left = self.0.saturating_sub(clock());
        if left > 0 { Ok(left) } else { Err(Fault::Transient(TOO_SLOW.into())) }
    }

    /// Awaits the work, or fails at the deadline.
    pub async fn run<T>(self, work: impl Future<Output = T>) -> Result<T, Fault> {
        let limit = std::time::Duration::from_millis(self.remaining()?.unsigned_abs());
        match select(Box::pin(work), Box::pin(Delay::from(limit))).await {
            Either::Left((done, _)) => Ok(done),
            Either::Right(_) => Err(Fault::Transient(TOO_SLOW.into())),
        }
    }
}
