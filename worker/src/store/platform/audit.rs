//! `audit_log`.

use domain::api::affiliate::PartnerDecision;
use domain::api::operations::AuditEntry;
use domain::audit::AuditAction;
use domain::comparable::search_key;
use domain::date::is_iso_date;
use domain::limits::ROWS_PER_PAGE;
use domain::page::{Cursor, Page, limit_plus_one};
use domain::retention::HOUR_MS;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::error::{Error, Result};
use crate::store::db::{Db, Query};
use crate::store::identity::session::CurrentSession;

/// An entry to be written.
pub struct Entry<'a> {
    /// Such as `client.edit`.
    pub action: AuditAction,
    pub subject: &'a str,
    pub subject_name: &'a str,
    pub before: Map<String, Value>,
    pub after: Map<String, Value>,
}

/// Writes the entry of a submission's customer, who has no account, only if the previous statement of the transaction
/// changed a row. Names the submission by its id.
#[must_use]
pub fn by_customer_after_change(action: AuditAction, submission_id: &str, now: i64) -> Query {
    Query::new(
        "INSERT INTO audit_log (id, at, actor, action, subject, subject_name, before, after)
         SELECT ?1, ?2, 'customer', ?3, c.id, c.company_name, '{}', json_object('submission', s.id)
           FROM submissions s JOIN clients c ON c.id = s.client_id WHERE s.id = ?4 AND changes() = 1",
    )
    .bind(&uuid::Uuid::new_v4().to_string())
    .bind(now)
    .bind(action.as_str())
    .bind(submission_id)
}

impl<'a> Entry<'a> {
    /// An entry about something without fields.
    #[must_use]
    pub fn without_fields(action: AuditAction, subject: &'a str, subject_name: &'a str) -> Self {
        Self { action, subject, subject_name, before: Map::new(), after: Map::new() }
    }

    /// An entry about a submission of a client, which it names by its id only: the log outlives an erasure.
    #[must_use]
    pub fn of_submission(action: AuditAction, client_id: &'a str, company_name: &'a str, submission_id: &str) -> Self {
        let after = Map::from_iter([("submission".to_owned(), submission_id.into())]);
        Self { after, ..Self::without_fields(action, client_id, company_name) }
    }

    /// An entry about one field: its name, and its value before and after.
    #[must_use]
    pub fn change(
        action: AuditAction,
        subject: &'a str,
        subject_name: &'a str,
        (field, before, after): (&str, Option<&str>, &str),
    ) -> Self {
        let value = |text: Option<&str>| Map::from_iter([(field.to_owned(), text.map_or(Value::Null, Value::from))]);
        Self { before: value(before), after: value(Some(after)), ..Self::without_fields(action, subject, subject_name) }
    }

    /// An entry about a switch.
    #[must_use]
    pub fn switch(action: AuditAction, subject: &'a str, subject_name: &'a str, field: &str, is_on: bool) -> Self {
        let word = |is_on: bool| if is_on { "yes" } else { "no" };
        Self::change(action, subject, subject_name, (field, Some(word(!is_on)), word(is_on)))
    }

    /// An entry with the fields that differ between two states.
    pub fn difference<State: Serialize>(
        action: AuditAction,
        subject: &'a str,
        subject_name: &'a str,
        before: &State,
        after: &State,
    ) -> Result<Self> {
        let object =
            |state: &State| Ok::<_, Error>(serde_json::to_value(state)?.as_object().cloned().unwrap_or_default());
        let (mut was, mut is) = (object(before)?, object(after)?);
        let same: Vec<String> =
            was.iter().filter(|(name, value)| is.get(*name) == Some(value)).map(|(name, _)| name.clone()).collect();
        for name in same {
            was.remove(&name);
            is.remove(&name);
        }
        Ok(Self { before: was, after: is, ..Self::without_fields(action, subject, subject_name) })
    }

    /// Writes the entry.
    #[must_use]
    pub fn query(&self, actor: &CurrentSession, now: i64) -> Query {
        self.bind_entry(
            Query::new(
                "INSERT INTO audit_log (id, at, actor_id, actor, action, subject, subject_name, before, after)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) ON CONFLICT DO NOTHING",
            ),
            actor,
            now,
        )
    }

    /// Writes the entry only if the previous statement of the transaction changed exactly one row.
    #[must_use]
    pub fn query_after_change(&self, actor: &CurrentSession, now: i64) -> Query {
        self.bind_entry(
            Query::new(
                "INSERT INTO audit_log (id, at, actor_id, actor, action, subject, subject_name, before, after)
                 SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9 WHERE changes() = 1",
            ),
            actor,
            now,
        )
    }

    /// Writes the entry only if the previous statement changed any row.
    #[must_use]
    pub fn query_if_changed(&self, actor: &CurrentSession, now: i64) -> Query {
        self.bind_entry(
            Query::new(
                "INSERT INTO audit_log (id, at, actor_id, actor, action, subject, subject_name, before, after)
                 SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9 WHERE changes() > 0",
            ),
            actor,
            now,
        )
    }

    /// Writes the entry unless the same actor did the same to the same subject within the last hour. For views.
    #[must_use]
    pub fn query_once_an_hour(&self, actor: &CurrentSession, now: i64) -> Query {
        self.bind_entry(
            Query::new(
                "INSERT INTO audit_log (id, at, actor_id, actor, action, subject, subject_name, before, after)
                 SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9
                  WHERE NOT EXISTS (SELECT 1 FROM audit_log WHERE subject = ?6 AND at > ?2 - ?10
                                                              AND actor_id = ?3 AND action = ?5)",
            ),
            actor,
            now,
        )
        .bind(HOUR_MS)
    }

    fn bind_entry(&self, query: Query, actor: &CurrentSession, now: i64) -> Query {
        query
            .bind(&uuid::Uuid::new_v4().to_string())
            .bind(now)
            .bind(&actor.user_id)
            .bind(&actor.email)
            .bind(self.action.as_str())
            .bind(self.subject)
            .bind(self.subject_name)
            .bind(&Value::Object(self.before.clone()).to_string())
            .bind(&Value::Object(self.after.clone()).to_string())
    }
}

#[derive(Deserialize)]
struct Row {
    id: String,
    at: i64,
    actor: String,
    action: AuditAction,
    subject: String,
    subject_name: String,
    before: String,
    after: String,
}

/// An admin's search. Empty fields match everything.
#[derive(Default)]
pub struct Search {
    /// Id of the entry's subject.
    pub subject: String,
    /// Searched in the actor and in the subject's name.
    pub text: String,
    pub action: Option<AuditAction>,
    /// The first UTC date, `yyyy-MM-dd`.
    pub from: String,
    pub to: String,
}

macro_rules! page_sql {
    ($of:literal) => {
        concat!(
            "SELECT * FROM audit_log WHERE ",
            $of,
            " AND at <= ?1 AND (at < ?1 OR id > ?2) AND (?5 = '' OR action = ?5)
              AND (?6 = '' OR instr(replace(lower(actor || ' ' || subject_name), '’', ''''), ?6) > 0)
              AND at >= coalesce(unixepoch(?7) * 1000, 0) AND at < coalesce((unixepoch(?8) + 86400) * 1000, 1 << 52)
             ORDER BY at DESC, id LIMIT ?4"
        )
    };
}

/// Returns the decisions about a partner, oldest first, without the actors.
pub async fn about(db: &Db, subject: &str) -> Result<Vec<PartnerDecision>> {
    let query = Query::new(
        "SELECT at, action, after ->> 'reason' AS reason FROM audit_log WHERE subject = ?1 ORDER BY at LIMIT 1000",
    );
    db.all(query.bind(subject)).await
}

/// Returns a page of the log.
pub async fn page(db: &Db, search: &Search, before: Option<&Cursor>) -> Result<Page<AuditEntry>> {
    let (at, id) = Cursor::keyset(before);
    let everything = search.subject.is_empty();
    let query = Query::new(if everything { page_sql!("?3 = ''") } else { page_sql!("subject = ?3") })
        .bind(at)
        .bind(id)
        .bind(&search.subject)
        .bind(limit_plus_one(ROWS_PER_PAGE))
        .bind(search.action.map_or("", AuditAction::as_str))
        .bind(&search_key(&search.text))
        .bind(date(&search.from))
        .bind(date(&search.to));
    let rows: Vec<Row> = db.all(query).await?;
    let entry = |row: Row| -> Result<AuditEntry> {
        Ok(AuditEntry {
            id: row.id,
            at: row.at,
            actor: row.actor,
            action: row.action,
            subject: row.subject,
            subject_name: row.subject_name,
            before: serde_json::from_str(&row.before)?,
            after: serde_json::from_str(&row.after)?,
        })
    };
    Ok(Page::split(rows.into_iter().map(entry).collect::<Result<_>>()?, ROWS_PER_PAGE))
}

fn date(text: &str) -> Option<&str> {
    Some(text).filter(|text| is_iso_date(text))
}
