//! The deployments of the product, and what belongs to each.

use std::path::PathBuf;

use clap::ValueEnum;

use crate::paths;

/// A deployment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Environment {
    /// For trying out.
    Staging,
    /// What customers use.
    Production,
}

impl Environment {
    /// The word.
    pub fn name(self) -> &'static str {
        match self {
            Self::Staging => "staging",
            Self::Production => "production",
        }
    }

    /// Its bucket.
    pub fn bucket(self) -> String {
        format!("sayso-media-{}", self.name())
    }

    /// Its configuration of wrangler, written by each deployment.
    pub fn config(self) -> PathBuf {
        paths::at(&format!("wrangler.{}.toml", self.name()))
    }
}
