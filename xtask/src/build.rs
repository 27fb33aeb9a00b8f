//! Builds what browsers run as wasm, the web app, and the Worker.

use anyhow::Result;

use crate::fingerprint;
use crate::paths;
use crate::run::{command, step};
use crate::setup;

const CORE: &str = "web/src/media/core";
const STATEMENT: &str = "web/src/areas/affiliate/statements/core";

/// Everything that `start`, `test` and `deploy` serve.
pub fn all() -> Result<()> {
    browser_wasm()?;
    web()?;
    worker()
}

/// What a browser runs as wasm.
struct Wasm {
    /// The file's name.
    name: &'static str,
    package: &'static str,
    /// Arguments of cargo.
    how: &'static [&'static str],
    profile: &'static str,
    /// Where the app expects it.
    folder: &'static str,
    sources: &'static [&'static str],
}

const MEDIA: [&str; 3] = ["media-wasm", "Cargo.lock", "Cargo.toml"];

const WASM: [Wasm; 3] = [
    Wasm {
        name: "rules",
        package: "media-wasm",
        how: &["--release", "--features", "rules"],
        profile: "release",
        folder: CORE,
        sources: &MEDIA,
    },
    Wasm {
        name: "video",
        package: "media-wasm",
        how: &["--release", "--features", "video"],
        profile: "release",
        folder: CORE,
        sources: &MEDIA,
    },
    Wasm {
        name: "statement_wasm",
        package: "statement-wasm",
        how: &["--profile", "small"],
        profile: "small",
        folder: STATEMENT,
        sources: &["statement-wasm", "worker/domain", "media-wasm", "Cargo.lock", "Cargo.toml"],
    },
];

/// Everything that browsers run as wasm, with its JavaScript and types.
pub fn browser_wasm() -> Result<()> {
    WASM.iter().try_for_each(wasm)
}

fn wasm(Wasm { name, package, how, profile, folder, sources }: &Wasm) -> Result<()> {
    fingerprint::run_if_changed(name, sources, &[&format!("{folder}/{name}.js")], || {
        let mut cargo = command("cargo");
        cargo.args(["build", "--quiet", "--package", package]).args(*how);
        cargo.args(["--target", "wasm32-unknown-unknown", "--target-dir"]).arg(paths::at("target"));
        step(&format!("Building {name} of {package} for the browser"), &mut cargo)?;
        let mut bindgen = command(&setup::wasm_bindgen().to_string_lossy());
        bindgen.args(["--target", "web", "--out-dir", folder, "--out-name", name]);
        bindgen.arg(format!("target/wasm32-unknown-unknown/{profile}/{}.wasm", package.replace('-', "_")));
        step("Binding it to JavaScript", &mut bindgen)?;
        let wasm = format!("{folder}/{name}_bg.wasm");
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
    let sources = ["web", "docs/openapi.json", "media-wasm", "statement-wasm", "worker/domain", "package-lock.json"];
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
