//! Skips a build step whose inputs have not changed since its last run, by a hash of their contents.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};
use walkdir::WalkDir;

use crate::paths;

const FOLDER: &str = ".sayso/fingerprints";
/// Folders of build output, which are never inputs.
const OUTPUT_FOLDERS: [&str; 5] = ["target", "dist", "node_modules", "core", "worker/build"];

/// Runs `work` unless `results` exist and were made from the same `sources`.
pub fn run_if_changed(name: &str, sources: &[&str], results: &[&str], work: impl FnOnce() -> Result<()>) -> Result<()> {
    let complete = results.iter().all(|result| paths::at(result).exists());
    // Before the work: what is edited meanwhile may not be in the results.
    let current = of(sources)?;
    if complete && recorded(name).is_some_and(|before| before == current) {
        return Ok(());
    }
    work()?;
    record(name, &current)
}

/// The fingerprint that was recorded under this name.
pub fn recorded(name: &str) -> Option<String> {
    fs::read_to_string(paths::at(FOLDER).join(name)).ok()
}

/// Records a fingerprint for the next run.
pub fn record(name: &str, fingerprint: &str) -> Result<()> {
    fs::create_dir_all(paths::at(FOLDER))?;
    Ok(fs::write(paths::at(FOLDER).join(name), fingerprint)?)
}

/// A SHA-256 over the names and contents of all files below these paths.
pub fn of(sources: &[&str]) -> Result<String> {
    let mut files: Vec<PathBuf> = sources.iter().flat_map(|source| files_below(&paths::at(source))).collect();
    files.sort();
    let mut hash = Sha256::new();
    for file in files {
        hash.update(file.to_string_lossy().as_bytes());
        hash.update(fs::read(&file)?);
    }
    Ok(HEXLOWER.encode(&hash.finalize()))
}

fn files_below(path: &Path) -> Vec<PathBuf> {
    let is_output = |path: &Path| OUTPUT_FOLDERS.iter().any(|folder| path.ends_with(folder));
    WalkDir::new(path)
        .into_iter()
        .filter_entry(|entry| entry.depth() == 0 || !(entry.file_type().is_dir() && is_output(entry.path())))
        .filter_map(std::result::Result::ok)
        .filter(|entry| entry.file_type().is_file())
        .map(walkdir::DirEntry::into_path)
        .collect()
}
