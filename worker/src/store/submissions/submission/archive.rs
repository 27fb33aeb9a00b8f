//! Submissions in a client's archive: oldest first, in parts of some hundred.

use domain::api::client::ArchivePart;
use domain::date::date_of;
use domain::drive::{DeliveryPath, DriveProvider};
use domain::limits::ARCHIVE_SUBMISSIONS;
use domain::row::{flag, json};
use domain::submission::{HoldReason, SubmissionStatus};
use domain::transcript::quote::Quote;
use domain::transcript::{Transcript, Word};
use media_wasm::probe::Container;
use serde::Deserialize;

use crate::error::Result;
use crate::store::db::{Db, Query};
use crate::store::submissions::submission::consent_request::{self, ConsentRequestRow};

// Excludes videos in a client's own drive, which it already has, and those on hold, which are not the client's yet.
macro_rules! is_held {
    () => {
        "(status <> 'processed' AND hold IS NULL OR drive IS 'built-in')"
    };
}

/// Returns the parts of all submissions up to a time.
pub async fn parts(db: &Db, client_id: &str, until: i64) -> Result<Vec<ArchivePart>> {
    let query = Query::new(concat!(
        "SELECT count(*) AS submissions, sum(",
        is_held!(),
        ") AS videos, sum(drive_path IS NOT NULL AND drive IS NOT 'built-in') AS elsewhere, sum(iif(",
        is_held!(),
        ", size_bytes, 0)) AS bytes
           FROM (SELECT status, hold, drive_path, drive, size_bytes, (row_number() OVER (ORDER BY created_at, id) - 1) / CAST(?3 AS INTEGER) AS part
                   FROM submissions WHERE client_id = ?1 AND created_at <= ?2)
          GROUP BY part ORDER BY part"
    ));
    db.all(query.bind(client_id).bind(until).bind(ARCHIVE_SUBMISSIONS)).await
}

/// A submission with its consent. Imported submissions may have none.
#[derive(Deserialize)]
pub struct ArchivedSubmission {
    pub id: String,
    pub upload_id: String,
    pub customer_name: String,
    pub customer_email: String,
    pub container: Container,
    pub size_bytes: u32,
    pub duration_ms: u64,
    pub status: SubmissionStatus,
    /// Why it is on hold, if it is.
    pub hold: Option<HoldReason>,
    pub created_at: i64,
    /// Path below the folder of its drive.
    pub drive_path: Option<String>,
    delivery_path: Option<String>,
    pub drive: Option<DriveProvider>,
    /// The connection to the drive, if it is not the built-in folder.
    pub drive_connection_id: Option<String>,
    /// Whether that connection is live.
    #[serde(deserialize_with = "flag")]
    pub drive_connected: bool,
    /// When retention deleted its video, UTC milliseconds.
    pub video_deleted_at: Option<i64>,
    /// The owner's tags.
    #[serde(deserialize_with = "json")]
    pub tags: Vec<String>,
    /// The owner's note.
    pub note: String,
    language: Option<String>,
    #[serde(deserialize_with = "json")]
    words: Vec<Word>,
    #[serde(deserialize_with = "json")]
    quote: Option<Quote>,
    /// CRC-32 of the video, once computed.
    pub crc32: Option<u32>,
    #[serde(flatten)]
    pub consent: Option<ArchivedConsent>,
}

impl ArchivedSubmission {
    /// Returns what is said in the video, and the quote; empty if it is not known.
    #[must_use]
    pub fn spoken(&self) -> [String; 2] {
        let transcript = Transcript { language: self.language.clone().unwrap_or_default(), words: self.words.clone() };
        let quote = self.quote.as_ref().and_then(|quote| quote.text(&transcript));
        [transcript.text(), quote.unwrap_or_default()]
    }

    /// Returns the path in its drive's folder, or the one that it will have there.
    #[must_use]
    pub fn path(&self) -> String {
        let Self { delivery_path, customer_name, id, container, .. } = self;
        let stored = self.drive_path.as_deref().or(delivery_path.as_deref());
        let created_on = &date_of(self.created_at).to_string();
        DeliveryPath { stored, created_on, customer_name, id, container: *container }.path()
    }
}

/// A customer's consent.
#[derive(Deserialize)]
pub struct ArchivedConsent {
    #[serde(deserialize_with = "flag")]
    pub consent_data: bool,
    #[serde(deserialize_with = "flag")]
    pub consent_marketing: bool,
    pub text_version: String,
    pub given_at: i64,
    pub business: String,
    pub withdrawn_at: Option<i64>,
    #[serde(deserialize_with = "json")]
    pub requests: Vec<ConsentRequestRow>,
}

macro_rules! archived_sql {
    ($condition:literal) => {
        concat!(
            "SELECT s.id, s.upload_id, s.customer_name, s.customer_email, s.container, s.size_bytes, s.duration_ms, s.status, s.hold,
                    s.created_at, s.drive_path, s.delivery_path, s.drive, s.drive_connection_id,
                    NOT EXISTS (SELECT 1 FROM drive_connections d
                                 WHERE d.id = s.drive_connection_id AND d.credential IS NULL AND d.is_platform = 0) AS drive_connected, s.video_deleted_at, s.tags, s.note, s.crc32, t.language, t.words, t.quote, k.consent_data,
                    k.consent_marketing, k.text_version, k.given_at, k.business, k.withdrawn_at, ",
            consent_request::requests_sql!(),
            " AS requests
               FROM submissions s LEFT JOIN consents k ON k.submission_id = s.id
               LEFT JOIN transcripts t ON t.submission_id = s.id ",
            $condition
        )
    };
}

/// Returns these of a client's submissions. `ids` is a JSON array.
pub async fn selected(db: &Db, client_id: &str, ids: &str) -> Result<Vec<ArchivedSubmission>> {
    let query = Query::new(archived_sql!(
        "WHERE s.client_id = ?1 AND s.id IN (SELECT value FROM json_each(?2)) ORDER BY s.created_at, s.id"
    ));
    db.all(query.bind(client_id).bind(ids)).await
}

/// Returns the submissions of a part; parts count from 0.
pub async fn part(db: &Db, client_id: &str, until: i64, part: u32) -> Result<Vec<ArchivedSubmission>> {
    let query = Query::new(archived_sql!(
        "WHERE s.client_id = ?1 AND s.created_at <= ?2 ORDER BY s.created_at, s.id LIMIT ?3 OFFSET ?3 * ?4"
    ));
    db.all(query.bind(client_id).bind(until).bind(ARCHIVE_SUBMISSIONS).bind(part)).await
}

/// Stores the CRC-32 of a video.
pub async fn store_crc32(db: &Db, id: &str, crc32: u32) -> Result<()> {
    let query = Query::new("UPDATE submissions SET crc32 = ?2 WHERE id = ?1").bind(id).bind(i64::from(crc32));
    db.idempotent_change(query).await.map(drop)
}
