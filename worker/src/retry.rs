//! Retries transient platform errors, with a timeout for everything.

use std::pin::pin;
use std::time::Duration;

use domain::transient_fault::{Timeout, pause_ms};
use futures_util::future::{Either, select};
use worker::Delay;

use crate::error::{Error, Result};

/// Runs idempotent work and retries transient errors until the timeout.
pub async fn retry<T>(timeout: Timeout, work: impl AsyncFn() -> Result<T>) -> Result<T> {
    once(timeout, async {
        let mut tried = 1;
        loop {
            let done = work().await;
            let Err(error) = &done else { return done };
            let Some(pause) = pause_ms(tried, js_sys::Math::random()).filter(|_| error.is_transient()) else {
                return done;
            };
            Delay::from(Duration::from_secs_f64(pause / 1000.0)).await;
            tried = tried.saturating_add(1);
        }
    })
    .await
}

/// Runs work once. After a timeout it is unknown whether it was done.
pub async fn once<T>(timeout: Timeout, work: impl Future<Output = Result<T>>) -> Result<T> {
    let over = Delay::from(Duration::from_millis(timeout.ms().into()));
    match select(pin!(work), pin!(over)).await {
        Either::Left((done, _)) => done,
        Either::Right(_) => Err(Error::Unavailable(format!("no answer within {} ms", timeout.ms()))),
    }
}
