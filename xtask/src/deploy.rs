//! Brings the product to Cloudflare. `docs/operations.md` says what has to exist there first.

use anyhow::{Result, bail};

use domain::retention::EARLIER_BUILD_MS;

use crate::run::{command, quiet, step};
use crate::{build, paths, setup};

/// Builds, migrates and deploys with the account that wrangler is signed in to. `first`: nothing is served yet.
pub fn deploy(first: bool) -> Result<()> {
    setup::for_building()?;
    let settings = std::fs::read_to_string(paths::at("wrangler.toml"))?;
    if settings.contains("00000000-0000-0000-0000-000000000000") {
        bail!("wrangler.toml names no database yet: please follow docs/operations.md first.");
    }
    if quiet("wrangler", command("wrangler").arg("whoami")).is_err() {
        bail!("Please sign in first: `npx wrangler login`.");
    }
    build::all()?;
    let origin = settings.lines().find_map(|line| line.strip_prefix("PUBLIC_ORIGIN = \"")?.strip_suffix('"'));
    let Some(origin) = origin else { bail!("wrangler.toml names no PUBLIC_ORIGIN.") };
    let keep_ms = EARLIER_BUILD_MS.to_string();
    let mut keep = command("node");
    keep.args(["web/deploy/keep-earlier-builds.ts", if first { "" } else { origin }, &keep_ms]);
    step("Keeping the files of earlier builds", &mut keep)?;
    step("Migrating the database", command("wrangler").args(["d1", "migrations", "apply", "DB", "--remote"]))?;
    step("Deploying", command("wrangler").arg("deploy"))
}
