//! Writes a back-up as SQL. A statement may have 100,000 bytes and a row more, so that rows are
//! assembled from pieces in the database.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use domain::back_up::{COLUMNS_TOGETHER, ErasureNote, Manifest};

/// Size of a piece in bytes; with doubled quotes it still fits into a statement.
const CHUNK_BYTES: usize = 40_000;

/// Writes the statements that fill a database with the back-up's migrations; atomic in one transaction.
pub fn write(file: &Path, manifest: &Manifest, objects: &[PathBuf], erasures: &[ErasureNote]) -> Result<()> {
    let mut out = BufWriter::new(File::create(file)?);
    // Tables refer to each other in cycles.
    writeln!(out, "PRAGMA defer_foreign_keys = true;")?;
    writeln!(out, "CREATE TABLE restored_pieces (number INTEGER NOT NULL PRIMARY KEY, text TEXT NOT NULL);")?;
    // Rows written by migrations are in the back-up or were deleted before it; links and sessions
    // belong to users that are removed.
    let left_out = ["one_time_links", "sessions"].map(str::to_owned);
    for name in left_out.iter().chain(manifest.contents.tables.keys()) {
        writeln!(out, "DELETE FROM \"{name}\";")?;
    }
    for object in objects {
        for line in fs::read_to_string(object)?.lines() {
            let (name, rows) = line.split_once('\t').context("a line without a table")?;
            write_rows(&mut out, manifest, name, rows)?;
        }
    }
    for note in erasures {
        writeln!(
            out,
            "INSERT INTO erasure_notes (kind, subject_id, noted_at, status) VALUES ('{}', {}, {}, 'to-repeat')
             ON CONFLICT (kind, subject_id) DO UPDATE SET noted_at = excluded.noted_at, status = 'to-repeat';",
            note.kind.as_str(),
            quoted(&note.subject_id),
            note.noted_at
        )?;
    }
    writeln!(out, "DROP TABLE restored_pieces;")?;
    Ok(out.flush()?)
}

fn write_rows(out: &mut impl Write, manifest: &Manifest, name: &str, rows: &str) -> Result<()> {
    let table = manifest.contents.tables.get(name).with_context(|| format!("the manifest names no {name}"))?;
    for (number, piece) in split(rows).enumerate() {
        writeln!(out, "INSERT INTO restored_pieces VALUES ({number}, {});", quoted(piece))?;
    }
    let columns: Vec<String> = table.columns.iter().map(|column| format!("\"{column}\"")).collect();
    let value = |at: usize| format!("json_extract(value, '$[{}][{}]')", at / COLUMNS_TOGETHER, at % COLUMNS_TOGETHER);
    let values: Vec<String> = (0..columns.len()).map(value).collect();
    writeln!(
        out,
        "INSERT INTO \"{name}\" ({}) SELECT {} FROM json_each((SELECT group_concat(text, '') FROM (SELECT text FROM restored_pieces ORDER BY number)));",
        columns.join(", "),
        values.join(", ")
    )?;
    Ok(writeln!(out, "DELETE FROM restored_pieces;")?)
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

/// Splits a text at character boundaries.
fn split(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let most = rest.len().min(CHUNK_BYTES);
        let end = (0..=most).rev().find(|at| rest.is_char_boundary(*at)).unwrap_or(0);
        let (piece, after) = rest.split_at(end);
        rest = after;
        (!piece.is_empty()).then_some(piece)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ops04_pieces_fit_into_a_statement_and_make_up_the_text() {
        let text = "'€".repeat(30_000);
        let all: Vec<&str> = split(&text).collect();
        assert_eq!(all.concat(), text);
        assert!(all.len() > 2 && all.iter().all(|piece| quoted(piece).len() < 100_000));
        assert_eq!(split("").count(), 0);
    }
}
