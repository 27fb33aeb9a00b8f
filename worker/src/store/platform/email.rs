//! `emails`.

use domain::api::affiliate::PartnerEmail;
use domain::api::operations::{Cause, EmailSummary};
use domain::comparable::search_key;
use domain::email::{EmailStatus, EmailTemplate};
use domain::job::JobType;
use domain::limits::ROWS_PER_PAGE;
use domain::page::{Cursor, Page, limit_plus_one};
use serde::Deserialize;

use crate::error::Result;
use crate::store::db::{Db, Query};
use crate::store::platform::{job, mail_day};

/// A mail to be queued.
pub struct NewEmail<'a> {
    pub id: &'a str,
    /// The id of the job that sends it.
    pub job_id: &'a str,
    pub template: EmailTemplate,
    /// Id of its subject. Unique per template.
    pub subject_id: &'a str,
    pub recipient: &'a str,
    /// The template's other parameters, as JSON without secrets.
    pub params: &'a str,
}

macro_rules! insert_sql {
    ($values:literal) => {
        concat!(
            "INSERT INTO emails (id, template, subject_id, recipient, params, status, created_at) ",
            $values,
            " ON CONFLICT (template, subject_id) DO NOTHING"
        )
    };
}

/// Stores a mail and its job, unless the same mail was queued before. The first statement's count says whether it was new.
pub fn queue(new: &NewEmail<'_>, now: i64) -> Result<Vec<Query>> {
    queue_due(new, (now, now))
}

/// Like [`queue`], due later.
pub fn queue_due(new: &NewEmail<'_>, times: (i64, i64)) -> Result<Vec<Query>> {
    let sql = insert_sql!("VALUES (?1, ?2, ?3, ?4, ?5, 'queued', ?6)");
    insert(Query::new(sql), new, times)
}

/// Like [`queue`], only if the previous statement changed a row.
pub fn queue_after_change(new: &NewEmail<'_>, now: i64) -> Result<Vec<Query>> {
    let sql = insert_sql!("SELECT ?1, ?2, ?3, ?4, ?5, 'queued', ?6 WHERE changes() = 1");
    insert(Query::new(sql), new, (now, now))
}

fn insert(sql: Query, new: &NewEmail<'_>, (due_at, now): (i64, i64)) -> Result<Vec<Query>> {
    let email = sql
        .bind(new.id)
        .bind(new.template.as_str())
        .bind(new.subject_id)
        .bind(new.recipient)
        .bind(new.params)
        .bind(now);
    let payload = job::EmailPayload { email_id: new.id };
    Ok(vec![email, job::insert_due_after_change(new.job_id, JobType::SendEmail, new.id, &payload, (due_at, now))?])
}

/// Whether the mail with exactly this subject was queued.
pub async fn is_queued_as(db: &Db, template: EmailTemplate, subject_id: &str) -> Result<bool> {
    let query = Query::new("SELECT 1 FROM emails WHERE template = ?1 AND subject_id = ?2");
    db.has_row(query.bind(template.as_str()).bind(subject_id)).await
}

/// Whether a mail of a template about a subject was queued. Excludes mails whose subject begins with `except`.
pub async fn is_queued(db: &Db, template: EmailTemplate, about: &str, except: &str) -> Result<bool> {
    let query = Query::new(
        "SELECT 1 FROM emails
          WHERE template = ?1 AND subject_id >= ?2 || '/' AND subject_id < ?2 || '0'
            AND substr(subject_id, 1, length(?3) + 1) <> ?3 || '/' LIMIT 1",
    );
    db.has_row(query.bind(template.as_str()).bind(about).bind(except)).await
}

// A subject is an id, optionally followed by a `/` and more that tells its mails apart. `0` is the character after `/`.
macro_rules! about_sql {
    () => {
        "(SELECT m.id FROM json_each(?2) AS gone JOIN emails m
           ON m.template = ?1 AND m.subject_id >= gone.value AND m.subject_id < gone.value || '0')"
    };
}

/// Deletes the bounces of a template's mails about deleted things. Runs before the mails themselves are deleted.
#[must_use]
pub fn delete_bounces_about(template: EmailTemplate, ids: &str) -> Query {
    let sql = concat!(
        "DELETE FROM bounced_recipients WHERE recipient IN (SELECT lower(recipient) FROM emails WHERE id IN ",
        about_sql!(),
        ")"
    );
    Query::new(sql).bind(template.as_str()).bind(ids)
}

/// Deletes a template's mails about deleted things, with their jobs. `ids` is a JSON array; a subject is such an id, or
/// one followed by a `/` and more.
#[must_use]
pub fn delete_about(template: EmailTemplate, ids: &str) -> Vec<Query> {
    [
        job::delete_about_sql!(about_sql!()),
        concat!("DELETE FROM job_attempts WHERE subject_id IN ", about_sql!()),
        concat!("DELETE FROM emails WHERE id IN ", about_sql!()),
    ]
    .map(|sql| Query::new(sql).bind(template.as_str()).bind(ids))
    .into()
}

/// Returns the mails to or about a partner, oldest first.
pub async fn of_partner(db: &Db, affiliate_id: &str, address: &str) -> Result<Vec<PartnerEmail>> {
    let query = Query::new(
        "SELECT template, status, created_at FROM emails
          WHERE recipient = ?2 OR subject_id = ?1 OR substr(subject_id, 1, length(?1) + 1) = ?1 || '/'
          ORDER BY created_at LIMIT 1000",
    );
    db.all(query.bind(affiliate_id).bind(address)).await
}

/// A mail to be sent.
#[derive(Deserialize)]
pub struct Email {
    pub template: EmailTemplate,
    pub subject_id: String,
    pub recipient: String,
    pub params: String,
    pub status: EmailStatus,
    /// UTC milliseconds.
    pub created_at: i64,
}

impl Email {
    /// The parts of the subject id: the id of the row that the mail is about, then what distinguishes it from other
    /// mails about this row. Missing parts are empty.
    #[must_use]
    pub fn subject<const N: usize>(&self) -> [&str; N] {
        let mut parts = self.subject_id.split('/');
        [(); N].map(|()| parts.next().unwrap_or_default())
    }

    /// Whether it is one of several recipients' mails: each one's subject id ends with the address.
    #[must_use]
    pub fn is_to_each(&self) -> bool {
        self.subject_id.strip_suffix(self.recipient.as_str()).is_some_and(|rest| rest.ends_with('/'))
    }
}

/// Returns a mail by its id.
pub async fn get(db: &Db, id: &str) -> Result<Option<Email>> {
    let query =
        Query::new("SELECT template, subject_id, recipient, params, status, created_at FROM emails WHERE id = ?1");
    db.first(query.bind(id)).await
}

/// Deletes a mail without a recipient.
pub async fn delete(db: &Db, id: &str) -> Result<()> {
    db.idempotent_change(Query::new("DELETE FROM emails WHERE id = ?1").bind(id)).await.map(drop)
}

/// Marks a mail as about to be handed over, and stores its text. One already marked may have been sent: it is flagged.
pub async fn mark_sending(db: &Db, id: &str, subject: Option<&str>, text: Option<&str>) -> Result<()> {
    let query = Query::new(
        "UPDATE emails SET maybe_sent_twice = maybe_sent_twice OR status = 'sending', status = 'sending', subject = ?2, text = ?3
          WHERE id = ?1",
    );
    db.change(query.bind(id).bind(subject).bind(text)).await.map(drop)
}

/// Records that the mail service refused a mail and did not send it.
pub async fn mark_refused(db: &Db, id: &str, reason: &str) -> Result<()> {
    let query =
        Query::new("UPDATE emails SET status = 'queued', error_message = ?2 WHERE id = ?1 AND status = 'sending'");
    db.idempotent_change(query.bind(id).bind(reason)).await.map(drop)
}

/// Marks a mail as not sent, with the reason.
pub async fn mark_not_sent(db: &Db, id: &str, reason: &str) -> Result<()> {
    let query =
        Query::new("UPDATE emails SET status = 'failed', error_message = ?2 WHERE id = ?1 AND status <> 'sent'");
    db.idempotent_change(query.bind(id).bind(reason)).await.map(drop)
}

/// Marks a mail as sent.
pub async fn mark_sent(db: &Db, id: &str, message_id: &str, now: i64) -> Result<()> {
    let sent = Query::new(
        "UPDATE emails SET status = 'sent', message_id = ?2, sent_at = ?3, error_message = NULL
          WHERE id = ?1 AND message_id IS NOT ?2",
    );
    let statements = vec![sent.bind(id).bind(message_id).bind(now), mail_day::count_after_change(now)];
    db.idempotent_transaction(statements).await.map(drop)
}

/// Returns a page of the log. `text` is searched in recipients, templates and subjects, or is a mail's id.
pub async fn page(
    db: &Db,
    text: &str,
    status: Option<EmailStatus>,
    before: Option<&Cursor>,
) -> Result<Page<EmailSummary>> {
    let (at, id) = Cursor::keyset(before);
    let query = Query::new(
        "SELECT m.id, m.template, m.recipient, m.status, m.error_message, m.maybe_sent_twice, m.created_at, m.sent_at, m.subject,
                m.text, c.id AS client_id, c.company_name
           FROM (SELECT * FROM emails
                  WHERE created_at <= ?1 AND (created_at < ?1 OR id > ?2)
                    AND (?3 = '' OR instr(lower(recipient), ?3) > 0 OR instr(template, ?3) > 0
                         OR instr(lower(coalesce(subject, '')), ?3) > 0 OR id = ?3)
                    AND (?4 = '' OR status = ?4)
                  ORDER BY created_at DESC, id LIMIT ?5) AS m
           LEFT JOIN clients c ON c.id = coalesce(
                (SELECT client_id FROM submissions WHERE id = substr(m.subject_id, 1, 36)),
                (SELECT id FROM clients WHERE id = substr(m.subject_id, 1, 36)),
                (SELECT client_id FROM drive_connections WHERE id = substr(m.subject_id, 1, 36)),
                (SELECT id FROM clients WHERE email = m.recipient ORDER BY created_at LIMIT 1))
          ORDER BY m.created_at DESC, m.id",
    )
    .bind(at)
    .bind(id)
    .bind(&search_key(text))
    .bind(status.map_or("", EmailStatus::as_str))
    .bind(limit_plus_one(ROWS_PER_PAGE));
    Ok(Page::split(db.all(query).await?, ROWS_PER_PAGE))
}

/// Requeues a sent or failed mail with a new job and an audit entry, in one transaction. Returns whether it did.
pub async fn resend(db: &Db, id: &str, job_id: &str, note: Query, now: i64) -> Result<bool> {
    let delete =
        Query::new("DELETE FROM job_queue WHERE subject_id = ?1 AND job_type = 'send-email' AND status = 'failed'")
            .bind(id);
    let queued = Query::new(
        "UPDATE emails SET status = 'queued', error_message = NULL WHERE id = ?1 AND status IN ('sent', 'failed')
            AND NOT EXISTS (SELECT 1 FROM job_queue
                             WHERE subject_id = ?1 AND job_type = 'send-email' AND status IN ('pending', 'running'))",
    )
    .bind(id);
    let payload = job::EmailPayload { email_id: id };
    let again = job::insert_after_change(job_id, JobType::SendEmail, id, &payload, job::RETRY_PRIORITY, now)?;
    // The admin has seen why the mail failed, so its bounce no longer blocks it.
    let statements = vec![delete, queued, again, note, mail_day::clear_bounce(id)];
    Ok(db.transaction(statements).await?.get(1) == Some(&1))
}

/// Counts the failed mails by template.
pub async fn failures(db: &Db) -> Result<Vec<Cause>> {
    db.all(Query::new(
        "SELECT template AS name, count(*) AS count FROM emails WHERE status = 'failed' GROUP BY template
          ORDER BY count DESC, template",
    ))
    .await
}

/// Marks the mail of a failed job as failed, unless it was sent.
#[must_use]
pub fn mark_failed(job_id: &str, reason: Option<&str>) -> Query {
    Query::new(
        "UPDATE emails SET status = 'failed', error_message = ?2 WHERE status <> 'sent' AND id =
           (SELECT subject_id FROM job_queue WHERE id = ?1 AND status = 'failed')",
    )
    .bind(job_id)
    .bind(reason)
}
