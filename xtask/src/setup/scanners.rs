//! Programs from `PyPI` that attack the product in thorough runs, each in an environment of its own.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::Result;

use super::debian::{need, unless_in_ci};
use crate::paths;
use crate::run::{quiet, say};

/// A package, its version, its program, and the variable that tells tests where that is.
const SCANNERS: [(&str, &str, &str, &str); 2] =
    [("schemathesis", "4.32.5", "schemathesis", "SAYSO_SCHEMATHESIS"), ("wapiti3", "3.2.3", "wapiti", "SAYSO_WAPITI")];

/// The programs, each with its variable. A machine that cannot have them tests the rest; only CI insists.
pub fn scanners() -> Result<Option<Vec<(&'static str, PathBuf)>>> {
    unless_in_ci(SCANNERS.into_iter().map(scanner).collect())
}

fn scanner((package, version, program, variable): (&str, &str, &str, &'static str)) -> Result<(&'static str, PathBuf)> {
    let folder = paths::cache().join("tools").join(format!("{package}-{version}"));
    let installed = folder.join("bin").join(program);
    // Written last: a cut installation leaves nothing that looks finished.
    let mark = folder.join("installed");
    if !mark.is_file() {
        say(&format!("Installing {package} {version}"));
        let _ = fs::remove_dir_all(&folder);
        let environment = || quiet("python3", Command::new("python3").args(["-m", "venv"]).arg(&folder));
        if environment().is_err() {
            need(&["python3-venv"], "thorough tests")?;
            environment()?;
        }
        let pinned = format!("{package}=={version}");
        quiet("pip", Command::new(folder.join("bin/pip")).args(["install", "--quiet", &pinned]))?;
        fs::write(mark, version)?;
    }
    Ok((variable, installed))
}
