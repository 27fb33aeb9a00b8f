//! Delivered videos that expire, and the notices about them.

use domain::limits::SWEEP_BATCH;
use domain::retention::{NOTICE_DAYS, days};
use serde::{Deserialize, Serialize};

use super::erase::{BY_SCHEDULE, SealedPath};
use crate::error::Result;
use crate::store::db::{Db, Query};
use crate::store::submissions::clip;

/// A submission to notify somebody of.
#[derive(Deserialize)]
pub struct SubmissionToNotify {
    pub id: String,
    pub client_id: String,
    /// The client's address.
    pub email: String,
    /// Groups the notices: the UTC month of delivery, `yyyy-MM`, or the UTC day of submission.
    pub when: String,
}

/// Returns one batch of videos delivered up to a time whose businesses were not notified of their deletion.
pub async fn submissions_to_notify(db: &Db, delivered_until: i64) -> Result<Vec<SubmissionToNotify>> {
    let query = Query::new(
        "SELECT s.id, s.client_id, c.email, strftime('%Y-%m', s.delivered_at / 1000, 'unixepoch') AS \"when\"
           FROM submissions s JOIN clients c ON c.id = s.client_id
          WHERE s.drive_path IS NOT NULL AND s.deletion_told_at IS NULL AND s.kept = 0 AND s.delivered_at <= ?1
          ORDER BY s.delivered_at LIMIT ?2",
    );
    db.all(query.bind(delivered_until).bind(SWEEP_BATCH)).await
}

/// Records that a business was notified of all its videos of a month, `yyyy-MM`.
#[must_use]
pub fn mark_notified(client_id: &str, month: &str, now: i64) -> Query {
    Query::new(
        "UPDATE submissions SET deletion_told_at = ?3
          WHERE client_id = ?1 AND drive_path IS NOT NULL AND deletion_told_at IS NULL AND kept = 0
            AND strftime('%Y-%m', delivered_at / 1000, 'unixepoch') = ?2",
    )
    .bind(client_id)
    .bind(month)
    .bind(now)
}

/// Resets the notices of videos that still exist, because the retention time has changed.
#[must_use]
pub fn reset_notices() -> Query {
    Query::new(
        "UPDATE submissions SET deletion_told_at = NULL
          WHERE drive_path IS NOT NULL AND deletion_told_at IS NOT NULL AND kept = 0",
    )
}

/// Whether retention leaves a submission's video alone: it is in a client's own drive, `$connection`, and the client keeps those.
macro_rules! is_kept_sql {
    ($connection:literal) => {
        concat!(
            "EXISTS (SELECT 1 FROM drive_connections d JOIN clients c ON c.id = d.client_id
                      WHERE d.id = ",
            $connection,
            " AND d.is_platform = 0 AND c.keeps_own_drive = 1)"
        )
    };
}
pub(in crate::store) use is_kept_sql;

/// Switches whether retention leaves videos in a client's own drives alone. Either way the client is notified again before any is deleted.
#[must_use]
pub fn keep_own_drive(client_id: &str, keeps: bool) -> Vec<Query> {
    let client = Query::new("UPDATE clients SET keeps_own_drive = ?2 WHERE id = ?1 AND keeps_own_drive <> ?2");
    let videos = Query::new(
        "UPDATE submissions SET kept = ?2, deletion_told_at = NULL
          WHERE client_id = ?1 AND status = 'processed' AND drive_path IS NOT NULL AND kept <> ?2
            AND drive_connection_id IN (SELECT id FROM drive_connections WHERE client_id = ?1 AND is_platform = 0)",
    );
    vec![client.bind(client_id).bind(keeps), videos.bind(client_id).bind(keeps)]
}

/// Returns one batch of undelivered submissions up to a time that admins were not notified of.
pub async fn undelivered(db: &Db, accepted_until: i64) -> Result<Vec<SubmissionToNotify>> {
    let query = Query::new(
        "SELECT s.id, s.client_id, c.email, strftime('%Y-%m-%d', s.created_at / 1000, 'unixepoch') AS \"when\"
           FROM submissions s JOIN clients c ON c.id = s.client_id
          WHERE s.status = 'drive_upload_failed' AND s.undelivered_told_at IS NULL AND s.created_at <= ?1
          ORDER BY s.created_at LIMIT ?2",
    );
    db.all(query.bind(accepted_until).bind(SWEEP_BATCH)).await
}

/// Records that admins were notified of these. `ids` is a JSON array.
#[must_use]
pub fn mark_undelivered_notified(ids: &str, now: i64) -> Query {
    Query::new("UPDATE submissions SET undelivered_told_at = ?2 WHERE id IN (SELECT value FROM json_each(?1))")
        .bind(ids)
        .bind(now)
}

/// A video to delete.
#[derive(Deserialize)]
pub struct ExpiredVideo {
    pub id: String,
    pub drive_path: String,
}

/// Returns one batch of videos delivered up to a time whose businesses were notified long enough ago.
pub async fn videos_to_delete(db: &Db, delivered_until: i64, now: i64) -> Result<Vec<ExpiredVideo>> {
    let due = Query::new(
        "SELECT id, drive_path FROM submissions
          WHERE drive_path IS NOT NULL AND deletion_told_at IS NOT NULL AND kept = 0 AND deletion_told_at <= ?2
            AND delivered_at <= ?1
          ORDER BY deletion_told_at LIMIT ?3",
    );
    let told_until = now.saturating_sub(days(NOTICE_DAYS));
    db.all(due.bind(delivered_until).bind(told_until).bind(SWEEP_BATCH)).await
}

/// The record that has the sweeper remove such a video.
#[derive(Serialize)]
pub struct VideoRecord {
    pub id: String,
    pub submission_id: String,
    pub path: SealedPath,
}

/// Clears the paths of these videos and has the sweeper remove the files, except of videos that are kept now. Returns their number.
pub async fn delete_videos(db: &Db, records: &[VideoRecord], now: i64) -> Result<usize> {
    if records.is_empty() {
        return Ok(0);
    }
    let ids: Vec<_> = records.iter().map(|record| &record.submission_id).collect();
    let ids = serde_json::to_string(&ids)?;
    let to_remove = Query::new(
        "INSERT INTO erasures (id, client_id, submission_id, customer_hash, erased_by, erased_at, drive_path, drive,
                               drive_connection_id)
         SELECT value ->> 'id', client_id, s.id, '', ?2, ?3, value ->> 'path', drive, drive_connection_id
           FROM json_each(?1) JOIN submissions s ON s.id = value ->> 'submission_id' WHERE drive_path IS NOT NULL AND kept = 0",
    );
    let uncounted = Query::new(
        "UPDATE drive_connections SET videos = max(videos - gone.count, 0)
           FROM (SELECT drive_connection_id, count(*) AS count FROM submissions
                  WHERE id IN (SELECT value FROM json_each(?1)) AND drive_path IS NOT NULL AND kept = 0 GROUP BY drive_connection_id) AS gone
          WHERE drive_connections.id = gone.drive_connection_id",
    );
    let freed = Query::new(
        "UPDATE clients SET storage_bytes = max(storage_bytes - gone.bytes, 0)
           FROM (SELECT client_id, sum(size_bytes) AS bytes FROM submissions
                  WHERE id IN (SELECT value FROM json_each(?1)) AND drive_path IS NOT NULL AND kept = 0 GROUP BY client_id) AS gone
          WHERE clients.id = gone.client_id",
    );
    let cleared = Query::new(
        "UPDATE submissions SET video_deleted_at = ?2, drive_path = NULL, drive = NULL, drive_connection_id = NULL
          WHERE id IN (SELECT value FROM json_each(?1)) AND drive_path IS NOT NULL AND kept = 0",
    );
    let statements = vec![
        to_remove.bind(&serde_json::to_string(records)?).bind(BY_SCHEDULE).bind(now),
        uncounted.bind(&ids),
        freed.bind(&ids),
        cleared.bind(&ids).bind(now),
    ];
    let statements = statements.into_iter().chain(clip::remove_with_videos(&ids, now)).collect();
    Ok(db.transaction(statements).await?.first().copied().unwrap_or(0))
}

/// The facts of a mail about videos that will be deleted.
#[derive(Deserialize)]
pub struct ExpiringVideos {
    pub company_name: String,
    pub videos: u32,
    /// When the first and the last of them were delivered, UTC milliseconds.
    pub first_at: i64,
    pub last_at: i64,
}

/// Counts a client's remaining videos of a month, `yyyy-MM`, whose notice is of a UTC day, `yyyy-MM-dd`. `None` if there are none.
pub async fn expiring(db: &Db, client_id: &str, month: &str, told_on: &str) -> Result<Option<ExpiringVideos>> {
    let query = Query::new(
        "SELECT c.company_name, count(*) AS videos, min(s.delivered_at) AS first_at, max(s.delivered_at) AS last_at
           FROM clients c JOIN submissions s ON s.client_id = c.id
          WHERE c.id = ?1 AND s.drive_path IS NOT NULL AND s.kept = 0
            AND strftime('%Y-%m', s.delivered_at / 1000, 'unixepoch') = ?2
            AND strftime('%Y-%m-%d', s.deletion_told_at / 1000, 'unixepoch') = ?3
          GROUP BY c.id",
    );
    db.first(query.bind(client_id).bind(month).bind(told_on)).await
}

/// The facts of a mail about undelivered videos.
#[derive(Deserialize)]
pub struct UndeliveredVideos {
    pub company_name: String,
    pub videos: u32,
    /// Why the newest could not be delivered.
    pub reason: Option<String>,
}

/// Counts a client's still undelivered videos of a day, `yyyy-MM-dd`. `None` if there are none.
pub async fn still_undelivered(db: &Db, client_id: &str, day: &str) -> Result<Option<UndeliveredVideos>> {
    let query = Query::new(
        "SELECT c.company_name, count(*) AS videos,
                (SELECT newest.error_message FROM submissions newest
                  WHERE newest.client_id = ?1 AND newest.status = 'drive_upload_failed'
                    AND strftime('%Y-%m-%d', newest.created_at / 1000, 'unixepoch') = ?2
                  ORDER BY newest.created_at DESC LIMIT 1) AS reason
           FROM clients c JOIN submissions s ON s.client_id = c.id
          WHERE c.id = ?1 AND s.status = 'drive_upload_failed'
            AND strftime('%Y-%m-%d', s.created_at / 1000, 'unixepoch') = ?2
          GROUP BY c.id",
    );
    db.first(query.bind(client_id).bind(day)).await
}
