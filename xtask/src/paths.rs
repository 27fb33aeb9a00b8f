//! Folders and programs.

use std::env;
use std::path::{Path, PathBuf};

/// Returns the root of the current repository. A copied tree may contain a binary built elsewhere.
pub fn root() -> PathBuf {
    let package = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    let of_cargo = package.as_deref().and_then(Path::parent).map(Path::to_owned);
    of_cargo.or_else(|| root_above(&env::current_dir().ok()?)).unwrap_or_else(|| ".".into())
}

/// Returns the nearest ancestor folder with this package.
fn root_above(folder: &Path) -> Option<PathBuf> {
    folder.ancestors().find(|above| above.join("xtask/Cargo.toml").is_file()).map(Path::to_owned)
}

/// Returns a path below the root.
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

/// Returns the folder for the state of `start`. `SAYSO_STATE` moves it, for a second instance.
pub fn state_folder() -> PathBuf {
    env::var_os("SAYSO_STATE").map_or_else(|| at(".sayso"), PathBuf::from)
}

/// Returns a file in that folder.
pub fn state_file(name: &str) -> PathBuf {
    state_folder().join(name)
}

/// Returns the folder of the local database and files.
pub fn state() -> PathBuf {
    state_file("state")
}

/// Returns the first of these programs found on the `PATH`.
pub fn on_path(names: &[&str]) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    let folders: Vec<PathBuf> = env::split_paths(&path).collect();
    names.iter().flat_map(|name| folders.iter().map(move |f| f.join(name))).find(|file| file.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_root_is_the_current_work_tree() {
        let here = root();
        assert!(here.join("xtask/Cargo.toml").is_file());
        assert_eq!(root_above(&here.join("worker/src")), Some(here));
        assert_eq!(root_above(Path::new("/")), None);
    }
}
