//! Submissions as a client's portal and its folder's page list them.

use domain::api::client::{RECENT_DAYS, RECENT_MOST, SubmissionLine};
use domain::limits::SUBMISSIONS_PER_PAGE;
use serde::Deserialize;

use crate::error::{Error, Result};
use crate::store::db::{Db, Query};
use crate::store::place::{Place, cut, one_more};
use crate::store::submission::Marks;

#[derive(Deserialize)]
struct Row {
    playable: u8,
    unwatermarked: u8,
    #[serde(flatten)]
    rest: serde_json::Map<String, serde_json::Value>,
}

impl Row {
    fn line(mut self) -> Result<SubmissionLine> {
        self.rest.insert("playable".into(), (self.playable != 0).into());
        self.rest.insert("unwatermarked".into(), (self.unwatermarked != 0).into());
        Ok(serde_json::from_value(self.rest.into())?)
    }
}

// The client first: its row is then read once, not once for each submission.
macro_rules! list_sql {
    ($condition:literal) => {
        concat!(
            "SELECT s.id, s.customer_name, s.customer_email, s.status, s.created_at, s.duration_ms, s.size_bytes,
                    s.drive_path IS NOT NULL AS playable, s.unwatermarked, s.unfinished, c.company_name, c.contact_name
               FROM clients c CROSS JOIN submissions s ON s.client_id = c.id ",
            $condition
        )
    };
}

/// The newest submissions of the last days.
///
/// # Errors
/// When the database fails.
pub async fn recent(db: &Db, client_id: &str, now: i64) -> Result<Vec<SubmissionLine>> {
    let query =
        Query::new(list_sql!("WHERE c.id = ?1 AND s.created_at > ?2 ORDER BY s.created_at DESC, s.id LIMIT ?3"));
    let since = now.saturating_sub(RECENT_DAYS.saturating_mul(24 * 60 * 60 * 1000));
    let rows: Vec<Row> = db.all(query.bind(client_id).bind(since).bind(RECENT_MOST)).await?;
    rows.into_iter().map(Row::line).collect()
}

/// What is looked for.
#[derive(Default)]
pub struct Search {
    /// In names and addresses; empty finds all.
    pub text: String,
    /// `processed`, `pending`, `failed`, or empty for all.
    pub status: String,
    /// Where the page begins.
    pub before: Option<Place>,
}

/// A page of a client's submissions, newest first, and where the next one begins.
///
/// # Errors
/// When the database fails.
pub async fn page(db: &Db, client_id: &str, search: &Search) -> Result<(Vec<SubmissionLine>, Option<Place>)> {
    let statuses: &[&str] = match search.status.as_str() {
        "" => &[],
        "processed" => &["processed"],
        "pending" => &["pending", "awaiting_drive_upload"],
        "failed" => &["failed", "drive_upload_failed"],
        _ => return Err(Error::Malformed("There is no such status.")),
    };
    let query = Query::new(list_sql!(
        "WHERE c.id = ?1 AND s.created_at <= ?2 AND (s.created_at < ?2 OR s.id > ?3)
           AND (?4 = '[]' OR s.status IN (SELECT value FROM json_each(?4)))
           AND (?5 = '' OR instr(s.search_text, ?5) > 0)
         ORDER BY s.created_at DESC, s.id LIMIT ?6"
    ));
    let (at, id) = Place::bounds(search.before.as_ref());
    let text = search.text.trim().to_lowercase();
    let statuses = serde_json::to_string(statuses)?;
    let query =
        query.bind(client_id).bind(at).bind(id).bind(&statuses).bind(&text).bind(one_more(SUBMISSIONS_PER_PAGE));
    let rows: Vec<Row> = db.all(query).await?;
    let mut lines = rows.into_iter().map(Row::line).collect::<Result<Vec<_>>>()?;
    let next = cut(&mut lines, SUBMISSIONS_PER_PAGE, |line| (line.created_at, &line.id));
    Ok((lines, next))
}

/// What one submission has beyond its line.
#[derive(Deserialize)]
pub struct Details {
    /// Where it stands in the folder.
    pub drive_path: Option<String>,
    /// `mp4`, `mov` or `webm`.
    pub container: String,
    /// Why it failed.
    pub error_message: Option<String>,
    /// The version of the consent texts.
    pub text_version: String,
    /// Both boxes.
    pub consent_data: u8,
    /// Both boxes.
    pub consent_marketing: u8,
    /// When.
    pub given_at: i64,
    /// The business's name, as it was then.
    pub business: String,
    /// Submissions of this client from the same address.
    pub from_same_customer: u32,
}

/// One submission of a client; nothing where there is none, or it is another client's.
///
/// # Errors
/// When the database fails.
pub async fn one(db: &Db, client_id: &str, id: &str) -> Result<Option<(SubmissionLine, Details)>> {
    let query = Query::new(list_sql!("WHERE c.id = ?1 AND s.id = ?2"));
    let Some(row) = db.first::<Row>(query.bind(client_id).bind(id)).await? else { return Ok(None) };
    let query = Query::new(
        "SELECT s.drive_path, s.container, s.error_message, k.text_version, k.consent_data, k.consent_marketing,
                k.given_at, k.business,
                (SELECT count(*) FROM submissions o
                  WHERE o.client_id = s.client_id AND o.customer_key = s.customer_key)
                  AS from_same_customer
           FROM submissions s JOIN consents k ON k.submission_id = s.id WHERE s.client_id = ?1 AND s.id = ?2",
    );
    let Some(details) = db.first(query.bind(client_id).bind(id)).await? else { return Ok(None) };
    Ok(Some((row.line()?, details)))
}

/// One line of a folder page.
#[derive(Deserialize)]
pub struct FolderEntry {
    /// The submission.
    pub id: String,
    /// When it came.
    pub created_at: i64,
    /// Where it stands below the client's folder.
    pub drive_path: String,
    /// Its size in bytes.
    pub size_bytes: u64,
    /// How the video came.
    #[serde(flatten)]
    pub marks: Marks,
}

/// The newest delivered videos of a client, or those before a place.
///
/// # Errors
/// When the database fails.
pub async fn folder(db: &Db, client_id: &str, before: Option<&Place>, most: u32) -> Result<Vec<FolderEntry>> {
    let query = Query::new(
        "SELECT id, created_at, drive_path, size_bytes, unfinished, unwatermarked FROM submissions
          WHERE client_id = ?1 AND drive_path IS NOT NULL AND created_at <= ?2 AND (created_at < ?2 OR id > ?3)
          ORDER BY created_at DESC, id LIMIT ?4",
    );
    let (at, id) = Place::bounds(before);
    db.all(query.bind(client_id).bind(at).bind(id).bind(most)).await
}
