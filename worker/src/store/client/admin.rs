//! `clients` as the admin area lists, creates and edits them.

use std::collections::BTreeMap;

use domain::api::admin::{ClientLine, ClientRecord};
use domain::api::operations::Cause;
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::error::{Error, Result};
use crate::store::db::{Db, Query};

#[derive(Deserialize)]
struct Row {
    watermark_enabled: u8,
    has_user: u8,
    #[serde(flatten)]
    rest: Map<String, Value>,
}

impl Row {
    fn value(mut self) -> Value {
        self.rest.insert("watermark_enabled".into(), (self.watermark_enabled != 0).into());
        self.rest.insert("has_user".into(), (self.has_user != 0).into());
        self.rest.into()
    }
}

macro_rules! line_sql {
    ($more:literal) => {
        concat!(
            "SELECT id, company_name, contact_name, email, plan_type, status, custom_slug, credits_per_month,
                    credits_remaining, watermark_enabled, drive_link, review_link_type, review_link_url,
                    submissions_count, storage_bytes, created_at, user_id IS NOT NULL AS has_user ",
            $more
        )
    };
}

/// What an admin looks for.
#[derive(Default)]
pub struct Search {
    /// In company, contact, address and slug; empty finds all.
    pub text: String,
    /// A status, or empty for all.
    pub status: String,
    /// A plan, or empty for all.
    pub plan: String,
    /// A column of [`Sort`].
    pub sort: Sort,
    /// Whether the largest come first.
    pub descending: bool,
    /// Where the page begins: the last line's sorted value and id.
    pub before: Option<(Value, String)>,
}

/// What the list is sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Sort {
    /// When it was created.
    #[default]
    Created,
    /// Its name.
    Company,
    /// Its credits.
    Credits,
    /// Its submissions.
    Submissions,
}

macro_rules! page_sql {
    ($column:literal, $compare:literal, $order:literal) => {
        concat!(
            line_sql!("FROM clients WHERE is_demo = 0 AND (?1 = '' OR status = ?1) AND (?2 = '' OR plan_type = ?2)"),
            " AND (?3 = '[]' OR NOT EXISTS (SELECT 1 FROM json_each(?3) AS word WHERE instr(search_text, word.value) = 0)) AND ",
            $column,
            " ",
            $compare,
            "= ?4 AND (",
            $column,
            " ",
            $compare,
            " ?4 OR id > ?5) ORDER BY ",
            $column,
            " ",
            $order,
            ", id LIMIT ?6"
        )
    };
}

/// At most `most` clients from a place on.
///
/// # Errors
/// When the database fails.
pub async fn list(db: &Db, search: &Search, most: u32) -> Result<Vec<ClientLine>> {
    let query = Query::new(match (search.sort, search.descending) {
        (Sort::Created, true) => page_sql!("created_at", "<", "DESC"),
        (Sort::Created, false) => page_sql!("created_at", ">", "ASC"),
        (Sort::Company, true) => page_sql!("company_name COLLATE NOCASE", "<", "DESC"),
        (Sort::Company, false) => page_sql!("company_name COLLATE NOCASE", ">", "ASC"),
        (Sort::Credits, true) => page_sql!("credits_remaining", "<", "DESC"),
        (Sort::Credits, false) => page_sql!("credits_remaining", ">", "ASC"),
        (Sort::Submissions, true) => page_sql!("submissions_count", "<", "DESC"),
        (Sort::Submissions, false) => page_sql!("submissions_count", ">", "ASC"),
    });
    let words: Vec<String> = search.text.split_whitespace().map(str::to_lowercase).collect();
    let query = query.bind(&search.status).bind(&search.plan).bind(&serde_json::to_string(&words)?);
    let query = match &search.before {
        // Before everything there is.
        None => match (search.sort, search.descending) {
            (Sort::Company, true) => query.bind("\u{10ffff}").bind(""),
            (Sort::Company, false) => query.bind("").bind(""),
            (_, true) => query.bind(i64::MAX >> 11).bind(""),
            (_, false) => query.bind(-1_i64).bind(""),
        },
        Some((Value::Number(number), id)) => query.bind(number.as_i64().unwrap_or_default()).bind(id),
        Some((value, id)) => query.bind(value.as_str().unwrap_or_default()).bind(id),
    };
    let rows: Vec<Row> = db.all(query.bind(most)).await?;
    rows.into_iter().map(|row| Ok(serde_json::from_value(row.value())?)).collect()
}

/// One client as the edit dialog is filled with it.
///
/// # Errors
/// When the database fails.
pub async fn record(db: &Db, id: &str) -> Result<Option<ClientRecord>> {
    let query = Query::new(line_sql!(
        ", next_reset_date, last_reset_date, logo_url, qr_code_url FROM clients WHERE id = ?1 AND is_demo = 0"
    ));
    let row = db.first::<Row>(query.bind(id)).await?;
    Ok(row.map(|row| serde_json::from_value(row.value())).transpose()?)
}

/// Writes a new client. Its fields are those of the form, checked.
#[must_use]
pub fn insert(id: &str, user_id: &str, fields: &BTreeMap<String, Value>, images: &Images<'_>, now: i64) -> Query {
    let text = |name: &str| fields.get(name).and_then(Value::as_str).unwrap_or_default();
    Query::new(
        "INSERT INTO clients (id, user_id, company_name, contact_name, email, plan_type, status, custom_slug,
                              credits_per_month, credits_remaining, next_reset_date, watermark_enabled, drive_link,
                              review_link_type, review_link_url, logo_url, qr_code_url, created_at, search_text)
         VALUES (?1, ?2, ?3->>'company_name', ?3->>'contact_name', ?3->>'email', ?3->>'plan_type', ?3->>'status',
                 ?3->>'custom_slug', ?3->>'credits_per_month', ?3->>'credits_per_month', ?3->>'next_reset_date',
                 ?3->>'watermark_enabled', ?3->>'drive_link', ?3->>'review_link_type', ?3->>'review_link_url',
                 ?4, ?5, ?6, ?7)",
    )
    .bind(id)
    .bind(user_id)
    .bind(&Value::Object(fields.clone().into_iter().collect()).to_string())
    .bind(images.logo)
    .bind(images.qr)
    .bind(now)
    .bind(&search_text(text("company_name"), text("contact_name"), text("email"), text("custom_slug")))
}

/// The addresses of a new client's images.
pub struct Images<'a> {
    /// The logo.
    pub logo: Option<&'a str>,
    /// The QR code.
    pub qr: Option<&'a str>,
}

macro_rules! edit_sql {
    ($($field:literal),+) => {
        concat!(
            "UPDATE clients SET ",
            $( $field, " = iif(json_type(?2, '$.", $field, "') IS NULL, ", $field, ", ?2->>'$.", $field, "'), ", )+
            "id = id WHERE id = ?1",
            $( " AND (json_type(?3, '$.", $field, "') IS NULL OR ", $field, " IS ?3->>'$.", $field, "')", )+
        )
    };
}

/// Changes fields, each only if it still has the value that was loaded; nothing is changed unless all have.
#[must_use]
pub fn edit(id: &str, changed: &BTreeMap<String, Value>, loaded: &BTreeMap<String, Value>) -> Query {
    let json = |fields: &BTreeMap<String, Value>| Value::Object(fields.clone().into_iter().collect()).to_string();
    Query::new(edit_sql!(
        "company_name",
        "contact_name",
        "email",
        "plan_type",
        "credits_per_month",
        "credits_remaining",
        "next_reset_date",
        "watermark_enabled",
        "drive_link",
        "custom_slug",
        "review_link_type",
        "review_link_url",
        "status"
    ))
    .bind(id)
    .bind(&json(changed))
    .bind(&json(loaded))
}

/// Keeps what is searched in up to date, only if the statement before it changed a row.
#[must_use]
pub fn note_search(record: &ClientRecord, changed: &BTreeMap<String, Value>) -> Query {
    let now = |name: &str, was: &str| changed.get(name).and_then(Value::as_str).unwrap_or(was).to_owned();
    let line = &record.line;
    let text = search_text(
        &now("company_name", &line.company_name),
        &now("contact_name", &line.contact_name),
        &now("email", &line.email),
        &now("custom_slug", &line.custom_slug),
    );
    Query::new("UPDATE clients SET search_text = ?2 WHERE id = ?1 AND changes() = 1").bind(&line.id).bind(&text)
}

fn search_text(company: &str, contact: &str, email: &str, slug: &str) -> String {
    format!("{company} {contact} {email} {slug}").to_lowercase()
}

/// Adds to the credits or takes from them, only if the statement before it changed a row. Below 0 the table refuses
/// it, and with it the whole transaction.
#[must_use]
pub fn adjust_credits_after_change(id: &str, by: i64) -> Query {
    Query::new("UPDATE clients SET credits_remaining = credits_remaining + ?2 WHERE id = ?1 AND changes() = 1")
        .bind(id)
        .bind(by)
}

#[derive(Deserialize)]
struct Slug {
    custom_slug: String,
}

/// Whether a slug, or one that is taken for it, is another client's.
///
/// # Errors
/// When the database fails.
pub async fn slug_taken(db: &Db, slug: &str, own_id: &str) -> Result<Option<Taken>> {
    let query = Query::new("SELECT custom_slug FROM clients WHERE slug_look = ?1 AND id <> ?2");
    let others: Vec<Slug> = db.all(query.bind(&domain::slug::look(slug)).bind(own_id)).await?;
    Ok(match others.iter().any(|other| other.custom_slug.eq_ignore_ascii_case(slug)) {
        true => Some(Taken::Same),
        false if others.is_empty() => None,
        false => Some(Taken::LookAlike),
    })
}

/// Why a slug is not free.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Taken {
    /// Another client has it.
    Same,
    /// Another client has one that is taken for it.
    LookAlike,
}

/// Which of the loaded values no longer hold, with what holds now.
///
/// # Errors
/// [`Error::NotFound`], or when the database fails.
pub async fn conflicts(db: &Db, id: &str, loaded: &BTreeMap<String, Value>) -> Result<BTreeMap<String, String>> {
    let record = record(db, id).await?.ok_or(Error::NotFound("Client"))?;
    let now = serde_json::to_value(&record)?;
    let shown = |value: &Value| match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    };
    let differs = |(name, value): (&String, &Value)| {
        let current = now.get(name)?;
        (current != value).then(|| (name.clone(), shown(current)))
    };
    Ok(loaded.iter().filter_map(differs).collect())
}

/// Clients by status.
///
/// # Errors
/// When the database fails.
pub async fn by_status(db: &Db) -> Result<Vec<Cause>> {
    db.all(Query::new(
        "SELECT status AS name, count(*) AS count FROM clients WHERE is_demo = 0 GROUP BY status ORDER BY status",
    ))
    .await
}
