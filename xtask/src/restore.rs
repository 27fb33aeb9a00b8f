//! Restores an empty deployment, or the local database, from a nightly back-up and repeats the
//! erasures made since.

mod load;
mod source;

use std::fs;
use std::path::Path;

use anyhow::{Result, bail};
use chrono::NaiveDate;
use domain::back_up::Manifest;
use serde_json::Value;

use crate::environment::Environment;
use crate::paths;
use crate::run::{print_step, quiet};
use crate::setup;
use crate::target::Target;
use source::Source;

/// Restores the back-up of a day, or the newest one.
pub fn restore(environment: Option<Environment>, day: Option<NaiveDate>) -> Result<()> {
    setup::for_building()?;
    let target = Target::of(environment)?;
    print_step("Reading the back-up");
    let source = Source::new(target)?;
    let manifest = source.manifest(day)?;
    println!("    of {}, with {} rows", domain::date::iso_time(manifest.taken_at), total(&manifest));
    let objects = source.objects(&manifest)?;
    let erasures = source.erasures(&manifest)?;
    let rest = prepare(target, &manifest)?;
    print_step("Filling the database");
    let file = source.folder().join("load.sql");
    load::write(&file, &manifest, &objects, &erasures)?;
    target.execute_file("the database", &file)?;
    compare(target, &manifest)?;
    if rest {
        migrate(target, None)?;
    }
    println!("    every table has as many rows as the back-up");
    match erasures.len() {
        0 => println!("    nothing was erased or withdrawn since"),
        count => println!("    erased or withdrawn since, and again by the schedule within some minutes: {count}"),
    }
    println!("    Everybody signs in again. What came after the back-up is not in it.");
    Ok(())
}

fn total(manifest: &Manifest) -> u64 {
    manifest.row_counts.values().sum()
}

/// Migrates an empty database to the state of the back-up; returns whether later migrations have to follow.
fn prepare(target: Target, manifest: &Manifest) -> Result<bool> {
    let own = migrations()?;
    let wanted = &manifest.contents.migrations;
    if let Some(unknown) = wanted.iter().find(|name| !own.contains(name)) {
        bail!("This back-up is of a later version: {unknown} is not among the migrations here.");
    }
    let has_table = |name: &str| {
        let sql = format!("SELECT name FROM sqlite_master WHERE type = 'table' AND name = '{name}'");
        target.rows(&sql).map(|rows| !rows.is_empty())
    };
    let applied = if has_table("d1_migrations")? {
        names(&target.rows("SELECT name FROM d1_migrations ORDER BY id")?)
    } else {
        Vec::new()
    };
    if applied.is_empty() {
        migrate(target, Some(wanted))?;
        return Ok(own.len() > wanted.len());
    }
    if &applied != wanted {
        bail!(
            "The database has other migrations than the back-up. Please restore into a new one, or with the version of that day."
        );
    }
    // The first admin created by a deployment has no password yet and is replaced.
    let found = target.rows(
        "SELECT (SELECT count(*) FROM users WHERE password_hash IS NOT NULL) + (SELECT count(*) FROM submissions) AS n",
    )?;
    if found.first().and_then(|row| row["n"].as_u64()) != Some(0) {
        bail!("The database is not empty: nothing was changed. Please restore into a new one.");
    }
    Ok(false)
}

fn names(rows: &[Value]) -> Vec<String> {
    rows.iter().filter_map(|row| row["name"].as_str().map(str::to_owned)).collect()
}

/// Returns the migrations of this version, in order.
fn migrations() -> Result<Vec<String>> {
    let files = fs::read_dir(paths::at("migrations"))?;
    let mut names: Vec<String> =
        files.filter_map(Result::ok).map(|file| file.file_name().to_string_lossy().into_owned()).collect();
    names.retain(|name| Path::new(name).extension().is_some_and(|extension| extension == "sql"));
    names.sort();
    Ok(names)
}

/// Applies these migrations, or all.
fn migrate(target: Target, only: Option<&[String]>) -> Result<()> {
    print_step("Migrating the database");
    let arguments = ["d1", "migrations", "apply", "DB"];
    let Some(only) = only else { return quiet("migrations", &mut target.wrangler(&arguments)).map(drop) };
    let folder = paths::at(".sayso/restore-migrations");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder)?;
    for name in only {
        fs::copy(paths::at("migrations").join(name), folder.join(name))?;
    }
    // Paths in a configuration are relative to it, so that it is stored next to the target's own.
    let config = paths::at("wrangler.restore.toml");
    let own = match target {
        Target::Local => paths::at("wrangler.toml"),
        Target::Deployed(environment) => environment.config(),
    };
    let text = fs::read_to_string(own)?
        .replace("migrations_dir = \"migrations\"", "migrations_dir = \".sayso/restore-migrations\"");
    fs::write(&config, text)?;
    let migrated = quiet("migrations", &mut target.wrangler_with(&arguments, Some(&config)));
    fs::remove_file(config)?;
    fs::remove_dir_all(folder)?;
    migrated.map(drop)
}

/// Compares the row count of every table.
fn compare(target: Target, manifest: &Manifest) -> Result<()> {
    let tables = &manifest.contents.tables;
    let counts: Vec<String> =
        tables.keys().map(|name| format!("(SELECT count(*) FROM \"{name}\") AS \"{name}\"")).collect();
    let found = target.rows(&format!("SELECT {}", counts.join(", ")))?;
    // The erasures to repeat were added to this table.
    for name in tables.keys().filter(|name| *name != "erasure_notes") {
        let expected = manifest.row_counts.get(name).copied().unwrap_or(0);
        let rows = found.first().and_then(|row| row[name.as_str()].as_u64());
        if rows != Some(expected) {
            bail!("{name} has {} rows instead of {expected}.", rows.unwrap_or_default());
        }
    }
    Ok(())
}
