//! `sign_ups`.

use domain::api::site::SignUpLine;
use domain::site_form;
use serde::Deserialize;

use crate::error::Result;
use crate::store::db::{Db, Query};
use crate::store::job;
use crate::store::place::{Place, cut, one_more};

/// A visitor on the list.
#[derive(Deserialize)]
#[allow(missing_docs)] // they are their names
pub struct SignUp {
    pub id: String,
    pub email: String,
    pub first_name: String,
    pub surname: String,
    pub state: String,
}

/// One of an address, or nothing.
///
/// # Errors
/// When the database fails.
pub async fn by_email(db: &Db, email: &str) -> Result<Option<SignUp>> {
    let query = Query::new("SELECT id, email, first_name, surname, state FROM sign_ups WHERE email = ?1").bind(email);
    db.first(query).await
}

/// One by its id, or nothing.
///
/// # Errors
/// When the database fails.
pub async fn get(db: &Db, id: &str) -> Result<Option<SignUp>> {
    let query = Query::new("SELECT id, email, first_name, surname, state FROM sign_ups WHERE id = ?1").bind(id);
    db.first(query).await
}

/// Writes a sign-up, or puts what was typed last in the place of an earlier one of the same address. A confirmed one
/// stays confirmed.
#[must_use]
pub fn save(id: &str, form: &site_form::SignUp, state: &str, now: i64) -> Query {
    Query::new(
        "INSERT INTO sign_ups (id, email, first_name, surname, company, state, created_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
         ON CONFLICT (email) DO UPDATE SET first_name = excluded.first_name, surname = excluded.surname,
           company = excluded.company, error_message = NULL,
           state = CASE state WHEN 'confirmed' THEN state ELSE excluded.state END",
    )
    .bind(id)
    .bind(&form.email)
    .bind(&form.first_name)
    .bind(&form.surname)
    .bind(&form.company)
    .bind(state)
    .bind(now)
}

/// The job that hands a sign-up on, written only if the statement before it changed a row. While one is on its way
/// there is no second.
///
/// # Errors
/// When the payload is no JSON.
pub fn hand_on(id: &str, job_id: &str, now: i64) -> Result<Query> {
    job::insert_once_after_change(job_id, job::SUBSCRIBE, id, &serde_json::json!({ "signUpId": id }), now)
}

/// Notes that the list has it.
///
/// # Errors
/// When the database fails.
pub async fn handed_on(db: &Db, id: &str) -> Result<()> {
    let query = Query::new(
        "UPDATE sign_ups SET state = 'handed_on', error_message = NULL WHERE id = ?1 AND state IN ('waiting', 'failed')",
    );
    db.change(query.bind(id)).await.map(drop)
}

/// Notes that it was confirmed, the first time for good. Says whether there is such a sign-up.
///
/// # Errors
/// When the database fails.
pub async fn confirm(db: &Db, id: &str, now: i64) -> Result<bool> {
    let query = Query::new(
        "UPDATE sign_ups SET state = 'confirmed', confirmed_at = coalesce(confirmed_at, ?2), error_message = NULL
          WHERE id = ?1",
    );
    Ok(db.change(query.bind(id).bind(now)).await? == 1)
}

/// How many a page holds.
const PAGE: usize = 50;
/// More than anybody has.
const EXPORT_MOST: u32 = 100_000;

/// What an admin looks for.
#[derive(Default)]
pub struct Search {
    /// In names, company and address; empty finds all.
    pub text: String,
    /// A state, or empty for all.
    pub state: String,
}

async fn lines(db: &Db, search: &Search, before: Option<&Place>, most: u32) -> Result<Vec<SignUpLine>> {
    let (at, id) = Place::bounds(before);
    let query = Query::new(
        "SELECT id, email, first_name, surname, company, state, error_message, created_at, confirmed_at FROM sign_ups
          WHERE created_at <= ?1 AND (created_at < ?1 OR id > ?2) AND (?3 = '' OR state = ?3)
            AND (?4 = '' OR instr(lower(email || ' ' || first_name || ' ' || surname || ' ' || company), ?4) > 0)
          ORDER BY created_at DESC, id LIMIT ?5",
    );
    let text = search.text.trim().to_lowercase();
    db.all(query.bind(at).bind(id).bind(&search.state).bind(&text).bind(most)).await
}

/// A page, newest first, and where the next one begins.
///
/// # Errors
/// When the database fails.
pub async fn page(db: &Db, search: &Search, before: Option<&Place>) -> Result<(Vec<SignUpLine>, Option<Place>)> {
    let mut lines = lines(db, search, before, one_more(PAGE)).await?;
    let next = cut(&mut lines, PAGE, |line| (line.created_at, &line.id));
    Ok((lines, next))
}

/// All that fit.
///
/// # Errors
/// When the database fails.
pub async fn all(db: &Db, search: &Search) -> Result<Vec<SignUpLine>> {
    lines(db, search, None, EXPORT_MOST).await
}
