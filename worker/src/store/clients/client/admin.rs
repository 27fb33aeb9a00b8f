//! `clients` as admins list, create and edit them.

use std::collections::BTreeMap;

use domain::api::admin::{ClientRecord, ClientSummary};
use domain::api::operations::Cause;
use domain::client::{ClientSort, ClientStatus, SortOrder};
use domain::client_fields;
use domain::client_form::ClientInput;
use domain::comparable::{self, search_keys};
use domain::plan::PlanType;
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::error::{Error, Result};
use crate::store::clients::former_slug;
use crate::store::db::{Db, Query};

macro_rules! columns {
    ($($column:ident: $type:ty, $form_name:literal, $input:expr;)+) => {
        concat!($(stringify!($column), ", "),+)
    };
}

macro_rules! summary_sql {
    ($more:literal) => {
        concat!(
            "SELECT id, ",
            client_fields!(columns),
            "counts_credits, submissions_count, storage_bytes, created_at, user_id IS NOT NULL AS has_user,
                    (SELECT unpaid_since FROM subscriptions WHERE id = clients.subscription_id) AS unpaid_since ",
            $more
        )
    };
}

/// An admin's search.
pub struct Search {
    /// Words searched in company, contact, email and slug. Empty matches every client.
    pub text: String,
    pub status: Option<ClientStatus>,
    pub plan: Option<PlanType>,
    pub sort: ClientSort,
    pub order: SortOrder,
    /// Cursor: the sorted value and id of the previous page's last row.
    pub before: Option<(Value, String)>,
}

macro_rules! page_sql {
    ($column:literal, $compare:literal, $order:literal) => {
        concat!(
            summary_sql!("FROM clients WHERE is_demo = 0 AND (?1 = '' OR status = ?1) AND (?2 = '' OR plan_type = ?2)"),
            " AND (?3 = '[]' OR NOT EXISTS (SELECT 1 FROM json_each(?3) AS word
                                              WHERE instr(search_text, word.value ->> 0) = 0 AND instr(search_text, word.value ->> 1) = 0)) AND ",
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

/// Returns at most `max` clients after the cursor.
pub async fn list(db: &Db, search: &Search, max: u32) -> Result<Vec<ClientSummary>> {
    use ClientSort::{Company, Created, Credits, Submissions};
    use SortOrder::{Ascending, Descending};
    let query = Query::new(match (search.sort, search.order) {
        (Created, Descending) => page_sql!("created_at", "<", "DESC"),
        (Created, Ascending) => page_sql!("created_at", ">", "ASC"),
        (Company, Descending) => page_sql!("company_name COLLATE NOCASE", "<", "DESC"),
        (Company, Ascending) => page_sql!("company_name COLLATE NOCASE", ">", "ASC"),
        (Credits, Descending) => page_sql!("credits_remaining", "<", "DESC"),
        (Credits, Ascending) => page_sql!("credits_remaining", ">", "ASC"),
        (Submissions, Descending) => page_sql!("submissions_count", "<", "DESC"),
        (Submissions, Ascending) => page_sql!("submissions_count", ">", "ASC"),
    });
    let words: Vec<[String; 2]> = search.text.split_whitespace().map(search_keys).collect();
    let query = query
        .bind(search.status.map_or("", ClientStatus::as_str))
        .bind(search.plan.map_or("", PlanType::as_str))
        .bind(&serde_json::to_string(&words)?);
    let query = match &search.before {
        // Starts before every row.
        None => match (search.sort, search.order) {
            (Company, Descending) => query.bind("\u{10ffff}").bind(""),
            (Company, Ascending) => query.bind("").bind(""),
            (_, Descending) => query.bind(i64::MAX >> 11).bind(""),
            (_, Ascending) => query.bind(-1_i64).bind(""),
        },
        Some((Value::Number(number), id)) => query.bind(number.as_i64().unwrap_or_default()).bind(id),
        Some((value, id)) => query.bind(value.as_str().unwrap_or_default()).bind(id),
    };
    db.all(query.bind(max)).await
}

/// Returns one client as the edit dialog loads it.
pub async fn record(db: &Db, id: &str) -> Result<Option<ClientRecord>> {
    let query =
        Query::new(summary_sql!(", last_reset_date, logo_url, qr_code_url FROM clients WHERE id = ?1 AND is_demo = 0"));
    let Some(mut record) = db.first::<ClientRecord>(query.bind(id)).await? else { return Ok(None) };
    record.former_slugs = former_slug::of_client(db, id).await?;
    Ok(Some(record))
}

macro_rules! insert_sql {
    ($($column:ident: $type:ty, $form_name:literal, $input:expr;)+) => {
        concat!(
            "INSERT INTO clients (", $(stringify!($column), ", ",)+ "id, user_id, logo_url, qr_code_url, created_at, search_text, reset_day, credit_changes) VALUES (",
            $("?3->>'", stringify!($column), "', ",)+ "?1, ?2, ?4, ?5, ?6, ?7, CAST(substr(?3->>'next_reset_date', 9) AS INTEGER), 1)"
        )
    };
}

/// Inserts a client with an opened ledger. `input` is the validated form.
#[must_use]
pub fn insert(id: &str, user_id: Option<&str>, input: &ClientInput, images: &Images<'_>, now: i64) -> Query {
    let text = |value: &Option<String>| value.clone().unwrap_or_default();
    Query::new(client_fields!(insert_sql))
        .bind(id)
        .bind(user_id)
        .bind(&Value::Object(input.to_map()).to_string())
        .bind(images.logo)
        .bind(images.qr)
        .bind(now)
        .bind(&search_text([&input.company_name, &input.contact_name, &input.email, &input.custom_slug].map(text)))
}

/// URLs of a new client's images.
pub struct Images<'a> {
    pub logo: Option<&'a str>,
    pub qr: Option<&'a str>,
}

macro_rules! edit_sql {
    ($($column:ident: $type:ty, $form_name:literal, $input:expr;)+) => {
        concat!(
            "UPDATE clients SET ",
            $(
                stringify!($column), " = iif(json_type(?2, '$.", stringify!($column), "') IS NULL, ",
                stringify!($column), ", ?2->>'$.", stringify!($column), "'), ",
            )+
            "credit_changes = credit_changes WHERE id = ?1",
            $(
                " AND (json_type(?3, '$.", stringify!($column), "') IS NULL OR ",
                stringify!($column), " IS ?3->>'$.", stringify!($column), "')",
            )+
        )
    };
}

/// Changes fields. No-op unless every field still has its loaded value.
#[must_use]
pub fn edit(id: &str, changed: &ClientInput, loaded: &Map<String, Value>) -> Query {
    Query::new(client_fields!(edit_sql))
        .bind(id)
        .bind(&Value::Object(changed.to_map()).to_string())
        .bind(&Value::Object(loaded.clone()).to_string())
}

/// Updates the derived columns: the search text, the day of renewals, the number of credit changes and whether the plan
/// caused the suspension. Only if the previous statement changed a row.
#[must_use]
pub fn update_derived(record: &ClientRecord, changed: &ClientInput, changes_credits: bool) -> Query {
    let now = |changed: &Option<String>, was: &str| changed.clone().unwrap_or_else(|| was.to_owned());
    let summary = &record.summary;
    let text = search_text([
        now(&changed.company_name, &summary.company_name),
        now(&changed.contact_name, &summary.contact_name),
        now(&changed.email, &summary.email),
        now(&changed.custom_slug, &summary.custom_slug),
    ]);
    Query::new(
        "UPDATE clients
            SET search_text = ?2, reset_day = iif(?3, CAST(substr(next_reset_date, 9) AS INTEGER), reset_day),
                credit_changes = credit_changes + (?4 AND counts_credits), suspended_by_plan = suspended_by_plan AND NOT ?5
          WHERE id = ?1 AND changes() = 1",
    )
    .bind(&summary.id)
    .bind(&text)
    .bind(changed.next_reset_date.is_some())
    .bind(changes_credits)
    .bind(changed.status.is_some())
}

/// Sets the logo of a client without one, only if the previous statement changed a row.
#[must_use]
pub fn set_logo_after_change(id: &str, url: Option<&str>) -> Query {
    Query::new("UPDATE clients SET logo_url = coalesce(logo_url, ?2) WHERE id = ?1 AND changes() = 1")
        .bind(id)
        .bind(url)
}

/// Search text of company, contact, email and slug.
fn search_text(parts: [String; 4]) -> String {
    comparable::search_text(&parts.join(" "))
}

/// Adds to or subtracts from the credits, only if the previous statement changed a row. The table rejects a negative
/// balance, which fails the whole transaction.
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

/// Whether a client has this address.
pub async fn email_taken(db: &Db, email: &str) -> Result<bool> {
    let query = Query::new("SELECT 1 FROM clients WHERE email = ?1 LIMIT 1");
    db.has_row(query.bind(email)).await
}

/// Whether a slug, or a look-alike, is or was another client's. Former slugs count because printed links still use them.
pub async fn slug_taken(db: &Db, slug: &str, own_id: &str) -> Result<Option<SlugConflict>> {
    let query = Query::new(
        "SELECT custom_slug FROM clients WHERE slug_skeleton = ?1 AND id <> ?2
         UNION ALL SELECT slug FROM former_slugs WHERE slug_skeleton = ?1 AND client_id <> ?2",
    );
    let others: Vec<Slug> = db.all(query.bind(&domain::slug::skeleton(slug)).bind(own_id)).await?;
    Ok(match others.iter().any(|other| other.custom_slug.eq_ignore_ascii_case(slug)) {
        true => Some(SlugConflict::Same),
        false if others.is_empty() => None,
        false => Some(SlugConflict::LookAlike),
    })
}

/// Why a slug is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SlugConflict {
    Same,
    /// Another client has a slug that looks alike.
    LookAlike,
}

/// Returns the loaded values that have changed since, with their current value.
///
/// # Errors
/// [`Error::not_found`].
pub async fn conflicts(db: &Db, id: &str, loaded: &Map<String, Value>) -> Result<BTreeMap<String, String>> {
    let record = record(db, id).await?.ok_or_else(|| Error::not_found("Client"))?;
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

/// Counts the clients by status.
pub async fn by_status(db: &Db) -> Result<Vec<Cause>> {
    db.all(Query::new(
        "SELECT status AS name, count(*) AS count FROM clients WHERE is_demo = 0 GROUP BY status ORDER BY status",
    ))
    .await
}
