//! `stopped_recipients`: who has stopped the mails that a stranger can cause.

use crate::error::Result;
use crate::store::db::{Db, Query};

/// Notes it for good. `recipient_hash` is that of all spellings of an address.
pub async fn add(db: &Db, recipient_hash: &str, now: i64) -> Result<()> {
    let query = Query::new(
        "INSERT INTO stopped_recipients (recipient_hash, at) VALUES (?1, ?2) ON CONFLICT (recipient_hash) DO NOTHING",
    );
    db.change(query.bind(recipient_hash).bind(now)).await.map(drop)
}

/// Whether somebody has.
pub async fn exists(db: &Db, recipient_hash: &str) -> Result<bool> {
    db.has_row(Query::new("SELECT 1 FROM stopped_recipients WHERE recipient_hash = ?1").bind(recipient_hash)).await
}
