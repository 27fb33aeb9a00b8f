//! The build folder shared by all clones on this machine (`.cargo/config.toml`). Builds of registry
//! crates are shared; those of the project's crates belong to one clone and stay behind when it is
//! deleted.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use anyhow::{Context, Result};
use serde_json::Value;

use crate::run::{command, quiet};

/// Age at which builds of a clone's own crates are deleted.
const MAX_AGE: Duration = Duration::from_secs(12 * 3600);

/// Deletes old builds of the project's crates.
pub fn prune() -> Result<()> {
    let mut cargo = command("cargo");
    let metadata: Value =
        serde_json::from_str(&quiet("cargo", cargo.args(["metadata", "--no-deps", "--format-version=1"]))?)?;
    // Older versions of cargo have no such folder.
    let Some(folder) = metadata["build_directory"].as_str() else { return Ok(()) };
    let packages = metadata["packages"].as_array().context("cargo names no packages")?;
    let own: Vec<&str> = packages.iter().filter_map(|package| package["name"].as_str()).collect();
    let profiles = entries(Path::new(folder)).flat_map(|target| entries(&target).chain([target]));
    for profile in profiles.filter(|path| path.join(".fingerprint").is_dir()) {
        // Cargo holds this lock while compiling, so that nothing is deleted under a running build.
        let Ok(lock) = fs::File::open(profile.join(".cargo-lock")) else { continue };
        if lock.try_lock().is_ok() {
            prune_profile(&profile, &own);
        }
    }
    Ok(())
}

/// Errors are ignored: a file may be deleted by another clone, or be in use on other systems.
fn prune_profile(profile: &Path, own: &[&str]) {
    let fingerprints = entries(&profile.join(".fingerprint")).filter(|path| is_old(path));
    let old: BTreeSet<String> = fingerprints
        .filter_map(|path| {
            let name = path.file_name()?.to_string_lossy().into_owned();
            let (package, hash) = name.rsplit_once('-')?;
            own.contains(&package).then(|| hash.to_owned())
        })
        .collect();
    for part in [".fingerprint", "build", "deps", "examples"] {
        for path in entries(&profile.join(part)).filter(|path| hash_of(path).is_some_and(|hash| old.contains(&hash))) {
            let _ = if path.is_dir() { fs::remove_dir_all(&path) } else { fs::remove_file(&path) };
        }
    }
    for path in entries(&profile.join("incremental")).filter(|path| is_old(path)) {
        let _ = fs::remove_dir_all(path);
    }
}

/// Returns `0f2c89310087468e` for `libdomain-0f2c89310087468e.rlib`.
fn hash_of(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_string_lossy().into_owned();
    Some(name.rsplit_once('-')?.1.split('.').next()?.to_owned())
}

fn is_old(path: &Path) -> bool {
    let changed = fs::metadata(path).and_then(|data| data.modified());
    changed.is_ok_and(|at| SystemTime::now().duration_since(at).is_ok_and(|age| age > MAX_AGE))
}

fn entries(folder: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    fs::read_dir(folder).into_iter().flatten().filter_map(|entry| entry.ok().map(|entry| entry.path()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_old_builds_of_the_projects_crates_are_deleted() {
        let profile = std::env::temp_dir().join(format!("sayso-shared-build-{}", std::process::id()));
        let long_ago = SystemTime::now() - 2 * MAX_AGE;
        let files = [
            (".fingerprint/domain-0a", true, false),
            (".fingerprint/domain-0b", false, true),
            (".fingerprint/serde-0c", true, true),
            ("deps/libdomain-0a.rlib", true, false),
            ("deps/libdomain-0b.rlib", true, true),
            ("deps/libserde-0c.rlib", true, true),
            ("incremental/domain-0d", true, false),
            ("incremental/domain-0e", false, true),
        ];
        for (name, is_old, _) in files {
            let path = profile.join(name);
            fs::create_dir_all(&path).unwrap();
            if is_old {
                fs::File::open(&path).unwrap().set_modified(long_ago).unwrap();
            }
        }
        prune_profile(&profile, &["domain", "xtask"]);
        for (name, _, stays) in files {
            assert_eq!(profile.join(name).exists(), stays, "{name}");
        }
        fs::remove_dir_all(profile).unwrap();
    }
}
