//! Commands of the project. `cargo xtask --help` lists them.

mod bench;
mod build;
mod clock;
mod deploy;
mod environment;
mod fingerprint;
mod generate;
mod paths;
mod random;
mod restore;
mod run;
mod sbom;
mod seed;
mod setup;
mod shared_build;
mod start;
mod target;
mod test;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(name = "cargo xtask", about = "The commands of the project.")]
struct Arguments {
    #[command(subcommand)]
    command: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Sets up what is missing, builds, migrates, fills in demo data, and serves the product.
    Start {
        /// The port to serve on; without it 8787, or a free one where that is taken.
        #[arg(long)]
        port: Option<u16>,
        /// Throws the local database and files away first.
        #[arg(long)]
        fresh: bool,
        /// Transcribes videos with a speech recognition on this machine, which is installed the first time (300 MB).
        #[arg(long)]
        transcribe: bool,
    },
    /// Sets up what is missing and runs the tests.
    Test {
        /// One part of the tests instead of all.
        part: Option<test::Part>,
        /// Only tests whose title contains this.
        filter: Option<String>,
        /// Also the long proofs, with more cases each.
        #[arg(long)]
        thorough: bool,
        /// Also what is unchanged since it last passed.
        #[arg(long)]
        all: bool,
        /// Only the tests that what differs from REF can reach; without REF, from the last commit.
        #[arg(long, value_name = "REF", num_args = 0..=1, require_equals = true, default_missing_value = "HEAD")]
        changed: Option<String>,
        /// Runs nothing; lists the requirements that tests prove, and those that the tests of REF prove and these do not.
        #[arg(long, value_name = "REF", num_args = 0..=1, require_equals = true, default_missing_value = "HEAD")]
        ids: Option<String>,
    },
    /// Writes the TypeScript types and tables that come from Rust.
    Gen,
    /// Lists what the product is built of, with versions and hashes (SBOM), in `target/sbom`.
    Sbom,
    /// Measures against a bare Worker and other libraries in the same run, and prints a table.
    Bench {
        /// Only measurements whose name contains this; an unknown name lists all.
        filter: Option<String>,
    },
    /// Fills the local database with the demo data again.
    Seed,
    /// Brings the product to Cloudflare: makes what is missing, migrates, deploys, checks, and goes back where that fails.
    Deploy {
        /// The deployment.
        #[arg(long)]
        env: environment::Environment,
        #[command(flatten)]
        given: deploy::Arguments,
        /// Prints the steps and does nothing.
        #[arg(long)]
        dry_run: bool,
    },
    /// Fills an empty database from a back-up of the night.
    Restore {
        /// The deployment; defaults to the local database.
        #[arg(long)]
        env: Option<environment::Environment>,
        /// The day of the back-up, `yyyy-MM-dd`; without it the newest one.
        #[arg(long)]
        day: Option<chrono::NaiveDate>,
    },
}

fn main() -> ExitCode {
    match run_task(Arguments::parse().command) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            // One line with its causes; no backtrace even if the environment asks for one.
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Returns whether it succeeded; `test` and `bench` print their failures themselves.
fn run_task(task: Task) -> Result<bool> {
    match task {
        Task::Test { ids: Some(commit), .. } => return test::ids::compare(&commit),
        Task::Test { part, filter, thorough, all, changed, ids: None } => {
            let reached = changed.map(|commit| test::changed::since(&commit)).transpose()?;
            return test::test(&test::Options { part, filter, thorough, all, reached });
        }
        Task::Bench { filter } => return bench::bench(filter.as_deref()),
        Task::Start { port, fresh, transcribe } => start::start(port, fresh, transcribe),
        Task::Gen => generate::write(),
        Task::Sbom => sbom::write(),
        Task::Seed => seed::reseed(),
        Task::Deploy { env, given, dry_run } => deploy::deploy(env, given, dry_run),
        Task::Restore { env, day } => restore::restore(env, day),
    }
    .map(|()| true)
}
