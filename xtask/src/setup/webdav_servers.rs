//! WebDAV servers for the tests: rclone, Apache, nginx.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Result, bail};

use super::debian::{require, unless_in_ci};
use crate::paths;
use crate::run::quiet;

/// Packages that do not start a server.
const PACKAGES: [&str; 2] = ["rclone", "apache2-bin"];
/// nginx's package would start a server, so these are unpacked into the cache instead.
const UNPACKED: [&str; 2] = ["nginx", "libnginx-mod-http-dav-ext"];

/// Returns nginx's folder once all three are installed. A machine that cannot have them skips their
/// tests; only CI fails.
pub fn webdav_servers() -> Result<Option<PathBuf>> {
    let found = require(&PACKAGES, "the tests with WebDAV servers").and_then(|()| nginx());
    unless_in_ci(found)
}

fn nginx() -> Result<PathBuf> {
    let folder = paths::cache().join("tools").join("nginx");
    if folder.join("usr/sbin/nginx").is_file() {
        return Ok(folder);
    }
    let work = folder.with_extension(std::process::id().to_string());
    let _ = fs::remove_dir_all(&work);
    fs::create_dir_all(&work)?;
    let download =
        || quiet("apt-get", Command::new("apt-get").current_dir(&work).args(["download", "-qq"]).args(UNPACKED));
    if download().is_err() {
        // The machine's package lists are empty or outdated.
        quiet("apt-get", Command::new("apt-get").args(["update", "-qq"]))?;
        download()?;
    }
    for entry in fs::read_dir(&work)?.collect::<Result<Vec<_>, _>>()? {
        quiet("dpkg", Command::new("dpkg").arg("--extract").arg(entry.path()).arg(&work))?;
    }
    // Renamed when complete, so that an interrupted run leaves nothing that looks finished.
    let _ = fs::remove_dir_all(&folder);
    if fs::rename(&work, &folder).is_err() || !folder.join("usr/sbin/nginx").is_file() {
        bail!("Please install {}; the tests with WebDAV servers need them.", UNPACKED.join(", "));
    }
    Ok(folder)
}
