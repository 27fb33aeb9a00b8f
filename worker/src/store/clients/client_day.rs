//! `client_days` and `submission_days`.

use domain::api::client::ClientDay;
use domain::retention::DAY_MS;

use crate::error::Result;
use crate::store::db::{Db, Query};

/// Counts a submission on its day and records the credits left, only if the previous statement of the transaction changed a row.
#[must_use]
pub fn count_submission_after_change(client_id: &str, now: i64) -> Query {
    Query::new(
        "INSERT INTO client_days (client_id, day, submissions, credits_remaining)
         SELECT id, strftime('%Y-%m-%d', ?2 / 1000, 'unixepoch'), 1, credits_remaining FROM clients
          WHERE id = ?1 AND changes() = 1
         ON CONFLICT (client_id, day) DO UPDATE SET submissions = submissions + 1,
                                                    credits_remaining = excluded.credits_remaining",
    )
    .bind(client_id)
    .bind(now)
}

/// Counts a delivered submission for all clients together on the day it was received. Excludes the demo. Only if the
/// previous statement changed a row.
#[must_use]
pub fn count_for_all_after_change(submission_id: &str) -> Query {
    Query::new(
        "INSERT INTO submission_days (day, submissions)
         SELECT strftime('%Y-%m-%d', s.created_at / 1000, 'unixepoch'), 1
           FROM submissions s JOIN clients c ON c.id = s.client_id
          WHERE s.id = ?1 AND c.is_demo = 0 AND changes() = 1
         ON CONFLICT (day) DO UPDATE SET submissions = submissions + 1",
    )
    .bind(submission_id)
}

/// Records the credits left today, only if the previous statement changed a row.
#[must_use]
pub fn record_credits_after_change(client_id: &str, now: i64) -> Query {
    Query::new(
        "INSERT INTO client_days (client_id, day, submissions, credits_remaining)
         SELECT id, strftime('%Y-%m-%d', ?2 / 1000, 'unixepoch'), 0, credits_remaining FROM clients
          WHERE id = ?1 AND changes() = 1
         ON CONFLICT (client_id, day) DO UPDATE SET credits_remaining = excluded.credits_remaining",
    )
    .bind(client_id)
    .bind(now)
}

/// Returns the days of the last `days` on which any client received a submission, oldest first.
pub async fn of_all_since(db: &Db, days: i64, now: i64) -> Result<Vec<domain::api::operations::Day>> {
    let query = Query::new(
        "SELECT day, submissions FROM submission_days
          WHERE day > strftime('%Y-%m-%d', ?1 / 1000, 'unixepoch') ORDER BY day",
    );
    db.all(query.bind(now.saturating_sub(days.saturating_mul(DAY_MS)))).await
}

/// Returns the days of the last `days` with an event, oldest first. Prepends the last earlier day with 0 submissions,
/// for the credits at the start.
pub async fn since(db: &Db, client_id: &str, days: i64, now: i64) -> Result<Vec<ClientDay>> {
    let query = Query::new(
        "SELECT * FROM (SELECT day, 0 AS submissions, credits_remaining FROM client_days
                         WHERE client_id = ?1 AND day <= strftime('%Y-%m-%d', ?2 / 1000, 'unixepoch') ORDER BY day DESC LIMIT 1)
         UNION ALL
         SELECT day, submissions, credits_remaining FROM client_days
          WHERE client_id = ?1 AND day > strftime('%Y-%m-%d', ?2 / 1000, 'unixepoch') ORDER BY day",
    );
    let from = now.saturating_sub(days.saturating_mul(DAY_MS));
    db.all(query.bind(client_id).bind(from)).await
}
