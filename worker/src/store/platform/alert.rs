//! `alerts`, and the facts that raise them.

use domain::alert::{AlertCause, Credential, FAILURE_WINDOW_MS, Facts, Finding, OpenAlert};
use domain::api::operations::AlertSummary;
use domain::limits::ALERTS_SHOWN;
use domain::retention::ENDED_ALERT_MS;
use serde::Deserialize;

use crate::error::Result;
use crate::store::db::{Db, Query};
use crate::store::platform::schedule_run;

/// Reads whether jobs and schedules run as they should: the facts that the public health check needs too.
pub async fn job_facts(db: &Db, now: i64) -> Result<Facts> {
    #[derive(Deserialize)]
    struct Row {
        waiting_since: Option<i64>,
        failures: u32,
    }
    // Excludes moves of whole drives: they are released a few at a time, so a long wait is no fault. A lease in the
    // future proves that a runner is at work.
    let query = Query::new(
        "SELECT iif(EXISTS (SELECT 1 FROM job_queue
                             WHERE status IN ('pending', 'running') AND lease IS NOT NULL AND due_at > ?1), NULL,
                    (SELECT min(due_at) FROM job_queue
                      WHERE status IN ('pending', 'running') AND due_at <= ?1 AND job_type <> 'move-video')) AS waiting_since,
                (SELECT count(*) FROM job_queue WHERE status = 'failed' AND due_at > ?2) AS failures",
    );
    let row: Option<Row> = db.first(query.bind(now).bind(now.saturating_sub(FAILURE_WINDOW_MS))).await?;
    let runs = schedule_run::all(db).await?;
    Ok(Facts {
        waiting_since: row.as_ref().and_then(|row| row.waiting_since),
        failures: row.map_or(0, |row| row.failures),
        schedules: runs.into_iter().map(|run| (run.name, run.good_at)).collect(),
        credentials: Vec::new(),
    })
}

/// Returns the drive credentials with a known expiry: the earliest of all clients' drives, and the platform's.
pub async fn credentials(db: &Db) -> Result<Vec<Credential>> {
    #[derive(Deserialize)]
    struct Row {
        id: String,
        drives: u32,
        owner: String,
        ends_at: i64,
    }
    let query = Query::new(
        "SELECT * FROM (SELECT 'google-drives' AS id, count(*) OVER () AS drives, c.company_name AS owner, d.expires_at AS ends_at
                          FROM drive_connections d JOIN clients c ON c.id = d.client_id
                         WHERE d.expires_at IS NOT NULL AND d.credential IS NOT NULL AND d.is_platform = 0
                         ORDER BY d.expires_at LIMIT 1)
         UNION ALL
         SELECT 'platform-drive', 1, account, expires_at FROM platform_drive WHERE expires_at IS NOT NULL",
    );
    let name = |row: &Row| match (row.id.as_str(), row.drives) {
        ("platform-drive", _) => format!("The permission for Sayso’s Google Drive ({})", row.owner),
        (_, 1) => format!("The permission for the Google Drive of {}", row.owner),
        (_, count) => format!("The first of {count} permissions for Google Drives, that of {},", row.owner),
    };
    let rows: Vec<Row> = db.all(query).await?;
    Ok(rows.into_iter().map(|row| Credential { name: name(&row), id: row.id, ends_at: row.ends_at }).collect())
}

#[derive(Deserialize)]
struct OpenRow {
    id: String,
    cause: AlertCause,
    subject: String,
    absent_since: Option<i64>,
}

/// Returns the alerts that have not ended.
pub async fn open(db: &Db) -> Result<Vec<OpenAlert>> {
    let rows: Vec<OpenRow> =
        db.all(Query::new("SELECT id, cause, subject, absent_since FROM alerts WHERE ended_at IS NULL")).await?;
    let alert =
        |row: OpenRow| OpenAlert { id: row.id, cause: row.cause, subject: row.subject, absent_since: row.absent_since };
    Ok(rows.into_iter().map(alert).collect())
}

/// Opens an alert. Fails the whole transaction if the same alert is already open.
pub fn raise(id: &str, finding: &Finding, now: i64) -> Query {
    Query::new("INSERT INTO alerts (id, cause, subject, detail, began_at) VALUES (?1, ?2, ?3, ?4, ?5)")
        .bind(id)
        .bind(finding.cause.as_str())
        .bind(&finding.subject)
        .bind(&finding.detail)
        .bind(now)
}

/// Records since when an alert's cause is absent; `None` while it is present.
pub async fn record_absence(db: &Db, id: &str, since: Option<i64>) -> Result<()> {
    let query = Query::new("UPDATE alerts SET absent_since = ?2 WHERE id = ?1 AND ended_at IS NULL");
    db.change(query.bind(id).bind(since)).await.map(drop)
}

/// Ends an alert.
pub fn end(id: &str, now: i64) -> Query {
    Query::new("UPDATE alerts SET ended_at = ?2 WHERE id = ?1 AND ended_at IS NULL").bind(id).bind(now)
}

/// Deletes alerts that ended long ago.
pub async fn sweep(db: &Db, now: i64) -> Result<usize> {
    let query = Query::new("DELETE FROM alerts WHERE ended_at <= ?1");
    db.idempotent_change(query.bind(now.saturating_sub(ENDED_ALERT_MS))).await
}

/// An alert as mails and webhooks report it.
#[derive(Deserialize)]
pub struct Alert {
    pub cause: AlertCause,
    pub subject: String,
    pub detail: String,
    /// UTC milliseconds.
    pub began_at: i64,
    pub ended_at: Option<i64>,
}

/// Returns an alert by its id.
pub async fn get(db: &Db, id: &str) -> Result<Option<Alert>> {
    let query = Query::new("SELECT cause, subject, detail, began_at, ended_at FROM alerts WHERE id = ?1");
    db.first(query.bind(id)).await
}

/// Returns the open alerts and the last ones that ended, newest first.
pub async fn newest(db: &Db) -> Result<Vec<AlertSummary>> {
    #[derive(Deserialize)]
    struct Row {
        id: String,
        #[serde(flatten)]
        alert: Alert,
        forward_error: Option<String>,
    }
    let query = Query::new(
        "SELECT a.id, a.cause, a.subject, a.detail, a.began_at, a.ended_at,
                (SELECT j.error_message FROM job_queue j
                  WHERE j.job_type = 'forward-alert' AND j.status = 'failed' AND j.subject_id IN (a.id, a.id || '/over')
                  LIMIT 1) AS forward_error
           FROM alerts a ORDER BY a.ended_at IS NOT NULL, a.began_at DESC LIMIT ?1",
    );
    let rows: Vec<Row> = db.all(query.bind(ALERTS_SHOWN)).await?;
    let summary = |row: Row| AlertSummary {
        id: row.id,
        cause: row.alert.cause,
        title: row.alert.cause.title().to_owned(),
        detail: row.alert.detail,
        began_at: row.alert.began_at,
        ended_at: row.alert.ended_at,
        forward_error: row.forward_error,
    };
    Ok(rows.into_iter().map(summary).collect())
}
