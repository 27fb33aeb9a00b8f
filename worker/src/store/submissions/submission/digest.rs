//! Submissions summarised in one mail when many arrive at once.

use domain::email::{Digest, EmailTemplate};
use domain::job::JobType;
use domain::limits::{DIGEST_NAMES, MAILS_BEFORE_DIGEST};
use domain::retention::HOUR_MS;
use serde::Deserialize;

use crate::error::Result;
use crate::store::db::{Db, Query};
use crate::store::platform::job;

/// Whether a submission belongs in a digest: too many arrived at its client in the hour before it.
pub async fn belongs_in_digest(db: &Db, id: &str) -> Result<bool> {
    let query = Query::new(
        "SELECT 1 FROM submissions s
          WHERE s.id = ?1
            AND (SELECT count(*) FROM (SELECT 1 FROM submissions o
                                        WHERE o.client_id = s.client_id AND o.created_at > s.created_at - ?2
                                          AND (o.created_at < s.created_at OR (o.created_at = s.created_at AND o.id < s.id))
                                        LIMIT ?3)) >= ?3",
    );
    db.has_row(query.bind(id).bind(HOUR_MS).bind(MAILS_BEFORE_DIGEST)).await
}

/// Moves a testimonial from its own unsent mail into a digest.
pub async fn join(db: &Db, email_id: &str, digest: Digest, now: i64) -> Result<()> {
    let (id, job_id) = (uuid::Uuid::new_v4().to_string(), uuid::Uuid::new_v4().to_string());
    let submission = Query::new(
        "UPDATE submissions SET digest_hour = ?2
          WHERE id = (SELECT subject_id FROM emails WHERE id = ?1 AND status <> 'sent')",
    )
    .bind(email_id)
    .bind(digest.hour);
    // Only the first testimonial of a client's digest creates it.
    let email = Query::new(
        "INSERT INTO emails (id, template, subject_id, recipient, params, status, created_at)
         SELECT ?2, ?3, s.client_id || '/' || s.digest_hour, m.recipient, '{}', 'queued', ?4
           FROM emails m JOIN submissions s ON s.id = m.subject_id WHERE m.id = ?1 AND changes() = 1
         ON CONFLICT (template, subject_id) DO NOTHING",
    )
    .bind(email_id)
    .bind(&id)
    .bind(EmailTemplate::SubmissionDigest.as_str())
    .bind(now);
    let payload = job::EmailPayload { email_id: &id };
    let job = job::insert_due_after_change(&job_id, JobType::SendEmail, &id, &payload, (digest.due_at, now))?;
    let delete = Query::new("DELETE FROM emails WHERE id = ?1 AND status <> 'sent'").bind(email_id);
    db.idempotent_transaction(vec![submission, email, job, delete]).await.map(drop)
}

/// A testimonial in a digest.
#[derive(Deserialize)]
pub struct DigestEntry {
    pub id: String,
    pub customer_name: String,
    pub duration_ms: u64,
}

/// Returns the digest of what was delivered in a time range, whose end is excluded.
pub async fn delivered_between(
    db: &Db,
    client_id: &str,
    from: i64,
    until: i64,
) -> Result<Option<(String, Vec<DigestEntry>, u32)>> {
    #[derive(Deserialize)]
    struct Counted {
        #[serde(flatten)]
        entry: DigestEntry,
        count: u32,
    }
    let entries = Query::new(
        "SELECT id, customer_name, duration_ms, count(*) OVER () AS count FROM submissions
          WHERE client_id = ?1 AND delivered_at >= ?2 AND delivered_at < ?3 ORDER BY delivered_at, created_at LIMIT ?4",
    );
    let entries: Vec<Counted> = db.all(entries.bind(client_id).bind(from).bind(until).bind(DIGEST_NAMES)).await?;
    let count = entries.first().map_or(0, |first| first.count);
    let entries = entries.into_iter().map(|one| one.entry).collect();
    let named = Query::new("SELECT company_name FROM clients WHERE id = ?1");
    let named: Option<CompanyRow> = if count == 0 { None } else { db.first(named.bind(client_id)).await? };
    Ok(named.map(|client| (client.company_name, entries, count)))
}

#[derive(Deserialize)]
struct CompanyRow {
    company_name: String,
}

/// Returns the contents of a digest: the client's company, the first testimonials, and their number. `None` if none is left.
pub async fn of_digest(db: &Db, client_id: &str, hour: i64) -> Result<Option<(String, Vec<DigestEntry>, u32)>> {
    #[derive(Deserialize)]
    struct Counted {
        company_name: String,
        count: u32,
    }
    let counted = Query::new(
        "SELECT c.company_name, count(*) AS count FROM submissions s JOIN clients c ON c.id = s.client_id
          WHERE s.client_id = ?1 AND s.digest_hour = ?2 HAVING count(*) > 0",
    );
    let Some(Counted { company_name, count }) = db.first(counted.bind(client_id).bind(hour)).await? else {
        return Ok(None);
    };
    let entries = Query::new(
        "SELECT id, customer_name, duration_ms FROM submissions
          WHERE client_id = ?1 AND digest_hour = ?2 ORDER BY created_at LIMIT ?3",
    );
    let entries = db.all(entries.bind(client_id).bind(hour).bind(DIGEST_NAMES)).await?;
    Ok(Some((company_name, entries, count)))
}
