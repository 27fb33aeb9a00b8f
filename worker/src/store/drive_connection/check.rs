//! Whether drives work, and how much room they have.

use domain::api::operations::DriveState;
use domain::drive::{DriveProvider, RETURNING_FAULT_MS, Space};
use serde::Deserialize;

use crate::error::Result;
use crate::store::db::{Db, Query};

/// What a business is told of its drive.
#[derive(Deserialize)]
pub struct Told {
    pub id: String,
    pub client_id: String,
    pub company_name: String,
    /// Of the business.
    pub email: String,
    pub provider: DriveProvider,
    address: String,
    /// The name that signs in; empty where a token alone does.
    pub account: String,
    /// Whether it is a folder in the product's own account.
    #[serde(deserialize_with = "domain::row::flag")]
    pub is_platform: bool,
    pub fault: Option<String>,
    /// Since when; UTC milliseconds.
    pub fault_at: Option<i64>,
    /// When the last fault passed; UTC milliseconds.
    cleared_at: Option<i64>,
    space_used: Option<u64>,
    space_limit: Option<u64>,
    /// Since when; UTC milliseconds.
    pub nearly_full_at: Option<i64>,
}

impl Told {
    /// How people know the drive.
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

    /// Whether something is wrong with it, or was until shortly before: a small video may have arrived since.
    #[must_use]
    pub fn had_fault(&self, now: i64) -> bool {
        let is_recent = |at: i64| at > now.saturating_sub(RETURNING_FAULT_MS);
        self.fault.is_some() || self.cleared_at.is_some_and(is_recent)
    }

    /// Its room, where the provider tells.
    #[must_use]
    pub fn space(&self) -> Option<Space> {
        Some(Space { used: self.space_used?, limit: self.space_limit? })
    }
}

/// A connection that has not ended, with whose it is.
pub async fn told(db: &Db, id: &str) -> Result<Option<Told>> {
    let query = Query::new(
        "SELECT d.id, d.client_id, c.company_name, c.email, d.provider, d.address, d.account, d.is_platform, d.fault, d.fault_at,
                d.cleared_at, d.space_used, d.space_limit, d.nearly_full_at
           FROM drive_connections d JOIN clients c ON c.id = d.client_id
          WHERE d.id = ?1 AND d.credential IS NOT NULL",
    );
    db.first(query.bind(id)).await
}

/// Connections that nobody has looked at since then, those that wait longest first. `checked_at` of one with a fault is put
/// back, so that its turn comes sooner.
pub async fn unchecked(db: &Db, since: i64, limit: u32) -> Result<Vec<String>> {
    let query = Query::new(
        "SELECT id FROM drive_connections WHERE credential IS NOT NULL AND checked_at <= ?1 ORDER BY checked_at LIMIT ?2",
    );
    db.ids(query.bind(since).bind(limit)).await
}

/// Notes that somebody looks.
#[must_use]
pub fn checked(id: &str, now: i64) -> Query {
    Query::new("UPDATE drive_connections SET checked_at = ?2 WHERE id = ?1").bind(id).bind(now)
}

/// Notes in a table that has the columns for it how much room there is, and since when there has been little.
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

/// [`has_space_sql`] with its parameters.
pub(in crate::store) fn with_space(sql: &'static str, key: &str, space: Space, now: i64) -> Query {
    let nearly_full_at = space.is_nearly_full().then_some(now);
    Query::new(sql).bind(key).bind(space.used).bind(space.limit).bind(nearly_full_at)
}

/// Notes how much room there is, and since when there has been little.
#[must_use]
pub fn has_space(id: &str, space: Space, now: i64) -> Query {
    with_space(has_space_sql!("drive_connections", "id"), id, space, now)
}

/// Drives that have not ended, those in trouble first; a bounded number of them.
pub async fn states(db: &Db, limit: u32) -> Result<Vec<DriveState>> {
    let query = Query::new(
        "SELECT d.id, d.client_id, c.company_name, d.provider, d.address, d.account, d.is_platform, d.videos, d.delivered_at, d.fault,
                d.fault_at, d.nearly_full_at
           FROM drive_connections d JOIN clients c ON c.id = d.client_id
          WHERE d.credential IS NOT NULL
          ORDER BY d.fault_at IS NULL, d.nearly_full_at IS NULL, d.delivered_at LIMIT ?1",
    );
    db.all(query.bind(limit)).await
}
