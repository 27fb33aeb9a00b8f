//! Clients who have cancelled their plans.

use domain::limits::SWEEP_BATCH;
use domain::plan::DAYS_AFTER_CANCELLATION;
use domain::retention::{DAY_MS, days};
use domain::row::flag;
use domain::subscription::REMINDERS;
use serde::Deserialize;

use crate::error::Result;
use crate::store::clients::client::has_own_drive_sql;
use crate::store::db::{Db, Query};

/// Cancels a client's plan. No-op without a plan or if it is cancelled already.
#[must_use]
pub fn cancel(id: &str, now: i64) -> Query {
    let query = Query::new(
        "UPDATE clients SET cancelled_at = ?2, cancellations = cancellations + 1, reminded_days = NULL, reminded_at = NULL
          WHERE id = ?1 AND cancelled_at IS NULL AND counts_credits = 1",
    );
    query.bind(id).bind(now)
}

/// Withdraws the cancellation made at this time, while access lasts.
#[must_use]
pub fn withdraw(id: &str, cancelled_at: i64, now: i64) -> Query {
    let query =
        Query::new("UPDATE clients SET cancelled_at = NULL WHERE id = ?1 AND cancelled_at = ?2 AND cancelled_at > ?3");
    query.bind(id).bind(cancelled_at).bind(access_cutoff(now))
}

/// Clears a cancellation whose access has ended, once an admin has made the client active again.
#[must_use]
pub fn clear_ended(id: &str, now: i64) -> Query {
    Query::new(
        "UPDATE clients SET cancelled_at = NULL, reminded_days = NULL, reminded_at = NULL, data_deleted_at = NULL, subscription_id = NULL
          WHERE id = ?1 AND status = 'active' AND cancelled_at <= ?2",
    )
    .bind(id)
    .bind(access_cutoff(now))
}

/// Returns the cutoff: a client that cancelled then or earlier has no access any more.
fn access_cutoff(now: i64) -> i64 {
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
    /// Number of cancellations.
    pub cancellations: u32,
    /// Days before the end of access at which the last reminder was sent.
    pub reminded_days: Option<u32>,
    /// When the last reminder was sent, UTC milliseconds.
    pub reminded_at: Option<i64>,
    /// Whether the record page rejects videos.
    #[serde(deserialize_with = "flag")]
    pub is_suspended: bool,
    /// Whether it rejects them because the plan is unpaid.
    #[serde(deserialize_with = "flag")]
    pub is_unpaid: bool,
    /// Since when a failed payment is due, UTC milliseconds.
    pub unpaid_since: Option<i64>,
    /// Whether the current month is still to be paid.
    #[serde(deserialize_with = "flag")]
    pub owes: bool,
    /// Whether videos in the client's own drive stay there.
    #[serde(deserialize_with = "flag")]
    pub keeps_own_drive: bool,
    /// Whether videos were delivered to the client's own drive.
    #[serde(deserialize_with = "flag")]
    pub has_own_drive: bool,
    /// Whether the subscription has ended, so that resuming requires a new one.
    #[serde(deserialize_with = "flag")]
    pub has_ended: bool,
}

/// Returns one batch of clients who cancelled and are due a reminder, earliest cancellation first.
pub async fn due_reminders(db: &Db, now: i64) -> Result<Vec<Leaver>> {
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

/// Returns one client that has cancelled, even if its data is deleted.
pub async fn leaver(db: &Db, id: &str) -> Result<Option<Leaver>> {
    let query = Query::new(leaver_sql!(" FROM clients WHERE id = ?1 AND cancelled_at IS NOT NULL"));
    db.first(query.bind(id)).await
}

/// Records that a reminder was sent this many days before the end.
#[must_use]
pub fn record_reminder(leaver: &Leaver, days: u32, now: i64) -> Query {
    Query::new("UPDATE clients SET reminded_days = ?3, reminded_at = ?4 WHERE id = ?1 AND cancelled_at = ?2")
        .bind(&leaver.id)
        .bind(leaver.cancelled_at)
        .bind(days)
        .bind(now)
}

/// Suspends clients who cancelled long enough ago and got the last reminder at least a day ago.
pub async fn suspend_ended(db: &Db, now: i64) -> Result<usize> {
    let query = Query::new(
        "UPDATE clients SET status = 'suspended', suspended_by_plan = 1
          WHERE cancelled_at IS NOT NULL AND data_deleted_at IS NULL AND cancelled_at <= ?1 AND status <> 'suspended'
            AND reminded_days = 1 AND reminded_at <= ?2",
    );
    db.idempotent_change(query.bind(access_cutoff(now)).bind(now.saturating_sub(DAY_MS))).await
}

/// Returns one batch of suspended leavers whose customers' data is gone, including from their drives. Excludes drives
/// whose connection has ended: we cannot reach those files.
pub async fn fully_erased(db: &Db, now: i64) -> Result<Vec<Leaver>> {
    let query = Query::new(leaver_sql!(
        " FROM clients
          WHERE cancelled_at IS NOT NULL AND data_deleted_at IS NULL AND cancelled_at <= ?1 AND status = 'suspended'
            AND NOT EXISTS (SELECT 1 FROM submissions s WHERE s.client_id = clients.id)
            AND NOT EXISTS (SELECT 1 FROM erasures e LEFT JOIN drive_connections d ON d.id = e.drive_connection_id
                             WHERE e.client_id = clients.id AND e.swept_at IS NULL
                               AND (e.drive_connection_id IS NULL OR d.credential IS NOT NULL))
          ORDER BY cancelled_at LIMIT ?2"
    ));
    db.all(query.bind(access_cutoff(now)).bind(SWEEP_BATCH)).await
}

/// Marks the data of a leaver's customers as deleted.
#[must_use]
pub fn mark_deleted(leaver: &Leaver, now: i64) -> Query {
    Query::new("UPDATE clients SET data_deleted_at = ?3 WHERE id = ?1 AND cancelled_at = ?2")
        .bind(&leaver.id)
        .bind(leaver.cancelled_at)
        .bind(now)
}
