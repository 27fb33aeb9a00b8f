//! `stopped_recipients`: addresses opted out of the mails that strangers can cause.

use crate::error::Result;
use crate::store::db::{Db, Query};

/// Opts an address out for good. `recipient_hash` is the same for all its spellings.
pub async fn add(db: &Db, recipient_hash: &str, now: i64) -> Result<()> {
    let query = Query::new(
        "INSERT INTO stopped_recipients (recipient_hash, at) VALUES (?1, ?2) ON CONFLICT (recipient_hash) DO NOTHING",
    );
    db.change(query.bind(recipient_hash).bind(now)).await.map(drop)
}

/// Whether an address is opted out.
pub async fn exists(db: &Db, recipient_hash: &str) -> Result<bool> {
    db.has_row(Query::new("SELECT 1 FROM stopped_recipients WHERE recipient_hash = ?1").bind(recipient_hash)).await
}
