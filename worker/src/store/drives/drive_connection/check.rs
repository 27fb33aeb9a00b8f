//! The health of drives and their free space.

use domain::api::operations::DriveState;
use domain::drive::{DriveProvider, RETURNING_FAULT_MS, Space};
use domain::email::EmailTemplate;
use serde::Deserialize;

use crate::error::Result;
use crate::store::db::{Db, Query};
use crate::store::drives::drive_connection::has_ended_sql;

/// A drive's state, for notifying its business.
#[derive(Deserialize)]
pub struct DriveNotice {
    pub id: String,
    pub client_id: String,
    pub company_name: String,
    /// The business's address.
    pub email: String,
    pub provider: DriveProvider,
    address: String,
    /// The account name; empty if a token alone signs in.
    pub account: String,
    /// Whether the folder is in the product's own account.
    #[serde(deserialize_with = "domain::row::flag")]
    pub is_platform: bool,
    pub fault: Option<String>,
    /// Since when it has the fault; UTC milliseconds.
    pub fault_at: Option<i64>,
    /// When the last fault was cleared; UTC milliseconds.
    cleared_at: Option<i64>,
    space_used: Option<u64>,
    space_limit: Option<u64>,
    /// Since when space is low; UTC milliseconds.
    pub nearly_full_at: Option<i64>,
}

impl DriveNotice {
    /// Name of the drive in mails.
    #[must_use]
    pub fn name(&self) -> String {
        match self.provider {
            DriveProvider::BuiltIn => "the built-in folder".into(),
            DriveProvider::WebDav => self.address.clone(),
            DriveProvider::Google if self.is_platform => {
                format!("its folder in Sayso’s Google Drive ({})", self.account)
            }
            DriveProvider::Google => format!("the Google Drive of {}", self.account),
        }
    }

    /// Whether the drive has a fault or had one shortly before: a small video may have been stored since.
    #[must_use]
    pub fn had_fault(&self, now: i64) -> bool {
        let is_recent = |at: i64| at > now.saturating_sub(RETURNING_FAULT_MS);
        self.fault.is_some() || self.cleared_at.is_some_and(is_recent)
    }

    /// Free space, if the provider reports it.
    #[must_use]
    pub fn space(&self) -> Option<Space> {
        Some(Space { used: self.space_used?, limit: self.space_limit? })
    }
}

/// Returns a live connection with its business.
pub async fn notice(db: &Db, id: &str) -> Result<Option<DriveNotice>> {
    let query = Query::new(
        "SELECT d.id, d.client_id, c.company_name, c.email, d.provider, d.address, d.account, d.is_platform, d.fault, d.fault_at,
                d.cleared_at, d.space_used, d.space_limit, d.nearly_full_at
           FROM drive_connections d JOIN clients c ON c.id = d.client_id
          WHERE d.id = ?1 AND d.credential IS NOT NULL",
    );
    db.first(query.bind(id)).await
}

/// State of a connection.
#[derive(Deserialize)]
pub struct State {
    /// The last fault.
    pub fault: Option<String>,
    /// Whether the folder is in the product's own account.
    #[serde(deserialize_with = "domain::row::flag")]
    pub is_platform: bool,
    /// Whether no usable credential is left.
    #[serde(deserialize_with = "domain::row::flag")]
    pub ended: bool,
}

/// Returns the state of the connection that a client's link selects.
pub async fn by_link(db: &Db, client_id: &str, link: &str) -> Result<Option<State>> {
    let query = Query::new(concat!(
        "SELECT d.fault, d.is_platform, ",
        has_ended_sql!("d"),
        " AS ended FROM drive_connections d WHERE d.client_id = ?1 AND d.link = ?2
          ORDER BY d.credential IS NULL, d.chosen_at DESC, d.id LIMIT 1"
    ));
    db.first(query.bind(client_id).bind(link)).await
}

/// Returns connections not checked since a time, longest waiting first. A fault sets `checked_at` back, so that the recheck comes sooner.
pub async fn due_for_check(db: &Db, since: i64, limit: u32) -> Result<Vec<String>> {
    let query = Query::new(
        "SELECT id FROM drive_connections WHERE credential IS NOT NULL AND checked_at <= ?1 ORDER BY checked_at LIMIT ?2",
    );
    db.ids(query.bind(since).bind(limit)).await
}

/// Returns since when a recovered connection had failed, if the fault was mailed and the recovery was not; UTC
/// milliseconds. `None` until all deliveries that waited for the drive are queued: if the drive refuses one, its fault
/// returns. A video that failed for another reason does not count against the drive.
pub async fn unannounced_recovery(db: &Db, id: &str) -> Result<Option<i64>> {
    #[derive(Deserialize)]
    struct Row {
        failed_at: i64,
    }
    macro_rules! was_mailed_sql {
        ($template:literal) => {
            concat!(
                "EXISTS (SELECT 1 FROM emails e WHERE e.template = ",
                $template,
                " AND e.subject_id > d.id || '/' || d.cleared_fault_at || '/' AND e.subject_id < d.id || '/' || d.cleared_fault_at || '0')"
            )
        };
    }
    let query = Query::new(concat!(
        "SELECT d.cleared_fault_at AS failed_at FROM drive_connections d
          WHERE d.id = ?1 AND d.fault IS NULL AND d.cleared_fault_at IS NOT NULL
            AND NOT EXISTS (SELECT 1 FROM resumed_deliveries r WHERE r.client_id = d.client_id)
            AND ",
        was_mailed_sql!("?2"),
        " AND NOT ",
        was_mailed_sql!("?3")
    ));
    let query = query.bind(id).bind(EmailTemplate::DriveFailing.as_str()).bind(EmailTemplate::DriveWorks.as_str());
    Ok(db.first::<Row>(query).await?.map(|row| row.failed_at))
}

/// Records the time of a check.
#[must_use]
pub fn record_check(id: &str, now: i64) -> Query {
    Query::new("UPDATE drive_connections SET checked_at = ?2 WHERE id = ?1").bind(id).bind(now)
}

/// SQL that records the space, and since when it is low, in a table with the columns for it.
macro_rules! has_space_sql {
    ($table:literal, $key:literal) => {
        concat!(
            "UPDATE ",
            $table,
            " SET space_used = ?2, space_limit = ?3,
                  nearly_full_at = CASE WHEN ?4 IS NULL THEN NULL ELSE coalesce(nearly_full_at, ?4) END
               WHERE ",
            $key,
            " = ?1"
        )
    };
}
pub(in crate::store) use has_space_sql;

/// Binds the parameters of [`has_space_sql`].
pub(in crate::store) fn with_space(sql: &'static str, key: &str, space: Space, now: i64) -> Query {
    let nearly_full_at = space.is_nearly_full().then_some(now);
    Query::new(sql).bind(key).bind(space.used).bind(space.limit).bind(nearly_full_at)
}

/// Records the space, and since when it is low.
#[must_use]
pub fn has_space(id: &str, space: Space, now: i64) -> Query {
    with_space(has_space_sql!("drive_connections", "id"), id, space, now)
}

/// Returns live drives, those with a fault or little space first; at most `limit`.
pub async fn states(db: &Db, limit: u32) -> Result<Vec<DriveState>> {
    let query = Query::new(
        "SELECT d.id, d.client_id, c.company_name, d.provider, d.address, d.account, d.is_platform, d.videos, d.last_video_at, d.fault,
                d.fault_at, d.nearly_full_at
           FROM drive_connections d JOIN clients c ON c.id = d.client_id
          WHERE d.credential IS NOT NULL
          ORDER BY d.fault_at IS NULL, d.nearly_full_at IS NULL, d.delivered_at LIMIT ?1",
    );
    db.all(query.bind(limit)).await
}
