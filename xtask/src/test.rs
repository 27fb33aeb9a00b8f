//! Runs the tests and ends with one line `N passed, N failed`.

mod browsers;
mod case;
pub mod changed;
pub mod ids;
mod report;
mod runners;

use std::env;
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::Instant;

use anyhow::{Result, anyhow};
use clap::ValueEnum;
use report::Report;

use crate::run::{command, quiet};
use crate::{build, fingerprint, generate, setup, shared_build};

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

/// A kind of tests, and the program that runs them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Runner {
    Rust,
    /// Node tests of pure functions.
    Logic,
    /// Node tests of the running Worker.
    Worker,
    /// Node tests of the app's screens, in a light DOM in front of the running Worker.
    Screens,
    Chromium,
    Firefox,
    WebKit,
}

/// Options of a test run.
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
    pub reached: Option<changed::Selection>,
}

impl Options {
    fn includes(&self, part: Part) -> bool {
        self.part.is_none_or(|only| only == part)
    }

    /// Unchanged parts are skipped on a developer's machine only, never in a partial run or in CI.
    fn skips_unchanged(&self) -> bool {
        self.filter.is_none()
            && !self.thorough
            && !self.all
            && self.reached.is_none()
            && env::var_os("CI").unwrap_or_default().is_empty()
    }

    /// Returns a command that passes the options on to the tests.
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

/// Runs the selected tests; returns whether all passed.
pub fn test(options: &Options) -> Result<bool> {
    let started = Instant::now();
    shared_build::prune()?;
    setup::tools()?;
    let mut report = Report::default();
    // Two chains in parallel, since no runner uses both cores all the time: cargo's, which needs no
    // npm packages for minutes, and one that builds first and then runs the longest runners.
    let (reached, stages) = mpsc::channel();
    report.side_by_side(
        move |report| start_with_packages(options, report, &reached),
        move |report| start_with_rust(options, report, &stages),
    )?;
    report.rerun_failures(|runner, failed| runner.run_again(options, failed))?;
    Ok(report.finish(started.elapsed(), options.filter.is_some()))
}

/// Progress of the first chain.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    SetUp,
    Built,
}

fn start_with_packages(options: &Options, report: &mut Report, reached: &Sender<Stage>) -> Result<()> {
    setup::for_testing()?;
    // Fails only if the other chain has ended.
    let _ = reached.send(Stage::SetUp);
    if options.part == Some(Part::Unit) { build::browser_wasm() } else { build::all() }?;
    let _ = reached.send(Stage::Built);
    if options.part.is_none() {
        report.check("TypeScript types hold", run("tsc", &["--noEmit"]));
        report.check("The TypeScript linter finds nothing", run("oxlint", &["--deny-warnings", "web", "tests"]));
        report.check("TypeScript is formatted", run("prettier", &["--check", "--log-level", "warn", "."]));
    }
    unless_unchanged(options, report, &[Runner::Logic, Runner::Worker, Runner::Chromium])
}

fn start_with_rust(options: &Options, report: &mut Report, stages: &Receiver<Stage>) -> Result<()> {
    let is_whole = options.part.is_none();
    if is_whole {
        report.check("Rust is formatted", run("cargo", &["fmt", "--all", "--check"]));
        report.check("Generated files are fresh", generate::check);
    }
    wait_for(Stage::SetUp, stages)?;
    unless_unchanged(options, report, &[Runner::Rust])?;
    if is_whole {
        report.check("Clippy finds nothing", clippy);
    }
    wait_for(Stage::Built, stages)?;
    unless_unchanged(options, report, &[Runner::Screens, Runner::Firefox, Runner::WebKit])
}

fn wait_for(wanted: Stage, stages: &Receiver<Stage>) -> Result<()> {
    let stage = stages.recv().ok().filter(|stage| *stage == wanted);
    stage.map(drop).ok_or_else(|| anyhow!("What these tests need could not be made."))
}

/// Runs the tests of these runners, each unless it passed before with the same files.
fn unless_unchanged(options: &Options, report: &mut Report, runners: &[Runner]) -> Result<()> {
    for &runner in runners.iter().filter(|runner| options.includes(runner.part())) {
        let fingerprint = fingerprint::of(&[&RUST[..], &APP, &SUPPORT, runner.sources()].concat())?;
        let record = format!("passed-{}", runner.name().to_lowercase().replace(' ', "-"));
        if options.skips_unchanged() && fingerprint::recorded(&record).is_some_and(|before| before == fingerprint) {
            report.skip(runner.name(), "unchanged since they passed; --all runs them too");
            continue;
        }
        let Some(run) = runner.run(options, report)? else { continue };
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
    }
    Ok(())
}

fn run(program: &'static str, arguments: &'static [&'static str]) -> impl FnOnce() -> Result<()> {
    move || quiet(program, command(program).args(arguments)).map(drop)
}

/// Checks the Worker for the host target too, whose crates are already built for the tests.
fn clippy() -> Result<()> {
    let arguments = ["clippy", "--quiet", "--workspace", "--all-targets", generate::FEATURES, "--", "-Dwarnings"];
    quiet("clippy", command("cargo").args(arguments)).map(drop)
}
