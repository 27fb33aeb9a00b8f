//! A test as its runner reports it.

use std::path::Path;

use anyhow::{Context, Result};
use serde::Deserialize;

/// A test that ran or was skipped. `tests/support/runtime/report-tests.ts` writes them for node's test runner.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub struct Case {
    /// The file it is in; for Rust tests empty.
    pub file: String,
    /// The titles of the groups around it and its own, outermost first.
    pub titles: Vec<String>,
    pub ms: u64,
    pub skipped: bool,
    /// Why it failed.
    pub failure: Option<String>,
}

impl Case {
    /// Returns the title with those of its groups.
    pub fn title(&self) -> String {
        self.titles.join(" › ")
    }

    pub fn passed(&self) -> bool {
        self.failure.is_none() && !self.skipped
    }

    /// Whether it represents the hooks of a group.
    pub fn is_hooks(&self) -> bool {
        self.titles.last().is_some_and(|last| last == HOOKS)
    }

    /// Whether it is in the group of these hooks.
    pub fn is_within(&self, hooks: &Self) -> bool {
        let group = hooks.titles.split_last().map_or(&[][..], |(_, group)| group);
        self.file == hooks.file && self.titles.starts_with(group) && !self.is_hooks()
    }

    pub fn is_same_test(&self, other: &Self) -> bool {
        (&self.file, &self.titles) == (&other.file, &other.titles)
    }
}

/// The reporter's name for failures in hooks.
pub const HOOKS: &str = "its hooks";

/// The last line of a report.
const ENDED: &str = "\"ended\"";

/// Reads one test per line, and whether the process ended normally. A missing report has no tests:
/// its process did not get that far.
pub fn read(report: &Path) -> Result<(Vec<Case>, bool)> {
    let text = std::fs::read_to_string(report).unwrap_or_default();
    let cases = text.lines().filter(|line| *line != ENDED);
    let cases = cases.map(|line| serde_json::from_str(line).with_context(|| report.display().to_string()));
    Ok((cases.collect::<Result<_>>()?, text.lines().last() == Some(ENDED)))
}
