//! `google_shares`: permissions on folders in the product's own Google account.

use domain::limits::SHARE_LEASE_MS;
use serde::Deserialize;

use crate::error::Result;
use crate::store::db::{Db, Query};

/// A folder whose permissions have to be changed.
#[derive(Deserialize)]
pub struct UnsharedFolder {
    pub connection_id: String,
    /// The folder's id.
    pub address: String,
    /// The platform's account that holds the folder.
    pub account: String,
    /// The client's address, in lower case.
    pub email: String,
}

/// A permission on a folder that exists or may exist.
#[derive(Deserialize)]
pub struct Share {
    pub email: String,
    /// Google's id of the permission. `None` if its answer was lost.
    pub permission_id: Option<String>,
}

/// Returns folders in the connected account whose only permission is not the client's email: of one client or of all.
pub async fn unshared(db: &Db, client_id: Option<&str>, now: i64, limit: u32) -> Result<Vec<UnsharedFolder>> {
    let query = Query::new(
        "SELECT d.id AS connection_id, d.address, d.account, lower(c.email) AS email
           FROM drive_connections d JOIN clients c ON c.id = d.client_id
          WHERE d.is_platform = 1 AND d.account = (SELECT account FROM platform_drive) AND d.share_after <= ?1
            AND (?2 IS NULL OR d.client_id = ?2)
            AND (EXISTS (SELECT 1 FROM google_shares s WHERE s.connection_id = d.id AND s.email <> lower(c.email))
                 OR NOT EXISTS (SELECT 1 FROM google_shares s
                                 WHERE s.connection_id = d.id AND s.email = lower(c.email) AND s.permission_id IS NOT NULL))
          ORDER BY d.share_after LIMIT ?3",
    );
    db.all(query.bind(now).bind(client_id).bind(limit)).await
}

/// Claims the permissions of a folder for the time of a lease: Google drops one of two concurrent changes. Returns
/// whether the claim succeeded.
pub async fn claim(db: &Db, connection_id: &str, now: i64) -> Result<bool> {
    let query = Query::new("UPDATE drive_connections SET share_after = ?2 WHERE id = ?1 AND share_after <= ?3");
    let until = now.saturating_add(SHARE_LEASE_MS);
    Ok(db.change(query.bind(connection_id).bind(until).bind(now)).await? == 1)
}

/// Ends the pause after a refusal for a client's folders. Leaves leases alone.
pub async fn retry_now(db: &Db, client_id: &str, now: i64) -> Result<()> {
    let query = Query::new(
        "UPDATE drive_connections SET share_after = 0 WHERE client_id = ?1 AND is_platform = 1 AND share_after > ?2",
    );
    db.idempotent_change(query.bind(client_id).bind(now.saturating_add(SHARE_LEASE_MS))).await.map(drop)
}

/// Records how a run ended: its fault, if any, and when it may run again.
#[must_use]
pub fn record_run(connection_id: &str, fault: Option<&str>, share_after: i64) -> Query {
    Query::new("UPDATE drive_connections SET share_fault = ?2, share_after = ?3 WHERE id = ?1")
        .bind(connection_id)
        .bind(fault)
        .bind(share_after)
}

/// Returns a folder's permissions.
pub async fn of_folder(db: &Db, connection_id: &str) -> Result<Vec<Share>> {
    let query = Query::new("SELECT email, permission_id FROM google_shares WHERE connection_id = ?1 ORDER BY email");
    db.all(query.bind(connection_id)).await
}

/// Records a permission before it is created, and then with its id.
#[must_use]
pub fn record_permission(connection_id: &str, email: &str, permission_id: Option<&str>) -> Query {
    Query::new(
        "INSERT INTO google_shares (connection_id, email, permission_id) VALUES (?1, ?2, ?3)
         ON CONFLICT DO UPDATE SET permission_id = coalesce(?3, permission_id)",
    )
    .bind(connection_id)
    .bind(email)
    .bind(permission_id)
}

/// Deletes the record of a removed permission.
#[must_use]
pub fn delete_permission(connection_id: &str, email: &str) -> Query {
    Query::new("DELETE FROM google_shares WHERE connection_id = ?1 AND email = ?2").bind(connection_id).bind(email)
}
