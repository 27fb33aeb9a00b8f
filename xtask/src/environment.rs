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
    /// For the tests, against a double of the platform.
    #[value(hide = true)]
    Rehearsal,
}

impl Environment {
    /// The word.
    pub fn name(self) -> &'static str {
        match self {
            Self::Staging => "staging",
            Self::Production => "production",
            Self::Rehearsal => "rehearsal",
        }
    }

    /// Its Worker, and its database.
    pub fn worker(self) -> String {
        format!("sayso-{}", self.name())
    }

    /// Its bucket.
    pub fn bucket(self) -> String {
        format!("sayso-media-{}", self.name())
    }

    /// The queue of its jobs, and that of messages which were tried too often.
    pub fn queues(self) -> [String; 2] {
        [format!("sayso-jobs-{}", self.name()), format!("sayso-jobs-{}-dead", self.name())]
    }

    /// Its configuration of wrangler, written by each deployment.
    pub fn config(self) -> PathBuf {
        paths::at(&format!("wrangler.{}.toml", self.name()))
    }
}
