//! Compares the product with alternatives in one run and prints a table.

use anyhow::Result;

use crate::run::{command, echoed};
use crate::{build, setup};

/// Runs `tests/bench`. Returns whether everything was measured and every target met; its last lines
/// name the others.
pub fn bench(filter: Option<&str>) -> Result<bool> {
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
    Ok(echoed(&mut node)?.1)
}
