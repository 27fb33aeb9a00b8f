//! `drive_connections`.

pub mod check;

use domain::api::drive::DriveConnection;
use domain::drive::{DriveProvider, RETURNING_FAULT_MS, folder_path};
use domain::retention::{DAY_MS, HOUR_MS};
use domain::sealed_secret::SealedSecret;
use serde::Deserialize;

use crate::error::Result;
use crate::store::db::{Db, Query};

/// A connection with its sealed credential.
#[derive(Deserialize)]
pub struct Connection {
    pub id: String,
    pub client_id: String,
    pub provider: DriveProvider,
    /// Opens the folder in a browser.
    pub link: String,
    /// The folder's address in the provider's API.
    pub address: String,
    /// The account name; empty if a token alone signs in.
    pub account: String,
    /// Whether the folder is in the product's own account.
    #[serde(deserialize_with = "domain::row::flag")]
    pub is_platform: bool,
    /// UTC milliseconds.
    pub connected_at: i64,
    /// When the provider expires the credential, if known; UTC milliseconds.
    pub expires_at: Option<i64>,
    credential: Option<String>,
    key_id: Option<String>,
}

impl Connection {
    /// Associated data of the sealed credential: it opens only for this account at this address.
    #[must_use]
    pub fn seal_context(&self) -> String {
        seal_context(&self.client_id, &self.address, &self.account)
    }

    /// Returns the credential. `None` once the connection has ended.
    #[must_use]
    pub fn sealed(&self) -> Option<SealedSecret> {
        let (text, key_id) = (self.credential.clone()?, self.key_id.clone()?);
        Some(SealedSecret { key_id, text })
    }
}

/// Associated data of a sealed credential.
#[must_use]
pub fn seal_context(client_id: &str, address: &str, account: &str) -> String {
    format!("{client_id}\n{address}\n{account}")
}

macro_rules! connection_sql {
    ($condition:literal) => {
        concat!(
            "SELECT id, client_id, provider, link, address, account, is_platform, connected_at, expires_at, credential, key_id
               FROM drive_connections
              WHERE ",
            $condition
        )
    };
}

/// Returns the connection that a client's link selects: of several with the same link, the last one chosen.
pub async fn by_link(db: &Db, client_id: &str, link: &str) -> Result<Option<Connection>> {
    let query = Query::new(connection_sql!(
        "client_id = ?1 AND link = ?2 ORDER BY credential IS NULL, chosen_at DESC, id LIMIT 1"
    ));
    db.first(query.bind(client_id).bind(link)).await
}

/// Returns a connection by its id.
pub async fn by_id(db: &Db, id: &str) -> Result<Option<Connection>> {
    db.first(Query::new(connection_sql!("id = ?1")).bind(id)).await
}

/// Returns a client's live connections to an account of its own.
pub async fn of_account(db: &Db, client_id: &str, provider: DriveProvider, account: &str) -> Result<Vec<Connection>> {
    let query = Query::new(connection_sql!(
        "client_id = ?1 AND provider = ?2 AND account = ?3 AND is_platform = 0 AND credential IS NOT NULL"
    ));
    db.all(query.bind(client_id).bind(provider.as_str()).bind(account)).await
}

/// Replaces the credential.
#[must_use]
pub fn renew(id: &str, sealed: &SealedSecret, expires_at: Option<i64>) -> Query {
    Query::new("UPDATE drive_connections SET credential = ?2, key_id = ?3, expires_at = ?4 WHERE id = ?1")
        .bind(id)
        .bind(&sealed.text)
        .bind(&sealed.key_id)
        .bind(expires_at)
}

/// Whether another client's videos are delivered to this folder.
pub async fn is_used_by_another(db: &Db, client_id: &str, provider: DriveProvider, address: &str) -> Result<bool> {
    let query = Query::new(
        "SELECT link FROM drive_connections
          WHERE provider = ?2 AND address = ?3 AND client_id <> ?1 AND credential IS NOT NULL LIMIT 1",
    );
    let found: Option<Link> = db.first(query.bind(client_id).bind(provider.as_str()).bind(address)).await?;
    Ok(found.is_some())
}

/// Returns a connection only if it belongs to the client.
pub async fn of_client(db: &Db, client_id: &str, id: &str) -> Result<Option<Connection>> {
    db.first(Query::new(connection_sql!("id = ?2 AND client_id = ?1")).bind(client_id).bind(id)).await
}

// Whether a connection has no usable credential any more. `$d` is its row.
macro_rules! has_ended_sql {
    ($d:literal) => {
        concat!(
            "(",
            $d,
            ".credential IS NULL OR ",
            $d,
            ".is_platform = 1 AND NOT EXISTS (SELECT 1 FROM platform_drive p WHERE p.account = ",
            $d,
            ".account))"
        )
    };
}
pub(in crate::store) use has_ended_sql;

/// Returns a client's live connections, and ended ones that still hold videos or pending erasures. The one that the
/// client's link selects comes first.
pub async fn list(db: &Db, client_id: &str) -> Result<Vec<DriveConnection>> {
    let query = Query::new(concat!(
        "SELECT d.id, d.provider, d.link, d.address, d.account, d.is_platform, d.videos, ",
        has_ended_sql!("d"),
        " AS ended,
                (SELECT email FROM google_shares s WHERE s.connection_id = d.id AND s.permission_id IS NOT NULL
                  ORDER BY s.email <> lower(c.email) LIMIT 1) AS shared_with,
                d.share_fault, d.connected_at, d.expires_at, d.last_video_at, d.fault, d.fault_at,
                d.id IS (SELECT id FROM drive_connections WHERE client_id = c.id AND link = c.drive_link
                          ORDER BY credential IS NULL, chosen_at DESC, id LIMIT 1) AS chosen,
                (SELECT count(*) FROM erasures e WHERE e.drive_connection_id = d.id AND e.swept_at IS NULL
                   AND e.erased_by <> 'schedule') AS unerased
           FROM clients c JOIN drive_connections d ON d.client_id = c.id
          WHERE c.id = ?1 AND (d.credential IS NOT NULL OR d.videos > 0 OR unerased > 0)
          ORDER BY chosen DESC, d.connected_at DESC"
    ));
    db.all(query.bind(client_id)).await
}

#[derive(Deserialize)]
struct Link {
    link: String,
}

/// Returns the links of a client's live drives, the built-in folder first.
pub async fn links(db: &Db, client_id: &str) -> Result<Vec<String>> {
    let query = Query::new("SELECT link FROM drive_connections WHERE client_id = ?1 AND credential IS NOT NULL");
    let connected: Vec<Link> = db.all(query.bind(client_id)).await?;
    let connected = connected.into_iter().map(|row| row.link);
    Ok(std::iter::once(folder_path(client_id)).chain(connected).collect())
}

/// A connection to store, without its credential.
pub struct NewConnection<'a> {
    pub id: &'a str,
    pub provider: DriveProvider,
    pub link: &'a str,
    pub address: &'a str,
    pub account: &'a str,
    pub is_platform: bool,
    /// When the provider expires the credential, if known; UTC milliseconds.
    pub expires_at: Option<i64>,
}

/// Stores a connection after a successful test, or renews its credential, and selects it for the client's videos. `id`
/// is for a new connection.
#[must_use]
pub fn connect(client_id: &str, new: &NewConnection<'_>, sealed: &SealedSecret, now: i64) -> Vec<Query> {
    let connection = Query::new(
        "INSERT INTO drive_connections (id, client_id, provider, link, address, account, credential, key_id, connected_at,
                                        delivered_at, expires_at, is_platform, chosen_at)
         VALUES (:id, :client_id, :provider, :link, :address, :account, :credential, :key_id, :now, :now, :expires_at, :is_platform, :now)
         ON CONFLICT (client_id, address, account) DO UPDATE SET provider = :provider, link = :link, credential = :credential, key_id = :key_id,
           connected_at = :now, delivered_at = :now, expires_at = :expires_at, is_platform = :is_platform, chosen_at = :now,
           fault = NULL, fault_at = NULL, cleared_fault = NULL, cleared_fault_at = NULL, cleared_at = NULL",
    )
    .named("id", new.id)
    .named("client_id", client_id)
    .named("provider", new.provider.as_str())
    .named("link", new.link)
    .named("address", new.address)
    .named("account", new.account)
    .named("credential", &sealed.text)
    .named("key_id", &sealed.key_id)
    .named("now", now)
    .named("expires_at", new.expires_at)
    .named("is_platform", new.is_platform);
    vec![connection, choose_link(client_id, new.link)]
}

/// Selects one of a client's connections for its videos, unless that has ended meanwhile.
#[must_use]
pub fn choose(client_id: &str, id: &str, now: i64) -> Vec<Query> {
    let chosen = Query::new(
        "UPDATE drive_connections SET chosen_at = ?3 WHERE id = ?2 AND client_id = ?1 AND credential IS NOT NULL",
    );
    let linked = Query::new(
        "UPDATE clients SET drive_link = (SELECT link FROM drive_connections WHERE id = ?2) WHERE id = ?1 AND changes() = 1",
    );
    vec![chosen.bind(client_id).bind(id).bind(now), linked.bind(client_id).bind(id)]
}

/// Selects the drive of this link for a client's videos.
#[must_use]
pub fn choose_link(client_id: &str, link: &str) -> Query {
    Query::new("UPDATE clients SET drive_link = ?2 WHERE id = ?1").bind(client_id).bind(link)
}

/// Ends a connection: deletes its credential. If the client had selected it, its videos go to `folder`, the built-in one.
#[must_use]
pub fn end(client_id: &str, id: &str, folder: &str) -> Vec<Query> {
    let built_in = Query::new(
        "UPDATE clients SET drive_link = ?3
          WHERE id = ?1 AND ?2 = (SELECT id FROM drive_connections WHERE client_id = ?1 AND link = clients.drive_link
                                    ORDER BY credential IS NULL, chosen_at DESC, id LIMIT 1)",
    )
    .bind(client_id)
    .bind(id)
    .bind(folder);
    vec![built_in, delete_credentials(client_id, Some(id))]
}

/// Deletes the credential of one of a client's connections; without an id, of all.
#[must_use]
pub fn delete_credentials(client_id: &str, id: Option<&str>) -> Query {
    Query::new(
        "UPDATE drive_connections SET credential = NULL, key_id = NULL
          WHERE client_id = ?1 AND (?2 IS NULL OR id = ?2)",
    )
    .bind(client_id)
    .bind(id)
}

// Records that a file was stored in `?1` at `?2`. The cleared fault is kept for a while, and the drive is rechecked
// after an hour instead of 24 (23 hours before its turn).
macro_rules! arrived_sql {
    ($more:literal, $condition:literal) => {
        concat!(
            "UPDATE drive_connections SET ",
            $more,
            "delivered_at = ?2, cleared_at = iif(fault IS NULL, cleared_at, ?2),
               cleared_fault = coalesce(fault, cleared_fault), cleared_fault_at = coalesce(fault_at, cleared_fault_at),
               checked_at = iif(fault IS NULL, checked_at, min(checked_at, ?2 - 82800000)),
               fault = NULL, fault_at = NULL
              WHERE id = ?1",
            $condition
        )
    };
}

/// Counts a delivered video, if the previous statement of the transaction changed a row.
#[must_use]
pub fn count_video_after_change(id: &str, now: i64) -> Query {
    Query::new(arrived_sql!("videos = videos + 1, last_video_at = ?2, ", " AND changes() = 1")).bind(id).bind(now)
}

/// Uncounts a video, if the previous statement of the transaction changed a row.
#[must_use]
pub fn uncount_video_after_change(id: &str) -> Query {
    Query::new("UPDATE drive_connections SET videos = max(videos - 1, 0) WHERE id = ?1 AND changes() = 1").bind(id)
}

/// Uncounts the video of a delivered submission that this erasure record erases.
#[must_use]
pub fn uncount_video_of(submission_id: &str, erasure_id: &str) -> Query {
    Query::new(
        "UPDATE drive_connections SET videos = max(videos - 1, 0)
          WHERE id = (SELECT drive_connection_id FROM submissions WHERE id = ?1 AND status = 'processed')
            AND EXISTS (SELECT 1 FROM erasures WHERE id = ?2)",
    )
    .bind(submission_id)
    .bind(erasure_id)
}

/// Records that a test file was stored whole.
#[must_use]
pub fn record_success(id: &str, now: i64) -> Query {
    Query::new(arrived_sql!("", "")).bind(id).bind(now)
}

/// Records a drive's fault. Keeps the time it began, also if the same fault was cleared only shortly before. Schedules
/// a recheck of a client's own drive within an hour; the platform's account is checked as a whole.
#[must_use]
pub fn record_fault(id: &str, fault: &str, now: i64) -> Query {
    Query::new(
        "UPDATE drive_connections SET fault = ?2,
           fault_at = coalesce(fault_at, iif(cleared_fault = ?2 AND cleared_at > ?4, cleared_fault_at, NULL), ?3),
           checked_at = iif(is_platform, checked_at, min(checked_at, ?5))
          WHERE id = ?1",
    )
    .bind(id)
    .bind(fault)
    .bind(now)
    .bind(now.saturating_sub(RETURNING_FAULT_MS))
    .bind(now.saturating_sub(DAY_MS).saturating_add(HOUR_MS))
}
