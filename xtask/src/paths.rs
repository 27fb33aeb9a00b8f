//! Folders and programs.

use std::env;
use std::path::{Path, PathBuf};

/// The root of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new(".")).to_owned()
}

/// Below the root.
pub fn at(path: &str) -> PathBuf {
    root().join(path)
}

/// Tools that take minutes to build, keyed by version and shared by all clones on this machine. `SAYSO_CACHE` moves it.
pub fn cache() -> PathBuf {
    if let Some(chosen) = env::var_os("SAYSO_CACHE") {
        return chosen.into();
    }
    let base = env::var_os("XDG_CACHE_HOME").map(PathBuf::from);
    let home = || PathBuf::from(env::var_os("HOME").unwrap_or_else(|| ".".into())).join(".cache");
    base.unwrap_or_else(home).join("sayso")
}

/// Something that `start` keeps. `SAYSO_STATE` moves all of it, for a second copy beside the first.
pub fn kept(name: &str) -> PathBuf {
    env::var_os("SAYSO_STATE").map_or_else(|| at(".sayso"), PathBuf::from).join(name)
}

/// The local database and files of `start`.
pub fn state() -> PathBuf {
    kept("state")
}

/// The first of these programs on the `PATH`.
pub fn on_path(names: &[&str]) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    let folders: Vec<PathBuf> = env::split_paths(&path).collect();
    names.iter().flat_map(|name| folders.iter().map(move |f| f.join(name))).find(|file| file.is_file())
}
