//! The test runners: cargo, node, Playwright.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::Result;
use serde_json::Value;

use super::report::{Failure, Report};
use super::{Options, browsers, tap};
use crate::run::{echoed, say};
use crate::{paths, setup};

/// Rust tests and node tests of pure functions.
pub fn unit(options: &Options, report: &mut Report) -> Result<()> {
    say("Rust tests");
    let mut cargo = options.command("cargo");
    cargo.args(["test", "--workspace", "--exclude", "sayso-worker", "--no-fail-fast"]);
    cargo.args(options.filter.as_deref());
    let (text, success) = echoed(&mut cargo)?;
    let results: Vec<&str> = text.lines().filter(|line| line.starts_with("test result:")).collect();
    let passed = results.iter().map(|line| count(line, "passed")).sum();
    let failed: usize = results.iter().map(|line| count(line, "failed")).sum();
    report.add("Rust tests", passed, failed.max(usize::from(!success)), rust_failures(&text));
    let mut node = options.command("node");
    node.args(["--test", "--test-timeout=120000"]);
    node_tests(options, report, "Tests of the web app's logic", &mut node, test_files("tests/unit")).map(drop)
}

/// Tests of the running Worker.
pub fn worker(options: &Options, report: &mut Report) -> Result<()> {
    let mut files = test_files("tests/worker");
    files.extend(test_files("tests/bench"));
    files.extend(test_files("media-wasm/tests-js"));
    let mut node = options.command("node");
    let timeout = if options.thorough { "--test-timeout=3600000" } else { "--test-timeout=900000" };
    node.args(["--test", "--test-concurrency=2", timeout]).env("SAYSO_CHROMIUM", setup::browser()?);
    with_webdav_servers(&mut node, report)?;
    if !setup::google_clients()? {
        let why = "they are missing and could not be installed (Debian: python3-googleapi, rclone, openssl)";
        report.skip("Clients of Google Drive", why);
    }
    if options.thorough {
        match setup::scanners()? {
            Some(scanners) => drop(node.envs(scanners)),
            None => {
                report.skip("Scanners", "they are missing and could not be installed (PyPI: schemathesis, wapiti3)");
            }
        }
    }
    node_tests(options, report, "Worker tests", &mut node, files).map(drop)
}

/// Tells tests where the WebDAV servers are; a machine that cannot have them tests the rest.
fn with_webdav_servers(tests: &mut Command, report: &mut Report) -> Result<()> {
    if let Some(nginx) = setup::webdav_servers()? {
        tests.env("SAYSO_NGINX", nginx);
    } else {
        report
            .skip("WebDAV servers", "they are missing and could not be installed (Debian: rclone, apache2-bin, nginx)");
    }
    Ok(())
}

/// Tests in Firefox; a machine that cannot have it tests the rest.
pub fn firefox(options: &Options, report: &mut Report) -> Result<()> {
    const RUNNER: &str = "Firefox tests";
    let Some(program) = setup::firefox()? else {
        report.skip(RUNNER, "Firefox is missing and could not be installed (Debian: firefox-esr)");
        return Ok(());
    };
    let mut node = options.command("node");
    // Two at a time, as in Chromium: each runs a Worker and a browser that encodes video.
    node.args(["--test", "--test-concurrency=2", "--test-timeout=900000"]);
    node.env("SAYSO_FIREFOX", program).env("SAYSO_CHROMIUM", setup::browser()?);
    let passed = node_tests(options, report, RUNNER, &mut node, test_files("tests/firefox"))?;
    document(options, report, "Firefox", RUNNER, passed)
}

/// Tests in WebKit; a machine that cannot have it tests the rest.
pub fn webkit(options: &Options, report: &mut Report) -> Result<()> {
    const RUNNER: &str = "WebKit tests";
    let files = chosen(options, test_files("tests/webkit"));
    if files.is_empty() {
        return Ok(());
    }
    let Some(plugins) = setup::webkit()? else {
        report.skip(RUNNER, "WebKitGTK is missing and could not be installed (Debian: webkit2gtk-driver)");
        return Ok(());
    };
    let mut node = options.command("node");
    node.args(["--test", "--test-concurrency=2", "--test-timeout=900000"]);
    node.env("SAYSO_WEBKIT_PLUGINS", plugins).env("SAYSO_CHROMIUM", setup::browser()?);
    let passed = node_tests(options, report, RUNNER, &mut node, files)?;
    document(options, report, "WebKit", RUNNER, passed)
}

/// Lets the page about browsers name what just ran, unless that was a part of it or more than usual.
fn document(options: &Options, report: &mut Report, engine: &str, runner: &str, passed: bool) -> Result<()> {
    if options.filter.is_some() || options.thorough || !passed {
        return Ok(());
    }
    let ran = tap::parse(&fs::read_to_string(results_of(runner))?);
    report.check(&format!("docs/browsers.md names what ran in {engine}"), || {
        browsers::document(engine, ran.tests.iter().map(|(_, title)| title.as_str()))
    });
    Ok(())
}

/// Where a runner of node tests leaves its results.
fn results_of(runner: &str) -> PathBuf {
    paths::at(&format!(".sayso/{}.tap", runner.to_lowercase().replace(' ', "-")))
}

/// Tests in Chromium.
pub fn chromium(options: &Options, report: &mut Report) -> Result<()> {
    const RUNNER: &str = "Browser tests";
    say(RUNNER);
    let results = paths::at(".sayso/browser-tests.json");
    let mut playwright = options.command("playwright");
    playwright.args(["test", "--config", "tests/e2e/playwright.config.ts", "--reporter=list,json"]);
    if let Some(filter) = &options.filter {
        playwright.args(["--pass-with-no-tests", "--grep", filter]);
    }
    playwright.env("PLAYWRIGHT_JSON_OUTPUT_NAME", &results).env("SAYSO_CHROMIUM", setup::browser()?);
    if let Some(shell) = setup::headless_shell() {
        playwright.env("SAYSO_HEADLESS_SHELL", shell);
    }
    with_webdav_servers(&mut playwright, report)?;
    // What an earlier run left is not this one's.
    fs::remove_file(&results).ok();
    let (_, success) = echoed(&mut playwright)?;
    let results: Value = serde_json::from_str(&fs::read_to_string(results).unwrap_or_default()).unwrap_or_default();
    let number = |name: &str| results["stats"][name].as_u64().and_then(|n| usize::try_from(n).ok()).unwrap_or(0);
    // A test that passes only at its second try is red.
    let failed = number("unexpected") + number("flaky");
    let specs = playwright_specs(&results);
    let failures = specs.iter().filter(|spec| spec["ok"] == false).map(|spec| {
        let runs = list(spec, "tests").flat_map(|test| list(test, "results"));
        Failure {
            title: text(&spec["title"]),
            detail: runs.flat_map(|run| list(run, "errors")).flat_map(error_lines).collect(),
        }
    });
    // A file that cannot be loaded has no spec.
    let outside =
        list(&results, "errors").map(|error| Failure { title: RUNNER.to_owned(), detail: error_lines(error) });
    let failures = failures.chain(outside).collect();
    report.add(RUNNER, number("expected"), failed.max(usize::from(!success)), failures);
    report.add_durations(specs.iter().map(|spec| {
        let ms = spec["tests"][0]["results"][0]["duration"].as_u64().unwrap_or_default();
        (Duration::from_millis(ms), text(&spec["title"]))
    }));
    Ok(())
}

/// Of cargo's output.
fn rust_failures(output: &str) -> Vec<Failure> {
    let names = output.lines().filter_map(|line| line.strip_prefix("test ")?.strip_suffix(" ... FAILED"));
    let failures = names.map(|name| {
        let name = name.trim_end_matches(" - should panic");
        let said = output.split_once(&format!("---- {name} stdout ----\n")).map_or("", |(_, after)| after);
        let lines = said.lines().take_while(|line| !line.starts_with("---- ") && *line != "failures:");
        let detail = lines.filter(|line| !line.is_empty()).map(str::to_owned).collect();
        Failure { title: name.to_owned(), detail }
    });
    failures.collect()
}

/// All specs below a suite of Playwright's JSON report.
fn playwright_specs(suite: &Value) -> Vec<&Value> {
    list(suite, "specs").chain(list(suite, "suites").flat_map(playwright_specs)).collect()
}

/// Where an error came up, where that is known, and what it says.
fn error_lines(error: &Value) -> Vec<String> {
    let place = error["location"]["file"].as_str().map(|file| format!("{file}:{}", error["location"]["line"]));
    place.into_iter().chain(text(&error["message"]).lines().map(str::to_owned)).collect()
}

fn list<'a>(value: &'a Value, name: &str) -> impl Iterator<Item = &'a Value> {
    value[name].as_array().into_iter().flatten()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// The number before a word: 3 of `3 passed;`.
fn count(line: &str, word: &str) -> usize {
    let words: Vec<&str> = line.split_whitespace().collect();
    let pair = words.windows(2).find(|pair| pair[1].trim_end_matches([';', ',']) == word);
    pair.and_then(|pair| pair[0].parse().ok()).unwrap_or(0)
}

/// Runs files of node tests; answers whether all passed.
fn node_tests(
    options: &Options,
    report: &mut Report,
    runner: &str,
    node: &mut Command,
    files: Vec<PathBuf>,
) -> Result<bool> {
    say(runner);
    let results = results_of(runner);
    let files = chosen(options, files);
    if files.is_empty() {
        return Ok(true);
    }
    node.args(["--test-reporter=spec", "--test-reporter-destination=stdout", "--test-reporter=tap"]);
    node.arg(format!("--test-reporter-destination={}", results.display()));
    if let Some(filter) = &options.filter {
        // A file that matches in its text alone runs no `after`: its Worker would keep it alive for ever.
        node.args(["--test-name-pattern", filter, "--test-force-exit"]);
    }
    // Each file is a process of its own, and each compiles the same megabytes of wrangler.
    node.env("NODE_COMPILE_CACHE", paths::at(".sayso/compiled"));
    let (_, success) = echoed(node.args(&files))?;
    let text = fs::read_to_string(results)?;
    let tap = tap::parse(&text);
    // A file that the filter leaves without a test counts as a passed test of its own.
    let is_file = |line: &&str| line.starts_with("ok ") && files.iter().any(|file| ends_with_name(line, file));
    let passed = tap.passed.saturating_sub(text.lines().filter(is_file).count());
    report.add(runner, passed, tap.failed.max(usize::from(!success)), tap.failures);
    report.add_durations(tap.tests);
    if tap.skipped > 0 {
        report.skip(runner, &format!("{} of them", tap.skipped));
    }
    Ok(success && tap.failed == 0)
}

/// The files that may hold a test that is asked for: any other would start its Worker all the same.
fn chosen(options: &Options, mut files: Vec<PathBuf>) -> Vec<PathBuf> {
    if let Some(filter) = &options.filter {
        files.retain(|file| {
            fs::read_to_string(file).is_ok_and(|text| filter.split('|').any(|word| text.contains(word)))
        });
    }
    files
}

fn ends_with_name(line: &str, file: &Path) -> bool {
    file.file_name().is_some_and(|name| line.ends_with(&*name.to_string_lossy()))
}

/// The files of node tests below a folder; those with the largest source first, because they tend to run longest.
fn test_files(folder: &str) -> Vec<PathBuf> {
    let mut files: Vec<(u64, PathBuf)> = walkdir::WalkDir::new(paths::at(folder))
        .into_iter()
        .filter_map(Result::ok)
        .filter(|entry| entry.path().to_string_lossy().contains(".test."))
        .map(|entry| (entry.metadata().map_or(0, |data| data.len()), entry.into_path()))
        .collect();
    files.sort_by(|a, b| b.cmp(a));
    files.into_iter().map(|(_, file)| file).collect()
}
