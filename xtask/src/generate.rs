//! TypeScript types and tables that come from Rust. They are committed; the tests prove them fresh.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

use crate::paths;
use crate::run::{command, quiet, say};

const API: &str = "web/src/api/generated";
const DOCS: &str = "docs";
const OPENAPI: &str = "docs/openapi.json";
const MEDIA: &str = "web/src/media/generated";
const PASSWORDS: &str = "worker/domain/src/password";
const FINGERPRINTS: &str = "worker/domain/src/password/common_fingerprints.bin";

/// Writes them into the source tree.
pub fn write() -> Result<()> {
    say("Writing generated types and tables");
    into(&paths::root())
}

/// Fails when what is committed differs from what the Rust source says.
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
    for (package, folder) in [("domain", API), ("media-wasm", MEDIA)] {
        let target = root.join(folder);
        let _ = fs::remove_dir_all(&target);
        fs::create_dir_all(&target)?;
        let mut cargo = command("cargo");
        cargo.args(["test", "--quiet", "--package", package, "--lib", "--features", "ts", "export_bindings"]);
        quiet("ts-rs", cargo.env("TS_RS_EXPORT_DIR", &target).env("TS_RS_LARGE_INT", "number"))?;
    }
    let mut json = command("cargo");
    json.args(["run", "--quiet", "--package", "domain", "--features", "ts", "--example", "generate"]);
    for folder in [DOCS, PASSWORDS] {
        fs::create_dir_all(root.join(folder))?;
    }
    let folders = [API, DOCS, PASSWORDS].map(|folder| root.join(folder));
    quiet("generated JSON", json.arg("--").args(folders))?;
    let mut table = command("cargo");
    table.args(["run", "--quiet", "--package", "media-wasm", "--features", "fallback", "--example", "fallback"]);
    fs::write(root.join(MEDIA).join("fallback.json"), quiet("fallback table", &mut table)?)?;
    Ok(())
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
