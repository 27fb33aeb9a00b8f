//! What a test run adds up to.

use std::fs;
use std::time::Duration;

use anyhow::Result;

use crate::paths;
use crate::run::say;

/// How many of the slowest tests are listed.
const SLOWEST: usize = 20;

/// Where all tests are listed, the slowest first.
const DURATIONS: &str = ".sayso/test-durations.txt";

/// How many lines of a failure are repeated at the end.
const LINES: usize = 20;

/// A test that failed, and what its runner said about it.
#[derive(Default, Debug, PartialEq)]
pub struct Failure {
    pub title: String,
    pub detail: Vec<String>,
}

/// Counts, failures and durations of a run.
#[derive(Default)]
pub struct Report {
    passed: usize,
    failed: usize,
    red: Vec<String>,
    failures: Vec<Failure>,
    skipped: Vec<String>,
    durations: Vec<(Duration, String)>,
}

impl Report {
    /// Adds the counts of one runner. What failed is kept for the end: of a long output, often only that is kept.
    pub fn add(&mut self, runner: &str, passed: usize, failed: usize, failures: Vec<Failure>) {
        self.passed += passed;
        self.failed += failed;
        if failed == 0 {
            return;
        }
        self.red.push(format!("{runner}: {failed} failed"));
        if failures.is_empty() {
            self.failures.push(Failure { title: runner.to_owned(), detail: vec!["see its output above".to_owned()] });
        }
        self.failures.extend(failures);
    }

    /// Adds how long single tests took.
    pub fn add_durations(&mut self, durations: impl IntoIterator<Item = (Duration, String)>) {
        self.durations.extend(durations);
    }

    /// Notes what was not run, and why.
    pub fn skip(&mut self, runner: &str, reason: &str) {
        say(&format!("{runner}: skipped, {reason}"));
        self.skipped.push(format!("{runner}: skipped, {reason}"));
    }

    /// Runs one check that either holds or does not.
    pub fn check(&mut self, title: &str, work: impl FnOnce() -> Result<()>) {
        say(title);
        match work() {
            Ok(()) => self.add(title, 1, 0, Vec::new()),
            Err(error) => {
                let text = format!("{error:#}");
                println!("{text}");
                let detail = text.lines().map(str::to_owned).collect();
                self.add(title, 0, 1, vec![Failure { title: title.to_owned(), detail }]);
            }
        }
    }

    /// How many failed so far.
    pub fn failed(&self) -> usize {
        self.failed
    }

    /// How many passed so far.
    pub fn passed(&self) -> usize {
        self.passed
    }

    /// Prints the summary and says whether all passed.
    pub fn finish(mut self, elapsed: Duration) -> bool {
        if self.passed + self.failed == 0 && self.skipped.is_empty() {
            self.add("No test has that in its title", 0, 1, Vec::new());
        }
        self.durations.sort_by(|a, b| b.cmp(a));
        if !self.durations.is_empty() {
            println!("\nSlowest tests");
        }
        let lines: Vec<String> = self
            .durations
            .iter()
            .map(|(duration, title)| format!("  {:5.1} s  {title}\n", duration.as_secs_f32()))
            .collect();
        lines.iter().take(SLOWEST).for_each(|line| print!("{line}"));
        // The rest is for whoever looks where the time goes.
        let _ = fs::write(paths::at(DURATIONS), lines.concat());
        for Failure { title, detail } in &self.failures {
            println!("\nFAILED {title}");
            for line in detail.iter().take(LINES) {
                println!("  {line}");
            }
        }
        println!("\n{} in {} s", if self.failed == 0 { "All green" } else { "RED" }, elapsed.as_secs());
        for line in self.red.iter().chain(&self.skipped) {
            println!("  {line}");
        }
        println!("{} passed, {} failed", self.passed, self.failed);
        self.failed == 0
    }
}
