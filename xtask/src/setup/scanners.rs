//! Security scanners from `PyPI` for thorough runs, each in its own environment.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::Result;

use super::debian::{require, unless_in_ci};
use crate::paths;
use crate::run::{print_step, quiet};

/// Package, version, program, and environment variable with its path.
const SCANNERS: [(&str, &str, &str, &str); 2] =
    [("schemathesis", "4.32.5", "schemathesis", "SAYSO_SCHEMATHESIS"), ("wapiti3", "3.2.3", "wapiti", "SAYSO_WAPITI")];

/// Returns the programs with their variables. A machine that cannot have them skips their tests;
/// only CI fails.
pub fn scanners() -> Result<Option<Vec<(&'static str, PathBuf)>>> {
    unless_in_ci(SCANNERS.into_iter().map(scanner).collect())
}

fn scanner((package, version, program, variable): (&str, &str, &str, &'static str)) -> Result<(&'static str, PathBuf)> {
    let folder = paths::cache().join("tools").join(format!("{package}-{version}"));
    let installed = folder.join("bin").join(program);
    // Written last, so that an interrupted installation is not taken for complete.
    let mark = folder.join("installed");
    if !mark.is_file() {
        print_step(&format!("Installing {package} {version}"));
        let _ = fs::remove_dir_all(&folder);
        let environment = || quiet("python3", Command::new("python3").args(["-m", "venv"]).arg(&folder));
        if environment().is_err() {
            require(&["python3-venv"], "thorough tests")?;
            environment()?;
        }
        let pinned = format!("{package}=={version}");
        quiet("pip", Command::new(folder.join("bin/pip")).args(["install", "--quiet", &pinned]))?;
        fs::write(mark, version)?;
    }
    Ok((variable, installed))
}
