//! Every chore of the project, one command each. `cargo xtask --help` lists them.

mod bench;
mod build;
mod deploy;
mod generate;
mod place;
mod run;
mod seed;
mod setup;
mod stamp;
mod start;
mod test;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(name = "cargo xtask", about = "Every chore of the project.")]
struct Arguments {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    /// Sets up what is missing, builds, migrates, fills in demo data, and serves the product.
    Start {
        /// The port to serve on; without it 8787, or a free one where that is taken.
        #[arg(long)]
        port: Option<u16>,
        /// Throws the local database and files away first.
        #[arg(long)]
        fresh: bool,
    },
    /// Sets up what is missing and proves everything.
    Test {
        /// One part of the tests instead of all.
        part: Option<test::Part>,
        /// Only tests whose title contains this.
        filter: Option<String>,
    },
    /// Writes the TypeScript types and tables that come from Rust.
    Gen,
    /// Measures against a bare Worker and other libraries in the same run, and prints a table.
    Bench {
        /// Only measurements whose name contains this.
        filter: Option<String>,
    },
    /// Fills the local database with the demo data again.
    Seed,
    /// Builds, migrates and deploys to Cloudflare.
    Deploy,
}

fn main() -> ExitCode {
    match perform(Arguments::parse().chore) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            // One sentence, with its causes; no backtrace even where the environment asks for one.
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Whether it went well; `test` says itself what did not.
fn perform(chore: Chore) -> Result<bool> {
    match chore {
        Chore::Test { part, filter } => return test::test(part, filter.as_deref()),
        Chore::Start { port, fresh } => start::start(port, fresh),
        Chore::Gen => generate::write(),
        Chore::Bench { filter } => bench::bench(filter.as_deref()),
        Chore::Seed => seed::again(),
        Chore::Deploy => deploy::deploy(),
    }
    .map(|()| true)
}
