//! Three demo businesses: one that takes videos, one without credits, one suspended.

use std::fs;

use anyhow::Result;

use crate::run::{command, quiet, say};
use crate::{place, setup, start};

/// A demo business as `start` prints it.
pub struct Business {
    /// Its id, fixed so that links survive a restart.
    pub id: &'static str,
    /// Its name.
    pub name: &'static str,
    /// Its recording address.
    pub slug: &'static str,
    /// What it shows.
    pub shows: &'static str,
}

/// The demo businesses of `tests/support/seed.sql`.
pub const BUSINESSES: [Business; 3] = [
    Business {
        id: "c0000000-0000-4000-8000-000000000001",
        name: "Blue Door Bakery",
        slug: "blue-door-bakery",
        shows: "active, 50 credits",
    },
    Business {
        id: "c0000000-0000-4000-8000-000000000002",
        name: "Harbour Cycles",
        slug: "harbour-cycles",
        shows: "no credits left",
    },
    Business {
        id: "c0000000-0000-4000-8000-000000000003",
        name: "Fern & Field Florists",
        slug: "fern-and-field",
        shows: "suspended",
    },
];

/// Fills an empty database once.
pub fn once() -> Result<()> {
    let mark = place::state().join("seeded");
    if mark.exists() {
        return Ok(());
    }
    write()?;
    Ok(fs::write(mark, "")?)
}

/// Sets up what is missing and writes the demo data again.
pub fn again() -> Result<()> {
    setup::for_building()?;
    start::migrate()?;
    write()
}

/// Writes the demo data; demo businesses that exist already are set back.
fn write() -> Result<()> {
    say("Filling in demo data");
    let state = place::state();
    let mut sql = command("wrangler");
    sql.args(["d1", "execute", "DB", "--local", "--yes", "--file", "tests/support/seed.sql", "--persist-to"])
        .arg(&state);
    quiet("demo data", &mut sql)?;
    let mut logo = command("wrangler");
    logo.args(["r2", "object", "put", "sayso-media/assets/c0000000-0000-4000-8000-000000000001/logo.png", "--local"]);
    logo.args(["--file", "tests/support/logo.png", "--content-type", "image/png", "--persist-to"]).arg(&state);
    quiet("demo logo", &mut logo).map(drop)
}
