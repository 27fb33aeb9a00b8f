//! Builds the Worker like `worker-build`: cargo, wasm-bindgen, wasm-opt, and esbuild for the
//! JavaScript around them. That tool needs 206 crates, most of them for downloads; see
//! docs/benchmarks.md, "First start", for the time.

use std::fs;

use anyhow::{Context, Result};

use crate::fingerprint;
use crate::paths;
use crate::run::{command, step};
use crate::setup;

/// Output in progress; a running Worker reads the other folder.
const DRAFT: &str = "target/worker";
pub const FINISHED: &str = "worker/build";

/// Features that rustc enables by default, plus exceptions, which wasm-bindgen uses to catch
/// JavaScript's. With `--all-features`, wasm-opt could emit code that workerd cannot load.
const FEATURES: [&str; 7] = [
    "--enable-mutable-globals",
    "--enable-sign-ext",
    "--enable-nontrapping-float-to-int",
    "--enable-bulk-memory",
    "--enable-multivalue",
    "--enable-reference-types",
    "--enable-exception-handling",
];

/// Builds the Worker unless its sources are unchanged.
pub fn worker() -> Result<()> {
    let how = ["xtask/src/build/worker.rs", "xtask/bindings", "package-lock.json"];
    let sources = [&["worker", "media-wasm", "Cargo.lock", "Cargo.toml"][..], &how].concat();
    let files = ["index_bg.wasm", "index.js"].map(|name| paths::at(FINISHED).join(name));
    let fingerprint = fingerprint::of(&sources)?;
    fingerprint::run_if_changed("worker", &sources, &["worker/build/index.js"], || {
        if fingerprint::restore("worker", &fingerprint, &files)? {
            return Ok(());
        }
        compile()?;
        shrink()?;
        bundle()?;
        fs::create_dir_all(paths::at(FINISHED))?;
        for name in ["index_bg.wasm", "index.js"] {
            let draft = paths::at(DRAFT).join("finished").join(name);
            fs::copy(&draft, paths::at(FINISHED).join(name)).with_context(|| format!("no {}", draft.display()))?;
        }
        fingerprint::store("worker", &fingerprint, &sources, &files)
    })
}

fn compile() -> Result<()> {
    let mut cargo = command("cargo");
    cargo.args(["build", "--quiet", "--release", "--package", "sayso-worker"]);
    cargo.args(["--target", setup::WASM_TARGET, "--target-dir"]).arg(paths::at("target"));
    // Makes wasm-bindgen's macro take its futures from `js_sys`.
    cargo.env("WASM_BINDGEN_USE_JS_SYS", "1");
    let from_nothing = !paths::at("target/wasm32-unknown-unknown/release/sayso_worker.wasm").exists();
    let estimate = if from_nothing { " (about three minutes on two cores)" } else { "" };
    step(&format!("Building the Worker{estimate}"), &mut cargo)?;
    let mut bindings = command(&setup::wasm_bindings().to_string_lossy());
    bindings.args(["worker", "target/wasm32-unknown-unknown/release/sayso_worker.wasm", DRAFT, "index"]);
    step("Binding the Worker to JavaScript", &mut bindings)
}

fn shrink() -> Result<()> {
    fs::create_dir_all(paths::at(DRAFT).join("finished"))?;
    let pass = |from: &str, to: &str| {
        let mut program = command("wasm-opt");
        program.args([&format!("{DRAFT}/{from}"), "-o", &format!("{DRAFT}/{to}")]);
        program
    };
    let mut optimize = pass("index_bg.wasm", "optimized.wasm");
    // Without the limit, wasm-opt inlines every function with one caller, as nearly all `async fn` have: whole routes
    // end up in one function of 566 kB that V8's optimizing compiler takes up. Measured on 26 November 2026: peak memory
    // of 384 instead of 290 MB after 1,000 look-ups, 447 instead of 310 MB with uploads up to 62 MB, and a module of
    // 1,443 instead of 1,381 kB (gzip). A test refuses functions above 128 kB. (Formerly decision 0038.)
    optimize.args(["-O", "--one-caller-inline-max-function-size=0", "--debuginfo"]).args(FEATURES);
    step("Optimizing the Worker", &mut optimize)?;
    // Function names are a tenth of its size.
    let mut strip = pass("optimized.wasm", "finished/index_bg.wasm");
    step("Making the Worker small", strip.args(["--all-features", "--strip-debug", "--strip-producers"]))
}

/// Bundles the JavaScript into one file.
fn bundle() -> Result<()> {
    fs::copy(paths::at("worker/shim/shim.js"), paths::at(DRAFT).join("shim.js"))?;
    let mut esbuild = command("esbuild");
    esbuild.args([&format!("{DRAFT}/shim.js"), &format!("--outfile={DRAFT}/finished/index.js")]);
    esbuild.args(["--bundle", "--minify", "--format=esm", "--log-level=warning"]);
    esbuild.args(["--external:./index_bg.wasm", "--external:cloudflare:*"]);
    step("Bundling the Worker's JavaScript", &mut esbuild)?;
    let bundle = paths::at(DRAFT).join("finished/index.js");
    // Wrangler supports plain wasm imports only.
    let text = fs::read_to_string(&bundle)?.replace("import source ", "import ");
    Ok(fs::write(bundle, text)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// When upgrading the crate, review the shim too.
    #[test]
    fn the_shim_belongs_to_the_locked_version_of_the_worker_crate() {
        let read = |path: &str| fs::read_to_string(paths::at(path)).unwrap();
        let shim = read("worker/shim/shim.js");
        let version = shim.split_once("worker-build ").and_then(|(_, rest)| rest.split_once(' ')).unwrap().0;
        assert!(read("Cargo.lock").contains(&format!("name = \"worker\"\nversion = \"{version}\"\n")), "{version}");
    }
}
