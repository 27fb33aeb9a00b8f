//! `sessions` and `user_roles`.

use serde::Deserialize;

use crate::error::Result;
use crate::store::db::{Db, Query};

#[derive(Deserialize)]
struct Found {}

/// Whether the user of a live session has a role now; roles are read at every request, so that a removed one
/// ends at once.
///
/// # Errors
/// When the database fails.
pub async fn has_role(db: &Db, token_hash: &str, role: &str, now: i64) -> Result<bool> {
    let query = Query::new(
        "SELECT 1 FROM sessions s JOIN user_roles r ON r.user_id = s.user_id AND r.role = ?2
          WHERE s.token_hash = ?1 AND s.expires_at > ?3",
    );
    Ok(db.first::<Found>(query.bind(token_hash).bind(role).bind(now)).await?.is_some())
}
