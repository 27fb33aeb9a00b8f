//! Three demo businesses: one that takes videos, one without credits, one suspended; their users, an admin and a
//! partner.

use std::fs;

use anyhow::Result;

use crate::run::{command, quiet, say};
use crate::{paths, setup, start};

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
    /// Who signs in to its portal.
    pub user: &'static str,
}

/// The passwords of the demo users, as `tests/support/seed.sql` hashes them.
pub const CLIENT_PASSWORD: &str = "counter-bell-client";
/// The admin's address and password.
pub const ADMIN: (&str, &str) = ("admin@sayso.example", "counter-bell-admin");
/// The partner's address and password.
pub const PARTNER: (&str, &str) = ("pat@partners.example", "counter-bell-partner");

/// What the partner shares.
pub const PARTNER_CODE: &str = "PAT10";

/// The demo businesses of `tests/support/seed.sql`.
pub const BUSINESSES: [Business; 3] = [
    Business {
        id: "c0000000-0000-4000-8000-000000000001",
        name: "Blue Door Bakery",
        slug: "blue-door-bakery",
        shows: "active",
        user: "ann@bluedoorbakery.example",
    },
    Business {
        id: "c0000000-0000-4000-8000-000000000002",
        name: "Harbour Cycles",
        slug: "harbour-cycles",
        shows: "no credits left",
        user: "sam@harbourcycles.example",
    },
    Business {
        id: "c0000000-0000-4000-8000-000000000003",
        name: "Fern & Field Florists",
        slug: "fern-and-field",
        shows: "suspended",
        user: "rose@fernandfield.example",
    },
];

/// Fills an empty database once.
pub fn once() -> Result<()> {
    let mark = paths::state().join("seeded");
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
    let state = paths::state();
    let mut sql = command("wrangler");
    sql.args(["d1", "execute", "DB", "--local", "--yes", "--file", "tests/support/seed.sql", "--persist-to"])
        .arg(&state);
    quiet("demo data", &mut sql)?;
    put("assets/c0000000-0000-4000-8000-000000000001/logo.png", "tests/support/logo.png", "image/png")?;
    for (id, path) in delivered()? {
        let (file, media_type) = match id.as_bytes().get(1) {
            Some(b'1') => ("tests/fixtures/cr_avc1_opus_frag.mp4", "video/mp4"),
            Some(b'2') => ("tests/fixtures/wk_frag.mp4", "video/mp4"),
            _ => ("tests/fixtures/ff_firefox.webm", "video/webm"),
        };
        put(&format!("drive/c0000000-0000-4000-8000-000000000001/{path}"), file, media_type)?;
    }
    Ok(())
}

/// Puts a file into the local bucket.
fn put(key: &str, file: &str, media_type: &str) -> Result<()> {
    let mut wrangler = command("wrangler");
    wrangler.args(["r2", "object", "put", &format!("sayso-media/{key}"), "--local", "--file", file]);
    wrangler.args(["--content-type", media_type, "--persist-to"]).arg(paths::state());
    quiet("demo files", &mut wrangler).map(drop)
}

/// The demo videos: their ids, and where they stand in the folder, which depends on the day.
fn delivered() -> Result<Vec<(String, String)>> {
    let sql = "SELECT id, drive_path FROM submissions WHERE id LIKE 'd_00000-0000-4000-8000-000000000000'";
    let mut wrangler = command("wrangler");
    wrangler.args(["d1", "execute", "DB", "--local", "--json", "--command", sql, "--persist-to"]).arg(paths::state());
    let answer: serde_json::Value = serde_json::from_str(&quiet("demo videos", &mut wrangler)?)?;
    let rows = answer[0]["results"].as_array().cloned().unwrap_or_default();
    let text = |row: &serde_json::Value, name: &str| row[name].as_str().unwrap_or_default().to_owned();
    Ok(rows.iter().map(|row| (text(row, "id"), text(row, "drive_path"))).collect())
}
