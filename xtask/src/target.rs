//! Where a command works: on this machine, or on a deployment.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::environment::Environment;
use crate::paths;
use crate::run::{command, quiet};

/// Where a command works.
#[derive(Debug, Clone, Copy)]
pub enum Target {
    /// What `cargo xtask start` keeps.
    Local,
    /// What was deployed.
    Deployed(Environment),
}

impl Target {
    /// A deployment has to be there.
    pub fn of(environment: Option<Environment>) -> Result<Self> {
        let Some(environment) = environment else { return Ok(Self::Local) };
        if !environment.config().is_file() {
            bail!("Please deploy first: `cargo xtask deploy --env {}`.", environment.name());
        }
        Ok(Self::Deployed(environment))
    }

    /// Wrangler with some arguments, on this target.
    pub fn wrangler(self, arguments: &[&str]) -> Command {
        self.wrangler_with(arguments, None)
    }

    /// The same with another configuration.
    pub fn wrangler_with(self, arguments: &[&str], config: Option<&Path>) -> Command {
        let mut wrangler = command("wrangler");
        wrangler.args(arguments);
        match self {
            Self::Local => wrangler.args(["--local", "--persist-to"]).arg(paths::state()),
            Self::Deployed(_) => wrangler.arg("--remote"),
        };
        let own = match self {
            Self::Local => paths::at("wrangler.toml"),
            Self::Deployed(environment) => environment.config(),
        };
        wrangler.arg("--config").arg(config.unwrap_or(&own));
        wrangler
    }

    /// The name of its bucket.
    pub fn bucket(self) -> String {
        match self {
            Self::Local => "sayso-media".to_owned(),
            Self::Deployed(environment) => environment.bucket(),
        }
    }

    /// The rows that a statement answers with.
    pub fn rows(self, sql: &str) -> Result<Vec<Value>> {
        let text =
            quiet("database", &mut self.wrangler(&["d1", "execute", "DB", "--yes", "--json", "--command", sql]))?;
        let answer: Value = serde_json::from_str(&text).context("wrangler has not answered with JSON")?;
        Ok(answer[0]["results"].as_array().cloned().unwrap_or_default())
    }

    /// Runs the statements of a file.
    pub fn execute_file(self, what: &str, file: &Path) -> Result<()> {
        let mut wrangler = self.wrangler(&["d1", "execute", "DB", "--yes"]);
        wrangler.arg("--file").arg(file);
        quiet(what, &mut wrangler).map(drop)
    }
}
