//! `mail_days` and `bounced_recipients`: the mail service's daily quota, and bounces.

use domain::mail_quota::MailDay;
use domain::retention::{BOUNCED_MS, MAIL_DAYS_MS};
use domain::setting::MAIL_DAILY_LIMIT;
use serde::Deserialize;

use crate::error::Result;
use crate::store::db::{Db, Query};

/// Day of a time in UTC milliseconds, in the table's format.
macro_rules! day_sql {
    ($at:literal) => {
        concat!("strftime('%Y-%m-%d', ", $at, " / 1000, 'unixepoch')")
    };
}

#[derive(Deserialize)]
struct Row {
    sent: Option<u32>,
    allowed: Option<String>,
    refused_after: Option<u32>,
    has_bounced: u8,
}

/// Returns today's mail counts, and whether mails to this address bounced.
pub async fn of_recipient(db: &Db, recipient: &str, now: i64) -> Result<(MailDay, bool)> {
    let query = Query::new(concat!(
        "SELECT d.sent, d.refused_after,
                (SELECT setting_value FROM admin_settings WHERE setting_key = ?3) AS allowed,
                EXISTS (SELECT 1 FROM bounced_recipients WHERE recipient = lower(?1)) AS has_bounced
           FROM (SELECT 1) LEFT JOIN mail_days d ON d.day = ",
        day_sql!("?2")
    ))
    .bind(recipient)
    .bind(now)
    .bind(MAIL_DAILY_LIMIT.key);
    let Some(row) = db.first::<Row>(query).await? else { return Ok((MailDay::default(), false)) };
    let day = MailDay {
        sent: row.sent.unwrap_or(0),
        allowed: row.allowed.and_then(|text| text.parse().ok()),
        refused_after: row.refused_after,
    };
    Ok((day, row.has_bounced != 0))
}

/// Returns today's mail counts.
pub async fn today(db: &Db, now: i64) -> Result<MailDay> {
    Ok(of_recipient(db, "", now).await?.0)
}

/// Counts a sent mail, if the previous statement changed a row.
#[must_use]
pub fn count_after_change(now: i64) -> Query {
    Query::new(concat!(
        "INSERT INTO mail_days (day, sent) SELECT ",
        day_sql!("?1"),
        ", 1 WHERE changes() = 1 ON CONFLICT (day) DO UPDATE SET sent = sent + 1"
    ))
    .bind(now)
}

/// Records that the mail service accepts no more mails today.
pub async fn record_quota_reached(db: &Db, now: i64) -> Result<()> {
    let query = Query::new(concat!(
        "INSERT INTO mail_days (day, refused_after) VALUES (",
        day_sql!("?1"),
        ", 0) ON CONFLICT (day) DO UPDATE SET refused_after = coalesce(refused_after, sent)"
    ))
    .bind(now);
    db.idempotent_change(query).await.map(drop)
}

/// Records a bounce. The address is stored in lower case: no mail service distinguishes addresses by case.
pub async fn record_bounce(db: &Db, recipient: &str, now: i64) -> Result<()> {
    let query = Query::new(
        "INSERT INTO bounced_recipients (recipient, noted_at) VALUES (lower(?1), ?2) ON CONFLICT DO NOTHING",
    );
    db.idempotent_change(query.bind(recipient).bind(now)).await.map(drop)
}

/// Deletes the bounce of a mail's recipient, so that mails are tried again.
#[must_use]
pub fn clear_bounce(email_id: &str) -> Query {
    Query::new("DELETE FROM bounced_recipients WHERE recipient = (SELECT lower(recipient) FROM emails WHERE id = ?1)")
        .bind(email_id)
}

/// Whether mails to an address bounced.
pub async fn has_bounced(db: &Db, recipient: &str) -> Result<bool> {
    db.has_row(Query::new("SELECT 1 FROM bounced_recipients WHERE recipient = lower(?1)").bind(recipient)).await
}

/// Deletes old counts and bounces.
pub async fn sweep(db: &Db, now: i64) -> Result<usize> {
    let days = Query::new(concat!("DELETE FROM mail_days WHERE day < ", day_sql!("?1")))
        .bind(now.saturating_sub(MAIL_DAYS_MS));
    let addresses =
        Query::new("DELETE FROM bounced_recipients WHERE noted_at <= ?1").bind(now.saturating_sub(BOUNCED_MS));
    Ok(db.idempotent_transaction(vec![days, addresses]).await?.iter().sum())
}
