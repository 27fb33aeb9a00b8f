//! `schedule_runs`.

use serde::Deserialize;

use crate::error::Result;
use crate::store::db::{Db, Query};

/// Records a schedule's run in place of the previous one.
pub async fn record(db: &Db, name: &str, ok: bool, result: &str, now: i64) -> Result<()> {
    let query = Query::new(
        "INSERT INTO schedule_runs (name, ran_at, ok, result, good_at) VALUES (?1, ?2, ?3, ?4, ?2)
         ON CONFLICT (name) DO UPDATE SET ran_at = excluded.ran_at, ok = excluded.ok, result = excluded.result,
                                          good_at = iif(excluded.ok, excluded.ran_at, coalesce(good_at, ran_at))",
    );
    db.idempotent_change(query.bind(name).bind(now).bind(ok).bind(result)).await.map(drop)
}

/// The last run of a schedule.
#[derive(Deserialize)]
pub struct Run {
    pub name: String,
    /// UTC milliseconds.
    pub ran_at: i64,
    /// 1 if it succeeded.
    pub ok: u8,
    pub result: String,
    /// Last successful run, or the first run of a schedule that never succeeded; of back-ups, when the last one was
    /// complete. UTC milliseconds.
    pub good_at: i64,
}

#[derive(Deserialize)]
struct LastSuccess {
    good_at: Option<i64>,
}

/// Returns when a schedule last succeeded, UTC milliseconds.
pub async fn last_success_at(db: &Db, name: &str) -> Result<Option<i64>> {
    let query = Query::new("SELECT good_at FROM schedule_runs WHERE name = ?1").bind(name);
    Ok(db.first::<LastSuccess>(query).await?.and_then(|row| row.good_at))
}

/// Returns the last run of each schedule.
pub async fn all(db: &Db) -> Result<Vec<Run>> {
    let query = Query::new(
        "SELECT name, ran_at, ok, result,
                coalesce(iif(name = 'back-up', (SELECT max(completed_at) FROM back_ups), NULL), good_at, ran_at) AS good_at
           FROM schedule_runs ORDER BY name",
    );
    db.all(query).await
}
