//! Writes software bills of materials (SBOM, CycloneDX): the crates of the Worker and of the
//! browser's two wasm cores, and the npm packages of the web app. Build and test tools are not
//! included.

use std::fs;

use anyhow::{Context, Result};

use crate::run::{command, print_step, quiet};
use crate::{paths, setup};

/// Output folder.
const FOLDER: &str = "target/sbom";
/// Deployed crates by folder; the lists have the same names.
const DEPLOYED: [&str; 3] = ["worker", "media-wasm", "statement-wasm"];
/// Name of the tool's output in each crate's folder, before `.json`.
const OUTPUT_NAME: &str = "sayso-components";
const WASM_TARGET: &str = "wasm32-unknown-unknown";

/// Writes the lists.
pub fn write() -> Result<()> {
    setup::for_listing()?;
    let folder = paths::at(FOLDER);
    fs::create_dir_all(&folder)?;
    print_step(&format!("Listing components into {FOLDER}"));
    let mut crates = command(&setup::cargo_cyclonedx().to_string_lossy());
    crates.args(["cyclonedx", "--format", "json", "--all-features", "--target", WASM_TARGET]);
    quiet("cargo-cyclonedx", crates.args(["--override-filename", OUTPUT_NAME]))?;
    for member in ["worker/domain", "xtask", "xtask/bindings"].iter().chain(&DEPLOYED) {
        let made = paths::at(member).join(format!("{OUTPUT_NAME}.json"));
        if DEPLOYED.contains(member) {
            fs::copy(&made, folder.join(format!("{member}.cdx.json"))).context("cargo-cyclonedx has made no list")?;
        }
        fs::remove_file(made)?;
    }
    let mut packages = command("npm");
    packages.args(["sbom", "--sbom-format", "cyclonedx", "--package-lock-only", "--omit", "dev"]);
    fs::write(folder.join("web.cdx.json"), quiet("npm sbom", &mut packages)?)?;
    Ok(())
}
