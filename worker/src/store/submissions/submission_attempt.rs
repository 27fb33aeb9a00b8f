//! `submission_attempts`.

use domain::limits::{ATTEMPTS_A_DAY, ATTEMPTS_OF_HOUSEHOLD, SWEEP_BATCH};
use domain::rate_limit::{IP_HASH_PART_CHARACTERS, household_of};
use domain::retention::{ATTEMPT_DAYS, DAY_MS, MINUTE_MS, days};
use domain::submission_attempt::AttemptReason;

use crate::error::Result;
use crate::store::db::{Db, Query};

/// A rejected attempt.
pub struct Refusal<'a> {
    pub id: &'a str,
    pub client_id: &'a str,
    /// Empty if no address was sent.
    pub customer_hash: &'a str,
    /// Keyed hash of the sender's network address.
    pub ip_hash: &'a str,
    pub reason: AttemptReason,
    /// Names of the invalid fields, separated by commas.
    pub fields: &'a str,
    /// The sentence shown to the customer.
    pub sentence: &'a str,
}

/// Whether a client's and a household's daily limits allow another attempt: strangers can cause them.
macro_rules! room_sql {
    ($client:literal, $household:literal, $since:literal, $most:literal, $most_of_household:literal) => {
        concat!(
            "(SELECT count(*) < ",
            $most,
            " AND total(household = ",
            $household,
            ") < ",
            $most_of_household,
            " FROM (SELECT household FROM submission_attempts WHERE client_id = ",
            $client,
            " AND ended_at > ",
            $since,
            " LIMIT ",
            $most,
            "))"
        )
    };
}

/// The bytes of an upload `u` that its writers have recorded.
macro_rules! stored_sql {
    () => {
        "(SELECT total(value) FROM json_each(u.chunk_sizes))"
    };
}

/// Records a rejection. A repeated attempt updates its row.
pub async fn record_refusal(db: &Db, refusal: &Refusal<'_>, now: i64) -> Result<()> {
    let query = Query::new(concat!(
        "INSERT INTO submission_attempts (id, client_id, customer_hash, household, reason, fields, sentence, declared_bytes,
                                          stored_bytes, began_at, ended_at)
         SELECT :id, c.id, :customer_hash, :household, :reason, :fields, :sentence, u.declared_length, CAST(iif(u.id IS NULL, NULL, ",
        stored_sql!(),
        ") AS INTEGER), coalesce(u.created_at, :now), :now
           FROM clients c LEFT JOIN uploads u ON u.id = :id AND u.client_id = c.id
          WHERE c.id = :client_id AND (EXISTS (SELECT 1 FROM submission_attempts WHERE id = :id) OR ",
        room_sql!(":client_id", ":household", ":since", ":max", ":max_of_household"),
        ") ON CONFLICT (id) DO UPDATE
            SET reason = excluded.reason, fields = excluded.fields, sentence = excluded.sentence, ended_at = excluded.ended_at, tries = tries + 1,
                customer_hash = iif(excluded.customer_hash = '', customer_hash, excluded.customer_hash)
          WHERE client_id = excluded.client_id"
    ))
    .named("id", refusal.id)
    .named("client_id", refusal.client_id)
    .named("customer_hash", refusal.customer_hash)
    .named("reason", refusal.reason.as_str())
    .named("sentence", refusal.sentence)
    .named("now", now)
    .named("since", now.saturating_sub(DAY_MS))
    .named("max", ATTEMPTS_A_DAY)
    .named("fields", refusal.fields)
    .named("household", household_of(refusal.ip_hash))
    .named("max_of_household", ATTEMPTS_OF_HOUSEHOLD);
    db.change(query).await.map(drop)
}

/// Records unaccepted uploads that are about to be discarded. `ids` is a JSON array. An upload whose form was rejected keeps that reason.
pub async fn record_unfinished(db: &Db, ids: &str, is_cancelled: bool, now: i64) -> Result<()> {
    let query = Query::new(concat!(
        "INSERT INTO submission_attempts (id, client_id, customer_hash, household, reason, sentence, declared_bytes, stored_bytes,
                                          began_at, ended_at)
         SELECT id, client_id, customer_hash, household,
                CASE WHEN ?2 THEN 'cancelled' WHEN status = 'receiving' THEN 'cut' WHEN stored = 0 THEN 'empty'
                     WHEN stored < declared_length THEN 'cut' ELSE 'not_submitted' END,
                '', iif(status = 'open', declared_length, NULL), iif(status = 'open', stored, NULL),
                created_at, max(created_at, moved_at)
           FROM (SELECT u.id, u.client_id, u.customer_hash, substr(u.ip_hash, 1, ?5) AS household, u.status, u.declared_length, u.created_at, u.moved_at,
                        CAST(",
        stored_sql!(),
        " AS INTEGER) AS stored
                   FROM json_each(?1) AS wanted CROSS JOIN uploads u ON u.id = wanted.value
                  WHERE u.status IN ('open', 'receiving')) AS unfinished
          WHERE ",
        room_sql!("unfinished.client_id", "unfinished.household", "?3", "?4", "?6"),
        " ON CONFLICT (id) DO NOTHING"
    ));
    let query = query.bind(ids).bind(is_cancelled).bind(now.saturating_sub(DAY_MS)).bind(ATTEMPTS_A_DAY);
    let query = query.bind(u32::from(IP_HASH_PART_CHARACTERS)).bind(ATTEMPTS_OF_HOUSEHOLD);
    db.idempotent_change(query).await.map(drop)
}

/// Deletes a client's attempts of an erased customer, only if the erasure's record exists.
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

/// Households cleared per hour.
const HOUSEHOLDS_AN_HOUR: u32 = 5000;

/// Deletes expired attempts and returns their number. Once an hour clears the households of those older than a day,
/// which no longer count.
pub async fn sweep(db: &Db, now: i64) -> Result<usize> {
    let outdated = Query::new(
        "DELETE FROM submission_attempts
          WHERE id IN (SELECT id FROM submission_attempts WHERE ended_at <= ?1 ORDER BY ended_at LIMIT ?2)",
    );
    let uncounted = Query::new(
        "UPDATE submission_attempts SET household = ''
          WHERE id IN (SELECT id FROM submission_attempts WHERE household <> '' AND ended_at <= ?1 ORDER BY ended_at LIMIT ?2)",
    );
    if now.div_euclid(MINUTE_MS).rem_euclid(60) == 0 {
        db.idempotent_change(uncounted.bind(now.saturating_sub(DAY_MS)).bind(HOUSEHOLDS_AN_HOUR)).await?;
    }
    db.idempotent_change(outdated.bind(now.saturating_sub(days(ATTEMPT_DAYS))).bind(SWEEP_BATCH)).await
}
