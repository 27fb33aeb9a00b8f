//! Builds the browser's wasm, the web app, and the Worker.

mod browser;
mod worker;

use std::thread;

use anyhow::{Result, anyhow};

use crate::run::{command, step};
use crate::{fingerprint, paths};

pub use browser::browser_wasm;

/// Builds everything that `start`, `test` and `deploy` serve.
pub fn all() -> Result<()> {
    let compiled = browser::compile()?;
    // The Worker's last minute of compiling uses one core only.
    thread::scope(|scope| {
        let worker = scope.spawn(worker::worker);
        let app = browser::shrink(compiled).and_then(|()| web());
        worker.join().map_err(|_| anyhow!("Building the Worker: failed"))?.and(app)
    })
}

/// Whether the Worker has been built here.
pub fn is_built() -> bool {
    paths::at(worker::FINISHED).join("index.js").exists()
}

fn web() -> Result<()> {
    let modules = ["media-wasm", "statement-wasm", "worker/domain", "Cargo.lock", "Cargo.toml"];
    let how = ["xtask/src/build/browser.rs", "xtask/bindings", "package-lock.json"];
    let sources = [&["web", "docs/openapi.json"][..], &modules, &how].concat();
    fingerprint::run_if_changed("web", &sources, &["web/dist/index.html"], || {
        step("Building the web app", command("vite").args(["build", "web", "--logLevel", "warn"]))
    })
}
