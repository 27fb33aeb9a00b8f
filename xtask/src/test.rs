//! Runs the tests and ends with one line `N passed, N failed`.

mod browsers;
mod case;
pub mod changed;
pub mod ids;
mod report;
mod runners;

use std::env;
use std::thread;
use std::time::Instant;

use anyhow::{Result, anyhow};
use clap::ValueEnum;
use report::Report;
use runners::Runner;

use crate::run::{command, quiet};
use crate::{build, fingerprint, generate, setup};

/// A part of the tests.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Part {
    /// Rust tests and node tests of pure functions.
    Unit,
    /// The running Worker, on workerd with D1, R2 and Queues, and the app's screens in front of it: node tests.
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
    /// Only what a change can reach.
    pub reached: Option<changed::Reached>,
}

impl Options {
    fn includes(&self, part: Part) -> bool {
        self.part.is_none_or(|only| only == part)
    }

    /// Unchanged parts are skipped on a developer's machine only, and never in part or in CI.
    fn skips_unchanged(&self) -> bool {
        self.filter.is_none()
            && !self.thorough
            && !self.all
            && self.reached.is_none()
            && env::var_os("CI").unwrap_or_default().is_empty()
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

/// The runners that need the built product, and what their tests are made of besides it and the support code.
const RUNNERS: [(Runner, Part, &[&str]); 6] = [
    (Runner::Logic, Part::Unit, &["tests/unit"]),
    (Runner::Worker, Part::Worker, &["tests/worker", "tests/bench"]),
    (Runner::Screens, Part::Worker, &["tests/screens"]),
    (Runner::Chromium, Part::E2e, &["tests/e2e"]),
    (Runner::Firefox, Part::E2e, &["tests/firefox", "tests/bench"]),
    (Runner::WebKit, Part::E2e, &["tests/webkit", "tests/firefox", "tests/bench"]),
];

/// Runs what the options ask for and says whether all passed.
pub fn test(options: &Options) -> Result<bool> {
    let started = Instant::now();
    setup::for_testing()?;
    let mut report = Report::default();
    let is_whole = options.part.is_none();
    let build = if options.part == Some(Part::Unit) { build::browser_wasm } else { build::all };
    // The product is compiled for a minute on one core: meanwhile the other one checks Rust.
    thread::scope(|scope| -> Result<()> {
        let build = scope.spawn(build);
        if is_whole {
            rust_checks(&mut report);
        }
        if options.includes(Part::Unit) {
            unless_unchanged(options, &mut report, Runner::Rust, &[])?;
        }
        build.join().map_err(|_| anyhow!("Building failed"))?
    })?;
    if is_whole {
        script_checks(&mut report);
    }
    for (runner, _, own) in RUNNERS.into_iter().filter(|(_, part, _)| options.includes(*part)) {
        unless_unchanged(options, &mut report, runner, own)?;
    }
    report.rerun_failures(|runner, failed| runner.run_again(options, failed))?;
    Ok(report.finish(started.elapsed()))
}

/// Runs the tests of a runner, unless they passed before on the same files.
fn unless_unchanged(options: &Options, report: &mut Report, runner: Runner, own: &[&str]) -> Result<()> {
    let sources: Vec<&str> = [&RUST[..], &APP, &SUPPORT, own].concat();
    let fingerprint = fingerprint::of(&sources)?;
    let record = format!("passed-{}", runner.name().to_lowercase().replace(' ', "-"));
    if options.skips_unchanged() && fingerprint::recorded(&record).is_some_and(|before| before == fingerprint) {
        report.skip(runner.name(), "unchanged since they passed; --all runs them too");
        return Ok(());
    }
    let Some(run) = runner.run(options, report)? else { return Ok(()) };
    let is_whole = options.filter.is_none() && options.reached.is_none();
    if is_whole && run.failed().is_empty() {
        fingerprint::record(&record, &fingerprint)?;
        if let (false, Some(engine)) = (options.thorough, runner.engine()) {
            let titles = run.cases.iter().filter(|case| case.passed()).flat_map(|case| &case.titles);
            let titles: Vec<&str> = titles.map(String::as_str).collect();
            report.check("docs/browsers.md names what ran", || browsers::document(engine, titles));
        }
    }
    report.add(run);
    Ok(())
}

fn run(program: &'static str, arguments: &'static [&'static str]) -> impl FnOnce() -> Result<()> {
    move || quiet(program, command(program).args(arguments)).map(drop)
}

fn rust_checks(report: &mut Report) {
    report.check("Rust is formatted", run("cargo", &["fmt", "--all", "--check"]));
    let host = ["clippy", "--quiet", "--workspace", "--exclude", "sayso-worker", "--all-targets", "--", "-Dwarnings"];
    report.check("Clippy finds nothing", move || quiet("clippy", command("cargo").args(host)).map(drop));
    let worker =
        ["clippy", "--quiet", "--package", "sayso-worker", "--target", "wasm32-unknown-unknown", "--", "-Dwarnings"];
    report
        .check("Clippy finds nothing in the Worker", move || quiet("clippy", command("cargo").args(worker)).map(drop));
    report.check("Generated files are fresh", generate::check);
}

fn script_checks(report: &mut Report) {
    report.check("TypeScript types hold", run("tsc", &["--noEmit"]));
    report.check("The TypeScript linter finds nothing", run("oxlint", &["--deny-warnings", "web", "tests"]));
    report.check("TypeScript is formatted", run("prettier", &["--check", "--log-level", "warn", "."]));
}
