//! Submissions in a client's portal and on its folder page.

use chrono::NaiveDate;
use domain::api::client::{
    ConsentRecord, ConsentRequest, ConsentTexts, LaterConsent, RECENT_DAYS, RECENT_MAX, SubmissionSummary,
};
use domain::comparable::search_keys;
use domain::consent::{AskFacts, Use, may_ask_from, permits};
use domain::date::start_of;
use domain::limits::{FOLDER_ROWS, TAGS_SHOWN};
use domain::page::{Cursor, Keyed, Page, limit_plus_one};
use domain::publication::{NameDisplay, PublicationStatus, shown_status};
use domain::retention::DAY_MS;
use domain::row::{flag, json};
use domain::submission::{SubmissionFilter, SubmissionOrder};
use domain::submission_notes::SubmissionNotes;
use media_wasm::finish::RawReason;
use media_wasm::probe::Container;
use media_wasm::submission::consent_texts;
use serde::Deserialize;

use crate::error::Result;
use crate::store::clients::client;
use crate::store::db::{Db, Query};
use crate::store::drives::drive_connection::has_ended_sql;
use crate::store::submissions::submission::consent_request::{self, ConsentRequestRow};

// Joins the client first, so that D1 reads its row once, not once per submission.
macro_rules! list_sql {
    ($($condition:tt)+) => {
        concat!(
            "SELECT s.id, s.customer_name, s.customer_email, s.status, s.hold, s.created_at, s.duration_ms, s.size_bytes,
                    s.drive_path IS NOT NULL OR s.hold IS NOT NULL OR s.status IN ('awaiting_drive_upload', 'drive_upload_failed') AS playable,
                    s.video_deleted_at, s.publication, s.poster IS NOT NULL AS has_poster, s.tags, s.unwatermarked, s.unfinished, s.sound_left_out, s.end_missing, c.company_name,
                    c.contact_name
               FROM clients c CROSS JOIN submissions s ON s.client_id = c.id ",
            $($condition)+
        )
    };
}

/// Returns the newest submissions of the last days.
pub async fn recent(db: &Db, client_id: &str, now: i64) -> Result<Vec<SubmissionSummary>> {
    let query =
        Query::new(list_sql!("WHERE c.id = ?1 AND s.created_at > ?2 ORDER BY s.created_at DESC, s.id LIMIT ?3"));
    let since = now.saturating_sub(RECENT_DAYS.saturating_mul(DAY_MS));
    let mut lines = db.all(query.bind(client_id).bind(since).bind(RECENT_MAX)).await?;
    show_paused(db, client_id, &mut lines, now).await?;
    Ok(lines)
}

/// Marks published testimonials as paused if their client's plan or status keeps them from the public.
async fn show_paused(db: &Db, client_id: &str, lines: &mut [SubmissionSummary], now: i64) -> Result<()> {
    let is_published = |line: &SubmissionSummary| line.publication == Some(PublicationStatus::Public);
    if !lines.iter().any(is_published) {
        return Ok(());
    }
    let Some(publisher) = client::publisher_by_id(db, client_id).await? else { return Ok(()) };
    let shown = shown_status(&publisher.facts(), now);
    for line in lines.iter_mut().filter(|line| is_published(line)) {
        line.publication = Some(shown);
    }
    Ok(())
}

/// A client's search.
#[derive(Default)]
pub struct Search {
    /// Searched in names, addresses, tags, notes and transcripts; empty matches everything.
    pub text: String,
    pub status: Option<SubmissionFilter>,
    /// Empty matches everything.
    pub tag: String,
    /// First UTC day.
    pub from: Option<NaiveDate>,
    /// Last UTC day.
    pub to: Option<NaiveDate>,
    pub order: Option<SubmissionOrder>,
    /// The last row of the previous page.
    pub before: Option<Cursor>,
}

// The cursor is `?2` and `?3`; the range ends before `?8`.
macro_rules! page_sql {
    ($after_cursor:literal, $order:literal) => {
        list_sql!(concat!(
            "WHERE c.id = ?1 AND ",
            $after_cursor,
            " AND (?4 = '[]' OR s.status IN (SELECT value FROM json_each(?4)))
              AND (?5 = '' OR instr(s.search_text, ?5) > 0 OR instr(s.search_text, ?10) > 0
                           OR instr(s.notes_search_text, ?5) > 0 OR instr(s.notes_search_text, ?10) > 0
                           OR EXISTS (SELECT 1 FROM transcripts t WHERE t.submission_id = s.id
                                         AND (instr(t.search_text, ?5) > 0 OR instr(t.search_text, ?10) > 0)))
              AND (?11 IS NULL OR (s.publication IS 'public') = ?11)
              AND (?12 = '' OR EXISTS (SELECT 1 FROM json_each(s.tags) WHERE value = ?12))
              AND (?6 = 0 OR s.hold IS NOT NULL)
              AND s.created_at >= ?7 AND s.created_at < ?8
            ORDER BY ",
            $order,
            " LIMIT ?9"
        ))
    };
}

/// Returns a page of a client's submissions, of `size` rows.
pub async fn page(db: &Db, client_id: &str, search: &Search, size: usize, now: i64) -> Result<Page<SubmissionSummary>> {
    let sql = match search.order {
        None | Some(SubmissionOrder::Newest) => {
            page_sql!("s.created_at <= ?2 AND (s.created_at < ?2 OR s.id > ?3)", "s.created_at DESC, s.id")
        }
        Some(SubmissionOrder::Oldest) => {
            page_sql!("s.created_at >= ?2 AND (s.created_at > ?2 OR s.id > ?3)", "s.created_at, s.id")
        }
    };
    let is_oldest_first = search.order == Some(SubmissionOrder::Oldest);
    let (at, id) = match &search.before {
        None if is_oldest_first => (i64::MIN >> 11, ""),
        before => Cursor::keyset(before.as_ref()),
    };
    let from = search.from.map_or(i64::MIN >> 11, start_of);
    let end = search.to.map_or(i64::MAX >> 11, |day| start_of(day).saturating_add(DAY_MS));
    let statuses = search.status.map_or(&[][..], SubmissionFilter::statuses);
    let is_public = match search.status {
        Some(SubmissionFilter::Published) => Some(true),
        Some(SubmissionFilter::Private) => Some(false),
        _ => None,
    };
    let [key, folded] = search_keys(&search.text);
    let query = Query::new(sql)
        .bind(client_id)
        .bind(at)
        .bind(id)
        .bind(&serde_json::to_string(statuses)?)
        .bind(&key)
        .bind(search.status == Some(SubmissionFilter::Held))
        .bind(from)
        .bind(end)
        .bind(limit_plus_one(size))
        .bind(&folded)
        .bind(is_public)
        .bind(&search.tag);
    let mut lines = db.all(query).await?;
    show_paused(db, client_id, &mut lines, now).await?;
    Ok(Page::split(lines, size))
}

/// The details of a submission beyond its list row.
#[derive(Deserialize)]
pub struct Details {
    pub drive_path: Option<String>,
    pub container: Container,
    pub frame_rate: Option<u32>,
    pub unwatermarked_reason: Option<RawReason>,
    pub error_message: Option<String>,
    pub text_version: String,
    #[serde(deserialize_with = "flag")]
    pub consent_data: bool,
    #[serde(deserialize_with = "flag")]
    pub consent_marketing: bool,
    pub given_at: i64,
    /// The business's name at that time.
    pub business: String,
    /// Submissions to this client from the same address.
    pub from_same_customer: u32,
    #[serde(deserialize_with = "flag")]
    pub counts_credits: bool,
    /// Start of the client's current month of credits.
    pub last_reset_date: Option<NaiveDate>,
    pub public_id: Option<String>,
    /// Of what is shown in public.
    pub poster_width: Option<u32>,
    pub poster_height: Option<u32>,
    pub publication_error: Option<String>,
    pub name_display: NameDisplay,
    pub name_limit: NameDisplay,
    pub note: String,
    pub withdrawn_at: Option<i64>,
    /// SHA-256 of the accepted video in hex, if known.
    pub sha256: Option<String>,
    /// UTC milliseconds.
    pub published_at: Option<i64>,
    #[serde(deserialize_with = "json")]
    pub consent_requests: Vec<ConsentRequestRow>,
}

impl Details {
    /// Returns the customer's consent, with the texts as far as they are known.
    #[must_use]
    pub fn consent(&self) -> ConsentRecord {
        let version = self.version();
        let asked_at = self.consent_requests.last().map(|request| request.asked_at);
        ConsentRecord {
            consent_data: self.consent_data,
            consent_marketing: self.consent_marketing,
            text_version: self.text_version.clone(),
            texts: texts(&self.text_version, &self.business),
            given_at: self.given_at,
            requests: self.consent_requests.iter().map(request).collect(),
            permits_editing: permits(version, Use::Edit),
            may_ask_from: may_ask_from(&AskFacts { version, asked_at, is_withdrawn: self.withdrawn_at.is_some() }),
        }
    }

    /// Version of the newest consent.
    fn version(&self) -> &str {
        let newest = self.consent_requests.iter().rev().find_map(ConsentRequestRow::agreed);
        newest.map_or(&self.text_version, |(_, _, version)| version)
    }
}

fn texts(version: &str, business: &str) -> Option<ConsentTexts> {
    let words = consent_texts(version, business)?;
    let explanation = words.explanation.map(str::to_owned);
    Some(ConsentTexts { data: words.data, marketing: words.marketing, explanation })
}

fn request(row: &ConsentRequestRow) -> ConsentRequest {
    let answer = row.agreed().map(|(given_at, business, version)| LaterConsent {
        given_at,
        text_version: version.to_owned(),
        texts: texts(version, business),
    });
    ConsentRequest { asked_at: row.asked_at, answer }
}

/// Returns a submission if it belongs to the client.
pub async fn details(db: &Db, client_id: &str, id: &str, now: i64) -> Result<Option<(SubmissionSummary, Details)>> {
    let query = Query::new(list_sql!("WHERE c.id = ?1 AND s.id = ?2"));
    let mut summary = db.first::<SubmissionSummary>(query.bind(client_id).bind(id)).await?;
    show_paused(db, client_id, summary.as_mut_slice(), now).await?;
    let Some(summary) = summary else { return Ok(None) };
    let query = Query::new(concat!(
        "SELECT s.drive_path, s.container, s.frame_rate, s.unwatermarked_reason, s.error_message, k.text_version,
                k.consent_data, k.consent_marketing, k.given_at, k.business, c.counts_credits, c.last_reset_date,
                s.public_id, s.name_display, s.name_limit, coalesce(p.width, s.poster_width) AS poster_width,
                coalesce(p.height, s.poster_height) AS poster_height, s.publication_error, s.note, k.withdrawn_at,
                s.sha256, s.published_at, ",
        consent_request::requests_sql!(),
        " AS consent_requests,
                (SELECT count(*) FROM submissions o
                  WHERE o.client_id = s.client_id AND o.customer_key = s.customer_key)
                  AS from_same_customer
           FROM submissions s JOIN consents k ON k.submission_id = s.id JOIN clients c ON c.id = s.client_id
           LEFT JOIN clips p ON p.id = s.public_clip
          WHERE s.client_id = ?1 AND s.id = ?2"
    ));
    let Some(details) = db.first(query.bind(client_id).bind(id)).await? else { return Ok(None) };
    Ok(Some((summary, details)))
}

/// Replaces the tags and the note of a client's submission. Returns whether it exists.
pub async fn set_notes(db: &Db, client_id: &str, id: &str, notes: &SubmissionNotes) -> Result<bool> {
    let query = Query::new(
        "UPDATE submissions SET tags = ?3, note = ?4, notes_search_text = ?5 WHERE id = ?1 AND client_id = ?2",
    );
    let tags = serde_json::to_string(&notes.tags)?;
    let query = query.bind(id).bind(client_id).bind(&tags).bind(&notes.note).bind(&notes.search_text());
    Ok(db.idempotent_change(query).await? > 0)
}

/// Returns the tags of a client's submissions.
pub async fn tags(db: &Db, client_id: &str) -> Result<Vec<String>> {
    let query = Query::new(
        "SELECT DISTINCT tag.value AS id FROM submissions s, json_each(s.tags) tag
          WHERE s.client_id = ?1 AND s.tags <> '[]' ORDER BY 1 LIMIT ?2",
    );
    db.ids(query.bind(client_id).bind(TAGS_SHOWN)).await
}

/// A row of a folder page.
#[derive(Deserialize)]
pub struct FolderEntry {
    pub id: String,
    pub customer_name: String,
    /// 0 if unknown.
    pub duration_ms: u64,
    pub created_at: i64,
    /// Path below the client's folder.
    pub drive_path: String,
    /// Size in bytes.
    pub size_bytes: u64,
    /// Why the video is raw, if it is.
    pub unfinished: Option<RawReason>,
    /// Whether the video lacks its client's watermark.
    #[serde(deserialize_with = "flag")]
    pub unwatermarked: bool,
    #[serde(deserialize_with = "flag")]
    pub has_poster: bool,
    /// Whether its drive has no usable credential any more.
    #[serde(deserialize_with = "flag")]
    pub is_away: bool,
}

impl Keyed for FolderEntry {
    fn key(&self) -> (i64, &str) {
        (self.created_at, &self.id)
    }
}

/// Returns a page of a client's delivered videos.
pub async fn folder(db: &Db, client_id: &str, before: Option<&Cursor>) -> Result<Page<FolderEntry>> {
    let query = Query::new(concat!(
        "SELECT s.id, s.customer_name, s.duration_ms, s.created_at, s.drive_path, s.size_bytes, s.unfinished, s.unwatermarked,
                s.poster IS NOT NULL AS has_poster, d.id IS NOT NULL AND ",
        has_ended_sql!("d"),
        " AS is_away
           FROM submissions s LEFT JOIN drive_connections d ON d.id = s.drive_connection_id
          WHERE s.client_id = ?1 AND s.drive_path IS NOT NULL AND s.created_at <= ?2
            AND (s.created_at < ?2 OR s.id > ?3)
          ORDER BY s.created_at DESC, s.id LIMIT ?4"
    ));
    let (at, id) = Cursor::keyset(before);
    let rows = db.all(query.bind(client_id).bind(at).bind(id).bind(limit_plus_one(FOLDER_ROWS))).await?;
    Ok(Page::split(rows, FOLDER_ROWS))
}
