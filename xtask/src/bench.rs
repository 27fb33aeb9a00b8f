//! Measures in one run against other ways of doing the same, and prints a table.

use anyhow::{Result, bail};

use crate::run::{command, echoed};
use crate::{build, setup};

/// Runs `tests/bench`.
pub fn bench(filter: Option<&str>) -> Result<()> {
    setup::for_testing()?;
    build::all()?;
    let (_, success) = echoed(command("node").arg("tests/bench/run.ts").args(filter))?;
    if success { Ok(()) } else { bail!("a measurement failed") }
}
