//! Collects the results of a test run and prints them.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::Write as _;
use std::thread;
use std::time::Duration;

use anyhow::{Result, anyhow};

use super::Runner;
use super::case::Case;
use crate::paths;
use crate::run::print_step;

/// Number of slowest tests listed.
const SLOWEST: usize = 20;

/// Lists all tests, the slowest first.
const DURATIONS: &str = ".sayso/test-durations.txt";

/// Flaky tests of each run: failed, and passed when run again.
const FLAKY: &str = ".sayso/flaky.txt";

/// More flaky tests than this fail the run.
const MOST_FLAKY: usize = 3;

/// Lines of a failure that are repeated at the end.
const LINES: usize = 20;

/// Results of one runner.
pub struct Run {
    pub name: &'static str,
    /// `None` for a check, which is not run again.
    pub runner: Option<Runner>,
    pub cases: Vec<Case>,
    pub wall: Duration,
    /// Numbers of Workers and browsers started.
    pub workers: usize,
    pub browsers: usize,
}

impl Run {
    pub fn failed(&self) -> Vec<&Case> {
        self.cases.iter().filter(|case| case.failure.is_some()).collect()
    }

    /// Counts failures that pass now as passed, and returns them. Tests that failed with the hooks
    /// of their group are returned as one.
    fn mark_flaky(&mut self, now: &[Case]) -> Vec<Case> {
        let mut flaky: Vec<Case> = Vec::new();
        for case in self.cases.iter_mut().filter(|case| case.failure.is_some()) {
            // Two tests may share a title; passing hooks are not reported.
            let again: Vec<&Case> = match case.is_hooks() {
                true if now.iter().any(|now| now.is_same_test(case)) => continue,
                true => now.iter().filter(|now| now.is_within(case)).collect(),
                false => now.iter().filter(|now| now.is_same_test(case)).collect(),
            };
            if !again.is_empty() && again.iter().all(|now| now.failure.is_none()) {
                flaky.push(case.clone());
                case.failure = None;
            }
        }
        let hooks: Vec<Case> = flaky.iter().filter(|case| case.is_hooks()).cloned().collect();
        flaky.retain(|case| !hooks.iter().any(|hooks| case.is_within(hooks)));
        flaky
    }
}

/// The runs so far, and skipped runners.
#[derive(Default)]
pub struct Report {
    runs: Vec<Run>,
    skipped: Vec<String>,
    /// Tests that failed and then passed, with their first failure.
    flaky: Vec<Case>,
}

impl Report {
    pub fn add(&mut self, run: Run) {
        let skipped = run.cases.iter().filter(|case| case.skipped).count();
        if skipped > 0 {
            self.skip(run.name, &format!("{skipped} of them"));
        }
        self.runs.push(run);
    }

    /// Records a skipped runner and the reason.
    pub fn skip(&mut self, runner: &str, reason: &str) {
        print_step(&format!("{runner}: skipped, {reason}"));
        self.skipped.push(format!("{runner}: skipped, {reason}"));
    }

    /// Runs a single check.
    pub fn check(&mut self, title: &'static str, work: impl FnOnce() -> Result<()>) {
        print_step(title);
        let started = std::time::Instant::now();
        let failure = work().err().map(|error| format!("{error:#}"));
        if let Some(text) = &failure {
            println!("{text}");
        }
        let case = Case { titles: vec![title.to_owned()], failure, ..Case::default() };
        self.runs.push(Run {
            name: title,
            runner: None,
            cases: vec![case],
            wall: started.elapsed(),
            workers: 0,
            browsers: 0,
        });
    }

    /// Runs two chains of work in parallel: neither keeps both cores busy by itself.
    pub fn side_by_side(
        &mut self,
        one: impl FnOnce(&mut Self) -> Result<()>,
        other: impl FnOnce(&mut Self) -> Result<()> + Send,
    ) -> Result<()> {
        let mut beside = Self::default();
        thread::scope(|scope| {
            let other = scope.spawn(|| other(&mut beside));
            let first = one(self);
            let second = other.join().map_err(|_| anyhow!("What ran beside it panicked"))?;
            // The second chain fails if the first one does not get far enough.
            first.and(second)
        })?;
        self.runs.append(&mut beside.runs);
        self.skipped.append(&mut beside.skipped);
        Ok(())
    }

    /// Reruns failures once, one at a time. Those that pass are flaky: printed, and counted as passed.
    pub fn rerun_failures(&mut self, again: impl Fn(Runner, &[&Case]) -> Result<Run>) -> Result<()> {
        for run in &mut self.runs {
            let Some(runner) = run.runner else { continue };
            let mut failed = run.failed();
            // A crash of a runner belongs to no test.
            failed.retain(|case| case.titles != [run.name]);
            if failed.is_empty() {
                continue;
            }
            print_step(&format!("{}: running what failed again, alone", run.name));
            let second = again(runner, &failed)?;
            self.flaky.extend(run.mark_flaky(&second.cases));
        }
        Ok(())
    }

    /// Prints the summary and returns whether all passed. A filter without matching tests is a failure.
    pub fn finish(mut self, elapsed: Duration, is_filtered: bool) -> bool {
        let cases: Vec<&Case> = self.runs.iter().flat_map(|run| &run.cases).collect();
        let mut passed = cases.iter().filter(|case| case.passed()).count();
        let mut failures: Vec<(&str, &Case)> =
            self.runs.iter().flat_map(|run| run.failed().into_iter().map(|case| (run.name, case))).collect();
        let nothing = Case {
            titles: vec!["No test has that in its title".to_owned()],
            failure: Some(String::new()),
            ..Case::default()
        };
        if cases.is_empty() && self.skipped.is_empty() && is_filtered {
            failures.push(("Selection", &nothing));
        }
        print_slowest(&cases);
        for (runner, case) in &failures {
            print_failure(&format!("FAILED {runner}: {}", case.title()), case);
        }
        for case in &self.flaky {
            print_failure(&format!("FLAKY {} ({})", case.title(), case.file), case);
        }
        print!("\n{}", table(&self.runs));
        let too_flaky = self.flaky.len() > MOST_FLAKY;
        let is_green = failures.is_empty() && !too_flaky;
        println!("\n{} in {} s", if is_green { "All green" } else { "RED" }, elapsed.as_secs());
        self.skipped.iter().for_each(|line| println!("  {line}"));
        println!("{}", flaky_line(self.flaky.len()));
        let mut failed = failures.len();
        if too_flaky {
            // They were counted as passed.
            passed -= self.flaky.len();
            failed += self.flaky.len();
        }
        if let Err(error) = record_flaky(&std::mem::take(&mut self.flaky)) {
            println!("{FLAKY}: {error}");
        }
        println!("{passed} passed, {failed} failed");
        is_green
    }
}

fn print_slowest(cases: &[&Case]) {
    let mut cases = cases.to_vec();
    cases.sort_by_key(|case| std::cmp::Reverse(case.ms));
    let lines: Vec<String> = cases
        .iter()
        .filter(|case| !case.skipped)
        .map(|case| {
            format!("  {:5.1} s  {} ({})\n", Duration::from_millis(case.ms).as_secs_f32(), case.title(), case.file)
        })
        .collect();
    if cases.iter().any(|case| case.ms > 0) {
        println!("\nSlowest tests");
        lines.iter().take(SLOWEST).for_each(|line| print!("{line}"));
    }
    // The rest is for analysing run times.
    let _ = fs::write(paths::at(DURATIONS), lines.concat());
}

fn print_failure(title: &str, case: &Case) {
    println!("\n{title}");
    for line in case.failure.iter().flat_map(|text| text.lines()).take(LINES) {
        println!("  {line}");
    }
}

/// Formats wall time, tests, and numbers of Workers and browsers per runner.
fn table(runs: &[Run]) -> String {
    let width = runs.iter().map(|run| run.name.len()).max().unwrap_or_default();
    let mut text = format!("{:width$}    wall  tests  Workers  browsers\n", "Runner");
    for run in runs {
        let ran = run.cases.iter().filter(|case| !case.skipped).count();
        let seconds = run.wall.as_secs();
        let _ = writeln!(text, "{:width$} {:5} s {ran:6} {:8} {:9}", run.name, seconds, run.workers, run.browsers);
    }
    text
}

fn flaky_line(flaky: usize) -> String {
    match flaky {
        0 => "No test was flaky.".to_owned(),
        _ => {
            format!("{flaky} flaky: failed, and passed when run again; at most {MOST_FLAKY} in a run are let through.")
        }
    }
}

/// Appends the time and number of flaky tests of a run, and a line for each: the time, its file and
/// title, the first line of its failure.
fn record_flaky(flaky: &[Case]) -> Result<()> {
    let mut file = File::options().create(true).append(true).open(paths::at(FLAKY))?;
    let now = chrono::DateTime::from_timestamp_millis(crate::clock::now()).unwrap_or_default();
    let now = now.format("%Y-%m-%d %H:%M");
    writeln!(file, "{now}\t{} flaky", flaky.len())?;
    for case in flaky {
        let why = case.failure.as_deref().and_then(|text| text.lines().next()).unwrap_or_default();
        writeln!(file, "{now}\t{}\t{}\t{why}", case.file, case.title())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(titles: &[&str], failure: Option<&str>) -> Case {
        Case {
            file: "tests/a.test.ts".into(),
            titles: titles.iter().map(|title| (*title).to_owned()).collect(),
            failure: failure.map(str::to_owned),
            ..Case::default()
        }
    }

    #[test]
    fn tests_that_failed_with_their_hook_count_as_one_flake() {
        let failed = Some("no Worker");
        let cases = vec![
            case(&["group", "one"], failed),
            case(&["group", "two"], failed),
            case(&["group", "its hooks"], failed),
            case(&["other", "one"], failed),
        ];
        let mut run = Run { name: "Tests", runner: None, cases, wall: Duration::ZERO, workers: 0, browsers: 0 };
        let now = [case(&["group", "one"], None), case(&["group", "two"], None), case(&["other", "one"], failed)];
        let flaky = run.mark_flaky(&now);
        assert_eq!(flaky.iter().map(Case::title).collect::<Vec<_>>(), ["group › its hooks"]);
        assert_eq!(run.failed().iter().map(|case| case.title()).collect::<Vec<_>>(), ["other › one"]);
    }

    #[test]
    fn hooks_that_fail_again_are_a_failure() {
        let failed = Some("no Worker");
        let cases = vec![case(&["its hooks"], failed)];
        let mut run =
            Run { name: "Tests", runner: None, cases: cases.clone(), wall: Duration::ZERO, workers: 0, browsers: 0 };
        assert!(run.mark_flaky(&cases).is_empty());
        assert!(run.mark_flaky(&[]).is_empty(), "nothing has run");
        assert_eq!(run.failed().len(), 1);
    }
}
