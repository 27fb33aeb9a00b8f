//! `emails`.

use domain::api::operations::{Cause, EmailLine};
use serde::Deserialize;

use crate::error::Result;
use crate::store::db::{Db, Query};
use crate::store::job;
use crate::store::place::{Place, cut, one_more};

/// A mail to be queued.
pub struct NewEmail<'a> {
    /// Its id.
    pub id: &'a str,
    /// The id of the job that sends it.
    pub job_id: &'a str,
    /// Which message it is.
    pub template: &'a str,
    /// What it is about; of one template and subject there is one mail.
    pub subject_id: &'a str,
    /// Where it goes, from the database.
    pub recipient: &'a str,
    /// What else it needs, as JSON without secrets.
    pub params: &'a str,
}

/// Writes a mail and its job, unless the same one was queued before. The first statement's count tells.
///
/// # Errors
/// When the payload is no JSON.
pub fn queue(new: &NewEmail<'_>, now: i64) -> Result<Vec<Query>> {
    let email = Query::new(
        "INSERT INTO emails (id, template, subject_id, recipient, params, state, created_at)
         VALUES (?1, ?2, ?3, ?4, ?5, 'queued', ?6) ON CONFLICT (template, subject_id) DO NOTHING",
    )
    .bind(new.id)
    .bind(new.template)
    .bind(new.subject_id)
    .bind(new.recipient)
    .bind(new.params)
    .bind(now);
    let payload = job::EmailPayload { email_id: new.id };
    Ok(vec![email, job::insert_after_change(new.job_id, job::SEND_EMAIL, new.id, &payload, 0, now)?])
}

// What stands after a `/` in a subject tells mails about one thing apart; `0` is the character that follows it.
macro_rules! about_sql {
    ($start:literal) => {
        concat!(
            $start,
            " (SELECT m.id FROM json_each(?2) AS gone JOIN emails m
                ON m.template = ?1 AND m.subject_id >= gone.value AND m.subject_id < gone.value || '0')"
        )
    };
}

/// Forgets the mails of a template about things that are gone, with their jobs. `ids` is a JSON array; a subject is such
/// an id, or one with a `/` and more behind it.
#[must_use]
pub fn forget_about(template: &str, ids: &str) -> Vec<Query> {
    [
        about_sql!("DELETE FROM job_attempts WHERE subject_id IN"),
        about_sql!("DELETE FROM job_queue WHERE subject_id IN"),
        about_sql!("DELETE FROM emails WHERE id IN"),
    ]
    .map(|sql| Query::new(sql).bind(template).bind(ids))
    .into()
}

/// A mail to be sent.
#[derive(Deserialize)]
pub struct Email {
    /// Which message it is.
    pub template: String,
    /// What it is about.
    pub subject_id: String,
    /// Where it goes, from the database.
    pub recipient: String,
    /// What else it needs, as JSON.
    pub params: String,
    /// `queued`, `sending`, `sent` or `failed`.
    pub state: String,
}

/// A mail by its id.
///
/// # Errors
/// When the database fails.
pub async fn get(db: &Db, id: &str) -> Result<Option<Email>> {
    db.first(Query::new("SELECT template, subject_id, recipient, params, state FROM emails WHERE id = ?1").bind(id))
        .await
}

/// Notes that the mail is about to be handed over. One that stands so already may have gone out: it is flagged.
///
/// # Errors
/// When the database fails.
pub async fn sending(db: &Db, id: &str) -> Result<()> {
    let query = Query::new(
        "UPDATE emails SET maybe_sent_twice = maybe_sent_twice OR state = 'sending', state = 'sending' WHERE id = ?1",
    );
    db.change(query.bind(id)).await.map(drop)
}

/// Notes that the mail was refused and did not go out.
///
/// # Errors
/// When the database fails.
pub async fn refused(db: &Db, id: &str, reason: &str) -> Result<()> {
    let query =
        Query::new("UPDATE emails SET state = 'queued', error_message = ?2 WHERE id = ?1 AND state = 'sending'");
    db.change(query.bind(id).bind(reason)).await.map(drop)
}

/// Notes that the mail went out.
///
/// # Errors
/// When the database fails.
pub async fn sent(db: &Db, id: &str, message_id: &str, now: i64) -> Result<()> {
    let query = Query::new(
        "UPDATE emails SET state = 'sent', message_id = ?2, sent_at = ?3, error_message = NULL WHERE id = ?1",
    );
    db.change(query.bind(id).bind(message_id).bind(now)).await.map(drop)
}

#[derive(Deserialize)]
struct LineRow {
    maybe_sent_twice: u8,
    #[serde(flatten)]
    rest: serde_json::Map<String, serde_json::Value>,
}

/// How many mails a page of the log holds.
const PAGE: usize = 50;

/// A page of the log, newest first, and where the next one begins. `text` is looked for in recipients and templates.
///
/// # Errors
/// When the database fails.
pub async fn page(db: &Db, text: &str, state: &str, before: Option<&Place>) -> Result<(Vec<EmailLine>, Option<Place>)> {
    let (at, id) = Place::bounds(before);
    let query = Query::new(
        "SELECT id, template, recipient, state, error_message, maybe_sent_twice, created_at, sent_at FROM emails
          WHERE created_at <= ?1 AND (created_at < ?1 OR id > ?2)
            AND (?3 = '' OR instr(lower(recipient), ?3) > 0 OR instr(template, ?3) > 0) AND (?4 = '' OR state = ?4)
          ORDER BY created_at DESC, id LIMIT ?5",
    );
    let text = text.trim().to_lowercase();
    let rows: Vec<LineRow> = db.all(query.bind(at).bind(id).bind(&text).bind(state).bind(one_more(PAGE))).await?;
    let line = |mut row: LineRow| -> Result<EmailLine> {
        row.rest.insert("maybe_sent_twice".into(), (row.maybe_sent_twice != 0).into());
        Ok(serde_json::from_value(row.rest.into())?)
    };
    let mut lines = rows.into_iter().map(line).collect::<Result<Vec<_>>>()?;
    let next = cut(&mut lines, PAGE, |line| (line.created_at, &line.id));
    Ok((lines, next))
}

/// Queues a mail again that was sent or has failed, in one transaction with its new job and a note of it. Says
/// whether it did.
///
/// # Errors
/// When the database fails; then nothing has changed.
pub async fn resend(db: &Db, id: &str, job_id: &str, note: Query, now: i64) -> Result<bool> {
    let forget =
        Query::new("DELETE FROM job_queue WHERE subject_id = ?1 AND job_type = 'send-email' AND status = 'failed'")
            .bind(id);
    let queued = Query::new(
        "UPDATE emails SET state = 'queued', error_message = NULL WHERE id = ?1 AND state IN ('sent', 'failed')
            AND NOT EXISTS (SELECT 1 FROM job_queue
                             WHERE subject_id = ?1 AND job_type = 'send-email' AND status IN ('pending', 'running'))",
    )
    .bind(id);
    let payload = job::EmailPayload { email_id: id };
    let again = job::insert_after_change(job_id, job::SEND_EMAIL, id, &payload, job::RETRY_PRIORITY, now)?;
    Ok(db.transaction(vec![forget, queued, again, note]).await?.get(1) == Some(&1))
}

/// Failed mails by template.
///
/// # Errors
/// When the database fails.
pub async fn failures(db: &Db) -> Result<Vec<Cause>> {
    db.all(Query::new(
        "SELECT template AS name, count(*) AS count FROM emails WHERE state = 'failed' GROUP BY template
          ORDER BY count DESC, template",
    ))
    .await
}
