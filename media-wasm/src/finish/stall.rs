//! When finishing is given up (REC31). Milliseconds.

/// Without progress for this long.
pub const NO_PROGRESS_MS: f64 = 10_000.0;
/// Or when the whole would take longer than this,
pub const FORECAST_MAX_MS: f64 = 60_000.0;
/// which is not judged before this: the first frames wait for codecs to start.
pub const FORECAST_AFTER_MS: f64 = 5_000.0;

/// Whether finishing counts as stalled. `progress` from 0 to 1; nothing is forecast from 0.
#[must_use]
pub fn is_stalled(elapsed_ms: f64, progress: f64, since_progress_ms: f64) -> bool {
    let late = elapsed_ms >= FORECAST_AFTER_MS && progress > 0.0 && elapsed_ms > FORECAST_MAX_MS * progress;
    since_progress_ms >= NO_PROGRESS_MS || late
}
