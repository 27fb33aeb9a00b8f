//! Demo data: three businesses (one that accepts videos, one without credits, one suspended), their
//! users, an admin and a partner.

use std::fs;

use anyhow::Result;

use crate::run::{command, print_step, quiet};
use crate::{paths, setup};

/// A demo business as `start` prints it.
pub struct Business {
    /// Its id, fixed so that links survive a restart.
    pub id: &'static str,
    /// Its name.
    pub name: &'static str,
    /// Its slug.
    pub slug: &'static str,
    /// State it demonstrates.
    pub shows: &'static str,
    /// User of its portal.
    pub user: &'static str,
    /// Public id of its wall.
    pub wall: Option<&'static str>,
}

/// Password of the demo users; `tests/support/runtime/seed.sql` has its hash.
pub const CLIENT_PASSWORD: &str = "counter-bell-client";
/// The admin's email address and password.
pub const ADMIN: (&str, &str) = ("admin@sayso.example", "counter-bell-admin");
/// The partner's email address and password.
pub const PARTNER: (&str, &str) = ("pat@partners.example", "counter-bell-partner");

/// Promotion code of the partner.
pub const PARTNER_CODE: &str = "PAT10";

/// The demo businesses of `tests/support/runtime/seed.sql`.
pub const BUSINESSES: [Business; 3] = [
    Business {
        id: "c0000000-0000-4000-8000-000000000001",
        name: "Blue Door Bakery",
        slug: "blue-door-bakery",
        shows: "active",
        user: "ann@bluedoorbakery.example",
        wall: Some("b7e41d09c6a85f23be0d7419a63c5e82"),
    },
    Business {
        id: "c0000000-0000-4000-8000-000000000002",
        name: "Harbour Cycles",
        slug: "harbour-cycles",
        shows: "no credits left",
        user: "sam@harbourcycles.example",
        wall: None,
    },
    Business {
        id: "c0000000-0000-4000-8000-000000000003",
        name: "Fern & Field Florists",
        slug: "fern-and-field",
        shows: "suspended",
        user: "rose@fernandfield.example",
        wall: None,
    },
];

/// Seeds an empty database once.
pub fn seed_if_empty() -> Result<()> {
    let mark = paths::state().join("seeded");
    if mark.exists() {
        return Ok(());
    }
    write()?;
    Ok(fs::write(mark, "")?)
}

/// Sets up missing tools and rewrites the demo data.
pub fn reseed() -> Result<()> {
    setup::for_building()?;
    migrate()?;
    write()
}

/// Applies all migrations to the local database.
pub fn migrate() -> Result<()> {
    fs::create_dir_all(paths::state())?;
    print_step("Bringing the local database up to date");
    if !paths::state().join("v3/d1").exists() {
        let mut node = command("node");
        node.args(["tests/support/runtime/fill-local-state.ts", "--state"]).arg(paths::state_folder());
        quiet("new database", &mut node)?;
    }
    let mut wrangler = command("wrangler");
    wrangler.args(["d1", "migrations", "apply", "DB", "--local", "--persist-to"]).arg(paths::state());
    quiet("migrations", &mut wrangler).map(drop)
}

/// Writes the demo data and resets existing demo businesses.
fn write() -> Result<()> {
    print_step("Filling in demo data");
    let mut node = command("node");
    node.args(["tests/support/runtime/fill-local-state.ts", "--demo", "--state"]).arg(paths::state_folder());
    quiet("demo data", &mut node).map(drop)
}
