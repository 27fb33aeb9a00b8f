//! `google_files`.

use domain::limits::JOB_ATTEMPT_MS;
use serde::Deserialize;

use crate::error::Result;
use crate::store::db::{Db, Query};

/// A file or folder that a connection created or is creating.
#[derive(Deserialize)]
pub struct GoogleFile {
    pub file_id: String,
    /// The resumable upload's URL, while it runs.
    pub upload_url: Option<String>,
    #[serde(deserialize_with = "domain::row::flag")]
    pub is_stored: bool,
}

/// Returns the record of a path below a connection's folder.
pub async fn get(db: &Db, connection_id: &str, path: &str) -> Result<Option<GoogleFile>> {
    let query =
        Query::new("SELECT file_id, upload_url, is_stored FROM google_files WHERE connection_id = ?1 AND path = ?2");
    db.first(query.bind(connection_id).bind(path)).await
}

/// Records that an attempt begins. `file_id` is used by the first attempt only.
pub async fn start(db: &Db, connection_id: &str, path: &str, file_id: &str, now: i64) -> Result<()> {
    let query = Query::new(
        "INSERT INTO google_files (connection_id, path, file_id, begun_at) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT DO UPDATE SET begun_at = ?4",
    );
    db.idempotent_change(query.bind(connection_id).bind(path).bind(file_id).bind(now)).await.map(drop)
}

/// Records a file's upload URL.
pub async fn record_upload_url(db: &Db, connection_id: &str, path: &str, upload_url: &str) -> Result<()> {
    let query = Query::new("UPDATE google_files SET upload_url = ?3 WHERE connection_id = ?1 AND path = ?2");
    db.idempotent_change(query.bind(connection_id).bind(path).bind(upload_url)).await.map(drop)
}

/// Records that Drive has stored the file, even if its row was deleted meanwhile.
pub async fn mark_stored(db: &Db, connection_id: &str, path: &str, file_id: &str, now: i64) -> Result<()> {
    let query = Query::new(
        "INSERT INTO google_files (connection_id, path, file_id, begun_at, is_stored) VALUES (?1, ?2, ?3, ?4, 1)
         ON CONFLICT DO UPDATE SET file_id = ?3, upload_url = NULL, is_stored = 1",
    );
    db.idempotent_change(query.bind(connection_id).bind(path).bind(file_id).bind(now)).await.map(drop)
}

/// Deletes the record with this file id, so that the next attempt recreates the file. No-op if another attempt has replaced it.
pub async fn delete(db: &Db, connection_id: &str, path: &str, file_id: &str) -> Result<()> {
    let query = Query::new("DELETE FROM google_files WHERE connection_id = ?1 AND path = ?2 AND file_id = ?3");
    db.idempotent_change(query.bind(connection_id).bind(path).bind(file_id)).await.map(drop)
}

/// Deletes the record of a path that Drive does not have, unless a running delivery may still create it.
pub async fn delete_ended(db: &Db, connection_id: &str, path: &str, now: i64) -> Result<()> {
    let query = Query::new("DELETE FROM google_files WHERE connection_id = ?1 AND path = ?2 AND begun_at <= ?3");
    db.idempotent_change(query.bind(connection_id).bind(path).bind(now.saturating_sub(JOB_ATTEMPT_MS))).await.map(drop)
}
