//! Clients who have cancelled their plan.

use domain::limits::SWEEP_BATCH;
use serde::Deserialize;

use crate::error::Result;
use crate::store::db::{Db, Query};

/// Cancels the plan of a client that has one, unless that was done.
#[must_use]
pub fn cancel(id: &str, now: i64) -> Query {
    let query = Query::new(
        "UPDATE clients SET cancelled_at = ?2, reminded_days = NULL
          WHERE id = ?1 AND cancelled_at IS NULL AND counts_credits = 1",
    );
    query.bind(id).bind(now)
}

/// Takes a plan up again that was cancelled at this time.
#[must_use]
pub fn withdraw(id: &str, cancelled_at: i64) -> Query {
    Query::new("UPDATE clients SET cancelled_at = NULL WHERE id = ?1 AND cancelled_at = ?2").bind(id).bind(cancelled_at)
}

/// Begins anew with a client that an admin has made active, if the statement before it changed a row: whatever was
/// cancelled before holds no more.
#[must_use]
pub fn forget_after_change(id: &str) -> Query {
    Query::new(
        "UPDATE clients SET cancelled_at = NULL, reminded_days = NULL, data_deleted_at = NULL
          WHERE id = ?1 AND changes() = 1",
    )
    .bind(id)
}

/// A client who has cancelled.
#[derive(Deserialize)]
pub struct Leaver {
    pub id: String,
    pub company_name: String,
    pub email: String,
    pub cancelled_at: i64,
    /// How many days before the end it was last told of it.
    pub reminded_days: Option<u32>,
}

/// Clients who cancelled up to a time and whose data are not all deleted, the first to go first, a bounded number of them.
pub async fn leavers(db: &Db, cancelled_until: i64) -> Result<Vec<Leaver>> {
    let query = Query::new(
        "SELECT id, company_name, email, cancelled_at, reminded_days FROM clients
          WHERE cancelled_at IS NOT NULL AND data_deleted_at IS NULL AND cancelled_at <= ?1
          ORDER BY cancelled_at LIMIT ?2",
    );
    db.all(query.bind(cancelled_until).bind(SWEEP_BATCH)).await
}

/// One client, where it has cancelled, whatever became of its data.
pub async fn leaver(db: &Db, id: &str) -> Result<Option<Leaver>> {
    let query = Query::new(
        "SELECT id, company_name, email, cancelled_at, reminded_days FROM clients WHERE id = ?1 AND cancelled_at IS NOT NULL",
    );
    db.first(query.bind(id)).await
}

/// Notes that a client was told so many days before the end.
#[must_use]
pub fn reminded(leaver: &Leaver, days: u32) -> Query {
    Query::new("UPDATE clients SET reminded_days = ?3 WHERE id = ?1 AND cancelled_at = ?2")
        .bind(&leaver.id)
        .bind(leaver.cancelled_at)
        .bind(days)
}

/// Ends the access of clients who cancelled up to a time.
pub async fn close(db: &Db, cancelled_until: i64) -> Result<usize> {
    let query = Query::new(
        "UPDATE clients SET status = 'suspended'
          WHERE cancelled_at IS NOT NULL AND data_deleted_at IS NULL AND cancelled_at <= ?1 AND status <> 'suspended'",
    );
    db.change(query.bind(cancelled_until)).await
}

/// Clients who cancelled up to a time and of whose customers nothing is left, a bounded number of them.
pub async fn emptied(db: &Db, cancelled_until: i64) -> Result<Vec<Leaver>> {
    let query = Query::new(
        "SELECT id, company_name, email, cancelled_at, reminded_days FROM clients c
          WHERE cancelled_at IS NOT NULL AND data_deleted_at IS NULL AND cancelled_at <= ?1 AND status = 'suspended'
            AND NOT EXISTS (SELECT 1 FROM submissions s WHERE s.client_id = c.id)
          ORDER BY cancelled_at LIMIT ?2",
    );
    db.all(query.bind(cancelled_until).bind(SWEEP_BATCH)).await
}

/// Notes that nothing of a leaver's customers is left.
#[must_use]
pub fn deleted(leaver: &Leaver, now: i64) -> Query {
    Query::new("UPDATE clients SET data_deleted_at = ?3 WHERE id = ?1 AND cancelled_at = ?2")
        .bind(&leaver.id)
        .bind(leaver.cancelled_at)
        .bind(now)
}
