//! Remembers what a step was made from, so that a second run does none of it again.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;
use sha2::{Digest, Sha256};
use walkdir::WalkDir;

use crate::place;

/// Folders that are made, never sources.
const MADE: [&str; 5] = ["target", "dist", "node_modules", "core", "build"];

/// Runs `work` unless it was run before on the very same files.
pub fn once(name: &str, sources: &[&str], results: &[&str], work: impl FnOnce() -> Result<()>) -> Result<()> {
    let stamp = place::at(".sayso/stamps").join(name);
    let now = digest(sources)?;
    let there = results.iter().all(|result| place::at(result).exists());
    if there && fs::read_to_string(&stamp).is_ok_and(|before| before == now) {
        return Ok(());
    }
    work()?;
    fs::create_dir_all(place::at(".sayso/stamps"))?;
    fs::write(stamp, digest(sources)?)?;
    Ok(())
}

/// A digest over the names and contents of all files below some paths.
fn digest(sources: &[&str]) -> Result<String> {
    let mut files: Vec<PathBuf> = sources.iter().flat_map(|source| below(&place::at(source))).collect();
    files.sort();
    let mut hash = Sha256::new();
    for file in files {
        hash.update(file.to_string_lossy().as_bytes());
        hash.update(fs::read(&file)?);
    }
    Ok(hash.finalize().iter().fold(String::new(), |hex, byte| format!("{hex}{byte:02x}")))
}

fn below(path: &Path) -> Vec<PathBuf> {
    let made = |name: &std::ffi::OsStr| MADE.iter().any(|made| name == *made);
    WalkDir::new(path)
        .into_iter()
        .filter_entry(|entry| entry.depth() == 0 || !(entry.file_type().is_dir() && made(entry.file_name())))
        .filter_map(std::result::Result::ok)
        .filter(|entry| entry.file_type().is_file())
        .map(walkdir::DirEntry::into_path)
        .collect()
}
