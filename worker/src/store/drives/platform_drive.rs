//! `platform_drive`: the product's own Google account.

use domain::api::drive::PlatformAccount;
use domain::drive::{DriveProvider, Space};
use domain::google_drive::folder_link;
use domain::limits::SHARE_LEASE_MS;
use domain::sealed_secret::SealedSecret;
use serde::Deserialize;

use crate::error::Result;
use crate::store::db::{Db, Query};
use crate::store::drives::drive_connection::check::{has_space_sql, with_space};
use crate::store::drives::drive_connection::seal_context;
use crate::store::drives::resumed_delivery;

/// Takes the place of a client's id when the platform's own secrets are sealed.
const PLATFORM: &str = "platform";

/// The connected account with its sealed grant.
#[derive(Deserialize)]
pub struct PlatformDrive {
    /// Email address of the account.
    pub account: String,
    /// Id of the root folder.
    pub root_id: String,
    /// UTC milliseconds.
    pub connected_at: i64,
    /// When Google expires the grant, if known; UTC milliseconds.
    pub expires_at: Option<i64>,
    /// When it was last checked; UTC milliseconds.
    pub checked_at: i64,
    pub fault: Option<String>,
    /// Since when it has the fault; UTC milliseconds.
    pub fault_at: Option<i64>,
    space_used: Option<u64>,
    space_limit: Option<u64>,
    /// Since when space is low; UTC milliseconds.
    pub nearly_full_at: Option<i64>,
    /// Number of clients' folders in the account.
    pub folders: u32,
    credential: String,
    key_id: String,
}

impl PlatformDrive {
    /// Associated data of the sealed grant.
    #[must_use]
    pub fn seal_context(account: &str) -> String {
        seal_context(PLATFORM, "", account)
    }

    /// Returns the grant.
    #[must_use]
    pub fn sealed(&self) -> SealedSecret {
        SealedSecret { key_id: self.key_id.clone(), text: self.credential.clone() }
    }

    /// Free space, if Google reports it.
    #[must_use]
    pub fn space(&self) -> Option<Space> {
        Some(Space { used: self.space_used?, limit: self.space_limit? })
    }

    /// Converts it for the admin area.
    #[must_use]
    pub fn into_api(self) -> PlatformAccount {
        PlatformAccount {
            link: folder_link(&self.root_id),
            email: self.account,
            connected_at: self.connected_at,
            expires_at: self.expires_at,
            fault: self.fault,
            fault_at: self.fault_at,
            space_used: self.space_used,
            space_limit: self.space_limit,
            folders: self.folders,
        }
    }
}

/// Returns the connected account.
pub async fn get(db: &Db) -> Result<Option<PlatformDrive>> {
    db.first(Query::new(
        "SELECT account, root_id, connected_at, expires_at, checked_at, fault, fault_at, space_used, space_limit,
                nearly_full_at, credential, key_id,
                (SELECT count(*) FROM drive_connections d
                  WHERE d.is_platform = 1 AND d.account = p.account AND d.credential IS NOT NULL) AS folders
           FROM platform_drive p",
    ))
    .await
}

/// An account to store.
pub struct NewPlatformDrive<'a> {
    pub account: &'a str,
    pub root_id: &'a str,
    pub sealed: &'a SealedSecret,
    /// When Google expires the grant, if known; UTC milliseconds.
    pub expires_at: Option<i64>,
}

/// Stores an account after a successful test, or renews its grant. Clears the faults of its folders.
#[must_use]
pub fn connect(new: &NewPlatformDrive<'_>, now: i64) -> Vec<Query> {
    let row = Query::new(
        "INSERT INTO platform_drive (id, account, root_id, credential, key_id, connected_at, expires_at, checked_at)
         VALUES (1, ?1, ?2, ?3, ?4, ?5, ?6, ?5)
         ON CONFLICT (id) DO UPDATE SET account = ?1, root_id = ?2, credential = ?3, key_id = ?4, connected_at = ?5,
           expires_at = ?6, checked_at = ?5, fault = NULL, fault_at = NULL,
           space_used = NULL, space_limit = NULL, nearly_full_at = iif(account = ?1, nearly_full_at, NULL)",
    )
    .bind(new.account)
    .bind(new.root_id)
    .bind(&new.sealed.text)
    .bind(&new.sealed.key_id)
    .bind(now)
    .bind(new.expires_at);
    vec![row, clear_folder_faults(new.account, now), resumed_delivery::request_for_platform(new.account)]
}

/// Clears the faults of a recovered account's folders, so that each is delivered to and shared again.
fn clear_folder_faults(account: &str, now: i64) -> Query {
    Query::new(
        "UPDATE drive_connections SET fault = NULL, fault_at = NULL, share_after = iif(share_after > ?2, 0, share_after)
          WHERE is_platform = 1 AND account = ?1",
    )
    .bind(account)
    .bind(now.saturating_add(SHARE_LEASE_MS))
}

/// Disconnects the account, unless clients' folders use it.
#[must_use]
pub fn end() -> Query {
    Query::new(
        "DELETE FROM platform_drive
          WHERE NOT EXISTS (SELECT 1 FROM drive_connections d
                             WHERE d.is_platform = 1 AND d.account = platform_drive.account AND d.credential IS NOT NULL)",
    )
}

/// Whether the product or another client's connection still needs a grant of this account.
pub async fn needs_grant(db: &Db, account: &str, without_connection: &str) -> Result<bool> {
    let query = Query::new(
        "SELECT account FROM drive_connections
          WHERE provider = ?2 AND account = ?1 AND id <> ?3 AND is_platform = 0 AND credential IS NOT NULL
         UNION ALL SELECT account FROM platform_drive WHERE account = ?1 LIMIT 1",
    );
    let found: Option<Account> =
        db.first(query.bind(account).bind(DriveProvider::Google.as_str()).bind(without_connection)).await?;
    Ok(found.is_some())
}

#[derive(Deserialize)]
struct Account {
    #[allow(dead_code)] // that there is one is the answer
    account: String,
}

/// Records the time of a check.
#[must_use]
pub fn record_check(now: i64) -> Query {
    Query::new("UPDATE platform_drive SET checked_at = ?1").bind(now)
}

/// Records that a test file was stored whole.
#[must_use]
pub fn record_success(account: &str, now: i64) -> Vec<Query> {
    let row = Query::new("UPDATE platform_drive SET fault = NULL, fault_at = NULL WHERE account = ?1");
    vec![row.bind(account), clear_folder_faults(account, now), resumed_delivery::request_for_platform(account)]
}

/// Records a fault. Keeps the time it began.
#[must_use]
pub fn record_fault(account: &str, fault: &str, now: i64) -> Query {
    Query::new(
        "UPDATE platform_drive SET fault = ?2, fault_at = coalesce(fault_at, ?3), checked_at = ?3 WHERE account = ?1",
    )
    .bind(account)
    .bind(fault)
    .bind(now)
}

/// Records the space, and since when it is low.
#[must_use]
pub fn has_space(account: &str, space: Space, now: i64) -> Query {
    with_space(has_space_sql!("platform_drive", "account"), account, space, now)
}
