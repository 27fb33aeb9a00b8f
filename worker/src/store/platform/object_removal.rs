//! `object_removals`: objects to remove from the bucket.

use domain::limits::SWEEP_BATCH;
use domain::retention::HOUR_MS;
use serde::Deserialize;

use crate::error::Result;
use crate::store::db::{Db, Query};

/// Schedules the removal of an object that is about to be stored, unless [`cancel`] runs within the hour.
pub async fn schedule(db: &Db, key: &str, now: i64) -> Result<()> {
    let query = Query::new(
        "INSERT INTO object_removals (key, due_at) VALUES (?1, ?2) ON CONFLICT (key) DO UPDATE SET due_at = ?2",
    );
    db.idempotent_change(query.bind(key).bind(now.saturating_add(HOUR_MS))).await.map(drop)
}

/// Cancels the removal of a stored object. The first statement of the transaction that refers to the object; the second
/// must be conditional on its change. [`schedule_unless_changed`] is the third.
#[must_use]
pub fn cancel(key: &str) -> Query {
    Query::new("DELETE FROM object_removals WHERE key = ?1 AND began = 0").bind(key)
}

/// Schedules the removal at once, unless the previous statement changed a row.
#[must_use]
pub fn schedule_unless_changed(key: &str, now: i64) -> Query {
    Query::new(
        "INSERT INTO object_removals (key, due_at) SELECT ?1, ?2 WHERE changes() = 0
         ON CONFLICT (key) DO UPDATE SET due_at = ?2",
    )
    .bind(key)
    .bind(now)
}

/// Claims the removals that are due, and returns their keys.
pub async fn claim_due(db: &Db, now: i64) -> Result<Vec<String>> {
    #[derive(Deserialize)]
    struct Row {
        key: String,
    }
    let query = Query::new(
        "UPDATE object_removals SET began = 1
          WHERE key IN (SELECT key FROM object_removals WHERE due_at <= ?1 ORDER BY due_at LIMIT ?2) RETURNING key",
    );
    Ok(db.all::<Row>(query.bind(now).bind(SWEEP_BATCH)).await?.into_iter().map(|row| row.key).collect())
}

/// Deletes the records of finished removals. `keys` is a JSON array.
#[must_use]
pub fn delete(keys: &str) -> Query {
    Query::new("DELETE FROM object_removals WHERE key IN (SELECT value FROM json_each(?1))").bind(keys)
}
