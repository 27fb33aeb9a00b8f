//! Runs the tests and ends with one line `N passed, N failed`.

mod browsers;
mod report;
mod runners;
mod tap;

use std::env;
use std::time::Instant;

use anyhow::Result;
use clap::ValueEnum;
use report::Report;

use crate::run::{command, quiet};
use crate::{build, fingerprint, generate, setup};

/// A part of the tests.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Part {
    /// Rust tests and node tests of pure functions.
    Unit,
    /// The running Worker: node tests on workerd with D1, R2 and Queues.
    Worker,
    /// The product in browsers.
    E2e,
}

/// How much is run.
#[derive(Default)]
pub struct Options {
    /// One part instead of all.
    pub part: Option<Part>,
    /// Only tests whose title contains this.
    pub filter: Option<String>,
    /// Also the long proofs, with more cases each.
    pub thorough: bool,
    /// Also what is unchanged since it last passed.
    pub all: bool,
}

impl Options {
    fn includes(&self, part: Part) -> bool {
        self.part.is_none_or(|only| only == part)
    }

    /// Unchanged parts are skipped on a developer's machine only, and never in part or in CI.
    fn skips_unchanged(&self) -> bool {
        self.filter.is_none() && !self.thorough && !self.all && env::var_os("CI").unwrap_or_default().is_empty()
    }

    /// What the runners pass on to their tests.
    fn command(&self, program: &str) -> std::process::Command {
        let mut command = command(program);
        if self.thorough {
            command.env("SAYSO_THOROUGH", "1");
        }
        command
    }
}

const RUST: [&str; 6] = ["worker", "media-wasm", "statement-wasm", "xtask", "Cargo.lock", "Cargo.toml"];
const APP: [&str; 3] = ["web", "package-lock.json", "tsconfig.json"];
const SUPPORT: [&str; 5] = ["tests/support", "tests/fixtures", "migrations", "wrangler.toml", "docs"];

/// Runs what the options ask for and says whether all passed.
pub fn test(options: &Options) -> Result<bool> {
    let started = Instant::now();
    setup::for_testing()?;
    let mut report = Report::default();
    build::browser_wasm()?;
    if options.part.is_none() {
        checks(&mut report);
    }
    if options.includes(Part::Unit) {
        unless_unchanged(options, &mut report, "unit", &["tests/unit"], runners::unit)?;
    }
    if options.includes(Part::Worker) || options.includes(Part::E2e) {
        build::all()?;
    }
    if options.includes(Part::Worker) {
        unless_unchanged(options, &mut report, "worker", &["tests/worker", "tests/bench"], runners::worker)?;
    }
    if options.includes(Part::E2e) {
        unless_unchanged(options, &mut report, "e2e", &["tests/e2e"], runners::chromium)?;
        unless_unchanged(options, &mut report, "firefox", &["tests/firefox", "tests/bench"], runners::firefox)?;
        unless_unchanged(
            options,
            &mut report,
            "webkit",
            &["tests/webkit", "tests/firefox", "tests/bench"],
            runners::webkit,
        )?;
    }
    Ok(report.finish(started.elapsed()))
}

/// Runs a part, unless it passed before on the same files.
fn unless_unchanged(
    options: &Options,
    report: &mut Report,
    part: &str,
    own: &[&str],
    run: impl FnOnce(&Options, &mut Report) -> Result<()>,
) -> Result<()> {
    let sources: Vec<&str> = [&RUST[..], &APP, &SUPPORT, own].concat();
    let fingerprint = fingerprint::of(&sources)?;
    let name = format!("passed-{part}");
    if options.skips_unchanged() && fingerprint::recorded(&name).is_some_and(|before| before == fingerprint) {
        report.skip(&format!("{part} tests"), "unchanged since they passed; --all runs them too");
        return Ok(());
    }
    let (passed, failed) = (report.passed(), report.failed());
    run(options, report)?;
    // A part that this machine cannot run has passed nothing.
    if options.filter.is_none() && report.failed() == failed && report.passed() > passed {
        fingerprint::record(&name, &fingerprint)?;
    }
    Ok(())
}

fn checks(report: &mut Report) {
    let run = |program: &'static str, arguments: &'static [&'static str]| {
        move || quiet(program, command(program).args(arguments)).map(drop)
    };
    report.check("Rust is formatted", run("cargo", &["fmt", "--all", "--check"]));
    let host = ["clippy", "--quiet", "--workspace", "--exclude", "sayso-worker", "--all-targets", "--", "-Dwarnings"];
    report.check("Clippy finds nothing", move || quiet("clippy", command("cargo").args(host)).map(drop));
    let worker =
        ["clippy", "--quiet", "--package", "sayso-worker", "--target", "wasm32-unknown-unknown", "--", "-Dwarnings"];
    report
        .check("Clippy finds nothing in the Worker", move || quiet("clippy", command("cargo").args(worker)).map(drop));
    report.check("Generated files are fresh", generate::check);
    report.check("TypeScript types hold", run("tsc", &["--noEmit"]));
    report.check("The TypeScript linter finds nothing", run("oxlint", &["--deny-warnings", "web", "tests"]));
    report.check("TypeScript is formatted", run("prettier", &["--check", "--log-level", "warn", "."]));
}
