//! The test runners: cargo, node, Playwright.

use std::ffi::OsString;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::thread;
use std::time::Instant;

use anyhow::{Context, Result};
use serde_json::Value;

use super::case::{self, Case};
use super::report::{Report, Run};
use super::{Options, Part, Runner};
use crate::run::{echoed, print_step};
use crate::{generate, paths, setup};

/// Runs files of node tests in one process, which shares its Workers among them.
const RUN_FILES: &str = "tests/support/runtime/run-files.ts";
const REPORTER: &str = "./tests/support/runtime/report-tests.ts";

impl Runner {
    pub fn name(self) -> &'static str {
        match self {
            Self::Rust => "Rust tests",
            Self::Logic => "Tests of the web app's logic",
            Self::Worker => "Worker tests",
            Self::Screens => "Tests of screens",
            Self::Chromium => "Browser tests",
            Self::Firefox => "Firefox tests",
            Self::WebKit => "WebKit tests",
        }
    }

    /// Returns the engine whose tests are listed in `docs/browsers.md`.
    pub fn engine(self) -> Option<&'static str> {
        match self {
            Self::Firefox => Some("Firefox"),
            Self::WebKit => Some("WebKit"),
            _ => None,
        }
    }

    pub fn part(self) -> Part {
        match self {
            Self::Rust | Self::Logic => Part::Unit,
            Self::Worker | Self::Screens => Part::Worker,
            Self::Chromium | Self::Firefox | Self::WebKit => Part::E2e,
        }
    }

    /// Returns the folders of its tests.
    fn folders(self) -> &'static [&'static str] {
        match self {
            Self::Logic => &["tests/unit"],
            Self::Screens => &["tests/screens"],
            Self::Worker => &["tests/worker", "tests/bench", "media-wasm/tests-js"],
            Self::Firefox => &["tests/firefox"],
            Self::WebKit => &["tests/webkit"],
            Self::Chromium => &["tests/e2e"],
            Self::Rust => &[],
        }
    }

    /// Returns the folders of its sources, besides the product and the support code.
    pub fn sources(self) -> &'static [&'static str] {
        match self {
            Self::Firefox => &["tests/firefox", "tests/bench"],
            Self::WebKit => &["tests/webkit", "tests/firefox", "tests/bench"],
            _ => self.folders(),
        }
    }

    /// Returns its number of node processes: as many of two cores as are free meanwhile.
    fn processes(self) -> usize {
        match self {
            Self::Logic | Self::Worker => 2,
            _ => 1,
        }
    }

    /// Runs its tests, unless none is selected or the machine lacks requirements.
    pub fn run(self, options: &Options, report: &mut Report) -> Result<Option<Run>> {
        let files = select_files(options, test_files(self.folders(), options.thorough));
        let is_asked_for = match self {
            Self::Rust => options.reached.as_ref().is_none_or(|reached| reached.rust),
            _ => !files.is_empty(),
        };
        if !is_asked_for {
            return Ok(None);
        }
        let Some(variables) = self.variables(options, report)? else { return Ok(None) };
        let filter = options.filter.as_deref();
        let pattern = filter.map(escaped);
        print_step(self.name());
        self.measure(|starts| match self {
            Self::Rust => {
                let names = filter.iter().flat_map(|filter| filter.split('|'));
                rust(options.command("cargo").args(RUST).args(NO_EXPORTS).args(names))
            }
            Self::Chromium => {
                let grep = pattern.iter().flat_map(|pattern| ["--pass-with-no-tests", "--grep", pattern]);
                let reached = files.iter().filter(|_| options.reached.is_some());
                let mut command = options.command("playwright");
                command.args(PLAYWRIGHT).args(grep).args(reached).envs(variables).env(STARTS, starts);
                playwright(&mut command)
            }
            _ => self.node(self.processes(), &files, pattern.as_deref(), || node_command(options, &variables, starts)),
        })
        .map(Some)
    }

    /// Reruns failed tests one at a time.
    pub fn run_again(self, options: &Options, failed: &[&Case]) -> Result<Run> {
        let variables = self.variables(options, &mut Report::default())?.unwrap_or_default();
        self.measure(|starts| match self {
            Self::Rust => {
                let titles: Vec<String> = failed.iter().map(|case| case.title()).collect();
                rust(options.command("cargo").args(RUST).args(["--", "--exact"]).args(titles))
            }
            Self::Chromium => {
                let again = ["--last-failed", "--workers=1"];
                playwright(
                    options.command("playwright").args(PLAYWRIGHT).args(again).envs(variables).env(STARTS, starts),
                )
            }
            _ => {
                let mut files: Vec<PathBuf> = failed.iter().map(|case| paths::at(&case.file)).collect();
                files.sort();
                files.dedup();
                let names: Vec<String> = failed.iter().map(|case| name_pattern(case)).collect();
                self.node(1, &files, Some(&names.join("|")), || node_command(options, &variables, starts))
            }
        })
    }

    /// Returns the path of one of its files below `.sayso`.
    fn file(self, ending: &str) -> PathBuf {
        let name = match self {
            Self::Rust => "rust",
            Self::Logic => "logic",
            Self::Worker => "worker",
            Self::Screens => "screens",
            Self::Chromium => "chromium",
            Self::Firefox => "firefox",
            Self::WebKit => "webkit",
        };
        paths::at(&format!(".sayso/tests-{name}.{ending}"))
    }

    /// Measures `work`: duration, and Workers and browsers started.
    fn measure(self, work: impl FnOnce(&Path) -> Result<Vec<Case>>) -> Result<Run> {
        let starts = self.file("starts");
        fs::create_dir_all(paths::at(".sayso"))?;
        fs::write(&starts, "")?;
        let started = Instant::now();
        let cases = work(&starts)?;
        let text = fs::read_to_string(&starts)?;
        let count = |what| text.lines().filter(|line| *line == what).count();
        Ok(Run {
            name: self.name(),
            runner: Some(self),
            cases,
            wall: started.elapsed(),
            workers: count("worker"),
            browsers: count("browser"),
        })
    }

    /// Returns environment variables with the paths of programs. A machine that cannot have a
    /// browser skips its tests.
    fn variables(self, options: &Options, report: &mut Report) -> Result<Option<Vec<(&'static str, OsString)>>> {
        let mut variables = Vec::new();
        if matches!(self, Self::Rust | Self::Logic | Self::Screens) {
            return Ok(Some(variables));
        }
        // Concurrent runners would conflict in apt.
        let _turn = INSTALLING.lock();
        variables.push(("SAYSO_CHROMIUM", setup::browser()?.into()));
        match self {
            Self::Firefox => {
                let Some(program) = setup::firefox()? else {
                    let why = "Firefox is missing and could not be installed (Debian: firefox-esr)";
                    report.skip(self.name(), why);
                    return Ok(None);
                };
                variables.push(("SAYSO_FIREFOX", program.into()));
            }
            Self::WebKit => {
                let Some(plugins) = setup::webkit()? else {
                    let why = "WebKitGTK is missing and could not be installed (Debian: webkit2gtk-driver)";
                    report.skip(self.name(), why);
                    return Ok(None);
                };
                variables.push(("SAYSO_WEBKIT_PLUGINS", plugins));
            }
            _ => {
                let shell = setup::headless_shell().filter(|_| self == Self::Chromium);
                variables.extend(shell.map(|shell| ("SAYSO_HEADLESS_SHELL", shell.into())));
                variables.extend(webdav_servers(report)?);
            }
        }
        if self == Self::Worker {
            if !setup::google_clients()? {
                let why = "they are missing and could not be installed (Debian: python3-googleapi, rclone, openssl)";
                report.skip("Clients of Google Drive", why);
            }
            if options.thorough {
                variables.extend(scanners(report)?);
                variables.extend(transcriber(report)?);
            }
        }
        Ok(Some(variables))
    }

    /// Runs node test files in several processes, each of which takes the next free file.
    fn node(
        self,
        processes: usize,
        files: &[PathBuf],
        pattern: Option<&str>,
        command: impl Fn() -> Command,
    ) -> Result<Vec<Case>> {
        let claims = self.file("claims");
        let _ = fs::remove_dir_all(&claims);
        fs::create_dir_all(&claims)?;
        let reports: Vec<PathBuf> = (0..processes.min(files.len())).map(|n| self.file(&format!("{n}.jsonl"))).collect();
        for report in &reports {
            // Removes an earlier run's report.
            fs::remove_file(report).ok();
        }
        let children = reports.iter().map(|report| {
            let mut node = command();
            // A file whose tests are all filtered out may still have started something; the process
            // ends with its tests.
            node.arg("--test-force-exit");
            node.args(["--test-reporter=spec", "--test-reporter-destination=stdout"]);
            node.arg(format!("--test-reporter={REPORTER}"));
            node.arg(format!("--test-reporter-destination={}", report.display()));
            node.args(pattern.iter().flat_map(|pattern| ["--test-name-pattern", pattern])).arg(RUN_FILES);
            node.args(files.iter().map(|file| file.strip_prefix(paths::root()).unwrap_or(file)));
            node.env("SAYSO_CLAIMS", &claims).stdout(Stdio::piped()).spawn().context("cannot start node")
        });
        let children: Vec<Child> = children.collect::<Result<_>>()?;
        let printers = children.into_iter().map(|child| thread::spawn(move || printed(child)));
        let ends: Vec<bool> = printers.collect::<Vec<_>>().into_iter().map(|one| one.join().unwrap_or(false)).collect();
        let mut cases = Vec::new();
        for (report, success) in reports.iter().zip(ends) {
            let (of_process, ended) = case::read(report)?;
            if !ended || (!success && of_process.iter().all(|case| case.failure.is_none())) {
                cases.push(ended_early(self));
            }
            cases.extend(of_process);
        }
        Ok(cases)
    }
}

static INSTALLING: Mutex<()> = Mutex::new(());

/// Variable with the file in which tests count what they start.
const STARTS: &str = "SAYSO_STARTS";
const RUST: [&str; 4] = ["test", "--workspace", generate::FEATURES, "--no-fail-fast"];
/// Skips the exports, which write files for `cargo xtask gen`.
const NO_EXPORTS: [&str; 3] = ["--", "--skip", "export_bindings"];
const PLAYWRIGHT: [&str; 4] = ["test", "--config", "tests/e2e/playwright.config.ts", "--reporter=list,json"];

fn node_command(options: &Options, variables: &[(&str, OsString)], starts: &Path) -> Command {
    let mut node = options.command("node");
    node.arg(if options.thorough { "--test-timeout=3600000" } else { "--test-timeout=900000" });
    node.envs(variables.iter().cloned()).env(STARTS, starts).env("NODE_COMPILE_CACHE", paths::at(".sayso/compiled"));
    node
}

/// Echoes a program's output; returns whether it succeeded.
fn printed(mut child: Child) -> bool {
    for line in child.stdout.take().into_iter().flat_map(|out| BufReader::new(out).lines()).map_while(Result::ok) {
        println!("{line}");
    }
    child.wait().is_ok_and(|status| status.success())
}

fn ended_early(runner: Runner) -> Case {
    outside_of_tests(runner, "It ended before its tests did: see its output above.".to_owned())
}

/// A failure outside any test, which cannot be rerun.
fn outside_of_tests(runner: Runner, failure: String) -> Case {
    Case { titles: vec![runner.name().to_owned()], failure: Some(failure), ..Case::default() }
}

/// Returns the `--test-name-pattern` for the top-level test of a case. Hooks run with any test of
/// their file.
fn name_pattern(case: &Case) -> String {
    let top = case.titles.first().filter(|_| !case.is_hooks());
    let name = top.map_or(format!("{} ", case.file), |title| format!("{} {title}", case.file));
    format!("^{}", escaped(&name).replace('|', "\\|"))
}

/// Escapes a pattern, keeping `|` as the alternative.
fn escaped(text: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '|') || !c.is_ascii();
    text.chars().flat_map(|c| (!is_plain(c)).then_some('\\').into_iter().chain([c])).collect()
}

fn webdav_servers(report: &mut Report) -> Result<Option<(&'static str, OsString)>> {
    let nginx = setup::webdav_servers()?;
    if nginx.is_none() {
        let why = "they are missing and could not be installed (Debian: rclone, apache2-bin, nginx)";
        report.skip("WebDAV servers", why);
    }
    Ok(nginx.map(|nginx| ("SAYSO_NGINX", nginx.into())))
}

fn scanners(report: &mut Report) -> Result<Vec<(&'static str, OsString)>> {
    let Some(scanners) = setup::scanners()? else {
        report.skip("Scanners", "they are missing and could not be installed (PyPI: schemathesis, wapiti3)");
        return Ok(Vec::new());
    };
    Ok(scanners.into_iter().map(|(variable, program)| (variable, program.into())).collect())
}

fn transcriber(report: &mut Report) -> Result<Vec<(&'static str, OsString)>> {
    let Some(setup::Engine { python, model }) = setup::unless_in_ci(setup::transcriber())? else {
        report.skip("Speech recognition", "it is missing and could not be installed (PyPI: faster-whisper)");
        return Ok(Vec::new());
    };
    Ok(vec![("SAYSO_TRANSCRIBER_PYTHON", python.into()), ("SAYSO_TRANSCRIBER_MODEL", model.into())])
}

/// Runs cargo tests and parses the output.
fn rust(cargo: &mut Command) -> Result<Vec<Case>> {
    let (output, success) = echoed(cargo)?;
    let mut cases: Vec<Case> = output.lines().filter_map(|line| rust_case(line, &output)).collect();
    if (!success && cases.iter().all(|case| case.failure.is_none())) || !rust_ended(&output) {
        cases.push(ended_early(Runner::Rust));
    }
    Ok(cases)
}

/// Whether each started test program ran to its end.
fn rust_ended(output: &str) -> bool {
    let count = |beginning| output.lines().filter(|line| line.starts_with(beginning)).count();
    count("running ") == count("test result: ")
}

/// Parses a line such as `test money::tests::adds ... ok`.
fn rust_case(line: &str, output: &str) -> Option<Case> {
    let (name, outcome) = line.strip_prefix("test ")?.rsplit_once(" ... ")?;
    let name = name.trim_end_matches(" - should panic");
    let failure = (outcome == "FAILED").then(|| {
        let section = output.split_once(&format!("---- {name} stdout ----\n")).map_or("", |(_, after)| after);
        let lines = section.lines().take_while(|line| !line.starts_with("---- ") && *line != "failures:");
        lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
    });
    let skipped = outcome.starts_with("ignored");
    Some(Case { titles: vec![name.to_owned()], failure, skipped, ..Case::default() })
}

/// Runs Playwright and parses its report.
fn playwright(playwright: &mut Command) -> Result<Vec<Case>> {
    let report = Runner::Chromium.file("json");
    // Removes an earlier run's report.
    fs::remove_file(&report).ok();
    let (_, success) = echoed(playwright.env("PLAYWRIGHT_JSON_OUTPUT_NAME", &report))?;
    let report: Value = serde_json::from_str(&fs::read_to_string(report).unwrap_or_default()).unwrap_or_default();
    let mut cases: Vec<Case> = playwright_specs(&report).into_iter().map(playwright_case).collect();
    // Files that cannot be loaded, and failures after the last test of a process, have no spec.
    cases.extend(list(&report, "errors").map(|error| outside_of_tests(Runner::Chromium, error_text(error))));
    if !success && cases.iter().all(|case| case.failure.is_none()) {
        cases.push(ended_early(Runner::Chromium));
    }
    Ok(cases)
}

fn playwright_case(spec: &Value) -> Case {
    let results: Vec<&Value> = list(spec, "tests").flat_map(|test| list(test, "results")).collect();
    let errors: Vec<String> = results.iter().flat_map(|result| list(result, "errors")).map(error_text).collect();
    Case {
        file: format!("tests/e2e/{}", text(&spec["file"])),
        titles: vec![text(&spec["title"])],
        ms: results.iter().filter_map(|result| result["duration"].as_u64()).sum(),
        skipped: results.iter().all(|result| result["status"] == "skipped"),
        failure: (spec["ok"] == false).then(|| errors.join("\n")),
    }
}

/// Returns all specs below a suite of Playwright's JSON report.
fn playwright_specs(suite: &Value) -> Vec<&Value> {
    list(suite, "specs").chain(list(suite, "suites").flat_map(playwright_specs)).collect()
}

/// Formats an error with its location, if known.
fn error_text(error: &Value) -> String {
    let place = error["location"]["file"].as_str().map(|file| format!("{file}:{}\n", error["location"]["line"]));
    place.unwrap_or_default() + &text(&error["message"])
}

fn list<'a>(value: &'a Value, name: &str) -> impl Iterator<Item = &'a Value> {
    value[name].as_array().into_iter().flatten()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// Keeps files that may contain a selected test: any other would still start its Worker.
fn select_files(options: &Options, mut files: Vec<PathBuf>) -> Vec<PathBuf> {
    if let Some(filter) = &options.filter {
        let has = |text: &str| filter.split('|').any(|word| text.contains(word));
        files.retain(|file| has(&file.to_string_lossy()) || fs::read_to_string(file).is_ok_and(|text| has(&text)));
    }
    if let Some(reached) = &options.reached {
        files.retain(|file| reached.includes(file));
    }
    files
}

/// Returns the node test files below folders, largest first, because they tend to run longest. Long
/// proofs are in `*.thorough.test.ts`.
fn test_files(folders: &[&str], thorough: bool) -> Vec<PathBuf> {
    let mut files: Vec<(u64, PathBuf)> = folders
        .iter()
        .flat_map(|folder| walkdir::WalkDir::new(paths::at(folder)))
        .filter_map(Result::ok)
        .filter(|entry| {
            let path = entry.path().to_string_lossy();
            super::changed::is_test(&path) && (thorough || !path.contains(".thorough."))
        })
        .map(|entry| (entry.metadata().map_or(0, |data| data.len()), entry.into_path()))
        .collect();
    files.sort_by(|a, b| b.cmp(a));
    files.into_iter().map(|(_, file)| file).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rust_tests_are_parsed_from_cargo_output() {
        let output = "test money::adds ... ok\ntest old ... ignored, slow\ntest gate::says - should panic ... FAILED\n\n\
            ---- gate::says stdout ----\nnot no\n\nfailures:\n";
        let cases: Vec<Case> = output.lines().filter_map(|line| rust_case(line, output)).collect();
        assert_eq!(cases.iter().map(Case::title).collect::<Vec<_>>(), ["money::adds", "old", "gate::says"]);
        assert_eq!(cases.iter().map(Case::passed).collect::<Vec<_>>(), [true, false, false]);
        assert_eq!(cases[2].failure.as_deref(), Some("not no"));
    }

    #[test]
    fn a_failed_test_is_rerun_by_file_and_top_level_title() {
        let case = |titles: &[&str]| Case {
            file: "tests/a.test.ts".to_owned(),
            titles: titles.iter().map(|&title| title.to_owned()).collect(),
            ..Case::default()
        };
        assert_eq!(name_pattern(&case(&["group (x)", "test"])), r"^tests\/a\.test\.ts group \(x\)");
        assert_eq!(name_pattern(&case(&["its hooks"])), r"^tests\/a\.test\.ts ");
    }
}
