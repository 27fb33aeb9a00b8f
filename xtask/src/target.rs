//! Target of a command: this machine or a deployment.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::environment::Environment;
use crate::paths;
use crate::run::{command, quiet};

/// Target of a command.
#[derive(Debug, Clone, Copy)]
pub enum Target {
    /// Local state of `cargo xtask start`.
    Local,
    /// A deployment.
    Deployed(Environment),
}

impl Target {
    /// Fails if the deployment does not exist.
    pub fn of(environment: Option<Environment>) -> Result<Self> {
        let Some(environment) = environment else { return Ok(Self::Local) };
        if !environment.config().is_file() {
            bail!("Please deploy first: `cargo xtask deploy --env {}`.", environment.name());
        }
        Ok(Self::Deployed(environment))
    }

    /// Returns a wrangler command for this target.
    pub fn wrangler(self, arguments: &[&str]) -> Command {
        self.wrangler_with(arguments, None)
    }

    /// Like `wrangler`, with another configuration.
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

    /// Returns the name of the bucket.
    pub fn bucket(self) -> String {
        match self {
            Self::Local => "sayso-media".to_owned(),
            Self::Deployed(environment) => environment.bucket(),
        }
    }

    /// Returns the rows of a statement.
    pub fn rows(self, sql: &str) -> Result<Vec<Value>> {
        let text =
            quiet("database", &mut self.wrangler(&["d1", "execute", "DB", "--yes", "--json", "--command", sql]))?;
        let answer: Value = serde_json::from_str(&text).context("wrangler has not answered with JSON")?;
        Ok(answer[0]["results"].as_array().cloned().unwrap_or_default())
    }

    /// Executes a file of statements.
    pub fn execute_file(self, what: &str, file: &Path) -> Result<()> {
        let mut wrangler = self.wrangler(&["d1", "execute", "DB", "--yes"]);
        wrangler.arg("--file").arg(file);
        quiet(what, &mut wrangler).map(drop)
    }
}
