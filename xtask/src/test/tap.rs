//! Reads the TAP report of node's test runner.

use std::time::Duration;

use super::report::Failure;

/// The counts, the single tests and the failures of a report.
#[derive(Default, Debug, PartialEq)]
pub struct Tap {
    pub passed: usize,
    pub failed: usize,
    pub skipped: usize,
    pub tests: Vec<(Duration, String)>,
    pub failures: Vec<Failure>,
}

/// Counts tests, not the suites and files around them.
pub fn parse(report: &str) -> Tap {
    let mut tap = Tap::default();
    let mut title = String::new();
    let mut duration = Duration::ZERO;
    // What was printed since the last result: where a file cannot be loaded, only that says why.
    let mut printed: Vec<String> = Vec::new();
    let mut failure: Option<Failure> = None;
    // The indentation of the block about a result; what stands deeper is somebody's text.
    let mut block: Option<usize> = None;
    for line in report.lines() {
        let (indent, line) = (line.len() - line.trim_start().len(), line.trim_start());
        if let Some(at) = block {
            if indent > at {
                if let Some(failure) = &mut failure {
                    failure.detail.push(line.to_owned());
                }
            } else if line == "..." {
                block = None;
                tap.failures.extend(failure.take().filter(is_own));
            } else if let Some(ms) = line.strip_prefix("duration_ms: ") {
                duration = Duration::from_secs_f64(ms.trim().parse::<f64>().unwrap_or_default() / 1000.0);
            } else if line == "type: 'test'" {
                tap.tests.push((duration, title.clone()));
            } else if let Some(failure) = &mut failure {
                if line.starts_with("exitCode: ") {
                    failure.detail.append(&mut printed);
                }
                failure.detail.push(line.to_owned());
            }
        } else if line == "---" {
            block = Some(indent);
        } else if let Some(rest) = line.strip_prefix("not ok ").or_else(|| line.strip_prefix("ok ")) {
            let name = rest.split_once(" - ").map_or(rest, |(_, name)| name);
            name.clone_into(&mut title);
            let counts = line.starts_with("not ") && !name.contains(" # TODO");
            failure = counts.then(|| Failure { title: title.clone(), ..Failure::default() });
            if !counts {
                printed.clear();
            }
        } else if let Some(count) = count(line, "# pass ") {
            tap.passed = count;
        } else if let Some(count) = count(line, "# fail ").or_else(|| count(line, "# cancelled ")) {
            tap.failed += count;
        } else if let Some(count) = count(line, "# skipped ") {
            tap.skipped = count;
        } else if let Some(text) = line.strip_prefix("# ").filter(|text| !text.starts_with("Subtest: ")) {
            printed.push(text.to_owned());
        }
    }
    tap
}

/// Whether it says more than that a test within it failed.
fn is_own(failure: &Failure) -> bool {
    !failure.detail.iter().any(|line| line == "failureType: 'subtestsFailed'")
}

fn count(line: &str, label: &str) -> Option<usize> {
    line.strip_prefix(label)?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_is_counted_by_its_tests() {
        let report = "TAP version 13\n# Subtest: suite\n    # Subtest: one\n    ok 1 - one - with a dash\n      ---\n      duration_ms: 1500.5\n      type: 'test'\n      ...\n    1..1\nok 1 - suite\n  ---\n  duration_ms: 1600\n  type: 'suite'\n  ...\n# tests 3\n# pass 1\n# fail 1\n# cancelled 1\n# skipped 2\n";
        let tap = parse(report);
        assert_eq!((tap.passed, tap.failed, tap.skipped), (1, 2, 2));
        assert_eq!(tap.tests, [(Duration::from_secs_f64(1.5005), "one - with a dash".to_owned())]);
        assert_eq!(tap.failures, []);
    }

    #[test]
    fn a_failure_keeps_what_was_said_about_it() {
        let report = "# Subtest: one\nnot ok 1 - one\n  ---\n  duration_ms: 3.3\n  type: 'test'\n  location: 'one.test.ts:2:1'\n  error: |-\n    1 == 2\n  ...\n# Subtest: two\nok 2 - two\n  ---\n  duration_ms: 1\n  type: 'test'\n  ...\n# fail 1\n";
        let tap = parse(report);
        let detail = ["location: 'one.test.ts:2:1'", "error: |-", "1 == 2"].map(str::to_owned).to_vec();
        assert_eq!(tap.failures, [Failure { title: "one".to_owned(), detail }]);
        assert_eq!((tap.tests.len(), tap.failed), (2, 1));
    }

    #[test]
    fn text_in_a_failure_is_no_result_and_a_file_that_does_not_load_says_why() {
        let report = "# SyntaxError: nothing\n# Subtest: a.test.ts\nnot ok 1 - a.test.ts\n  ---\n  type: 'test'\n  exitCode: 1\n  error: |-\n    ...\n    not ok 9 - made up\n    # fail 7\n  ...\nnot ok 2 - suite\n  ---\n  failureType: 'subtestsFailed'\n  ...\n# fail 1\n";
        let tap = parse(report);
        let detail = ["SyntaxError: nothing", "exitCode: 1", "error: |-", "...", "not ok 9 - made up", "# fail 7"];
        assert_eq!(
            tap.failures,
            [Failure { title: "a.test.ts".to_owned(), detail: detail.map(str::to_owned).to_vec() }]
        );
        assert_eq!(tap.failed, 1);
    }
}
