//! Builds the media core for the browser, the web app, and the Worker.

use anyhow::Result;

use crate::place;
use crate::run::{command, step};
use crate::setup;
use crate::stamp;

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
    stamp::once("media-core", &sources, &["web/src/media/core/media_wasm.js"], || {
        let mut cargo = command("cargo");
        cargo.args(["build", "--quiet", "--release", "--package", "media-wasm", "--features", "js"]);
        cargo.args(["--target", "wasm32-unknown-unknown", "--target-dir"]).arg(place::at("target"));
        step("Building the media core for the browser", &mut cargo)?;
        let mut bindgen = command(&setup::wasm_bindgen().to_string_lossy());
        bindgen.args(["--target", "web", "--out-dir", CORE]);
        bindgen.arg("target/wasm32-unknown-unknown/release/media_wasm.wasm");
        step("Binding it to JavaScript", &mut bindgen)?;
        let wasm = format!("{CORE}/media_wasm_bg.wasm");
        step("Making it small", command("wasm-opt").args(["-Oz", &wasm, "-o", &wasm]))
    })
}

fn web() -> Result<()> {
    let sources = ["web", "media-wasm", "package-lock.json"];
    stamp::once("web", &sources, &["web/dist/index.html"], || {
        step("Building the web app", command("vite").args(["build", "web", "--logLevel", "warn"]))
    })
}

fn worker() -> Result<()> {
    let sources = ["worker", "media-wasm", "Cargo.lock", "Cargo.toml"];
    stamp::once("worker", &sources, &["worker/build/index.js"], || {
        let mut build = command(&setup::worker_build().to_string_lossy());
        build.args(["--release", "worker"]).env("CARGO_TARGET_DIR", place::at("target"));
        build.env("WASM_BINDGEN_BIN", setup::wasm_bindgen());
        build.env("WASM_OPT_BIN", place::at("node_modules/.bin/wasm-opt"));
        build.env("ESBUILD_BIN", place::at("node_modules/.bin/esbuild"));
        step("Building the Worker", &mut build)
    })
}
