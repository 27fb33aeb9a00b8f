//! Generates TypeScript types and tables from Rust. They are committed; the tests prove them fresh.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};

use crate::paths;
use crate::run::{command, print_step, quiet};

/// Features with which tests write TypeScript and examples write JSON. Used for all test builds,
/// since other features would compile each crate again.
pub const FEATURES: &str = "--features=domain/ts,media-wasm/ts,media-wasm/fallback";

const API: &str = "web/src/api/generated";
const DOCS: &str = "docs";
const OPENAPI: &str = "docs/openapi.json";
const MEDIA: &str = "web/src/media/generated";
const PASSWORDS: &str = "worker/domain/src/password";
const FINGERPRINTS: &str = "worker/domain/src/password/common_fingerprints.bin";

/// Writes the generated files into the source tree.
pub fn write() -> Result<()> {
    print_step("Writing generated types and tables");
    into(&paths::root())
}

/// Fails if a committed file differs from the generated one.
pub fn check() -> Result<()> {
    let fresh = paths::at("target/generated");
    let _ = fs::remove_dir_all(&fresh);
    into(&fresh)?;
    for folder in [API, MEDIA] {
        let (committed, made) = (contents(&paths::at(folder))?, contents(&fresh.join(folder))?);
        if committed != made {
            bail!("{folder} is stale: please run `cargo xtask gen` and commit the result.");
        }
    }
    for file in [OPENAPI, FINGERPRINTS] {
        if fs::read(paths::at(file))? != fs::read(fresh.join(file))? {
            bail!("{file} is stale: please run `cargo xtask gen` and commit the result.");
        }
    }
    Ok(())
}

fn into(root: &Path) -> Result<()> {
    let programs = Programs::build()?;
    for (package, folder) in [("domain", API), ("media_wasm", MEDIA)] {
        let target = root.join(folder);
        let _ = fs::remove_dir_all(&target);
        fs::create_dir_all(&target)?;
        let mut export = programs.tests_of(package)?;
        export.args(["--quiet", "export_bindings"]);
        quiet("ts-rs", export.env("TS_RS_EXPORT_DIR", &target).env("TS_RS_LARGE_INT", "number"))?;
    }
    for folder in [DOCS, PASSWORDS] {
        fs::create_dir_all(root.join(folder))?;
    }
    let folders = [API, DOCS, PASSWORDS].map(|folder| root.join(folder));
    quiet("generated JSON", programs.example("generate")?.args(folders))?;
    fs::write(root.join(MEDIA).join("fallback.json"), quiet("fallback table", &mut programs.example("fallback")?)?)?;
    Ok(())
}

/// Programs that cargo built for the tests.
struct Programs(Vec<Value>);

impl Programs {
    fn build() -> Result<Self> {
        let mut cargo = command("cargo");
        cargo.args(["test", "--quiet", "--workspace", FEATURES, "--no-run", "--message-format=json"]);
        let lines = quiet("cargo", &mut cargo)?;
        Ok(Self(lines.lines().map(serde_json::from_str).collect::<Result<_, _>>()?))
    }

    /// Returns the tests within a library.
    fn tests_of(&self, library: &str) -> Result<Command> {
        self.find(library, |built| built["profile"]["test"] == true && built["target"]["kind"] != json!(["test"]))
    }

    fn example(&self, name: &str) -> Result<Command> {
        self.find(name, |built| built["target"]["kind"] == json!(["example"]))
    }

    fn find(&self, name: &str, fits: impl Fn(&Value) -> bool) -> Result<Command> {
        let built = self.0.iter().find(|built| built["target"]["name"] == name && fits(built));
        let program = built.and_then(|built| built["executable"].as_str());
        Ok(command(program.with_context(|| format!("cargo has built no program {name}"))?))
    }
}

fn contents(folder: &Path) -> Result<Vec<(PathBuf, Vec<u8>)>> {
    let mut files: Vec<_> = walkdir::WalkDir::new(folder)
        .into_iter()
        .filter_map(Result::ok)
        .filter(|entry| entry.file_type().is_file())
        .map(|entry| Ok((entry.path().strip_prefix(folder)?.to_owned(), fs::read(entry.path())?)))
        .collect::<Result<_>>()?;
    files.sort();
    Ok(files)
}
