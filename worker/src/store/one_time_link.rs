//! `one_time_links`.

use domain::api::auth::Area;
use domain::limits::SWEEP_BATCH;
use serde::Deserialize;

use crate::error::Result;
use crate::store::db::{Db, Query};
use crate::store::session::area_word;

/// What a link is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// A new password in place of a forgotten one.
    Recovery,
    /// The first password.
    Invite,
}

impl Purpose {
    /// As it is stored, and as the link's address says it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Recovery => "recovery",
            Self::Invite => "invite",
        }
    }
}

/// A link that is about to be mailed.
pub struct NewLink<'a> {
    /// The hash of its token.
    pub token_hash: &'a str,
    /// Whose password it sets.
    pub user_id: &'a str,
    /// What for.
    pub purpose: Purpose,
    /// Which login page it opens.
    pub area: Area,
    /// When it stops working.
    pub expires_at: i64,
}

/// Writes a link.
///
/// # Errors
/// When the database fails.
pub async fn insert(db: &Db, new: &NewLink<'_>, now: i64) -> Result<()> {
    let query = Query::new(
        "INSERT INTO one_time_links (token_hash, user_id, purpose, area, created_at, expires_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    )
    .bind(new.token_hash)
    .bind(new.user_id)
    .bind(new.purpose.word())
    .bind(area_word(new.area))
    .bind(now)
    .bind(new.expires_at);
    db.change(query).await.map(drop)
}

/// Whose link it was, and where it leads.
#[derive(Deserialize)]
pub struct Opened {
    /// The user.
    pub user_id: String,
    /// The area.
    pub area: Area,
}

/// Consumes a link. Of several tries side by side one gets an answer; one that has expired, was used or never was
/// gets nothing, and neither does the link of an account that is shut.
///
/// # Errors
/// When the database fails.
pub async fn open(db: &Db, token_hash: &str, now: i64) -> Result<Option<Opened>> {
    let query = Query::new(
        "UPDATE one_time_links SET used_at = ?2
          WHERE token_hash = ?1 AND used_at IS NULL AND expires_at > ?2
            AND EXISTS (SELECT 1 FROM users WHERE id = user_id AND disabled = 0)
         RETURNING user_id, area",
    );
    db.first(query.bind(token_hash).bind(now)).await
}

/// Removes links whose time is over.
///
/// # Errors
/// When the database fails.
pub async fn sweep(db: &Db, now: i64) -> Result<usize> {
    let query = Query::new(
        "DELETE FROM one_time_links WHERE token_hash IN
           (SELECT token_hash FROM one_time_links WHERE expires_at <= ?1 ORDER BY expires_at LIMIT ?2)",
    );
    db.change(query.bind(now).bind(SWEEP_BATCH)).await
}
