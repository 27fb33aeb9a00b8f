//! Moves of delivered videos to the drive that receives new ones.

use domain::api::drive::VideoMoves;
use domain::drive::DriveProvider;
use domain::retry_policy::MAX_ATTEMPTS;
use media_wasm::probe::Container;
use serde::Deserialize;

use super::erase;
use super::retention::is_kept_sql;
use crate::error::Result;
use crate::store::db::{Db, Query};
use crate::store::drives::drive_connection::{self, has_ended_sql};

/// Below every job that somebody waits for.
const PRIORITY: i64 = -1;
/// Concurrent moves per client.
const MOVES_AT_ONCE: u32 = 4;

/// A delivered video and the drive that receives new ones.
#[derive(Deserialize)]
pub struct MovableVideo {
    pub client_id: String,
    pub upload_id: String,
    pub customer_email: String,
    pub container: Container,
    /// Size in bytes.
    pub size_bytes: u64,
    /// SHA-256 in hex of the delivered bytes.
    pub sha256: Option<String>,
    /// Path below its drive's folder.
    pub drive_path: String,
    pub drive: Option<DriveProvider>,
    pub drive_connection_id: Option<String>,
    /// Selects the drive for new videos.
    pub drive_link: Option<String>,
}

/// Returns a delivered submission.
pub async fn get(db: &Db, id: &str) -> Result<Option<MovableVideo>> {
    let query = Query::new(
        "SELECT s.client_id, s.upload_id, s.customer_email, s.container, s.size_bytes, s.sha256, s.drive_path, s.drive,
                s.drive_connection_id, c.drive_link
           FROM submissions s JOIN clients c ON c.id = s.client_id
          WHERE s.id = ?1 AND s.status = 'processed' AND s.drive_path IS NOT NULL",
    );
    db.first(query.bind(id)).await
}

macro_rules! elsewhere_sql {
    ($what:literal, $more:literal) => {
        concat!(
            $what,
            " FROM submissions s LEFT JOIN drive_connections d ON d.id = s.drive_connection_id
               WHERE s.client_id = ?1 AND s.status = 'processed' AND s.drive_path IS NOT NULL AND s.drive_connection_id IS NOT ?2
                 AND (s.drive_connection_id IS NULL OR NOT ",
            has_ended_sql!("d"),
            ")",
            $more
        )
    };
}

/// Counts a client's videos in readable drives other than this one.
pub async fn count_elsewhere(db: &Db, client_id: &str, chosen: Option<&str>) -> Result<u32> {
    db.count(Query::new(elsewhere_sql!("SELECT count(*) AS count", "")).bind(client_id).bind(chosen)).await
}

/// Queues a move for each of a client's videos in other drives. Moves waiting for a retry become due now, and failed
/// ones start again. Returns the ids of the first jobs; each finished one starts the next.
pub async fn queue(db: &Db, client_id: &str, chosen: Option<&str>, now: i64) -> Result<Vec<String>> {
    let failed = Query::new("DELETE FROM job_queue WHERE client_id = ?1 AND status = 'failed'").bind(client_id);
    let waiting = Query::new(
        "UPDATE job_queue SET created_at = ?2, due_at = iif(lease IS NULL, ?2, due_at)
          WHERE client_id = ?1 AND status IN ('pending', 'running')",
    );
    let new = Query::new(elsewhere_sql!(
        "INSERT INTO job_queue (id, job_type, subject_id, payload, priority, status, max_attempts, attempts, due_at, created_at,
                                client_id)
         SELECT lower(hex(randomblob(16))), 'move-video', s.id, json_object('submissionId', s.id), ?3, 'pending', ?4, 0, ?5, ?5,
                s.client_id",
        " ON CONFLICT DO NOTHING"
    ))
    .bind(client_id)
    .bind(chosen)
    .bind(PRIORITY)
    .bind(MAX_ATTEMPTS)
    .bind(now);
    db.transaction(vec![failed, waiting.bind(client_id).bind(now), new]).await?;
    due(db, client_id, MOVES_AT_ONCE, now).await
}

/// Returns the job ids of a client's moves that are due and not running, up to a number.
pub async fn due(db: &Db, client_id: &str, at_most: u32, now: i64) -> Result<Vec<String>> {
    let query = Query::new(
        "SELECT id FROM job_queue WHERE client_id = ?1 AND status = 'pending' AND lease IS NULL AND due_at <= ?2 ORDER BY due_at, id LIMIT ?3",
    );
    db.ids(query.bind(client_id).bind(now).bind(at_most)).await
}

/// Returns the progress of a client's last requested moves.
pub async fn progress(db: &Db, client_id: &str) -> Result<Option<VideoMoves>> {
    let query = Query::new(
        "SELECT count(CASE WHEN status IN ('pending', 'running') THEN 1 END) AS waiting,
                count(CASE WHEN status = 'done' THEN 1 END) AS moved,
                count(CASE WHEN status = 'failed' THEN 1 END) AS failed,
                max(CASE WHEN status <> 'done' THEN error_message END) AS reason
           FROM job_queue
          WHERE client_id = ?1 AND created_at = (SELECT max(created_at) FROM job_queue WHERE client_id = ?1)",
    );
    let moves: Option<VideoMoves> = db.first(query.bind(client_id)).await?;
    Ok(moves.filter(|moves| *moves != VideoMoves::default()))
}

/// Records that a video was moved to another drive, unless it was deleted or moved meanwhile or that drive has ended.
/// `leftover` has the sweeper remove the source copy. Returns whether it did.
pub async fn record_move(
    db: &Db,
    id: &str,
    from: &MovableVideo,
    to: (Option<DriveProvider>, Option<&str>),
    leftover: &erase::ErasureRecord<'_>,
    now: i64,
) -> Result<bool> {
    let (provider, connection_id) = to;
    let before = from.drive_connection_id.as_deref();
    let moved = Query::new(concat!(
        "UPDATE submissions SET drive = ?2, drive_connection_id = ?3, kept = ",
        is_kept_sql!("?3"),
        " WHERE id = ?1 AND status = 'processed' AND drive_path IS NOT NULL AND drive_connection_id IS ?4
            AND (?3 IS NULL OR EXISTS (SELECT 1 FROM drive_connections WHERE id = ?3 AND credential IS NOT NULL))",
    ))
    .bind(id)
    .bind(provider.map(DriveProvider::as_str))
    .bind(connection_id)
    .bind(before);
    // Each statement runs only if the previous one changed a row.
    let counted = connection_id.map(|id| drive_connection::count_video_after_change(id, now));
    let uncounted = before.map(drive_connection::uncount_video_after_change);
    let mut statements: Vec<Query> = [moved].into_iter().chain(counted).chain(uncounted).collect();
    statements.push(erase::enqueue_leftover_removal_after_change(leftover, now));
    statements.push(erase::cancel_leftover_removal(id, connection_id));
    Ok(db.transaction(statements).await?.first() == Some(&1))
}
