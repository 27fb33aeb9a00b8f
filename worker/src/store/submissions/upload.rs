//! `uploads`.

use domain::limits::{
    OPEN_UPLOADS_PER_PLACE, UPLOAD_MOVES_MS, UPLOAD_RETRY_SECONDS, UPLOADS_KEPT_FOR_HOUSEHOLD, WRITER_LEASE_MS,
};
use domain::rate_limit::{household_of, network_of};
use domain::retention::{EMPTY_UPLOAD_MS, MINUTE_MS, UPLOAD_LIFETIME_MS};
use domain::submission_rate::OpenUploadLimits;
use domain::upload::UploadStatus;
use media_wasm::limits::SMALL_UPLOAD_BYTES;
use serde::Deserialize;

use crate::error::{Error, Result, refusal};
use crate::store::db::{Db, Query};

/// Too many uploads are open.
pub const TOO_MANY_UPLOADS: Error = refusal!(
    429,
    "too_many_uploads",
    "Too many videos are on their way right now. Please try again later.",
    UPLOAD_RETRY_SECONDS
);

/// The upload has expired or was used.
pub const UPLOAD_EXPIRED: Error = refusal!(410, "upload_expired", "This upload has expired. Please start again.");

/// Another request is writing to this upload.
pub const UPLOAD_LOCKED: Error = refusal!(423, "upload_locked", "Another request is writing to this upload.", 2);

/// Whether a text has the form of an upload's id: 32 hex digits.
#[must_use]
pub fn is_id(text: &str) -> bool {
    text.len() == 32 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// An upload that is not yet accepted.
#[derive(Deserialize)]
pub struct Upload {
    pub client_id: String,
    /// Its final size in bytes.
    pub declared_length: u64,
    pub status: UploadStatus,
    /// UTC milliseconds.
    pub expires_at: i64,
    created_at: i64,
    /// Until when a writer holds the lease; in the past if none does.
    pub writer_until: i64,
    /// SHA-256 of its bytes in hex, if a single request sent all of them.
    pub sha256: Option<String>,
    chunk_sizes: Option<String>,
}

impl Upload {
    /// Sizes of its chunks in bytes, from the first on, as far as recorded. More may be stored.
    #[must_use]
    pub fn chunk_sizes(&self) -> Vec<u64> {
        chunk_sizes(self.chunk_sizes.as_deref())
    }

    /// Whether it accepts bytes.
    #[must_use]
    pub fn is_open(&self, now: i64) -> bool {
        self.status == UploadStatus::Open && self.expires_at > now
    }

    /// When it expires once it has bytes.
    #[must_use]
    pub fn expires_with_bytes(&self) -> i64 {
        self.expires_at.max(self.created_at.saturating_add(UPLOAD_LIFETIME_MS))
    }
}

/// Parses a `chunk_sizes` column.
#[must_use]
pub fn chunk_sizes(json: Option<&str>) -> Vec<u64> {
    json.and_then(|sizes| serde_json::from_str(sizes).ok()).unwrap_or_default()
}

/// An upload to create.
pub struct NewUpload<'a> {
    pub id: &'a str,
    pub client_id: &'a str,
    pub ip_hash: &'a str,
    /// Size in bytes.
    pub declared_length: u64,
    pub content_type: &'a str,
    /// Keyed hash of the customer's address; empty if none was sent.
    pub customer_hash: &'a str,
    /// Limits of concurrent uploads.
    pub places: OpenUploadLimits,
}

// Whether the limits of active uploads allow another: of resumable ones, and of large ones in the body of a form.
macro_rules! moving_sql {
    ($start:literal, $end:literal) => {
        concat!(
            $start,
            "(SELECT total(moved_at > :moving_since) FROM uploads WHERE ip_hash = :ip_hash AND status = 'open' AND expires_at > :now)
               + (SELECT total(moved_at > :moving_since) FROM uploads WHERE ip_hash = :ip_hash AND status = 'receiving' AND moved_at > 0) < :max_of_household
             AND (SELECT total(is_own) < :kept_for_household OR (count(*) < :max_of_client AND total(is_near) < :max_of_network) FROM (
                    SELECT substr(ip_hash, 1, length(:household)) = :household AS is_own, substr(ip_hash, 2 * length(:household) + 1) = :network AS is_near
                      FROM uploads WHERE client_id = :client_id AND status = 'open' AND expires_at > :now AND moved_at > :moving_since
                    UNION ALL
                    SELECT substr(ip_hash, 1, length(:household)) = :household, substr(ip_hash, 2 * length(:household) + 1) = :network FROM uploads
                     WHERE client_id = :client_id AND status = 'receiving' AND moved_at > 0 AND moved_at > :moving_since))",
            $end
        )
    };
}

/// Opens an upload, unless its address, its network or the client has too many active ones. Too many that can be resumed
/// make room: idle empty ones first, then those of the networks with the most, idle longest first. The new one never
/// does, nor a household's newest three while they move. `writer` gets the lease at once.
///
/// # Errors
/// [`TOO_MANY_UPLOADS`]; [`UPLOAD_LOCKED`] if an upload with this id is open, [`UPLOAD_EXPIRED`] if one existed.
pub async fn open(db: &Db, new: &NewUpload<'_>, writer: Option<&str>, now: i64) -> Result<Upload> {
    let expires_at = now.saturating_add(EMPTY_UPLOAD_MS);
    let insert = Query::new(moving_sql!(
        "INSERT INTO uploads (id, client_id, ip_hash, declared_length, content_type, status, created_at, expires_at,
                              moved_at, customer_hash, writer, writer_until)
         SELECT :id, :client_id, :ip_hash, :declared_length, :content_type, 'open', :now, :expires_at, :now, :customer_hash, :writer, iif(:writer IS NULL, 0, :now + :lease_ms) WHERE ",
        " ON CONFLICT DO NOTHING"
    ))
    .named("id", new.id)
    .named("client_id", new.client_id)
    .named("ip_hash", new.ip_hash)
    .named("declared_length", new.declared_length)
    .named("content_type", new.content_type)
    .named("now", now)
    .named("expires_at", expires_at)
    .named("moving_since", now.saturating_sub(UPLOAD_MOVES_MS))
    .named("max_of_household", new.places.address)
    .named("max_of_client", new.places.client)
    .named("kept_for_household", UPLOADS_KEPT_FOR_HOUSEHOLD)
    .named("max_of_network", new.places.network())
    .named("household", household_of(new.ip_hash))
    .named("network", network_of(new.ip_hash))
    .named("customer_hash", new.customer_hash)
    .named("writer", writer)
    .named("lease_ms", WRITER_LEASE_MS);
    // A network's uploads are ranked before they compete with others, so that its hundredth expires before another's first.
    // None is read to be ranked unless there are too many.
    let make_room = Query::new(
        "UPDATE uploads SET expires_at = :now WHERE changes() = 1 AND id <> :id AND id IN (
           SELECT id FROM (SELECT id FROM uploads WHERE ip_hash = :ip_hash AND status = 'open' AND expires_at > :now
                            ORDER BY moved_at DESC LIMIT -1 OFFSET :max_of_household)
           UNION
           SELECT id FROM (
             SELECT id, network, nth_of_network, is_moving AND nth_of_household <= :kept_for_household AS is_kept,
                    row_number() OVER (ORDER BY is_resumable DESC, nth_of_network, moved_at DESC) AS nth FROM (
               SELECT *, row_number() OVER (PARTITION BY network ORDER BY is_resumable DESC, nth_of_household, moved_at DESC) AS nth_of_network FROM (
                 SELECT id, moved_at, substr(ip_hash, 2 * length(:household) + 1) AS network, moved_at > :moving_since AS is_moving,
                        moved_at > :moving_since OR chunk_sizes IS NOT NULL AS is_resumable,
                        row_number() OVER (PARTITION BY substr(ip_hash, 1, length(:household)) ORDER BY moved_at DESC) AS nth_of_household
                   FROM uploads WHERE client_id = :client_id AND status = 'open' AND expires_at > :now
                    AND (SELECT count(*) FROM uploads WHERE client_id = :client_id AND status = 'open' AND expires_at > :now) > :max_of_network)))
            WHERE NOT is_kept AND (nth > :max_of_client OR network = :network AND nth_of_network > :max_of_network))",
    )
    .named("id", new.id)
    .named("ip_hash", new.ip_hash)
    .named("client_id", new.client_id)
    .named("now", now)
    .named("max_of_household", new.places.address.saturating_mul(OPEN_UPLOADS_PER_PLACE))
    .named("max_of_client", new.places.client.saturating_mul(OPEN_UPLOADS_PER_PLACE))
    .named("max_of_network", new.places.network().saturating_mul(OPEN_UPLOADS_PER_PLACE))
    .named("kept_for_household", UPLOADS_KEPT_FOR_HOUSEHOLD)
    .named("moving_since", now.saturating_sub(UPLOAD_MOVES_MS))
    .named("household", household_of(new.ip_hash))
    .named("network", network_of(new.ip_hash));
    let opened = db.transaction(vec![insert, make_room]).await?;
    if opened.first() == Some(&1) {
        return Ok(Upload {
            client_id: new.client_id.to_owned(),
            declared_length: new.declared_length,
            status: UploadStatus::Open,
            expires_at,
            created_at: now,
            writer_until: 0,
            sha256: None,
            chunk_sizes: None,
        });
    }
    Err(match get(db, new.id).await? {
        None => TOO_MANY_UPLOADS,
        Some(other) if other.is_open(now) => UPLOAD_LOCKED,
        Some(_) => UPLOAD_EXPIRED,
    })
}

/// Records that a request's body carries a video, so that its bytes are known whatever happens to the request. A small
/// one needs no place, because it is stored in a moment; a large one takes a place among the active uploads.
///
/// # Errors
/// [`TOO_MANY_UPLOADS`].
pub async fn receive(db: &Db, new: &NewUpload<'_>, now: i64) -> Result<()> {
    let is_large = new.declared_length > SMALL_UPLOAD_BYTES;
    let query = Query::new(moving_sql!(
        "INSERT INTO uploads (id, client_id, ip_hash, declared_length, content_type, status, created_at, expires_at,
                              moved_at, customer_hash)
         SELECT :id, :client_id, :ip_hash, :declared_length, :content_type, 'receiving', :now, :expires_at, iif(:is_large, :now, 0), :customer_hash
          WHERE NOT :is_large OR (",
        ")"
    ))
    .named("id", new.id)
    .named("client_id", new.client_id)
    .named("ip_hash", new.ip_hash)
    .named("declared_length", new.declared_length)
    .named("content_type", new.content_type)
    .named("now", now)
    .named("expires_at", now.saturating_add(EMPTY_UPLOAD_MS))
    .named("moving_since", now.saturating_sub(UPLOAD_MOVES_MS))
    .named("max_of_household", new.places.address)
    .named("max_of_client", new.places.client)
    .named("kept_for_household", UPLOADS_KEPT_FOR_HOUSEHOLD)
    .named("max_of_network", new.places.network())
    .named("household", household_of(new.ip_hash))
    .named("network", network_of(new.ip_hash))
    .named("is_large", is_large)
    .named("customer_hash", new.customer_hash);
    if db.change(query).await? == 1 { Ok(()) } else { Err(TOO_MANY_UPLOADS) }
}

/// Extends the expiry of such an upload while bytes arrive. Once none do, the sweeper removes the stored ones.
pub async fn extend_receiving(db: &Db, id: &str, now: i64) -> Result<()> {
    let query = Query::new(
        "UPDATE uploads SET moved_at = iif(moved_at > 0, ?2, 0), expires_at = ?2 + ?3 WHERE id = ?1 AND status = 'receiving'",
    );
    db.idempotent_change(query.bind(id).bind(now).bind(EMPTY_UPLOAD_MS)).await.map(drop)
}

/// Returns an upload by its id.
pub async fn get(db: &Db, id: &str) -> Result<Option<Upload>> {
    let query = Query::new(
        "SELECT client_id, declared_length, status, expires_at, created_at, writer_until, sha256, chunk_sizes
           FROM uploads WHERE id = ?1",
    );
    db.first(query.bind(id)).await
}

/// An expiry within this of the wanted one is not updated.
const EXPIRY_TOLERANCE_MS: i64 = MINUTE_MS;

// SQLite rewrites the index of expiries whenever a statement names the column, whatever the value.
macro_rules! lease_sql {
    ($more:literal) => {
        concat!(
            "UPDATE uploads SET writer = ?2, writer_until = ?3",
            $more,
            " WHERE id = ?1 AND status = 'open' AND (writer_until < ?4 OR writer = ?2)"
        )
    };
}

/// Acquires the write lease for a short while. Returns whether it was free. An empty upload then lives about as long as
/// a new one, because a slow connection takes time for the first bytes. `expires_at` is the upload's present expiry.
pub async fn acquire_lease(db: &Db, id: &str, writer: &str, expires_at: i64, now: i64) -> Result<bool> {
    let lives_on = expires_at > now.saturating_add(EMPTY_UPLOAD_MS).saturating_sub(EXPIRY_TOLERANCE_MS);
    let query =
        Query::new(if lives_on { lease_sql!("") } else { lease_sql!(", expires_at = max(expires_at, ?4 + ?5)") });
    let query = query.bind(id).bind(writer).bind(now.saturating_add(WRITER_LEASE_MS)).bind(now);
    let query = if lives_on { query } else { query.bind(EMPTY_UPLOAD_MS) };
    Ok(db.idempotent_change(query).await? == 1)
}

/// Renews the lease of a writer that has just stored bytes. Returns whether the writer still held it, or it was free.
/// An upload with bytes can be resumed for its whole lifetime, which `extends` stores.
pub async fn renew_lease(db: &Db, id: &str, writer: &str, extends: bool, now: i64) -> Result<bool> {
    let query = Query::new(if extends {
        lease_sql!(", moved_at = ?4, expires_at = max(expires_at, created_at + ?5)")
    } else {
        lease_sql!(", moved_at = ?4")
    });
    let query = query.bind(id).bind(writer).bind(now.saturating_add(WRITER_LEASE_MS)).bind(now);
    let query = if extends { query.bind(UPLOAD_LIFETIME_MS) } else { query };
    Ok(db.idempotent_change(query).await? == 1)
}

/// The chunks that a writer has stored.
pub struct StoredChunks<'a> {
    /// When it stored them; UTC milliseconds.
    pub at: i64,
    /// Sizes of all chunks from the first on, including other writers'.
    pub chunk_sizes: &'a [u64],
    /// Whether they extend the upload's lifetime.
    pub extends: bool,
    /// SHA-256 of all bytes, if this writer sent them all.
    pub sha256: Option<&'a str>,
}

/// Releases the write lease. Returns whether this writer still held it. Requests that stored nothing do not keep an upload active.
pub async fn release_lease(db: &Db, id: &str, writer: &str, stored: Option<&StoredChunks<'_>>) -> Result<bool> {
    let Some(StoredChunks { at, chunk_sizes, extends, sha256 }) = stored else {
        let query = Query::new("UPDATE uploads SET writer = NULL, writer_until = 0 WHERE id = ?1 AND writer = ?2");
        return Ok(db.change(query.bind(id).bind(writer)).await? == 1);
    };
    let query = Query::new(if *extends {
        "UPDATE uploads SET writer = NULL, writer_until = 0, moved_at = ?3, chunk_sizes = ?4, sha256 = coalesce(?5, sha256),
                            expires_at = max(expires_at, created_at + ?6)
          WHERE id = ?1 AND writer = ?2 AND status = 'open'"
    } else {
        "UPDATE uploads SET writer = NULL, writer_until = 0, moved_at = ?3, chunk_sizes = ?4, sha256 = coalesce(?5, sha256)
          WHERE id = ?1 AND writer = ?2 AND status = 'open'"
    });
    let query = query.bind(id).bind(writer).bind(*at).bind(&serde_json::to_string(chunk_sizes)?).bind(*sha256);
    let query = if *extends { query.bind(UPLOAD_LIFETIME_MS) } else { query };
    Ok(db.change(query).await? == 1)
}

/// Deletes an unaccepted upload. Returns whether it existed.
pub async fn delete_unaccepted(db: &Db, id: &str) -> Result<bool> {
    let query = Query::new("DELETE FROM uploads WHERE id = ?1 AND status IN ('open', 'receiving')");
    Ok(db.change(query.bind(id)).await? == 1)
}

/// Releases an erased customer's unfinished uploads: idle ones expire, active ones lose the customer's hash. Only if
/// the erasure's record exists.
#[must_use]
pub fn release_of_customer(client_id: &str, customer_hash: &str, record_id: &str, now: i64) -> Query {
    Query::new(
        "UPDATE uploads SET customer_hash = '', expires_at = iif(moved_at > ?5, expires_at, min(expires_at, ?4))
          WHERE EXISTS (SELECT 1 FROM erasures WHERE id = ?3) AND id IN (
            SELECT id FROM uploads WHERE client_id = ?1 AND status = 'open' AND customer_hash = ?2
            UNION ALL
            SELECT id FROM uploads WHERE client_id = ?1 AND status = 'receiving' AND moved_at > 0 AND customer_hash = ?2)",
    )
    .bind(client_id)
    .bind(customer_hash)
    .bind(record_id)
    .bind(now)
    .bind(now.saturating_sub(UPLOAD_MOVES_MS))
}

/// Returns those of these ids whose bytes are still needed. `ids` is a JSON array.
pub async fn referenced_ids(db: &Db, ids: &str) -> Result<Vec<String>> {
    let query = Query::new(
        "SELECT u.id FROM json_each(?1) AS wanted JOIN uploads u ON u.id = wanted.value WHERE u.status <> 'cleared'",
    );
    db.ids(query.bind(ids)).await
}

/// Clears the SHA-256 of an upload whose bytes are about to change.
pub async fn clear_digest(db: &Db, id: &str) -> Result<()> {
    let query = Query::new("UPDATE uploads SET sha256 = NULL WHERE id = ?1 AND status = 'open'");
    db.idempotent_change(query.bind(id)).await.map(drop)
}
