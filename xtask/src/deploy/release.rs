//! Versions of the Worker: the live one, the next one, and rollbacks.

use std::fs::{self, OpenOptions};
use std::io::Write;

use anyhow::{Context, Result};
use domain::date::iso_time;
use serde_json::Value;

use super::secrets;
use crate::environment::Environment;
use crate::run::{command, print_step, quiet};
use crate::{clock, paths};

/// Returns the platform's id of the live version; `None` before the first deployment.
pub fn current(environment: Environment) -> Result<Option<String>> {
    let mut status = command("wrangler");
    status.args(["deployments", "status", "--json", "--config"]).arg(environment.config());
    let text = match quiet("deployments", &mut status) {
        Ok(text) => text,
        // The platform's error code for a Worker that does not exist.
        Err(error) if error.to_string().contains("10007") => return Ok(None),
        Err(error) => return Err(error),
    };
    let status: Value = serde_json::from_str(&text).context("wrangler has not answered with JSON")?;
    Ok(status["versions"][0]["version_id"].as_str().map(str::to_owned))
}

/// Names the next version: the commit, and whether the work tree differs from it.
pub fn name() -> Result<String> {
    let commit = quiet("git", command("git").args(["rev-parse", "--short", "HEAD"]))?;
    let is_changed = !quiet("git", command("git").args(["status", "--porcelain", "--untracked-files=no"]))?.is_empty();
    Ok(format!("{}{}", commit.trim(), if is_changed { "-changed" } else { "" }))
}

/// Records the database's bookmark, so that a person can restore the state before this deployment.
pub fn record_bookmark(environment: Environment, version: &str) -> Result<String> {
    let mut info = command("wrangler");
    info.args(["d1", "time-travel", "info", "DB", "--json", "--config"]).arg(environment.config());
    let answer: Value = serde_json::from_str(&quiet("bookmark", &mut info)?)?;
    let bookmark = answer["bookmark"].as_str().context("the database has no bookmark")?.to_owned();
    let log = paths::state_file("deployments.log");
    fs::create_dir_all(log.parent().unwrap_or(&log))?;
    let mut log = OpenOptions::new().create(true).append(true).open(log)?;
    writeln!(log, "{} before {version}: bookmark {bookmark}", iso_time(clock::now()))?;
    println!("    the database's bookmark is {bookmark}");
    Ok(bookmark)
}

/// Deploys a version; returns the key that identifies this deployment to it.
pub fn deploy(environment: Environment, version: &str, is_deployed: bool) -> Result<String> {
    let (deploy_key, file) = secrets::generate(environment, is_deployed)?;
    let mut deploy = command("wrangler");
    deploy.args(["deploy", "--var", &format!("VERSION:{version}"), "--tag", version, "--config"]);
    deploy.arg(environment.config()).arg("--secrets-file").arg(&file.0);
    print_step(&format!("Deploying {version}"));
    quiet("wrangler deploy", &mut deploy)?;
    Ok(deploy_key)
}

/// Makes an earlier version live again.
pub fn roll_back(environment: Environment, version_id: &str) -> Result<()> {
    print_step("Going back to the version before");
    let mut back = command("wrangler");
    back.args(["rollback", version_id, "--yes", "--message", "the next one did not work", "--config"]);
    quiet("rollback", back.arg(environment.config())).map(drop)
}
