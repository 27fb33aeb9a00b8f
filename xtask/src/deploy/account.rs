//! Finds or creates the resources of a deployment in the account.

use anyhow::{Context, Result};
use serde_json::Value;

use crate::environment::Environment;
use crate::run::{command, quiet};

/// Returns the id of the database.
pub fn database(environment: Environment) -> Result<String> {
    if let Some(id) = find_database(environment)? {
        return Ok(id);
    }
    let name = environment.worker();
    quiet("database", command("wrangler").args(["d1", "create", &name]))?;
    println!("    made the database {name}");
    find_database(environment)?.context("the database was made, and is not listed yet: please deploy again")
}

fn find_database(environment: Environment) -> Result<Option<String>> {
    let listed = quiet("databases", command("wrangler").args(["d1", "list", "--json"]))?;
    let all: Vec<Value> = serde_json::from_str(&listed).context("wrangler has not listed databases as JSON")?;
    let own = all.iter().find(|one| one["name"] == environment.worker().as_str());
    Ok(own.and_then(|one| one["uuid"].as_str()).map(str::to_owned))
}

/// Creates the bucket if it is missing.
pub fn bucket(environment: Environment) -> Result<()> {
    create(&["r2", "bucket"], &environment.bucket())
}

/// Creates the queues if they are missing.
pub fn queues(environment: Environment) -> Result<()> {
    environment.queues().iter().try_for_each(|name| create(&["queues"], name))
}

fn create(noun: &[&str], name: &str) -> Result<()> {
    if quiet(name, command("wrangler").args(noun).args(["info", name])).is_ok() {
        return Ok(());
    }
    quiet(name, command("wrangler").args(noun).args(["create", name]))?;
    println!("    made {} {name}", noun.join(" "));
    Ok(())
}
