//! Deploys the product to Cloudflare, with the account wrangler is signed in to. Every step checks
//! before it creates something, so that an interrupted deployment can simply be repeated. A version
//! that fails its check is rolled back.

mod account;
mod answers;
mod check;
mod config;
mod first_admin;
mod release;
mod secrets;

use anyhow::{Context, Result, bail};

use crate::environment::Environment;
use crate::run::{command, print_step, quiet, step};
use crate::target::Target;
use crate::{build, setup};
use answers::Answers;
pub use answers::Arguments;
use domain::retention::EARLIER_BUILD_MS;

/// Steps of a deployment, in order.
const STEPS: [(&str, &str); 12] = [
    ("Questions", "asks once for domain, sender and first admin, and keeps the answers in deploy.{env}.toml"),
    ("Account", "wrangler whoami"),
    ("Build", "what browsers run, the web app, the Worker"),
    ("Database", "finds sayso-{env}, or wrangler d1 create"),
    ("Bucket", "finds sayso-media-{env}, or wrangler r2 bucket create"),
    ("Queues", "finds sayso-jobs-{env} and sayso-jobs-{env}-dead, or wrangler queues create"),
    ("Configuration", "writes wrangler.{env}.toml from wrangler.toml, the answers and the database's id"),
    ("Earlier builds", "fetches the files of the builds that are served now, for pages that are open"),
    ("Bookmark", "notes the database's Time Travel bookmark in .sayso/deployments.log"),
    ("Migrations", "wrangler d1 migrations apply"),
    ("Version", "wrangler deploy, with secrets that are missing made from the system's random source"),
    (
        "Check",
        "makes the first admin where there is none; /api/health: database, bucket, a job's round trip, mail, version; wrangler rollback where that fails",
    ),
];

/// Deploys to an environment; `dry_run` only prints the steps.
pub fn deploy(environment: Environment, given: Arguments, dry_run: bool) -> Result<()> {
    if dry_run {
        for (number, (name, what)) in STEPS.iter().enumerate() {
            println!("{:>2}  {name:<15} {}", number + 1, what.replace("{env}", environment.name()));
        }
        return Ok(());
    }
    setup::for_building()?;
    let answers = Answers::ask_once(environment, given)?;
    if quiet("wrangler", command("wrangler").arg("whoami")).is_err() {
        bail!("Please sign in first: `npx wrangler login`, or set CLOUDFLARE_API_TOKEN.");
    }
    build::all()?;
    print_step(&format!("Looking for what {} needs", environment.name()));
    let database_id = account::database(environment)?;
    account::bucket(environment)?;
    account::queues(environment)?;
    config::write(environment, &answers, &database_id)?;
    let before = release::current(environment)?;
    retain_earlier_builds(&answers, before.is_some())?;
    let target = Target::Deployed(environment);
    let version = release::name()?;
    let bookmark = release::record_bookmark(environment, &version)?;
    print_step("Migrating the database");
    quiet("migrations", &mut target.wrangler(&["d1", "migrations", "apply", "DB"]))?;
    let works = release::deploy(environment, &version, before.is_some()).and_then(|deploy_key| {
        first_admin::create(target, &answers)
            .and_then(|()| check::check(&answers.origin(), &version, &deploy_key))
            .context("The new version does not work")
    });
    let Err(fault) = works else {
        println!("\n\x1b[1mSayso {version} is at {}\x1b[0m", answers.origin());
        return Ok(());
    };
    match before {
        None => bail!("{fault:#}. Nothing was here before, so that it stays. Mend it and deploy again."),
        Some(before) => {
            // An interrupted deployment may have gone live all the same.
            if release::current(environment)?.as_ref() != Some(&before) {
                release::roll_back(environment, &before)?;
            }
            bail!(
                "{fault:#}. Version {before} is back. The database has the new migrations, with which it works too; \
                 its bookmark from before is {bookmark}."
            )
        }
    }
}

fn retain_earlier_builds(answers: &Answers, is_served: bool) -> Result<()> {
    let keep_ms = EARLIER_BUILD_MS.to_string();
    let origin = if is_served { answers.origin() } else { String::new() };
    let mut keep = command("node");
    keep.args(["web/deploy/keep-earlier-builds.ts", &origin, &keep_ms]);
    step("Keeping the files of earlier builds", &mut keep)
}
