//! Brings what the project needs to a machine that reaches package registries. Each piece is looked for
//! first; a piece that cannot be had ends with one sentence that says what to install.

use std::env;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::place;
use crate::run::{command, quiet, say, step};
use crate::stamp;

const WASM_TARGET: &str = "wasm32-unknown-unknown";
const WORKER_BUILD: (&str, &str) = ("worker-build", "0.8.7");
const WASM_BINDGEN: (&str, &str, &str) = ("wasm-bindgen-cli", "0.2.129", "wasm-bindgen");

/// For building: the wasm target, two cargo tools, the npm packages.
pub fn for_building() -> Result<()> {
    wasm_target()?;
    tool(WORKER_BUILD.0, WORKER_BUILD.1, WORKER_BUILD.0)?;
    tool(WASM_BINDGEN.0, WASM_BINDGEN.1, WASM_BINDGEN.2)?;
    packages()
}

/// For testing: also a browser and ffmpeg.
pub fn for_testing() -> Result<()> {
    for_building()?;
    browser()?;
    debian(&["ffmpeg"], &["ffmpeg"]).map(drop)
}

/// The program that makes the Worker's bundle.
pub fn worker_build() -> PathBuf {
    tool_path(WORKER_BUILD.0, WORKER_BUILD.1, WORKER_BUILD.0)
}

/// The program that makes JavaScript for wasm.
pub fn wasm_bindgen() -> PathBuf {
    tool_path(WASM_BINDGEN.0, WASM_BINDGEN.1, WASM_BINDGEN.2)
}

fn tool_path(package: &str, version: &str, program: &str) -> PathBuf {
    place::cache().join("tools").join(format!("{package}-{version}")).join("bin").join(program)
}

fn wasm_target() -> Result<()> {
    let folder = quiet("rustc", command("rustc").args(["--print", "target-libdir", "--target", WASM_TARGET]))?;
    let folder = PathBuf::from(folder.trim());
    if has_std(&folder) {
        return Ok(());
    }
    say(&format!("Adding the Rust target {WASM_TARGET}"));
    let added = Command::new("rustup").args(["target", "add", WASM_TARGET]).status().is_ok_and(|s| s.success());
    if added && has_std(&folder) {
        return Ok(());
    }
    say("rustup cannot: building the target's standard library from Debian's rust-src (about half a minute)");
    let built = Command::new("bash").arg(place::at("xtask/wasm-std.sh")).arg(&folder).status();
    if built.is_ok_and(|s| s.success()) && has_std(&folder) {
        return Ok(());
    }
    bail!("Please install the Rust target {WASM_TARGET}: `rustup target add {WASM_TARGET}`.");
}

fn has_std(folder: &PathBuf) -> bool {
    let Ok(entries) = std::fs::read_dir(folder) else { return false };
    entries.filter_map(Result::ok).any(|entry| entry.file_name().to_string_lossy().starts_with("libstd-"))
}

fn tool(package: &str, version: &str, program: &str) -> Result<()> {
    if tool_path(package, version, program).is_file() {
        return Ok(());
    }
    let root = place::cache().join("tools").join(format!("{package}-{version}"));
    let mut install = command("cargo");
    install.args(["install", "--locked", &format!("{package}@{version}"), "--root"]).arg(root);
    step(&format!("Building {package} {version} (once for this machine, about 2 minutes)"), &mut install)
}

fn packages() -> Result<()> {
    if place::on_path(&["npm"]).is_none() {
        bail!("Please install Node.js with npm (any version from 18; the project brings its own Node 24).");
    }
    stamp::once("packages", &["package-lock.json"], &["node_modules/.bin/node", "node_modules/.bin/wrangler"], || {
        let mut npm = Command::new("npm");
        // Not `npm ci`: it refuses a lock file that lacks another platform's optional binaries, which a registry
        // mirror may not hold. This one takes the locked versions too.
        npm.current_dir(place::root()).args(["install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error"]);
        step("Installing npm packages", &mut npm)
    })?;
    let node = quiet("node", command("node").arg("--version"))?;
    if !node.starts_with("v24") {
        bail!("node_modules/.bin/node is {} instead of Node 24: please run `npm rebuild node`.", node.trim());
    }
    Ok(())
}

/// The browser of the tests: the one on the `PATH`, else Playwright's, else Debian's.
pub fn browser() -> Result<PathBuf> {
    let on_path = || place::on_path(&["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]);
    if let Some(browser) = on_path() {
        return Ok(browser);
    }
    if let Some(browser) = playwright_browser() {
        return Ok(browser);
    }
    say("Fetching Chromium for the browser tests");
    let fetched = command("playwright").args(["install", "chromium"]).status().is_ok_and(|s| s.success());
    if let Some(browser) = playwright_browser().filter(|_| fetched) {
        return Ok(browser);
    }
    debian(&["chromium"], &["chromium"])
}

fn playwright_browser() -> Option<PathBuf> {
    let script = "process.stdout.write(require('playwright-core').chromium.executablePath())";
    let path = quiet("playwright", command("node").args(["-e", script])).ok()?;
    Some(PathBuf::from(path)).filter(|file| file.is_file())
}

/// The second browser of the tests. A machine that cannot have it tests the rest; only CI insists.
pub fn firefox() -> Result<Option<PathBuf>> {
    // Firefox makes H.264 with a library that comes with Debian's ffmpeg.
    let found = debian(&["firefox-esr", "ffmpeg"], &["firefox-esr", "firefox"]);
    if found.is_err() && !env::var_os("CI").unwrap_or_default().is_empty() {
        return found.map(Some);
    }
    Ok(found.ok())
}

/// A program on the `PATH`, else from these Debian packages, the first of which has it.
fn debian(packages: &[&str], programs: &[&str]) -> Result<PathBuf> {
    if let Some(program) = place::on_path(programs) {
        return Ok(program);
    }
    let package = packages[0];
    if place::on_path(&["apt-get"]).is_some() {
        say(&format!("Installing {package}"));
        let apt = |words: &[&str], packages: &[&str]| {
            let mut command = Command::new("apt-get");
            command.args(words).args(packages).env("DEBIAN_FRONTEND", "noninteractive").status()
        };
        let _ = apt(&["update", "-qq"], &[]);
        let _ = apt(&["install", "-y", "-qq", "--no-install-recommends"], packages);
    }
    place::on_path(programs).with_context(|| format!("Please install {package}; the tests need it."))
}
