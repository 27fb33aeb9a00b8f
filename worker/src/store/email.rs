//! `emails`.

use serde::Deserialize;

use crate::error::Result;
use crate::store::db::{Db, Query};
use crate::store::job;

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
