//! `setups`.

use domain::api::site::SetupLine;
use domain::limits::SWEEP_BATCH;
use domain::retention::{SETUP_DAYS, over_before};
use domain::site_form;
use serde::Deserialize;

use crate::error::Result;
use crate::store::db::{Db, Query};
use crate::store::place::{Place, cut, one_more};

/// Writes a set-up. `logo` is the file's name, where there is one.
#[must_use]
pub fn insert(id: &str, form: &site_form::Setup, logo: Option<&str>, now: i64) -> Query {
    Query::new(
        "INSERT INTO setups (id, name, email, company, review_link_type, logo, created_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    )
    .bind(id)
    .bind(&form.name)
    .bind(&form.email)
    .bind(&form.company)
    .bind(&form.review_link_type)
    .bind(logo)
    .bind(now)
}

/// Forgets set-ups: a client was made of one, it was dismissed, or kept long enough. `ids` is a JSON array.
#[must_use]
pub fn delete(ids: &str) -> Query {
    Query::new("DELETE FROM setups WHERE id IN (SELECT value FROM json_each(?1))").bind(ids)
}

/// Ends the transaction, with nothing written, unless the statement before it removed a set-up: of two admins who make
/// a client of it, one is too late.
#[must_use]
pub fn unless_deleted_fail() -> Query {
    Query::new(
        "INSERT INTO setups (id, name, email, company, review_link_type, created_at)
         SELECT NULL, '', '', '', '', 0 WHERE changes() = 0",
    )
}

/// What dismissing, and making a client, need of a set-up.
#[derive(Deserialize)]
pub struct Setup {
    /// The business.
    pub company: String,
    /// The logo's file, where there is one.
    pub logo: Option<String>,
}

/// A set-up, or nothing.
///
/// # Errors
/// When the database fails.
pub async fn get(db: &Db, id: &str) -> Result<Option<Setup>> {
    db.first(Query::new("SELECT company, logo FROM setups WHERE id = ?1").bind(id)).await
}

#[derive(Deserialize)]
struct Row {
    has_logo: u8,
    #[serde(flatten)]
    rest: serde_json::Map<String, serde_json::Value>,
}

/// How many a page holds.
const PAGE: usize = 50;

/// A page, newest first, and where the next one begins.
///
/// # Errors
/// When the database fails.
pub async fn page(db: &Db, before: Option<&Place>) -> Result<(Vec<SetupLine>, Option<Place>)> {
    let (at, id) = Place::bounds(before);
    let query = Query::new(
        "SELECT s.id, s.name, s.email, s.company, s.review_link_type, s.logo IS NOT NULL AS has_logo, s.created_at,
                coalesce((SELECT company_name FROM clients WHERE email = s.email AND is_demo = 0 LIMIT 1),
                         (SELECT c.company_name FROM users u JOIN clients c ON c.user_id = u.id WHERE u.email = s.email),
                         (SELECT 'Another account' FROM users WHERE email = s.email)) AS same_email_client
           FROM setups s WHERE s.created_at <= ?1 AND (s.created_at < ?1 OR s.id > ?2)
          ORDER BY s.created_at DESC, s.id LIMIT ?3",
    );
    let rows: Vec<Row> = db.all(query.bind(at).bind(id).bind(one_more(PAGE))).await?;
    let line = |mut row: Row| -> Result<SetupLine> {
        row.rest.insert("has_logo".into(), (row.has_logo != 0).into());
        Ok(serde_json::from_value(row.rest.into())?)
    };
    let mut lines = rows.into_iter().map(line).collect::<Result<Vec<_>>>()?;
    let next = cut(&mut lines, PAGE, |line| (line.created_at, &line.id));
    Ok((lines, next))
}

#[derive(Deserialize)]
struct Count {
    pending: u32,
}

/// How many wait.
///
/// # Errors
/// When the database fails.
pub async fn pending(db: &Db) -> Result<u32> {
    let count = db.first::<Count>(Query::new("SELECT count(*) AS pending FROM setups")).await?;
    Ok(count.map_or(0, |count| count.pending))
}

/// Which of these ids have a row. `ids` is a JSON array.
///
/// # Errors
/// When the database fails.
pub async fn known_among(db: &Db, ids: &str) -> Result<Vec<String>> {
    let query = Query::new("SELECT s.id FROM json_each(?1) AS wanted JOIN setups s ON s.id = wanted.value");
    let rows: Vec<Id> = db.all(query.bind(ids)).await?;
    Ok(rows.into_iter().map(|row| row.id).collect())
}

#[derive(Deserialize)]
struct Id {
    id: String,
}

/// Those that were kept long enough, a bounded number of them.
///
/// # Errors
/// When the database fails.
pub async fn outdated(db: &Db, now: i64) -> Result<Vec<String>> {
    let query = Query::new("SELECT id FROM setups WHERE created_at <= ?1 ORDER BY created_at LIMIT ?2");
    let rows: Vec<Id> = db.all(query.bind(over_before(now, SETUP_DAYS)).bind(SWEEP_BATCH)).await?;
    Ok(rows.into_iter().map(|row| row.id).collect())
}
