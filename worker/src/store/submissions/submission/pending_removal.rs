//! Erasures whose files have to be searched for once more.

use domain::drive::DriveProvider;
use domain::limits::{JOB_ATTEMPT_MS, JOB_LEASE_MS, SWEEP_BATCH};
use serde::Deserialize;

use super::erase::BY_SCHEDULE;
use crate::error::Result;
use crate::store::db::{Db, Query};

/// An erasure whose files have to be searched for once more.
#[derive(Deserialize)]
pub struct PendingRemoval {
    pub id: String,
    pub submission_id: String,
    pub client_id: String,
    /// Path that a delivery running at the time may have written.
    pub drive_path: Option<String>,
    pub drive: Option<DriveProvider>,
    pub drive_connection_id: Option<String>,
    pub upload_id: Option<String>,
}

/// Returns erasures whose concurrent deliveries have all ended.
pub async fn due(db: &Db, now: i64) -> Result<Vec<PendingRemoval>> {
    let query = Query::new(
        "SELECT id, submission_id, client_id, drive_path, drive, drive_connection_id, upload_id FROM erasures
          WHERE swept_at IS NULL AND erased_at <= ?1 AND sweep_after <= ?2
            AND NOT EXISTS (SELECT 1 FROM submissions s WHERE s.id = submission_id
                              AND (s.status <> 'processed' OR s.drive_path IS NOT NULL
                                   AND s.drive_connection_id IS erasures.drive_connection_id))
            AND NOT EXISTS (SELECT 1 FROM job_queue j WHERE j.subject_id = submission_id AND j.job_type = 'move-video'
                              AND j.status IN ('pending', 'running'))
            AND (drive_connection_id IS NULL OR EXISTS (SELECT 1 FROM drive_connections d
                                                         WHERE d.id = drive_connection_id AND d.credential IS NOT NULL))
          ORDER BY sweep_after, erased_at LIMIT ?3",
    );
    db.all(query.bind(now.saturating_sub(JOB_ATTEMPT_MS)).bind(now).bind(SWEEP_BATCH)).await
}

/// Claims an erasure for longer than removing a file may take. Returns whether the claim succeeded.
pub async fn claim(db: &Db, id: &str, now: i64) -> Result<bool> {
    let query =
        Query::new("UPDATE erasures SET sweep_after = ?3 WHERE id = ?1 AND swept_at IS NULL AND sweep_after <= ?2");
    Ok(db.change(query.bind(id).bind(now).bind(now.saturating_add(JOB_LEASE_MS))).await? == 1)
}

/// Postpones an erasure whose drive is unavailable, and all others of the same drive.
pub async fn postpone(db: &Db, one: &PendingRemoval, until: i64) -> Result<()> {
    let query = Query::new(
        "UPDATE erasures SET sweep_after = ?3
          WHERE swept_at IS NULL AND id IN (SELECT ?1 UNION ALL SELECT id FROM erasures
                                             WHERE swept_at IS NULL AND drive_connection_id = ?2)",
    );
    db.idempotent_change(query.bind(&one.id).bind(one.drive_connection_id.as_deref()).bind(until)).await.map(drop)
}

/// Postpones one erasure that cannot be decided now.
pub async fn postpone_one(db: &Db, id: &str, until: i64) -> Result<()> {
    let query = Query::new("UPDATE erasures SET sweep_after = ?2 WHERE id = ?1 AND swept_at IS NULL");
    db.idempotent_change(query.bind(id).bind(until)).await.map(drop)
}

/// Marks the files as removed and deletes the path, which contains the customer's name.
pub async fn mark_swept(db: &Db, id: &str, now: i64) -> Result<()> {
    let swept = Query::new("UPDATE erasures SET swept_at = ?2, drive_path = NULL, upload_id = NULL WHERE id = ?1");
    // Scheduled deletions need no record: nobody requested them.
    let forgotten = Query::new("DELETE FROM erasures WHERE id = ?1 AND erased_by = ?2");
    let statements = vec![swept.bind(id).bind(now), forgotten.bind(id).bind(BY_SCHEDULE)];
    db.transaction(statements).await.map(drop)
}
