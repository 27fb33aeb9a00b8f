//! Builds the browser's wasm with its JavaScript and types.

use std::path::PathBuf;

use anyhow::Result;

use crate::run::{command, step};
use crate::{fingerprint, paths, setup};

const CORE: &str = "web/src/media/core";
const STATEMENT: &str = "web/src/areas/affiliate/statements/core";

/// A wasm module of the browser.
struct Wasm {
    name: &'static str,
    package: &'static str,
    /// Arguments of cargo.
    cargo_args: &'static [&'static str],
    /// The folder from which the app imports it.
    folder: &'static str,
    sources: &'static [&'static str],
}

const MEDIA: [&str; 6] =
    ["media-wasm", "Cargo.lock", "Cargo.toml", BUILD_SOURCES[0], BUILD_SOURCES[1], BUILD_SOURCES[2]];
/// The build's own sources are part of its fingerprint.
const BUILD_SOURCES: [&str; 3] = ["xtask/src/build/browser.rs", "xtask/bindings", "package-lock.json"];

const WASM: [Wasm; 3] = [
    Wasm { name: "rules", package: "media-wasm", cargo_args: &["--features", "rules"], folder: CORE, sources: &MEDIA },
    Wasm { name: "video", package: "media-wasm", cargo_args: &["--features", "video"], folder: CORE, sources: &MEDIA },
    Wasm {
        name: "statement_wasm",
        package: "statement-wasm",
        // Loaded on top of the app's code, so it is optimised for size. A separate profile would make
        // cargo compile the macros again.
        cargo_args: &["--config", "profile.release.opt-level='z'"],
        folder: STATEMENT,
        sources: &[
            "statement-wasm",
            "worker/domain",
            "media-wasm",
            "Cargo.lock",
            "Cargo.toml",
            BUILD_SOURCES[0],
            BUILD_SOURCES[1],
            BUILD_SOURCES[2],
        ],
    },
];

impl Wasm {
    /// Returns the module's files: wasm, JavaScript and types.
    fn files(&self) -> Vec<PathBuf> {
        let endings = [".js", ".d.ts", "_bg.wasm", "_bg.wasm.d.ts"];
        endings.map(|ending| paths::at(&format!("{}/{}{ending}", self.folder, self.name))).into()
    }
}

/// A compiled module before optimisation, with the fingerprint of its sources.
pub struct CompiledModule(&'static Wasm, String);

/// Builds the modules whose sources have changed.
pub fn browser_wasm() -> Result<()> {
    shrink(compile()?)
}

/// First half of the build, which needs only cargo.
pub fn compile() -> Result<Vec<CompiledModule>> {
    let mut compiled = Vec::new();
    for wasm in &WASM {
        let fingerprint = fingerprint::of(wasm.sources)?;
        let exists = wasm.files().iter().all(|file| file.exists());
        if exists && fingerprint::recorded(wasm.name).is_some_and(|before| before == fingerprint) {
            continue;
        }
        if fingerprint::restore(wasm.name, &fingerprint, &wasm.files())? {
            continue;
        }
        compile_one(wasm)?;
        compiled.push(CompiledModule(wasm, fingerprint));
    }
    Ok(compiled)
}

fn compile_one(Wasm { name, package, cargo_args, folder, .. }: &Wasm) -> Result<()> {
    let mut cargo = command("cargo");
    // Not in the manifests: cargo leaves its hash out of the names of such a crate's files, so that a library of it would
    // be shared by all clones on this machine.
    cargo.args(["rustc", "--quiet", "--release", "--lib", "--crate-type", "cdylib", "--package", package]);
    cargo.args(*cargo_args);
    cargo.args(["--target", setup::WASM_TARGET, "--target-dir"]).arg(paths::at("target"));
    step(&format!("Building {name} of {package} for the browser"), &mut cargo)?;
    let module = format!("target/wasm32-unknown-unknown/release/{}.wasm", package.replace('-', "_"));
    let mut bindings = command(&setup::wasm_bindings().to_string_lossy());
    step(&format!("Binding {name} to JavaScript"), bindings.args(["web", &module, folder, name]))
}

/// Second half of the build, which also needs the npm packages.
pub fn shrink(compiled: Vec<CompiledModule>) -> Result<()> {
    for CompiledModule(module, fingerprint) in compiled {
        let Wasm { name, folder, .. } = module;
        let wasm = format!("{folder}/{name}_bg.wasm");
        let mut shrink = command("wasm-opt");
        shrink.args(["-Oz", "--converge", "--strip-debug", "--strip-producers", "--strip-target-features"]);
        // Chosen by measuring the compressed size: not inlining large functions compresses 1 % better,
        // and a call to a tiny function is longer than its body.
        shrink.args(["--one-caller-inline-max-function-size=0", "--always-inline-max-function-size=8"]);
        step(&format!("Shrinking {name}"), shrink.args([&wasm, "-o", &wasm]))?;
        fingerprint::record(name, &fingerprint)?;
        fingerprint::store(name, &fingerprint, module.sources, &module.files())?;
    }
    Ok(())
}
