//! When to abort finishing (REC31). Milliseconds.

/// Aborts after this long without progress.
pub const NO_PROGRESS_MS: f64 = 10_000.0;
/// Aborts if the forecast total exceeds this.
pub const FORECAST_MAX_MS: f64 = 60_000.0;
/// No forecast before this: the first frames wait for the codecs to start.
pub const FORECAST_AFTER_MS: f64 = 5_000.0;

/// Whether finishing has stalled. `progress` from 0 to 1; a progress of 0 gives no forecast.
#[must_use]
pub fn is_stalled(elapsed_ms: f64, progress: f64, since_progress_ms: f64) -> bool {
    let late = elapsed_ms >= FORECAST_AFTER_MS && progress > 0.0 && elapsed_ms > FORECAST_MAX_MS * progress;
    since_progress_ms >= NO_PROGRESS_MS || late
}
