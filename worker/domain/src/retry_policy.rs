//! Retry policy of jobs.

use crate::retention::DAY_MS;

const DELAYS_MINUTES: [i64; 6] = [1, 5, 15, 60, 240, 720];

/// Total attempts: the first immediately, then one after each delay.
#[allow(clippy::cast_possible_truncation)] // a handful
pub const MAX_ATTEMPTS: u32 = DELAYS_MINUTES.len() as u32 + 1;

/// Upper bound of a wait requested by the other side.
const MAX_WAIT_MS: i64 = DAY_MS;

/// Outcome of one attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum JobOutcome {
    /// Finished; nothing more to do.
    Done,
    /// Transient error; the text is for admins.
    Retry(String),
    /// Transient error with the wait requested by the other side, in seconds.
    RetryAfter(String, u32),
    /// Not due for this many milliseconds; not an error and not counted as an attempt.
    Postponed(String, i64),
    /// Permanent error; the text is for admins.
    GiveUp(String),
}

impl JobOutcome {
    /// Returns why it is not done.
    #[must_use]
    pub fn reason(&self) -> Option<&str> {
        match self {
            Self::Done => None,
            Self::Retry(reason) | Self::RetryAfter(reason, _) | Self::Postponed(reason, _) | Self::GiveUp(reason) => {
                Some(reason)
            }
        }
    }
}

/// Consequence of an attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NextStep {
    /// The job is over.
    Done,
    /// Retry after this many milliseconds.
    Retry(i64),
    /// The job has failed permanently.
    Failed,
}

/// Decides what to do after an attempt. `attempt` counts from 1; `jitter` in 0..=1 shifts the delay by up to
/// ±20 %, so that jobs that failed together are not retried together.
#[must_use]
pub fn next_step(outcome: &JobOutcome, attempt: u32, max_attempts: u32, jitter: f64) -> NextStep {
    match outcome {
        JobOutcome::Done => NextStep::Done,
        JobOutcome::GiveUp(_) => NextStep::Failed,
        JobOutcome::Postponed(_, ms) => NextStep::Retry(*ms),
        JobOutcome::Retry(_) | JobOutcome::RetryAfter(..) if attempt >= max_attempts => NextStep::Failed,
        JobOutcome::Retry(_) => NextStep::Retry(delay_ms(attempt, jitter)),
        // Never sooner than requested, and at most a day.
        JobOutcome::RetryAfter(_, seconds) => {
            let requested = i64::from(*seconds).saturating_mul(1000).min(MAX_WAIT_MS);
            NextStep::Retry(requested.max(delay_ms(attempt, jitter)))
        }
    }
}

#[allow(clippy::cast_possible_truncation)] // per mille of a number in 0..=1
fn delay_ms(attempt: u32, jitter: f64) -> i64 {
    let step = usize::try_from(attempt.saturating_sub(1)).unwrap_or(usize::MAX);
    let minutes = DELAYS_MINUTES.get(step).or(DELAYS_MINUTES.last()).copied().unwrap_or(1);
    let per_mille = ((jitter.clamp(0.0, 1.0) * 400.0) as i64).saturating_add(800);
    minutes.saturating_mul(60).saturating_mul(per_mille)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn retry() -> JobOutcome {
        JobOutcome::Retry("drive answered 503".into())
    }

    #[test]
    fn job12_the_six_delays_are_1_5_15_60_240_and_720_minutes_within_a_fifth() {
        for (attempt, minutes) in (1u32..).zip([1i64, 5, 15, 60, 240, 720]) {
            let exact = minutes * 60_000;
            assert_eq!(next_step(&retry(), attempt, MAX_ATTEMPTS, 0.0), NextStep::Retry(exact / 5 * 4));
            assert_eq!(next_step(&retry(), attempt, MAX_ATTEMPTS, 0.5), NextStep::Retry(exact));
            assert_eq!(next_step(&retry(), attempt, MAX_ATTEMPTS, 1.0), NextStep::Retry(exact / 5 * 6));
        }
    }

    #[test]
    fn inv16_the_seventh_failure_is_final() {
        assert_eq!(next_step(&retry(), 7, MAX_ATTEMPTS, 0.5), NextStep::Failed);
        assert_eq!(next_step(&retry(), 200, MAX_ATTEMPTS, 0.5), NextStep::Failed);
    }

    #[test]
    fn job12_retry_after_is_honoured_up_to_a_day() {
        let requested = |seconds| next_step(&JobOutcome::RetryAfter("429".into(), seconds), 1, 7, 0.5);
        assert_eq!(requested(600), NextStep::Retry(600_000));
        assert_eq!(requested(1), NextStep::Retry(60_000), "never sooner than by ourselves");
        assert_eq!(requested(u32::MAX), NextStep::Retry(MAX_WAIT_MS));
        assert_eq!(next_step(&JobOutcome::RetryAfter(String::new(), 1), 7, 7, 0.5), NextStep::Failed);
    }

    #[test]
    fn job12_a_postponed_job_waits_without_counting_attempts() {
        let wait = JobOutcome::Postponed("tomorrow".into(), 5 * DAY_MS);
        assert_eq!(next_step(&wait, 7, 7, 0.5), NextStep::Retry(5 * DAY_MS));
    }

    #[test]
    fn job12_a_permanent_fault_skips_the_delays() {
        assert_eq!(next_step(&JobOutcome::GiveUp("folder is gone".into()), 1, 7, 0.5), NextStep::Failed);
        assert_eq!(next_step(&JobOutcome::Done, 1, 7, 0.5), NextStep::Done);
    }
}
