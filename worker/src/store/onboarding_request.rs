//! `onboarding_requests`.

use domain::api::site::OnboardingRequestSummary;
use domain::limits::ROWS_PER_PAGE;
use domain::page::{Cursor, Page, limit_plus_one};
use domain::site_form;
use serde::Deserialize;

use crate::error::Result;
use crate::store::db::{Db, Query};

/// Writes a set-up. `logo` is the file's name, where there is one.
#[must_use]
pub fn insert(id: &str, form: &site_form::OnboardingRequest, logo: Option<&str>, now: i64) -> Query {
    Query::new(
        "INSERT INTO onboarding_requests (id, name, email, company, review_link_type, logo, created_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    )
    .bind(id)
    .bind(&form.name)
    .bind(&form.email)
    .bind(&form.company)
    .bind(form.review_link_type.as_str())
    .bind(logo)
    .bind(now)
}

/// Forgets set-ups: a client was made of one, it was dismissed, or kept long enough. `ids` is a JSON array.
#[must_use]
pub fn delete(ids: &str) -> Query {
    Query::new("DELETE FROM onboarding_requests WHERE id IN (SELECT value FROM json_each(?1))").bind(ids)
}

/// Ends the transaction, with nothing written, unless the statement before it removed a set-up: of two admins who make
/// a client of it, one is too late.
#[must_use]
pub fn abort_unless_deleted() -> Query {
    Query::new(
        "INSERT INTO onboarding_requests (id, name, email, company, review_link_type, created_at)
         SELECT NULL, '', '', '', '', 0 WHERE changes() = 0",
    )
}

/// What dismissing, and making a client, need of a set-up.
#[derive(Deserialize)]
pub struct OnboardingRequest {
    pub company: String,
    /// The logo's file, where there is one.
    pub logo: Option<String>,
}

/// A set-up, or nothing.
pub async fn get(db: &Db, id: &str) -> Result<Option<OnboardingRequest>> {
    db.first(Query::new("SELECT company, logo FROM onboarding_requests WHERE id = ?1").bind(id)).await
}

/// A page of those that wait.
pub async fn page(db: &Db, before: Option<&Cursor>) -> Result<Page<OnboardingRequestSummary>> {
    let (at, id) = Cursor::keyset(before);
    let query = Query::new(
        "SELECT s.id, s.name, s.email, s.company, s.review_link_type, s.logo IS NOT NULL AS has_logo, s.created_at,
                coalesce((SELECT company_name FROM clients WHERE email = s.email AND is_demo = 0 LIMIT 1),
                         (SELECT c.company_name FROM users u JOIN clients c ON c.user_id = u.id WHERE u.email = s.email),
                         (SELECT 'Another account' FROM users WHERE email = s.email)) AS same_email_client
           FROM onboarding_requests s WHERE s.created_at <= ?1 AND (s.created_at < ?1 OR s.id > ?2)
          ORDER BY s.created_at DESC, s.id LIMIT ?3",
    );
    let rows = db.all(query.bind(at).bind(id).bind(limit_plus_one(ROWS_PER_PAGE))).await?;
    Ok(Page::split(rows, ROWS_PER_PAGE))
}

#[derive(Deserialize)]
struct Count {
    pending: u32,
}

/// How many wait.
pub async fn pending(db: &Db) -> Result<u32> {
    let count = db.first::<Count>(Query::new("SELECT count(*) AS pending FROM onboarding_requests")).await?;
    Ok(count.map_or(0, |count| count.pending))
}

/// Which of these ids have a row. `ids` is a JSON array.
pub async fn existing_ids(db: &Db, ids: &str) -> Result<Vec<String>> {
    let query =
        Query::new("SELECT s.id FROM json_each(?1) AS wanted JOIN onboarding_requests s ON s.id = wanted.value");
    let rows: Vec<Id> = db.all(query.bind(ids)).await?;
    Ok(rows.into_iter().map(|row| row.id).collect())
}

#[derive(Deserialize)]
struct Id {
    id: String,
}
