//! Installs missing requirements from package registries. If that fails, prints one sentence that
//! says what to install manually.

mod debian;
mod scanners;
mod transcriber;
mod webdav_servers;
mod webkit;

use std::env;
use std::path::PathBuf;
use std::process::Command;
use std::thread;

use anyhow::{Result, anyhow, bail};

use crate::fingerprint;
use crate::paths;
use crate::run::{command, print_step, quiet, step};
use debian::{debian, require};

pub use debian::unless_in_ci;
pub use scanners::scanners;
pub use transcriber::{Engine, transcriber};
pub use webdav_servers::webdav_servers;
pub use webkit::webkit;

/// The target of the Worker and of the browser's modules.
pub const WASM_TARGET: &str = "wasm32-unknown-unknown";
const GOOGLE_CLIENTS: [&str; 3] = ["python3-googleapi", "rclone", "openssl"];
const CYCLONEDX: (&str, &str) = ("cargo-cyclonedx", "0.5.9");

/// For building: the wasm target, `wasm-bindings` and the npm packages.
pub fn for_building() -> Result<()> {
    thread::scope(|scope| {
        let packages = scope.spawn(packages);
        let tools = tools();
        packages.join().map_err(|_| anyhow!("Installing npm packages: failed"))?.and(tools)
    })
}

/// Adds the wasm target, and builds the wasm bindings.
pub fn tools() -> Result<()> {
    wasm_target().and_then(|()| build_wasm_bindings())
}

/// For testing: also a browser and ffmpeg.
pub fn for_testing() -> Result<()> {
    for_building()?;
    browser()?;
    debian(&["ffmpeg"], &["ffmpeg"]).map(drop)
}

/// Installs clients that validate the Google Drive double: Google's for Python, and rclone. Google's
/// client for Node comes with the npm packages. Returns whether they are installed. A machine that
/// cannot have them skips their tests; only CI fails.
pub fn google_clients() -> Result<bool> {
    let found = require(&GOOGLE_CLIENTS, "the tests with clients of Google Drive");
    unless_in_ci(found).map(|found| found.is_some())
}

/// For listing components: a cargo tool; npm does it by itself.
pub fn for_listing() -> Result<()> {
    tool(CYCLONEDX.0, CYCLONEDX.1, CYCLONEDX.0)
}

/// The program that lists crates.
pub fn cargo_cyclonedx() -> PathBuf {
    tool_path(CYCLONEDX.0, CYCLONEDX.1, CYCLONEDX.0)
}

/// The program that makes JavaScript for wasm (`xtask/bindings`).
pub fn wasm_bindings() -> PathBuf {
    paths::at("target/debug/wasm-bindings")
}

fn build_wasm_bindings() -> Result<()> {
    let sources = ["xtask/bindings", "Cargo.lock", "Cargo.toml"];
    let fingerprint = fingerprint::of(&sources)?;
    let files = [wasm_bindings()];
    fingerprint::run_if_changed("wasm-bindings", &sources, &["target/debug/wasm-bindings"], || {
        if fingerprint::restore("wasm-bindings", &fingerprint, &files)? {
            return Ok(());
        }
        let mut cargo = command("cargo");
        cargo.args(["build", "--quiet", "--package", "wasm-bindings", "--target-dir"]).arg(paths::at("target"));
        step("Building the tool that makes JavaScript for wasm (once for this machine, under a minute)", &mut cargo)?;
        fingerprint::store("wasm-bindings", &fingerprint, &sources, &files)
    })
}

fn tool_path(package: &str, version: &str, program: &str) -> PathBuf {
    paths::cache().join("tools").join(format!("{package}-{version}")).join("bin").join(program)
}

fn wasm_target() -> Result<()> {
    let folder = quiet("rustc", command("rustc").args(["--print", "target-libdir", "--target", WASM_TARGET]))?;
    let folder = PathBuf::from(folder.trim());
    if has_std(&folder) {
        return Ok(());
    }
    print_step(&format!("Adding the Rust target {WASM_TARGET}"));
    let added = Command::new("rustup").args(["target", "add", WASM_TARGET]).status().is_ok_and(|s| s.success());
    if added && has_std(&folder) {
        return Ok(());
    }
    print_step("rustup cannot: building the target's standard library from Debian's rust-src (about half a minute)");
    let built = Command::new("bash").arg(paths::at("xtask/wasm-std.sh")).arg(&folder).status();
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
    let root = paths::cache().join("tools").join(format!("{package}-{version}"));
    let mut install = command("cargo");
    install.args(["install", "--locked", &format!("{package}@{version}"), "--root"]).arg(root);
    step(&format!("Building {package} {version} (once for this machine, about 2 minutes)"), &mut install)
}

fn packages() -> Result<()> {
    if paths::on_path(&["npm"]).is_none() {
        bail!("Please install Node.js with npm (any version from 18; the project brings its own Node 24).");
    }
    fingerprint::run_if_changed(
        "packages",
        &["package-lock.json"],
        &["node_modules/.bin/node", "node_modules/.bin/wrangler"],
        || {
            let mut npm = Command::new("npm");
            // Not `npm ci`: it refuses a lock file that lacks another platform's optional binaries, which a registry
            // mirror may not hold. This one takes the locked versions too.
            npm.current_dir(paths::root()).args([
                "install",
                "--no-save",
                "--no-audit",
                "--no-fund",
                "--loglevel=error",
            ]);
            step("Installing npm packages", &mut npm)
        },
    )?;
    let node = quiet("node", command("node").arg("--version"))?;
    if !node.starts_with("v24") {
        bail!("node_modules/.bin/node is {} instead of Node 24: please run `npm rebuild node`.", node.trim());
    }
    Ok(())
}

/// The browser of the tests: the one on the `PATH`, else Playwright's, else Debian's.
pub fn browser() -> Result<PathBuf> {
    let on_path = || paths::on_path(&["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]);
    if let Some(browser) = on_path() {
        return Ok(browser);
    }
    if let Some(browser) = playwright_browser() {
        return Ok(browser);
    }
    print_step("Fetching Chromium for the browser tests");
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

/// Chromium's headless shell, which starts faster and is enough for everything except PDF.
/// Playwright's, otherwise Debian's; without it the tests use the whole browser.
pub fn headless_shell() -> Option<PathBuf> {
    let script = "const { registry } = require('playwright-core/lib/server/registry/index');
        process.stdout.write(registry.findExecutable('chromium-headless-shell').executablePath() ?? '')";
    let of_playwright = quiet("playwright", command("node").args(["-e", script])).ok().map(PathBuf::from);
    let found = of_playwright.filter(|file| file.is_file());
    found.or_else(|| debian(&["chromium-headless-shell"], &["chromium-headless-shell"]).ok())
}

/// The second browser of the tests. A machine that cannot have it skips its tests; only CI fails.
pub fn firefox() -> Result<Option<PathBuf>> {
    // Firefox needs the H.264 library of Debian's ffmpeg.
    let found = debian(&["firefox-esr", "ffmpeg"], &["firefox-esr", "firefox"]);
    if found.is_err() && !env::var_os("CI").unwrap_or_default().is_empty() {
        return found.map(Some);
    }
    Ok(found.ok())
}
