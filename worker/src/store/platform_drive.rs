//! `platform_drive`: the product's own Google account.

use domain::api::drive::PlatformAccount;
use domain::drive::{DriveProvider, Space};
use domain::google_drive::folder_link;
use domain::limits::SHARE_LEASE_MS;
use domain::sealed_secret::SealedSecret;
use serde::Deserialize;

use crate::error::Result;
use crate::store::db::{Db, Query};
use crate::store::drive_connection::check::{has_space_sql, with_space};
use crate::store::drive_connection::seal_context;
use crate::store::resumed_delivery;

/// What stands for a client where a secret is the product's own.
const PLATFORM: &str = "platform";

/// The account that is connected, with its sealed grant.
#[derive(Deserialize)]
pub struct PlatformDrive {
    /// Its email address.
    pub account: String,
    /// The root folder.
    pub root_id: String,
    /// UTC milliseconds.
    pub connected_at: i64,
    /// When Google ends the grant by itself, where it has said so; UTC milliseconds.
    pub expires_at: Option<i64>,
    /// The last look; UTC milliseconds.
    pub checked_at: i64,
    pub fault: Option<String>,
    /// Since when; UTC milliseconds.
    pub fault_at: Option<i64>,
    space_used: Option<u64>,
    space_limit: Option<u64>,
    /// Since when; UTC milliseconds.
    pub nearly_full_at: Option<i64>,
    /// How many folders of clients go by it.
    pub folders: u32,
    credential: String,
    key_id: String,
}

impl PlatformDrive {
    /// What the grant is sealed for.
    #[must_use]
    pub fn seal_context(account: &str) -> String {
        seal_context(PLATFORM, "", account)
    }

    /// The grant.
    #[must_use]
    pub fn sealed(&self) -> SealedSecret {
        SealedSecret { key_id: self.key_id.clone(), text: self.credential.clone() }
    }

    /// Its room, where Google tells.
    #[must_use]
    pub fn space(&self) -> Option<Space> {
        Some(Space { used: self.space_used?, limit: self.space_limit? })
    }

    /// As admins see it.
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

/// The account that is connected now.
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

/// What is written when an account is connected.
pub struct NewPlatformDrive<'a> {
    pub account: &'a str,
    pub root_id: &'a str,
    pub sealed: &'a SealedSecret,
    /// When Google ends the grant by itself, where it has said so; UTC milliseconds.
    pub expires_at: Option<i64>,
}

/// Connects an account, or renews its grant, after a test that arrived. Nothing is known to be wrong with its folders any
/// more.
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
    vec![row, mend_folders(new.account, now), resumed_delivery::note_of_platform(new.account)]
}

/// Forgets what was wrong with the folders of an account that works again: each is tried, and shared, anew.
fn mend_folders(account: &str, now: i64) -> Query {
    Query::new(
        "UPDATE drive_connections SET fault = NULL, fault_at = NULL, share_after = iif(share_after > ?2, 0, share_after)
          WHERE is_platform = 1 AND account = ?1",
    )
    .bind(account)
    .bind(now.saturating_add(SHARE_LEASE_MS))
}

/// Ends the connection, unless folders of clients go by it.
#[must_use]
pub fn end() -> Query {
    Query::new(
        "DELETE FROM platform_drive
          WHERE NOT EXISTS (SELECT 1 FROM drive_connections d
                             WHERE d.is_platform = 1 AND d.account = platform_drive.account AND d.credential IS NOT NULL)",
    )
}

/// Whether a grant of this account is still needed: by the product itself, or by a client whose own it is.
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

/// Notes that somebody looks.
#[must_use]
pub fn checked(now: i64) -> Query {
    Query::new("UPDATE platform_drive SET checked_at = ?1").bind(now)
}

/// Notes that a test file arrived whole.
#[must_use]
pub fn arrived(account: &str, now: i64) -> Vec<Query> {
    let row = Query::new("UPDATE platform_drive SET fault = NULL, fault_at = NULL WHERE account = ?1");
    vec![row.bind(account), mend_folders(account, now), resumed_delivery::note_of_platform(account)]
}

/// Notes what is wrong; since when stays as it was.
#[must_use]
pub fn failed(account: &str, fault: &str, now: i64) -> Query {
    Query::new(
        "UPDATE platform_drive SET fault = ?2, fault_at = coalesce(fault_at, ?3), checked_at = ?3 WHERE account = ?1",
    )
    .bind(account)
    .bind(fault)
    .bind(now)
}

/// Notes how much room there is, and since when there has been little.
#[must_use]
pub fn has_space(account: &str, space: Space, now: i64) -> Query {
    with_space(has_space_sql!("platform_drive", "account"), account, space, now)
}
