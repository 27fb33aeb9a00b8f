//! Checks a version: it answers, it is the right one, and a job and a mail make the round trip.

use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use domain::api::health::{Health, HealthDetails};
use domain::email::EmailStatus;

use crate::run::print_step;

/// Time limit of a part of the check. A new domain needs DNS and a certificate first.
const TIME_LIMIT: Duration = Duration::from_secs(180);
const PAUSE: Duration = Duration::from_secs(2);

/// Checks until everything works or the time is over.
pub fn check(origin: &str, version: &str, deploy_key: &str) -> Result<()> {
    print_step(&format!("Checking {origin}/api/health"));
    let bearer = format!("Bearer {deploy_key}");
    let look = || {
        let request = ureq::get(format!("{origin}/api/health")).header("authorization", &bearer);
        details(&request.call()?.body_mut().read_to_string()?)
    };
    with_retries("the health", || {
        let (ok, found) = look()?;
        if found.version != version {
            bail!("version {} answers", found.version);
        }
        let faults = found.checks.iter().filter(|check| !check.ok);
        let faults: Vec<String> = faults.map(|check| format!("{}: {}", check.part.as_str(), check.detail)).collect();
        if ok { Ok(()) } else { bail!("{}", faults.join("; ")) }
    })?;
    println!("    database, bucket, jobs and schedules work, and the version is {version}");
    with_retries("the round trip", || {
        let request = ureq::post(format!("{origin}/api/health")).header("authorization", &bearer);
        Ok(request.send_empty().map(drop)?)
    })?;
    with_retries("the round trip", || match look()?.1.round_trip {
        Some(trip) if trip.mail == EmailStatus::Sent => Ok(()),
        Some(trip) => match (trip.error, trip.job_ran) {
            (Some(error), _) => bail!("the mail has not left: {error}"),
            (None, true) => bail!("the mail has not left"),
            (None, false) => bail!("its job has not run"),
        },
        None => bail!("nobody has asked for it"),
    })?;
    println!("    a job has run, and a mail has left");
    Ok(())
}

fn details(text: &str) -> Result<(bool, HealthDetails)> {
    let health: Health = serde_json::from_str(text)?;
    Ok((health.ok, health.details.context("it is answered as to a stranger: another version is live")?))
}

/// Retries until success; returns the last error after the time limit.
pub fn with_retries(what: &str, mut work: impl FnMut() -> Result<()>) -> Result<()> {
    let deadline = Instant::now() + time_limit();
    loop {
        match work() {
            Ok(()) => return Ok(()),
            Err(error) if Instant::now() >= deadline => return Err(error.context(what.to_owned())),
            Err(_) => thread::sleep(PAUSE.min(time_limit() / 4)),
        }
    }
}

/// Overridden by `SAYSO_CHECK_SECONDS`, for slow accounts and for trials.
fn time_limit() -> Duration {
    let chosen = std::env::var("SAYSO_CHECK_SECONDS").ok().and_then(|seconds| seconds.parse().ok());
    chosen.map_or(TIME_LIMIT, Duration::from_secs)
}
