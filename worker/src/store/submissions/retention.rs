//! The items of each retention rule, oldest first. The schedule and the admin area use the same queries.

use domain::retention::UPLOAD_LIFETIME_MS;
use domain::retention::rule::RetentionRule;
use domain::setting::RETENTION_MONTHS;
use domain::webhook::DEMO;
use serde::Deserialize;

use crate::error::Result;
use crate::store::db::{Db, Query};
use crate::store::platform::setting;

/// How many months delivered videos are kept.
pub async fn drive_months(db: &Db) -> Result<u32> {
    Ok(RETENTION_MONTHS.number(&setting::get(db, RETENTION_MONTHS).await?))
}

/// An item that is kept for a limited time.
#[derive(Deserialize)]
pub struct RetainedItem {
    pub id: String,
    /// The client it belongs to, if any.
    pub client_id: Option<String>,
    /// Since when, UTC milliseconds.
    pub since: i64,
    /// Name of the client or prospective client.
    pub company_name: Option<String>,
    /// When the business was notified of the deletion; of leavers, the last time.
    pub told_at: Option<i64>,
    /// When the client cancelled, if that is the reason.
    pub left_at: Option<i64>,
}

const fn retained_sql(rule: RetentionRule) -> &'static str {
    match rule {
        RetentionRule::VideosOfLeavers => {
            "SELECT s.id, s.client_id, c.cancelled_at AS since, c.company_name, c.cancelled_at AS left_at,
                    iif(c.reminded_days = 1, c.reminded_at, NULL) AS told_at
               FROM clients c CROSS JOIN submissions s ON s.client_id = c.id
              WHERE c.cancelled_at IS NOT NULL AND c.data_deleted_at IS NULL AND c.cancelled_at <= ?1
              ORDER BY c.cancelled_at, c.id LIMIT ?2"
        }
        RetentionRule::DemoVideos => {
            "SELECT id, client_id, created_at AS since, NULL AS company_name, NULL AS told_at, NULL AS left_at FROM submissions
              WHERE client_id = ?3 AND created_at <= ?1 ORDER BY created_at LIMIT ?2"
        }
        RetentionRule::DeliveredVideos => {
            "SELECT * FROM (SELECT s.id, s.client_id, s.delivered_at AS since, c.company_name, s.deletion_told_at AS told_at,
                                   NULL AS left_at
                              FROM submissions s JOIN clients c ON c.id = s.client_id
                             WHERE s.drive_path IS NOT NULL AND s.deletion_told_at IS NOT NULL AND s.kept = 0 AND s.delivered_at <= ?1
                             ORDER BY s.deletion_told_at LIMIT ?2)
             UNION ALL
             SELECT * FROM (SELECT s.id, s.client_id, s.delivered_at, c.company_name, NULL, NULL
                              FROM submissions s JOIN clients c ON c.id = s.client_id
                             WHERE s.drive_path IS NOT NULL AND s.deletion_told_at IS NULL AND s.kept = 0 AND s.delivered_at <= ?1
                             ORDER BY s.delivered_at LIMIT ?2)
             ORDER BY since LIMIT ?2"
        }
        RetentionRule::UnfinishedUploads => {
            "SELECT u.id, u.client_id, u.expires_at - ?3 AS since, c.company_name, NULL AS told_at, NULL AS left_at
               FROM uploads u JOIN clients c ON c.id = u.client_id
              WHERE u.status IN ('open', 'receiving') AND u.expires_at <= ?1 + ?3 ORDER BY u.expires_at LIMIT ?2"
        }
        RetentionRule::UnconfirmedSignUps => {
            "SELECT id, NULL AS client_id, created_at AS since, NULL AS company_name, NULL AS told_at, NULL AS left_at FROM sign_ups
              WHERE created_at <= ?1 AND status <> 'confirmed' ORDER BY created_at LIMIT ?2"
        }
        RetentionRule::SetUps => {
            "SELECT id, NULL AS client_id, created_at AS since, company AS company_name, NULL AS told_at, NULL AS left_at FROM onboarding_requests
              WHERE created_at <= ?1 ORDER BY created_at LIMIT ?2"
        }
        RetentionRule::UndecidedApplications => {
            "SELECT id, NULL AS client_id, created_at AS since, first_name || ' ' || surname AS company_name, NULL AS told_at, NULL AS left_at
               FROM affiliates WHERE status = 'pending' AND created_at <= ?1 ORDER BY created_at LIMIT ?2"
        }
        RetentionRule::NamesOfErasedPartners => {
            "SELECT id, NULL AS client_id, name_kept_since AS since, first_name || ' ' || surname AS company_name, NULL AS told_at, NULL AS left_at
               FROM affiliates WHERE name_kept_since <= ?1 ORDER BY name_kept_since LIMIT ?2"
        }
        RetentionRule::PaymentEvents => {
            "SELECT id, NULL AS client_id, received_at AS since, NULL AS company_name, NULL AS told_at, NULL AS left_at FROM payment_events
              WHERE received_at <= ?1 ORDER BY received_at LIMIT ?2"
        }
    }
}

/// Returns at most `limit` items that a rule has kept since a time or longer.
pub async fn retained(db: &Db, rule: RetentionRule, since: i64, limit: u32) -> Result<Vec<RetainedItem>> {
    let query = Query::new(retained_sql(rule)).bind(since).bind(limit);
    let query = match rule {
        RetentionRule::DemoVideos => query.bind(DEMO),
        RetentionRule::UnfinishedUploads => query.bind(UPLOAD_LIFETIME_MS),
        RetentionRule::DeliveredVideos
        | RetentionRule::VideosOfLeavers
        | RetentionRule::UnconfirmedSignUps
        | RetentionRule::SetUps
        | RetentionRule::UndecidedApplications
        | RetentionRule::NamesOfErasedPartners
        | RetentionRule::PaymentEvents => query,
    };
    db.all(query).await
}
