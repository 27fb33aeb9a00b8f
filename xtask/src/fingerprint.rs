//! Skips a build step whose inputs have the same hash as in its last run, and reuses results of
//! other clones on this machine.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};
use walkdir::WalkDir;

use crate::paths;
use crate::run::{command, print_step, quiet};

const FOLDER: &str = ".sayso/fingerprints";
/// Folders of build output, which are never inputs.
const OUTPUT_FOLDERS: [&str; 5] = ["target", "dist", "node_modules", "core", "worker/build"];

/// Runs `work` unless `results` exist and were made from the same `sources`.
pub fn run_if_changed(name: &str, sources: &[&str], results: &[&str], work: impl FnOnce() -> Result<()>) -> Result<()> {
    let complete = results.iter().all(|result| paths::at(result).exists());
    // Hashed before the work, so that edits made meanwhile count as changes.
    let current = of(sources)?;
    if complete && recorded(name).is_some_and(|before| before == current) {
        return Ok(());
    }
    work()?;
    record(name, &current)
}

/// Returns the fingerprint recorded under this name.
pub fn recorded(name: &str) -> Option<String> {
    fs::read_to_string(paths::at(FOLDER).join(name)).ok()
}

/// Records a fingerprint for the next run.
pub fn record(name: &str, fingerprint: &str) -> Result<()> {
    fs::create_dir_all(paths::at(FOLDER))?;
    Ok(fs::write(paths::at(FOLDER).join(name), fingerprint)?)
}

/// Results of one name kept for other clones.
const MAX_RESULTS: usize = 6;

/// Copies results that another clone built from the same sources; returns whether there were any.
pub fn restore(name: &str, fingerprint: &str, files: &[PathBuf]) -> Result<bool> {
    let results = results_folder(name, fingerprint)?;
    if !results.is_dir() {
        return Ok(false);
    }
    for file in files {
        fs::create_dir_all(file.parent().unwrap_or(Path::new("")))?;
        // Another clone may be deleting old results.
        if fs::copy(results.join(file.file_name().unwrap_or_default()), file).is_err() {
            return Ok(false);
        }
    }
    fs::File::open(&results)?.set_modified(std::time::SystemTime::now())?;
    print_step(&format!("{name}: as it was built of the same sources before"));
    record(name, fingerprint)?;
    Ok(true)
}

/// Stores results for other clones, unless the sources were edited during the build.
pub fn store(name: &str, fingerprint: &str, sources: &[&str], files: &[PathBuf]) -> Result<()> {
    if of(sources)? != fingerprint {
        return Ok(());
    }
    let results = results_folder(name, fingerprint)?;
    let draft = results.with_extension(std::process::id().to_string());
    fs::create_dir_all(&draft)?;
    for file in files {
        fs::copy(file, draft.join(file.file_name().unwrap_or_default()))?;
    }
    // Renamed when complete. If another clone was faster, its results are there.
    if fs::rename(&draft, &results).is_err() {
        fs::remove_dir_all(&draft)?;
    }
    let mut all: Vec<PathBuf> = fs::read_dir(results.parent().unwrap_or(Path::new("")))?
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.file_name().is_some_and(|own| own.to_string_lossy().starts_with(&format!("{name}-"))))
        .collect();
    all.sort_by_key(|path| fs::metadata(path).and_then(|data| data.modified()).ok());
    for old in all.iter().rev().skip(MAX_RESULTS) {
        fs::remove_dir_all(old)?;
    }
    Ok(())
}

/// Includes the compiler's version, since another one compiles the same sources differently.
fn results_folder(name: &str, fingerprint: &str) -> Result<PathBuf> {
    let compiler = quiet("rustc", command("rustc").arg("-V"))?;
    let key = HEXLOWER.encode(&Sha256::digest(format!("{compiler}{fingerprint}")));
    Ok(paths::cache().join("built").join(format!("{name}-{key}")))
}

/// Hashes the names and contents of all files below these paths.
pub fn of(sources: &[&str]) -> Result<String> {
    let mut files: Vec<PathBuf> = sources.iter().flat_map(|source| files_below(&paths::at(source))).collect();
    files.sort();
    let root = paths::root();
    let mut hash = Sha256::new();
    for file in files {
        hash.update(file.strip_prefix(&root).unwrap_or(&file).to_string_lossy().as_bytes());
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
