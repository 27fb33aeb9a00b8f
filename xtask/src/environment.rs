//! Environments and the names of their resources.

use std::path::PathBuf;

use clap::ValueEnum;

use crate::paths;

/// An environment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Environment {
    /// For trials.
    Staging,
    /// For customers.
    Production,
    /// For the tests, against a stand-in of the platform.
    #[value(hide = true)]
    Rehearsal,
}

impl Environment {
    pub fn name(self) -> &'static str {
        match self {
            Self::Staging => "staging",
            Self::Production => "production",
            Self::Rehearsal => "rehearsal",
        }
    }

    /// Name of its Worker and of its database.
    pub fn worker(self) -> String {
        format!("sayso-{}", self.name())
    }

    /// Name of its bucket.
    pub fn bucket(self) -> String {
        format!("sayso-media-{}", self.name())
    }

    /// Names of its job queue and of its dead-letter queue.
    pub fn queues(self) -> [String; 2] {
        [format!("sayso-jobs-{}", self.name()), format!("sayso-jobs-{}-dead", self.name())]
    }

    /// Path of its wrangler configuration, rewritten by each deployment.
    pub fn config(self) -> PathBuf {
        paths::at(&format!("wrangler.{}.toml", self.name()))
    }
}
