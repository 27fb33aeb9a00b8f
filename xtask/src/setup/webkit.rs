//! Debian's WebKit, the third browser of the tests, and two `GStreamer` plugins it needs for
//! recording, which Debian does not package.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use super::debian::{require, unless_in_ci};
use crate::paths;
use crate::run::{quiet, step};

const WHOSE: &str = "the tests in WebKit";
const PACKAGES: [&str; 9] = [
    "webkit2gtk-driver",
    "xvfb",
    "xauth",
    "dbus-x11",
    "gstreamer1.0-plugins-good",
    "gstreamer1.0-plugins-bad",
    "gstreamer1.0-plugins-ugly",
    "gstreamer1.0-libav",
    "gstreamer1.0-gl",
];
const PACKAGES_TO_BUILD: [&str; 4] = ["libgstreamer1.0-dev", "libgstreamer-plugins-base1.0-dev", "gcc", "pkg-config"];

/// Writes fragmented MP4 (`isofmp4mux`).
const FMP4: (&str, &str) = ("gst-plugin-fmp4", "0.14.5");
/// Rotates pictures; `xtask/webkit/autovideoflip.c`. Increase the version when that file changes.
const FLIP: (&str, &str) = ("autovideoflip", "1");

/// Returns the `GST_PLUGIN_PATH` for WebKit's recorder. A machine that cannot have WebKit skips its
/// tests; only CI fails.
pub fn webkit() -> Result<Option<OsString>> {
    unless_in_ci(plugins())
}

fn plugins() -> Result<OsString> {
    require(&PACKAGES, WHOSE)?;
    let fmp4 = build_plugin(FMP4, "libgstfmp4.so", fmp4)?;
    let flip = build_plugin(FLIP, "libgstautovideoflip.so", flip)?;
    Ok(env::join_paths([fmp4, flip])?)
}

/// Returns the folder of a plugin in the machine's cache, built once per version.
fn build_plugin(
    (name, version): (&str, &str),
    library: &str,
    build: impl FnOnce(&Path) -> Result<PathBuf>,
) -> Result<PathBuf> {
    let folder = paths::cache().join("tools").join(format!("{name}-{version}"));
    let file = folder.join(library);
    if file.is_file() {
        return Ok(folder);
    }
    require(&PACKAGES_TO_BUILD, WHOSE)?;
    let work = env::temp_dir().join(format!("sayso-{name}-{}", std::process::id()));
    fs::create_dir_all(&work)?;
    let made = build(&work).and_then(|made| {
        fs::create_dir_all(&folder)?;
        // Renamed when complete, so that an interrupted run leaves nothing that looks finished.
        let draft = folder.join("draft");
        fs::copy(&made, &draft).with_context(|| format!("{name}: {} was not built", made.display()))?;
        Ok(fs::rename(draft, file)?)
    });
    fs::remove_dir_all(work)?;
    made.map(|()| folder)
}

/// Builds a library crate, which `cargo install` does not install, as the dependency of an empty
/// package, whose edition restricts it to what this compiler can build.
fn fmp4(work: &Path) -> Result<PathBuf> {
    let (name, version) = FMP4;
    let manifest = format!(
        "[package]\nname = \"empty\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\
         [dependencies]\n{name} = \"={version}\"\n[workspace]\n"
    );
    fs::write(work.join("Cargo.toml"), manifest)?;
    fs::create_dir_all(work.join("src"))?;
    fs::write(work.join("src/lib.rs"), "")?;
    let mut cargo = Command::new("cargo");
    cargo.current_dir(work).args(["build", "--quiet", "--release", "--package", name, "--target-dir", "target"]);
    step(&format!("Building {name} {version} (once for this machine, a minute or more)"), &mut cargo)?;
    Ok(work.join("target/release/libgstfmp4.so"))
}

fn flip(work: &Path) -> Result<PathBuf> {
    let made = work.join("libgstautovideoflip.so");
    let libraries = ["--cflags", "--libs", "gstreamer-1.0", "gstreamer-video-1.0"];
    let flags = quiet("pkg-config", Command::new("pkg-config").args(libraries))?;
    let mut gcc = Command::new("gcc");
    gcc.args(["-shared", "-fPIC", "-O2", "-o"]).arg(&made).arg(paths::at("xtask/webkit/autovideoflip.c"));
    step("Building autovideoflip (once for this machine)", gcc.args(flags.split_whitespace()))?;
    Ok(made)
}
