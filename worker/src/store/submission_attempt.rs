//! `submission_attempts`.

use domain::limits::{ATTEMPTS_A_DAY, SWEEP_BATCH};
use domain::retention::{ATTEMPT_DAYS, DAY_MS, days};
use domain::submission_attempt::AttemptReason;

use crate::error::Result;
use crate::store::db::{Db, Query};

/// An attempt that was refused.
pub struct Refusal<'a> {
    pub id: &'a str,
    pub client_id: &'a str,
    /// Empty where nothing brought an address.
    pub customer_hash: &'a str,
    pub reason: AttemptReason,
    /// The names of the fields at fault, separated by commas.
    pub fields: &'a str,
    /// The sentence that the customer was shown.
    pub sentence: &'a str,
}

/// Whether a client has room for another attempt today: strangers can cause them.
macro_rules! room_sql {
    ($client:literal, $since:literal, $most:literal) => {
        concat!(
            "(SELECT count(*) FROM (SELECT 1 FROM submission_attempts
                WHERE client_id = ",
            $client,
            " AND ended_at > ",
            $since,
            " LIMIT ",
            $most,
            ")) < ",
            $most
        )
    };
}

/// The bytes of an upload `u` that its writers have recorded.
macro_rules! stored_sql {
    () => {
        "(SELECT total(value) FROM json_each(u.chunk_sizes))"
    };
}

/// Records a refusal; a repeated attempt updates its row.
pub async fn record_refusal(db: &Db, refusal: &Refusal<'_>, now: i64) -> Result<()> {
    let query = Query::new(concat!(
        "INSERT INTO submission_attempts (id, client_id, customer_hash, reason, fields, sentence, declared_bytes, stored_bytes,
                                          began_at, ended_at)
         SELECT ?1, c.id, ?3, ?4, ?9, ?5, u.declared_length, CAST(iif(u.id IS NULL, NULL, ",
        stored_sql!(),
        ") AS INTEGER), coalesce(u.created_at, ?6), ?6
           FROM clients c LEFT JOIN uploads u ON u.id = ?1 AND u.client_id = c.id
          WHERE c.id = ?2 AND (EXISTS (SELECT 1 FROM submission_attempts WHERE id = ?1) OR ",
        room_sql!("?2", "?7", "?8"),
        ") ON CONFLICT (id) DO UPDATE
            SET reason = excluded.reason, fields = excluded.fields, sentence = excluded.sentence, ended_at = excluded.ended_at, tries = tries + 1,
                customer_hash = iif(excluded.customer_hash = '', customer_hash, excluded.customer_hash)
          WHERE client_id = excluded.client_id"
    ))
    .bind(refusal.id)
    .bind(refusal.client_id)
    .bind(refusal.customer_hash)
    .bind(refusal.reason.as_str())
    .bind(refusal.sentence)
    .bind(now)
    .bind(now.saturating_sub(DAY_MS))
    .bind(ATTEMPTS_A_DAY)
    .bind(refusal.fields);
    db.change(query).await.map(drop)
}

/// Records uploads that are about to be discarded without having been accepted. `ids` is a JSON array. An upload whose
/// form was refused keeps that reason.
pub async fn record_unfinished(db: &Db, ids: &str, is_cancelled: bool, now: i64) -> Result<()> {
    let query = Query::new(concat!(
        "INSERT INTO submission_attempts (id, client_id, customer_hash, reason, sentence, declared_bytes, stored_bytes,
                                          began_at, ended_at)
         SELECT id, client_id, customer_hash,
                CASE WHEN ?2 THEN 'cancelled' WHEN status = 'receiving' THEN 'cut' WHEN stored = 0 THEN 'empty'
                     WHEN stored < declared_length THEN 'cut' ELSE 'not_submitted' END,
                '', iif(status = 'open', declared_length, NULL), iif(status = 'open', stored, NULL),
                created_at, max(created_at, moved_at)
           FROM (SELECT u.id, u.client_id, u.customer_hash, u.status, u.declared_length, u.created_at, u.moved_at,
                        CAST(",
        stored_sql!(),
        " AS INTEGER) AS stored
                   FROM json_each(?1) AS wanted CROSS JOIN uploads u ON u.id = wanted.value
                  WHERE u.status IN ('open', 'receiving')) AS unfinished
          WHERE ",
        room_sql!("unfinished.client_id", "?3", "?4"),
        " ON CONFLICT (id) DO NOTHING"
    ));
    let query = query.bind(ids).bind(is_cancelled).bind(now.saturating_sub(DAY_MS)).bind(ATTEMPTS_A_DAY);
    db.idempotent_change(query).await.map(drop)
}

/// Deletes what a client has recorded of a customer who was erased there, only with the erasure's record.
#[must_use]
pub fn delete_of_customer(client_id: &str, customer_hash: &str, record_id: &str) -> Query {
    Query::new(
        "DELETE FROM submission_attempts
          WHERE customer_hash = ?2 AND client_id = ?1 AND EXISTS (SELECT 1 FROM erasures WHERE id = ?3)",
    )
    .bind(client_id)
    .bind(customer_hash)
    .bind(record_id)
}

/// Removes what is too old to be asked about.
pub async fn sweep(db: &Db, now: i64) -> Result<usize> {
    let query = Query::new(
        "DELETE FROM submission_attempts
          WHERE id IN (SELECT id FROM submission_attempts WHERE ended_at <= ?1 ORDER BY ended_at LIMIT ?2)",
    );
    db.idempotent_change(query.bind(now.saturating_sub(days(ATTEMPT_DAYS))).bind(SWEEP_BATCH)).await
}
