//! Proves everything, and ends with one line `N passed, N failed`.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use anyhow::Result;
use clap::ValueEnum;

use crate::run::{command, echoed, quiet, say};
use crate::{build, generate, place, setup};

const FIREFOX: &str = "Firefox tests";

/// A part of the tests.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Part {
    /// Rust tests.
    Unit,
    /// The running Worker: node tests on workerd with D1, R2 and Queues.
    Worker,
    /// The product in browsers.
    E2e,
}

#[derive(Default)]
struct Tally {
    passed: usize,
    failed: usize,
    red: Vec<String>,
    skipped: Vec<String>,
}

impl Tally {
    fn add(&mut self, what: &str, passed: usize, failed: usize) {
        self.passed += passed;
        self.failed += failed;
        if failed > 0 {
            self.red.push(format!("{what}: {failed} failed"));
        }
    }

    /// What was not tried, and why.
    fn skip(&mut self, what: &str, why: &str) {
        say(&format!("{what}: skipped, {why}"));
        self.skipped.push(format!("{what}: skipped, {why}"));
    }

    /// One check that either holds or does not.
    fn check(&mut self, what: &str, work: impl FnOnce() -> Result<()>) {
        say(what);
        match work() {
            Ok(()) => self.add(what, 1, 0),
            Err(error) => {
                println!("{error:#}");
                self.add(what, 0, 1);
            }
        }
    }
}

/// Runs all tests, or one part of them, and says whether all passed. Its last line is the count.
pub fn test(part: Option<Part>, filter: Option<&str>) -> Result<bool> {
    let started = Instant::now();
    setup::for_testing()?;
    let wanted = |p: Part| part.is_none_or(|only| only == p);
    let second_browser = if wanted(Part::E2e) { setup::firefox()? } else { None };
    let mut tally = Tally::default();
    build::media_core()?;
    if part.is_none() {
        checks(&mut tally);
    }
    if wanted(Part::Unit) {
        unit(&mut tally, filter)?;
    }
    if wanted(Part::Worker) || wanted(Part::E2e) {
        build::all()?;
    }
    if wanted(Part::Worker) {
        worker(&mut tally, filter)?;
    }
    if wanted(Part::E2e) {
        browser(&mut tally, filter)?;
        match second_browser {
            Some(program) => firefox(&mut tally, &program, filter)?,
            None => tally.skip(FIREFOX, "Firefox is missing and could not be installed (Debian: firefox-esr)"),
        }
    }
    if tally.passed + tally.failed == 0 && tally.skipped.is_empty() {
        tally.add("No test has that in its title", 0, 1);
    }
    println!("\n{} in {} s", if tally.failed == 0 { "All green" } else { "RED" }, started.elapsed().as_secs());
    for line in tally.red.iter().chain(&tally.skipped) {
        println!("  {line}");
    }
    println!("{} passed, {} failed", tally.passed, tally.failed);
    Ok(tally.failed == 0)
}

fn checks(tally: &mut Tally) {
    let run = |program: &'static str, words: &'static [&'static str]| {
        move || quiet(program, command(program).args(words)).map(drop)
    };
    tally.check("Rust is formatted", run("cargo", &["fmt", "--all", "--check"]));
    let host = ["clippy", "--quiet", "--workspace", "--exclude", "sayso-worker", "--all-targets", "--", "-Dwarnings"];
    tally.check("Clippy finds nothing", move || quiet("clippy", command("cargo").args(host)).map(drop));
    let worker =
        ["clippy", "--quiet", "--package", "sayso-worker", "--target", "wasm32-unknown-unknown", "--", "-Dwarnings"];
    tally.check("Clippy finds nothing in the Worker", move || quiet("clippy", command("cargo").args(worker)).map(drop));
    tally.check("Generated types and tables are fresh", generate::check);
    tally.check("TypeScript types hold", run("tsc", &["--noEmit"]));
    tally.check("The TypeScript linter finds nothing", run("oxlint", &["--deny-warnings", "web", "tests"]));
    tally.check("TypeScript is formatted", run("prettier", &["--check", "--log-level", "warn", "."]));
}

fn unit(tally: &mut Tally, filter: Option<&str>) -> Result<()> {
    say("Rust tests");
    let mut cargo = command("cargo");
    cargo.args(["test", "--workspace", "--exclude", "sayso-worker", "--exclude", "xtask", "--no-fail-fast"]);
    cargo.args(filter);
    let (text, success) = echoed(&mut cargo)?;
    let mut failed = 0;
    for line in text.lines().filter(|line| line.starts_with("test result:")) {
        tally.add("Rust tests", count(line, "passed"), 0);
        failed += count(line, "failed");
    }
    tally.add("Rust tests", 0, failed.max(usize::from(!success)));
    let mut node = command("node");
    node.args(["--test", "--test-timeout=30000"]);
    node_tests(tally, "Tests of the web app's logic", &mut node, test_files("tests/unit"), filter)
}

/// The number that stands before a word: `3` of `3 passed;`.
fn count(line: &str, word: &str) -> usize {
    let words: Vec<&str> = line.split_whitespace().collect();
    let found = words.windows(2).find(|pair| pair[1].trim_end_matches([';', ',']) == word);
    found.and_then(|pair| pair[0].parse().ok()).unwrap_or(0)
}

fn worker(tally: &mut Tally, filter: Option<&str>) -> Result<()> {
    let mut files = test_files("tests/worker");
    files.extend(test_files("media-wasm/tests-js"));
    let mut node = command("node");
    node.args(["--test", "--test-concurrency=2", "--test-timeout=240000"]);
    node_tests(tally, "Worker tests", &mut node, files, filter)
}

fn firefox(tally: &mut Tally, program: &Path, filter: Option<&str>) -> Result<()> {
    let mut node = command("node");
    // One at a time: each runs a Worker and a browser that encodes video.
    node.args(["--test", "--test-concurrency=1", "--test-timeout=240000"]);
    node.env("SAYSO_FIREFOX", program).env("SAYSO_CHROMIUM", setup::browser()?);
    node_tests(tally, FIREFOX, &mut node, test_files("tests/firefox"), filter)
}

fn node_tests(
    tally: &mut Tally,
    what: &str,
    node: &mut Command,
    mut files: Vec<PathBuf>,
    filter: Option<&str>,
) -> Result<()> {
    say(what);
    let report = place::at(&format!(".sayso/{}.tap", what.to_lowercase().replace(' ', "-")));
    // A file without such a test would start its Worker all the same.
    if let Some(filter) = filter {
        files.retain(|file| std::fs::read_to_string(file).is_ok_and(|text| text.contains(filter)));
    }
    if files.is_empty() {
        return Ok(());
    }
    node.args(["--test-reporter=spec", "--test-reporter-destination=stdout", "--test-reporter=tap"]);
    node.arg(format!("--test-reporter-destination={}", report.display()));
    if let Some(filter) = filter {
        node.args(["--test-name-pattern", filter]);
    }
    let (_, success) = echoed(node.args(&files))?;
    let text = std::fs::read_to_string(report)?;
    let number = |name: &str| {
        let line = text.lines().rev().find_map(|line| line.strip_prefix(name));
        line.and_then(|rest| rest.trim().parse::<usize>().ok()).unwrap_or(0)
    };
    // A file of whose tests the filter leaves none counts as a passed test of its own.
    let is_file = |line: &&str| line.starts_with("ok ") && files.iter().any(|file| ends_with_name(line, file));
    let passed = number("# pass ").saturating_sub(text.lines().filter(is_file).count());
    let failed = number("# fail ") + number("# cancelled ");
    tally.add(what, passed, failed.max(usize::from(!success)));
    let skipped = number("# skipped ");
    if skipped > 0 {
        tally.skip(what, &format!("{skipped} of them"));
    }
    Ok(())
}

fn ends_with_name(line: &str, file: &Path) -> bool {
    file.file_name().is_some_and(|name| line.ends_with(&*name.to_string_lossy()))
}

fn test_files(folder: &str) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = walkdir::WalkDir::new(place::at(folder))
        .into_iter()
        .filter_map(Result::ok)
        .map(walkdir::DirEntry::into_path)
        .filter(|path| path.to_string_lossy().contains(".test."))
        .collect();
    files.sort();
    files
}

fn browser(tally: &mut Tally, filter: Option<&str>) -> Result<()> {
    say("Browser tests");
    let report = place::at(".sayso/browser-tests.json");
    let mut playwright = command("playwright");
    playwright.args(["test", "--config", "tests/e2e/playwright.config.ts", "--reporter=list,json"]);
    if let Some(filter) = filter {
        playwright.args(["--pass-with-no-tests", "--grep", filter]);
    }
    playwright.env("PLAYWRIGHT_JSON_OUTPUT_NAME", &report).env("SAYSO_CHROMIUM", setup::browser()?);
    let (_, success) = echoed(&mut playwright)?;
    let text = std::fs::read_to_string(report).unwrap_or_default();
    let stats = serde_json::from_str::<serde_json::Value>(&text).unwrap_or_default();
    let number = |name: &str| stats["stats"][name].as_u64().and_then(|n| usize::try_from(n).ok()).unwrap_or(0);
    // A test that passes only at its second try is red.
    let failed = number("unexpected") + number("flaky");
    tally.add("Browser tests", number("expected"), failed.max(usize::from(!success)));
    Ok(())
}
