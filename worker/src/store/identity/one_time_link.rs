//! `one_time_links`.

use domain::limits::SWEEP_BATCH;
use domain::user::{Area, LinkPurpose};
use serde::Deserialize;

use crate::error::Result;
use crate::store::db::{Db, Query};

/// A link to be mailed.
pub struct NewLink<'a> {
    /// Hash of the token.
    pub token_hash: &'a str,
    pub user_id: &'a str,
    pub purpose: LinkPurpose,
    pub area: Area,
    pub expires_at: i64,
}

/// Stores a link.
pub async fn insert(db: &Db, new: &NewLink<'_>, now: i64) -> Result<()> {
    let query = Query::new(
        "INSERT INTO one_time_links (token_hash, user_id, purpose, area, created_at, expires_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT DO NOTHING",
    )
    .bind(new.token_hash)
    .bind(new.user_id)
    .bind(new.purpose.as_str())
    .bind(new.area.as_str())
    .bind(now)
    .bind(new.expires_at);
    db.idempotent_change(query).await.map(drop)
}

/// The user and area of an opened link.
#[derive(Deserialize)]
pub struct OpenedLink {
    pub user_id: String,
    pub area: Area,
}

/// Consumes a link. Only one of several concurrent calls succeeds; an expired, used or unknown link and one of a disabled account
/// return `None`. An invitation stays valid until a password is set, so that an interrupted user can open it again.
pub async fn open(db: &Db, token_hash: &str, now: i64) -> Result<Option<OpenedLink>> {
    let query = Query::new(
        "UPDATE one_time_links
            SET used_at = iif(purpose = 'invite' AND (SELECT password_setup_pending FROM users WHERE id = user_id) = 1, NULL, ?2)
          WHERE token_hash = ?1 AND used_at IS NULL AND expires_at > ?2
            AND EXISTS (SELECT 1 FROM users WHERE id = user_id AND disabled = 0)
         RETURNING user_id, area",
    );
    db.first(query.bind(token_hash).bind(now)).await
}

/// Deletes expired links.
pub async fn sweep(db: &Db, now: i64) -> Result<usize> {
    let query = Query::new(
        "DELETE FROM one_time_links WHERE token_hash IN
           (SELECT token_hash FROM one_time_links WHERE expires_at <= ?1 ORDER BY expires_at LIMIT ?2)",
    );
    db.idempotent_change(query.bind(now).bind(SWEEP_BATCH)).await
}
