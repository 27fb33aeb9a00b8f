//! Builds the media core for the browser, the web app, and the Worker.

use anyhow::Result;

use crate::fingerprint;
use crate::paths;
use crate::run::{command, step};
use crate::setup;

const CORE: &str = "web/src/media/core";

/// Everything that `start`, `test` and `deploy` serve.
pub fn all() -> Result<()> {
    media_core()?;
    web()?;
    worker()
}

/// The media core as wasm, with its JavaScript and types.
pub fn media_core() -> Result<()> {
    let sources = ["media-wasm", "Cargo.lock", "Cargo.toml"];
    fingerprint::run_if_changed("media-core", &sources, &["web/src/media/core/media_wasm.js"], || {
        let mut cargo = command("cargo");
        cargo.args(["build", "--quiet", "--release", "--package", "media-wasm", "--features", "js"]);
        cargo.args(["--target", "wasm32-unknown-unknown", "--target-dir"]).arg(paths::at("target"));
        step("Building the media core for the browser", &mut cargo)?;
        let mut bindgen = command(&setup::wasm_bindgen().to_string_lossy());
        bindgen.args(["--target", "web", "--out-dir", CORE]);
        bindgen.arg("target/wasm32-unknown-unknown/release/media_wasm.wasm");
        step("Binding it to JavaScript", &mut bindgen)?;
        let wasm = format!("{CORE}/media_wasm_bg.wasm");
        let mut shrink = command("wasm-opt");
        shrink.args(["-Oz", "--converge", "--strip-debug", "--strip-producers", "--strip-target-features"]);
        // What compresses best is measured: large functions that stay apart repeat less (a hundredth of it), and calls of
        // tiny ones are longer than these.
        shrink.args(["--one-caller-inline-max-function-size=0", "--always-inline-max-function-size=8"]);
        shrink.args([&wasm, "-o", &wasm]);
        step("Making it small", &mut shrink)
    })
}

fn web() -> Result<()> {
    let sources = ["web", "docs/openapi.json", "media-wasm", "package-lock.json"];
    fingerprint::run_if_changed("web", &sources, &["web/dist/index.html"], || {
        step("Building the web app", command("vite").args(["build", "web", "--logLevel", "warn"]))
    })
}

fn worker() -> Result<()> {
    let sources = ["worker", "media-wasm", "Cargo.lock", "Cargo.toml"];
    fingerprint::run_if_changed("worker", &sources, &["worker/build/index.js"], || {
        let mut build = command(&setup::worker_build().to_string_lossy());
        build.args(["--release", "worker"]).env("CARGO_TARGET_DIR", paths::at("target"));
        build.env("WASM_BINDGEN_BIN", setup::wasm_bindgen());
        build.env("WASM_OPT_BIN", paths::at("node_modules/.bin/wasm-opt"));
        build.env("ESBUILD_BIN", paths::at("node_modules/.bin/esbuild"));
        step("Building the Worker", &mut build)?;
        let wasm = "worker/build/index_bg.wasm";
        let mut strip = command("wasm-opt");
        // A tenth of it is the names of functions.
        strip.args(["--all-features", "--strip-debug", "--strip-producers", wasm, "-o", wasm]);
        step("Making it small", &mut strip)
    })
}
