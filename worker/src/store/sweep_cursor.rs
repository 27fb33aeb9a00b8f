//! `sweep_cursors`.

use serde::Deserialize;

use crate::error::Result;
use crate::store::db::{Db, Query};

#[derive(Deserialize)]
struct Row {
    value: String,
}

/// Where a walk goes on, or nothing where it begins anew.
pub async fn get(db: &Db, name: &str) -> Result<Option<String>> {
    let query = Query::new("SELECT value FROM sweep_cursors WHERE name = ?1").bind(name);
    Ok(db.first::<Row>(query).await?.map(|row| row.value))
}

/// Notes where a walk goes on; nothing lets it begin anew.
pub async fn set(db: &Db, name: &str, value: Option<&str>) -> Result<()> {
    let query = match value {
        None => Query::new("DELETE FROM sweep_cursors WHERE name = ?1").bind(name),
        Some(value) => Query::new(
            "INSERT INTO sweep_cursors (name, value) VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET value = ?2",
        )
        .bind(name)
        .bind(value),
    };
    db.idempotent_change(query).await.map(drop)
}
