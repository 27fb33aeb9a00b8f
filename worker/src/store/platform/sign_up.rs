//! `sign_ups`.

use domain::api::site::SignUpSummary;
use domain::comparable::search_key;
use domain::job::JobType;
use domain::limits::{MAX_EXPORTED_ROWS, MAX_RETRIED, ROWS_PER_PAGE};
use domain::page::{Cursor, Page, limit_plus_one};
use domain::retry_policy::MAX_ATTEMPTS;
use domain::sign_up::SignUpStatus;
use domain::site_form;
use serde::Deserialize;

use crate::error::Result;
use crate::store::db::{Db, Query};
use crate::store::platform::job;
use crate::store::submissions::erasure_note;

/// A visitor's sign-up for the mailing list.
#[derive(Deserialize)]
#[allow(missing_docs)] // they are their names
pub struct SignUp {
    pub id: String,
    pub email: String,
    pub first_name: String,
    pub surname: String,
    pub status: SignUpStatus,
}

/// Returns the sign-up of an address.
pub async fn by_email(db: &Db, email: &str) -> Result<Option<SignUp>> {
    let query = Query::new("SELECT id, email, first_name, surname, status FROM sign_ups WHERE email = ?1").bind(email);
    db.first(query).await
}

/// Returns a sign-up by its id.
pub async fn get(db: &Db, id: &str) -> Result<Option<SignUp>> {
    let query = Query::new("SELECT id, email, first_name, surname, status FROM sign_ups WHERE id = ?1").bind(id);
    db.first(query).await
}

/// Stores a sign-up, or overwrites an earlier one of the same address, which then counts from now. Leaves a confirmed
/// one unchanged: anybody can type any address.
#[must_use]
pub fn save(id: &str, form: &site_form::SignUp, status: SignUpStatus, now: i64) -> Query {
    Query::new(
        "INSERT INTO sign_ups (id, email, first_name, surname, company, status, created_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
         ON CONFLICT (email) DO UPDATE SET first_name = excluded.first_name, surname = excluded.surname,
           company = excluded.company, error_message = NULL, status = excluded.status, created_at = excluded.created_at
          WHERE sign_ups.status <> 'confirmed'",
    )
    .bind(id)
    .bind(&form.email)
    .bind(&form.first_name)
    .bind(&form.surname)
    .bind(&form.company)
    .bind(status.as_str())
    .bind(now)
}

/// Queues the job that syncs a sign-up to the list, only if the previous statement changed a row. No-op while such a job is pending.
pub fn sync_job(id: &str, job_id: &str, now: i64) -> Result<Query> {
    job::insert_once_after_change(job_id, JobType::Subscribe, id, &serde_json::json!({ "signUpId": id }), now)
}

/// Marks a sign-up as synced to the list.
pub async fn mark_synced(db: &Db, id: &str) -> Result<()> {
    let query = Query::new(
        "UPDATE sign_ups SET status = 'synced', error_message = NULL WHERE id = ?1 AND status IN ('waiting', 'failed')",
    );
    db.idempotent_change(query.bind(id)).await.map(drop)
}

/// Marks a sign-up as confirmed and keeps the time of the first confirmation. Returns whether it exists.
pub async fn confirm(db: &Db, id: &str, now: i64) -> Result<bool> {
    let query = Query::new(
        "UPDATE sign_ups SET status = 'confirmed', confirmed_at = coalesce(confirmed_at, ?2), error_message = NULL
          WHERE id = ?1",
    );
    Ok(db.idempotent_change(query.bind(id).bind(now)).await? == 1)
}

/// An admin's search.
#[derive(Default)]
pub struct Search {
    /// Searched in names, company and address; empty matches everything.
    pub text: String,
    pub status: Option<SignUpStatus>,
}

async fn list(db: &Db, search: &Search, before: Option<&Cursor>, max: u32) -> Result<Vec<SignUpSummary>> {
    let (at, id) = Cursor::keyset(before);
    let query = Query::new(
        "SELECT id, email, first_name, surname, company, status, error_message, created_at, confirmed_at FROM sign_ups
          WHERE created_at <= ?1 AND (created_at < ?1 OR id > ?2) AND (?3 = '' OR status = ?3)
            AND (?4 = '' OR instr(replace(lower(email || ' ' || first_name || ' ' || surname || ' ' || company), '’', ''''), ?4) > 0)
          ORDER BY created_at DESC, id LIMIT ?5",
    );
    let text = search_key(&search.text);
    db.all(query.bind(at).bind(id).bind(search.status.map_or("", SignUpStatus::as_str)).bind(&text).bind(max)).await
}

/// Returns a page of the list.
pub async fn page(db: &Db, search: &Search, before: Option<&Cursor>) -> Result<Page<SignUpSummary>> {
    Ok(Page::split(list(db, search, before, limit_plus_one(ROWS_PER_PAGE)).await?, ROWS_PER_PAGE))
}

/// Returns all matches, for the export.
pub async fn all(db: &Db, search: &Search) -> Result<Vec<SignUpSummary>> {
    list(db, search, None, MAX_EXPORTED_ROWS).await
}

/// Deletes sign-ups and their sync jobs, and notes their erasure. `ids` is a JSON array. The second statement's count
/// is the number of sign-ups.
#[must_use]
pub fn delete(ids: &str, now: i64) -> Vec<Query> {
    let deleted = [
        "DELETE FROM sign_ups WHERE id IN (SELECT value FROM json_each(?1))",
        job::delete_about_sql!("(SELECT value FROM json_each(?1))"),
        "DELETE FROM job_attempts WHERE subject_id IN (SELECT value FROM json_each(?1))",
    ]
    .map(|sql| Query::new(sql).bind(ids));
    std::iter::once(erasure_note::of_sign_ups(ids, now)).chain(deleted).collect()
}

/// Requeues failed sign-ups, one or without an id up to `MAX_RETRIED`, in one transaction with an audit entry. Returns their number.
pub async fn retry(db: &Db, id: Option<&str>, note: Query, now: i64) -> Result<usize> {
    let jobs = Query::new(
        "INSERT INTO job_queue (id, job_type, subject_id, payload, priority, status, max_attempts, attempts, due_at,
                                created_at)
         SELECT lower(hex(randomblob(16))), 'subscribe', id, json_object('signUpId', id), ?2, 'pending', ?3, 0, ?4, ?4
           FROM sign_ups WHERE status = 'failed' AND (?1 IS NULL OR id = ?1) ORDER BY created_at LIMIT ?5
         ON CONFLICT DO NOTHING",
    )
    .bind(id)
    .bind(job::RETRY_PRIORITY)
    .bind(MAX_ATTEMPTS)
    .bind(now)
    .bind(MAX_RETRIED);
    let waiting = Query::new(
        "UPDATE sign_ups SET status = 'waiting', error_message = NULL
          WHERE status = 'failed' AND EXISTS (SELECT 1 FROM job_queue
                                               WHERE subject_id = sign_ups.id AND job_type = 'subscribe'
                                                 AND status IN ('pending', 'running') AND lease IS NULL)",
    );
    Ok(db.transaction(vec![jobs, note, waiting]).await?.first().copied().unwrap_or(0))
}

/// Counts the failed sign-ups.
pub async fn failed(db: &Db) -> Result<u32> {
    db.count(Query::new("SELECT count(*) AS count FROM sign_ups WHERE status = 'failed'")).await
}

/// Marks the sign-up of a failed job as failed, unless it is not waiting any more.
#[must_use]
pub fn mark_failed(job_id: &str, reason: Option<&str>) -> Query {
    Query::new(
        "UPDATE sign_ups SET status = 'failed', error_message = ?2 WHERE status = 'waiting' AND id =
           (SELECT subject_id FROM job_queue WHERE id = ?1 AND status = 'failed')",
    )
    .bind(job_id)
    .bind(reason)
}
