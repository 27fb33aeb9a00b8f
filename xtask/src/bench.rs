//! Measures in one run against other ways of doing the same, and prints a table.

use anyhow::{Result, bail};

use crate::run::{command, echoed};
use crate::{build, setup};

/// Runs `tests/bench`.
pub fn bench(filter: Option<&str>) -> Result<()> {
    setup::for_testing()?;
    build::all()?;
    let mut node = command("node");
    node.arg("tests/bench/run.ts").args(filter).env("SAYSO_CHROMIUM", setup::browser()?);
    if let Some(nginx) = setup::webdav_servers()? {
        node.env("SAYSO_NGINX", nginx);
    }
    if let Some(program) = setup::firefox()? {
        node.env("SAYSO_FIREFOX", program);
    }
    if let Some(plugins) = setup::webkit()? {
        node.env("SAYSO_WEBKIT_PLUGINS", plugins);
    }
    let (_, success) = echoed(&mut node)?;
    if success { Ok(()) } else { bail!("a measurement failed") }
}
