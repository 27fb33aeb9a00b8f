//! Debian packages for the tests.

use std::env;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::paths;
use crate::run::{print_step, quiet};

/// Returns a program from the `PATH`, or installs these Debian packages and looks again.
pub fn debian(packages: &[&str], programs: &[&str]) -> Result<PathBuf> {
    if let Some(program) = paths::on_path(programs) {
        return Ok(program);
    }
    apt_install(packages);
    let package = packages[0];
    paths::on_path(programs).with_context(|| format!("Please install {package}; the tests need it."))
}

/// Installs missing packages. `whose` names the tests that need them.
pub fn require(packages: &[&str], whose: &str) -> Result<()> {
    let installed = || {
        let states =
            quiet("dpkg-query", Command::new("dpkg-query").args(["-W", "-f=${db:Status-Abbrev}\n"]).args(packages));
        states.is_ok_and(|states| states.lines().all(|state| state.starts_with("ii")))
    };
    if installed() {
        return Ok(());
    }
    apt_install(packages);
    if !installed() {
        bail!("Please install {}; {whose} need them.", packages.join(", "));
    }
    Ok(())
}

/// Turns a failed installation into `None` and prints why; in CI it stays an error.
pub fn unless_in_ci<T>(found: Result<T>) -> Result<Option<T>> {
    match found {
        Err(error) if env::var_os("CI").unwrap_or_default().is_empty() => {
            print_step(&format!("{error:#}"));
            Ok(None)
        }
        found => found.map(Some),
    }
}

/// Installs packages if apt is available. Success is judged by the programs found afterwards.
fn apt_install(packages: &[&str]) {
    if paths::on_path(&["apt-get"]).is_none() {
        return;
    }
    print_step(&format!("Installing {}", packages[0]));
    let apt = |words: &[&str], packages: &[&str]| {
        let mut command = Command::new("apt-get");
        command.args(words).args(packages).env("DEBIAN_FRONTEND", "noninteractive").status()
    };
    let _ = apt(&["update", "-qq"], &[]);
    let _ = apt(&["install", "-y", "-qq", "--no-install-recommends"], packages);
}
