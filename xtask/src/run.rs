//! Runs other programs, with one clear line for each step.

use std::env;
use std::ffi::OsString;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, bail};

use crate::paths;

/// Prints the current step.
pub fn print_step(step: &str) {
    println!("\x1b[1m==>\x1b[0m {step}");
}

/// Returns a command in the repository with the npm packages' programs (including Node 24) first on
/// the `PATH`.
pub fn command(program: &str) -> Command {
    let mut command = Command::new(program);
    command.current_dir(paths::root()).env("PATH", path());
    // Disables telemetry, prompts and self-updates of the tools.
    command.env("WRANGLER_SEND_METRICS", "false").env("CLOUDFLARE_CF_FETCH_ENABLED", "false");
    command.env("WRANGLER_LOG_PATH", paths::at(".sayso/wrangler-logs"));
    command.env("NO_UPDATE_NOTIFIER", "1").env("CI", "true");
    command
}

fn path() -> OsString {
    let mut folders = vec![paths::at("node_modules/.bin")];
    folders.extend(env::split_paths(&env::var_os("PATH").unwrap_or_default()));
    env::join_paths(folders).unwrap_or_default()
}

/// Runs a step and prints its duration.
pub fn step(what: &str, command: &mut Command) -> Result<()> {
    print_step(what);
    let started = Instant::now();
    let status = command.status().with_context(|| format!("{what}: cannot run {}", command.get_program().display()))?;
    if !status.success() {
        bail!("{what}: failed ({status})");
    }
    println!("    {what}: done in {:.1} s", started.elapsed().as_secs_f32());
    Ok(())
}

/// Runs a program silently; prints its output only on failure.
pub fn quiet(what: &str, command: &mut Command) -> Result<String> {
    let output = command.output().with_context(|| format!("{what}: cannot run {}", command.get_program().display()))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    if !output.status.success() {
        bail!("{what}: failed\n{text}{}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(text)
}

/// Runs a program, echoing its output line by line; returns the output and whether it succeeded.
pub fn echoed(command: &mut Command) -> Result<(String, bool)> {
    let mut child = command.stdout(Stdio::piped()).spawn().context("cannot start a test runner")?;
    let mut text = String::new();
    if let Some(stdout) = child.stdout.take() {
        for line in BufReader::new(stdout).lines() {
            let line = line?;
            println!("{line}");
            text.push_str(&line);
            text.push('\n');
        }
    }
    Ok((text, child.wait()?.success()))
}
