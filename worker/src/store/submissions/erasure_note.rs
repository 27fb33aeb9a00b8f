//! `erasure_notes`: erasures, and withdrawals of consents.

use chrono::NaiveDate;
use domain::back_up::{ErasureKind, ErasureNote};
use domain::limits::ERASED_AT_ONCE;
use serde::Deserialize;

use crate::error::Result;
use crate::store::db::{Db, Query};

macro_rules! note_sql {
    ($what:literal) => {
        concat!(
            "INSERT INTO erasure_notes (kind, subject_id, noted_at, status) SELECT ?1, ",
            $what,
            " ON CONFLICT (kind, subject_id) DO UPDATE SET noted_at = excluded.noted_at, status = excluded.status"
        )
    };
}

/// Notes a submission's erasure, if its erasure record exists.
#[must_use]
pub fn of_submission(id: &str, record_id: &str, now: i64) -> Query {
    Query::new(note_sql!("?2, ?3, 'unlisted' WHERE EXISTS (SELECT 1 FROM erasures WHERE id = ?4)"))
        .bind(ErasureKind::Submission.as_str())
        .bind(id)
        .bind(now)
        .bind(record_id)
}

/// Notes a withdrawal at its own time, unless it is noted already.
#[must_use]
pub fn of_withdrawal(submission_id: &str, at: i64) -> Query {
    Query::new(
        "INSERT INTO erasure_notes (kind, subject_id, noted_at, status)
         SELECT ?1, submission_id, withdrawn_at, 'unlisted' FROM consents
          WHERE submission_id = ?2 AND withdrawn_at = ?3 ON CONFLICT (kind, subject_id) DO NOTHING",
    )
    .bind(ErasureKind::Withdrawal.as_str())
    .bind(submission_id)
    .bind(at)
}

/// Notes the existing ones of these sign-ups before they are deleted. `ids` is a JSON array.
#[must_use]
pub fn of_sign_ups(ids: &str, now: i64) -> Query {
    Query::new(note_sql!("id, ?3, 'unlisted' FROM sign_ups WHERE id IN (SELECT value FROM json_each(?2))"))
        .bind(ErasureKind::SignUp.as_str())
        .bind(ids)
        .bind(now)
}

/// Notes the erasure of a partner's data.
#[must_use]
pub fn of_partner(id: &str, now: i64) -> Query {
    Query::new(note_sql!("?2, ?3, 'unlisted' WHERE true")).bind(ErasureKind::Partner.as_str()).bind(id).bind(now)
}

/// Returns up to five days with erasures that are not listed in the bucket yet. The redundant condition `<> 'listed'`
/// makes SQLite use the partial index.
pub async fn unlisted_days(db: &Db) -> Result<Vec<NaiveDate>> {
    #[derive(Deserialize)]
    struct Row {
        day: NaiveDate,
    }
    let query = Query::new(
        "SELECT DISTINCT date(noted_at / 1000, 'unixepoch') AS day FROM erasure_notes WHERE status = 'unlisted' AND status <> 'listed' ORDER BY day LIMIT 5",
    );
    let rows: Vec<Row> = db.all(query).await?;
    Ok(rows.into_iter().map(|row| row.day).collect())
}

/// Returns all erasures of a day.
pub async fn of_day(db: &Db, day: NaiveDate) -> Result<Vec<ErasureNote>> {
    let query = Query::new(
        "SELECT kind, subject_id, noted_at FROM erasure_notes
          WHERE noted_at >= unixepoch(?1) * 1000 AND noted_at < unixepoch(?1, '+1 day') * 1000 ORDER BY noted_at, subject_id",
    );
    db.all(query.bind(&day.to_string())).await
}

/// Returns the erasures that earlier back-ups have to be cleaned of: those of customers and visitors, as long as they
/// are noted; none once a night's rewriting is done. Excludes those that a restored back-up has still to repeat.
pub async fn to_redact(db: &Db) -> Result<Vec<ErasureNote>> {
    let query = Query::new(
        "SELECT kind, subject_id, noted_at FROM erasure_notes
          WHERE kind IN (?1, ?2) AND status <> 'to-repeat'
            AND EXISTS (SELECT 1 FROM back_ups WHERE status = 'complete' AND earlier_rewritten_at IS NULL) ORDER BY noted_at, subject_id",
    );
    db.all(query.bind(ErasureKind::Submission.as_str()).bind(ErasureKind::SignUp.as_str())).await
}

/// Marks these notes as listed. `ids` is a JSON array.
pub async fn mark_listed(db: &Db, ids: &str) -> Result<()> {
    let query = Query::new(
        "UPDATE erasure_notes SET status = 'listed'
          WHERE status = 'unlisted' AND status <> 'listed' AND subject_id IN (SELECT value FROM json_each(?1))",
    );
    db.change(query.bind(ids)).await.map(drop)
}

/// Returns erasures to repeat on a restored back-up, in random order, so that one that cannot be repeated blocks no other.
pub async fn to_repeat(db: &Db) -> Result<Vec<ErasureNote>> {
    let query = Query::new(
        "SELECT kind, subject_id, noted_at FROM erasure_notes WHERE status = 'to-repeat' AND status <> 'listed' ORDER BY random() LIMIT ?1",
    );
    db.all(query.bind(ERASED_AT_ONCE)).await
}

/// Marks an erasure as repeated because nothing was left to erase. Otherwise the erasure itself writes a new note.
pub async fn mark_repeated(db: &Db, kind: ErasureKind, subject_id: &str) -> Result<()> {
    let query = Query::new(
        "UPDATE erasure_notes SET status = 'listed' WHERE kind = ?1 AND subject_id = ?2 AND status = 'to-repeat'",
    );
    db.change(query.bind(kind.as_str()).bind(subject_id)).await.map(drop)
}

/// Deletes listed notes that are older than every back-up.
pub async fn sweep(db: &Db, since: i64) -> Result<()> {
    db.change(Query::new("DELETE FROM erasure_notes WHERE noted_at < ?1 AND status = 'listed'").bind(since))
        .await
        .map(drop)
}
