//! Clients who have cancelled their plan.

use domain::limits::SWEEP_BATCH;
use domain::plan::DAYS_AFTER_CANCELLATION;
use domain::retention::{DAY_MS, days};
use domain::row::flag;
use domain::subscription::REMINDERS;
use serde::Deserialize;

use crate::error::Result;
use crate::store::client::has_own_drive_sql;
use crate::store::db::{Db, Query};

/// Cancels the plan of a client that has one, unless that was done.
#[must_use]
pub fn cancel(id: &str, now: i64) -> Query {
    let query = Query::new(
        "UPDATE clients SET cancelled_at = ?2, cancellations = cancellations + 1, reminded_days = NULL, reminded_at = NULL
          WHERE id = ?1 AND cancelled_at IS NULL AND counts_credits = 1",
    );
    query.bind(id).bind(now)
}

/// Takes a plan up again that was cancelled at this time, as long as access lasts.
#[must_use]
pub fn withdraw(id: &str, cancelled_at: i64, now: i64) -> Query {
    let query =
        Query::new("UPDATE clients SET cancelled_at = NULL WHERE id = ?1 AND cancelled_at = ?2 AND cancelled_at > ?3");
    query.bind(id).bind(cancelled_at).bind(ended(now))
}

/// Begins anew with a client that an admin has made active: a cancellation whose access is over holds no more.
#[must_use]
pub fn clear_ended(id: &str, now: i64) -> Query {
    Query::new(
        "UPDATE clients SET cancelled_at = NULL, reminded_days = NULL, reminded_at = NULL, data_deleted_at = NULL, subscription_id = NULL
          WHERE id = ?1 AND status = 'active' AND cancelled_at <= ?2",
    )
    .bind(id)
    .bind(ended(now))
}

/// Whoever cancelled at this time or before has no access any more.
fn ended(now: i64) -> i64 {
    now.saturating_sub(days(DAYS_AFTER_CANCELLATION))
}

macro_rules! leaver_sql {
    ($of:literal) => {
        concat!(
            "SELECT id, company_name, email, cancelled_at, cancellations, reminded_days, reminded_at, keeps_own_drive, ",
            has_own_drive_sql!(),
            ", status = 'suspended' AS is_suspended, status = 'suspended' AND suspended_by_plan = 1 AS is_unpaid,
                    (SELECT unpaid_since FROM subscriptions WHERE id = subscription_id) AS unpaid_since,
                    coalesce((SELECT ended_at IS NOT NULL FROM subscriptions WHERE id = subscription_id), 0) AS has_ended,
                    coalesce((SELECT ended_at IS NULL AND (unpaid_since IS NOT NULL OR next_pence > 0)
                                FROM subscriptions WHERE id = subscription_id), 0) AS owes",
            $of
        )
    };
}

/// A client who has cancelled.
#[derive(Deserialize)]
pub struct Leaver {
    pub id: String,
    pub company_name: String,
    pub email: String,
    pub cancelled_at: i64,
    /// How often it has.
    pub cancellations: u32,
    /// How many days before the end it was last told of it.
    pub reminded_days: Option<u32>,
    /// And when, UTC milliseconds.
    pub reminded_at: Option<i64>,
    /// Whether its record page takes no videos.
    #[serde(deserialize_with = "flag")]
    pub is_suspended: bool,
    /// Whether it takes none because its plan is unpaid.
    #[serde(deserialize_with = "flag")]
    pub is_unpaid: bool,
    /// Since when a payment is due that failed, UTC milliseconds.
    pub unpaid_since: Option<i64>,
    /// Whether the month that has begun is still to be paid.
    #[serde(deserialize_with = "flag")]
    pub owes: bool,
    /// Whether videos in a drive of its own stay there.
    #[serde(deserialize_with = "flag")]
    pub keeps_own_drive: bool,
    /// Whether videos have gone to a drive of its own.
    #[serde(deserialize_with = "flag")]
    pub has_own_drive: bool,
    /// Whether its subscription has ended, so that it takes a new one to go on.
    #[serde(deserialize_with = "flag")]
    pub has_ended: bool,
}

/// Clients who cancelled and are to be told what follows, the first to go first, a bounded number of them.
pub async fn untold(db: &Db, now: i64) -> Result<Vec<Leaver>> {
    let query = Query::new(leaver_sql!(
        " FROM clients
          WHERE cancelled_at IS NOT NULL AND data_deleted_at IS NULL
            AND (reminded_days IS NULL
                 OR EXISTS (SELECT 1 FROM json_each(?1) AS due
                             WHERE reminded_days > due.value->>0 AND cancelled_at <= due.value->>1))
          ORDER BY cancelled_at LIMIT ?2"
    ));
    let due =
        REMINDERS.map(|before| (before, now.saturating_sub(days(DAYS_AFTER_CANCELLATION.saturating_sub(before)))));
    db.all(query.bind(&serde_json::to_string(&due)?).bind(SWEEP_BATCH)).await
}

/// One client, where it has cancelled, whatever became of its data.
pub async fn leaver(db: &Db, id: &str) -> Result<Option<Leaver>> {
    let query = Query::new(leaver_sql!(" FROM clients WHERE id = ?1 AND cancelled_at IS NOT NULL"));
    db.first(query.bind(id)).await
}

/// Notes that a client was told so many days before the end.
#[must_use]
pub fn reminded(leaver: &Leaver, days: u32, now: i64) -> Query {
    Query::new("UPDATE clients SET reminded_days = ?3, reminded_at = ?4 WHERE id = ?1 AND cancelled_at = ?2")
        .bind(&leaver.id)
        .bind(leaver.cancelled_at)
        .bind(days)
        .bind(now)
}

/// Ends the access of clients who cancelled long enough ago, and who were told so a day before.
pub async fn close(db: &Db, now: i64) -> Result<usize> {
    let query = Query::new(
        "UPDATE clients SET status = 'suspended', suspended_by_plan = 1
          WHERE cancelled_at IS NOT NULL AND data_deleted_at IS NULL AND cancelled_at <= ?1 AND status <> 'suspended'
            AND reminded_days = 1 AND reminded_at <= ?2",
    );
    db.idempotent_change(query.bind(ended(now)).bind(now.saturating_sub(DAY_MS))).await
}

/// Clients who have left and of whose customers nothing is left, in their drives either, a bounded number of them. What lies in a
/// drive whose connection has ended is out of our reach.
pub async fn emptied(db: &Db, now: i64) -> Result<Vec<Leaver>> {
    let query = Query::new(leaver_sql!(
        " FROM clients
          WHERE cancelled_at IS NOT NULL AND data_deleted_at IS NULL AND cancelled_at <= ?1 AND status = 'suspended'
            AND NOT EXISTS (SELECT 1 FROM submissions s WHERE s.client_id = clients.id)
            AND NOT EXISTS (SELECT 1 FROM erasures e LEFT JOIN drive_connections d ON d.id = e.drive_connection_id
                             WHERE e.client_id = clients.id AND e.swept_at IS NULL
                               AND (e.drive_connection_id IS NULL OR d.credential IS NOT NULL))
          ORDER BY cancelled_at LIMIT ?2"
    ));
    db.all(query.bind(ended(now)).bind(SWEEP_BATCH)).await
}

/// Notes that nothing of a leaver's customers is left.
#[must_use]
pub fn deleted(leaver: &Leaver, now: i64) -> Query {
    Query::new("UPDATE clients SET data_deleted_at = ?3 WHERE id = ?1 AND cancelled_at = ?2")
        .bind(&leaver.id)
        .bind(leaver.cancelled_at)
        .bind(now)
}
