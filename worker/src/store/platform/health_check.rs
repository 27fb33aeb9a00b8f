//! Queries of the health check about `emails` and `job_queue`.

use domain::api::health::RoundTrip;
use domain::email::EmailStatus;
use domain::row::flag;
use serde::Deserialize;

use crate::error::Result;
use crate::store::db::{Db, Query};

/// Returns the newest round trip.
pub async fn newest(db: &Db) -> Result<Option<RoundTrip>> {
    #[derive(Deserialize)]
    struct Row {
        id: String,
        asked_at: i64,
        #[serde(deserialize_with = "flag")]
        job_ran: bool,
        mail: EmailStatus,
        error: Option<String>,
    }
    let query = Query::new(
        "SELECT e.id, e.created_at AS asked_at, e.status AS mail, e.error_message AS error,
                e.status = 'sent' OR EXISTS (SELECT 1 FROM job_attempts a WHERE a.subject_id = e.id AND a.outcome IS NOT NULL)
                  AS job_ran
           FROM emails e WHERE e.template = 'health_check' ORDER BY e.subject_id DESC LIMIT 1",
    );
    let row: Option<Row> = db.first(query).await?;
    Ok(row.map(|Row { id, asked_at, job_ran, mail, error }| RoundTrip { id, asked_at, job_ran, mail, error }))
}

/// Returns why the newest mails failed, if all of them did.
pub async fn mail_fault(db: &Db) -> Result<Option<String>> {
    #[derive(Deserialize)]
    struct Row {
        mails: u32,
        failed: u32,
        reason: Option<String>,
    }
    let query = Query::new(
        "SELECT count(*) AS mails, sum(status = 'failed' OR status <> 'sent' AND error_message IS NOT NULL) AS failed,
                max(error_message) AS reason
           FROM (SELECT status, error_message FROM emails ORDER BY created_at DESC LIMIT 3) HAVING mails > 0",
    );
    let row: Option<Row> = db.first(query).await?;
    let all_failed = row.filter(|row| row.failed == row.mails);
    Ok(all_failed.map(|row| row.reason.unwrap_or_else(|| "The newest mails were not sent.".to_owned())))
}
