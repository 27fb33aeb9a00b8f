//! Brings the product to Cloudflare. `docs/operations.md` says what has to exist there first.

use anyhow::{Result, bail};

use crate::run::{command, quiet, step};
use crate::{build, place, setup};

/// Builds, migrates and deploys with the account that wrangler is signed in to.
pub fn deploy() -> Result<()> {
    setup::for_building()?;
    let settings = std::fs::read_to_string(place::at("wrangler.toml"))?;
    if settings.contains("00000000-0000-0000-0000-000000000000") {
        bail!("wrangler.toml names no database yet: please follow docs/operations.md first.");
    }
    if quiet("wrangler", command("wrangler").arg("whoami")).is_err() {
        bail!("Please sign in first: `npx wrangler login`.");
    }
    build::all()?;
    step("Migrating the database", command("wrangler").args(["d1", "migrations", "apply", "DB", "--remote"]))?;
    step("Deploying", command("wrangler").arg("deploy"))
}
