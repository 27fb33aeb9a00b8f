//! `transcripts` and `transcription_days`.

use domain::api::operations::TranscriptionDay;
use domain::clip::Recipe;
use domain::comparable::search_text;
use domain::drive::DriveProvider;
use domain::job::JobType;
use domain::publication::UNKNOWN_SHAPE;
use domain::row::{flag, json};
use domain::transcript::cues::{Cue, cues};
use domain::transcript::cuts::CueCuts;
use domain::transcript::quote::Quote;
use domain::transcript::{Facts, Transcript, TranscriptStatus, Word};
use serde::Deserialize;

use crate::error::Result;
use crate::store::db::{Db, Query};
use crate::store::platform::job;

/// Version of the newest consent to submission `s`, whose first one is `k`.
macro_rules! version_sql {
    () => {
        "coalesce((SELECT r.text_version FROM consent_requests r WHERE r.submission_id = s.id AND r.agreed_at IS NOT NULL),
                  k.text_version) AS consent_version"
    };
}
pub(super) use version_sql;

/// A submission with the transcript of its film.
#[derive(Deserialize)]
pub struct TranscriptRow {
    /// State; `None` if there is no transcript.
    pub status: Option<TranscriptStatus>,
    pub reason: Option<String>,
    language: Option<String>,
    #[serde(deserialize_with = "json")]
    words: Vec<Word>,
    pub version: Option<u32>,
    pub made_at: Option<i64>,
    pub checked_at: Option<i64>,
    #[serde(deserialize_with = "json")]
    pub quote: Option<Quote>,
    #[serde(deserialize_with = "json")]
    pub cuts: CueCuts,
    duration_ms: u64,
    poster_width: Option<u32>,
    poster_height: Option<u32>,
    consent_version: String,
    #[serde(deserialize_with = "flag")]
    is_withdrawn: bool,
    #[serde(deserialize_with = "flag")]
    transcribes: bool,
    /// Whether the film is in a drive.
    #[serde(deserialize_with = "flag")]
    pub has_film: bool,
}

impl TranscriptRow {
    /// The words, which are none if there is no transcript.
    #[must_use]
    pub fn transcript(&self) -> Transcript {
        Transcript { language: self.language.clone().unwrap_or_default(), words: self.words.clone() }
    }

    /// Duration of the film in milliseconds.
    #[must_use]
    pub fn film_ms(&self) -> u32 {
        film_ms(self.duration_ms)
    }

    /// The captions.
    #[must_use]
    pub fn cues(&self) -> Vec<Cue> {
        let (width, height) = self.poster_width.zip(self.poster_height).unwrap_or(UNKNOWN_SHAPE);
        cues(&self.transcript(), &self.cuts, self.film_ms(), height > width)
    }

    /// Returns the row as that of a clip: what was cut off is in neither words nor quote (INV65).
    #[must_use]
    pub fn of_clip(mut self, recipe: &Recipe, (width, height): (u32, u32)) -> Self {
        let of_film = self.transcript();
        self.quote = self.quote.as_ref().and_then(|quote| recipe.quote(quote, &of_film));
        self.cuts = recipe.cuts(&self.cuts, &of_film);
        self.words = recipe.transcript(&of_film).words;
        self.duration_ms = recipe.duration_ms().into();
        (self.poster_width, self.poster_height) = (Some(width), Some(height));
        self
    }

    /// The facts on which it depends whether the film is transcribed.
    #[must_use]
    pub fn facts(&self, is_set_up: bool) -> Facts<'_> {
        let Self { consent_version, is_withdrawn, transcribes, .. } = self;
        Facts { consent_version, is_withdrawn: *is_withdrawn, is_set_up, is_switched_on: *transcribes }
    }
}

/// Returns a duration, which is stored as 0 if it is unknown.
fn film_ms(stored: u64) -> u32 {
    if stored == 0 { u32::MAX } else { u32::try_from(stored).unwrap_or(u32::MAX) }
}

macro_rules! row_sql {
    ($condition:literal) => {
        concat!(
            "SELECT t.status, t.reason, t.language, t.words, t.version, t.made_at, t.checked_at, t.quote, t.cuts, s.duration_ms,
                    s.poster_width, s.poster_height, c.transcribes, k.withdrawn_at IS NOT NULL AS is_withdrawn,
                    s.drive_path IS NOT NULL AS has_film, ",
            version_sql!(),
            " FROM submissions s JOIN clients c ON c.id = s.client_id JOIN consents k ON k.submission_id = s.id
              LEFT JOIN transcripts t ON t.submission_id = s.id WHERE s.id = :id AND ",
            $condition
        )
    };
}

/// Returns a client's submission with its transcript.
pub async fn of_client(db: &Db, client_id: &str, id: &str) -> Result<Option<TranscriptRow>> {
    db.first(Query::new(row_sql!("s.client_id = :client_id")).named("id", id).named("client_id", client_id)).await
}

/// Whether a client has transcriptions left, of which it has as many as credits. `since`: when its month began.
pub async fn has_left(db: &Db, client_id: &str, since: i64) -> Result<bool> {
    let query = Query::new(
        "SELECT 1 FROM clients c WHERE c.id = ?1 AND (c.counts_credits = 0 OR c.credits_per_month >
           (SELECT coalesce(sum(t.calls), 0) FROM submissions s JOIN transcripts t ON t.submission_id = s.id
             WHERE s.client_id = c.id AND s.created_at > ?2))",
    );
    db.has_row(query.bind(client_id).bind(since)).await
}

/// Returns a submission with its transcript, if that has words.
pub async fn with_words(db: &Db, id: &str) -> Result<Option<TranscriptRow>> {
    db.first(Query::new(row_sql!("t.status = 'done' AND t.words <> '[]'")).named("id", id)).await
}

/// Returns a submission with its transcript or without.
pub async fn of_submission(db: &Db, id: &str) -> Result<Option<TranscriptRow>> {
    db.first(Query::new(row_sql!("TRUE")).named("id", id)).await
}

/// Has a submission that is delivered in this transaction transcribed. It is not for the demo, which is deleted soon.
pub fn begin_with_delivery(id: &str, job_id: &str, now: i64) -> Result<[Query; 2]> {
    let row = Query::new(
        "INSERT INTO transcripts (submission_id, status)
         SELECT s.id, 'waiting' FROM submissions s JOIN clients c ON c.id = s.client_id
          WHERE s.id = ?1 AND s.delivered_at = ?2 AND c.is_demo = 0 AND c.transcribes = 1 ON CONFLICT DO NOTHING",
    );
    Ok([row.bind(id).bind(now), job::insert_once_after_change(job_id, JobType::Transcribe, id, &(), now)?])
}

/// Has a submission of a client transcribed that has no transcript, or whose last attempt gave none.
pub fn begin_again(client_id: &str, id: &str, job_id: &str, now: i64) -> Result<Vec<Query>> {
    let row = Query::new(
        "INSERT INTO transcripts (submission_id, status)
         SELECT s.id, 'waiting' FROM submissions s WHERE s.id = ?1 AND s.client_id = ?2 AND s.drive_path IS NOT NULL
         ON CONFLICT DO UPDATE SET status = 'waiting', reason = NULL WHERE status IN ('failed', 'silent')",
    );
    Ok(vec![row.bind(id).bind(client_id), job::insert_once_after_change(job_id, JobType::Transcribe, id, &(), now)?])
}

/// A submission that waits to be transcribed.
#[derive(Deserialize)]
pub struct Source {
    pub client_id: String,
    pub company_name: String,
    pub drive_path: String,
    pub drive: Option<DriveProvider>,
    pub drive_connection_id: Option<String>,
    pub size_bytes: u64,
    /// 0 if unknown.
    pub duration_ms: u64,
    pub consent_version: String,
    #[serde(deserialize_with = "flag")]
    pub is_withdrawn: bool,
}

impl Source {
    /// Duration of the film in milliseconds.
    #[must_use]
    pub fn film_ms(&self) -> u32 {
        film_ms(self.duration_ms)
    }
}

/// Returns a submission that waits to be transcribed and is in a drive.
pub async fn source(db: &Db, id: &str) -> Result<Option<Source>> {
    let query = Query::new(concat!(
        "SELECT s.client_id, c.company_name, s.drive_path, s.drive, s.drive_connection_id, s.size_bytes, s.duration_ms,
                k.withdrawn_at IS NOT NULL AS is_withdrawn, ",
        version_sql!(),
        " FROM transcripts t JOIN submissions s ON s.id = t.submission_id JOIN clients c ON c.id = s.client_id
          JOIN consents k ON k.submission_id = s.id
          WHERE t.submission_id = ?1 AND t.status = 'waiting' AND s.drive_path IS NOT NULL"
    ));
    db.first(query.bind(id)).await
}

/// Counts a call of the engine before it is made. Returns whether the submission still waits for it.
pub async fn count_call(db: &Db, id: &str, day: &str, microdollars: u32) -> Result<bool> {
    let counted =
        Query::new("UPDATE transcripts SET calls = calls + 1 WHERE submission_id = ?1 AND status = 'waiting'");
    let day = Query::new(
        "INSERT INTO transcription_days (day, calls, microdollars) SELECT ?1, 1, ?2 WHERE changes() = 1
         ON CONFLICT (day) DO UPDATE SET calls = calls + 1, microdollars = microdollars + excluded.microdollars",
    )
    .bind(day)
    .bind(microdollars);
    Ok(db.transaction(vec![counted.bind(id), day]).await?.first() == Some(&1))
}

/// Records the words of a waiting submission; without words it is silent. No-op if somebody has typed some meanwhile.
pub async fn record(db: &Db, id: &str, transcript: &Transcript, now: i64) -> Result<()> {
    let status = if transcript.words.is_empty() { TranscriptStatus::Silent } else { TranscriptStatus::Done };
    let query = Query::new(
        "UPDATE transcripts SET status = ?2, reason = NULL, language = ?3, words = ?4, search_text = ?5, made_at = ?6,
                                version = version + 1 WHERE submission_id = ?1 AND status = 'waiting'",
    )
    .bind(id)
    .bind(status.as_str())
    .bind(&transcript.language)
    .bind(&serde_json::to_string(&transcript.words)?)
    .bind(&search_text(&transcript.text()))
    .bind(now);
    db.idempotent_change(query).await.map(drop)
}

/// Records why a job's submission could not be transcribed.
#[must_use]
pub fn record_failure(job_id: &str, reason: &str) -> Query {
    Query::new(
        "UPDATE transcripts SET status = 'failed', reason = ?2
          WHERE submission_id = (SELECT subject_id FROM job_queue WHERE id = ?1) AND status = 'waiting'",
    )
    .bind(job_id)
    .bind(reason)
}

/// Replaces the words of a client's submission, its quote and its cuts, or adds the first ones if `version` is 0. Returns whether
/// the version is the current one.
pub async fn replace(
    db: &Db,
    (client_id, id): (&str, &str),
    transcript: &Transcript,
    (quote, cuts): (Option<&Quote>, &CueCuts),
    (version, now): (u32, i64),
) -> Result<bool> {
    let query = Query::new(
        "INSERT INTO transcripts (submission_id, status, language, words, search_text, version, made_at, quote, cuts)
         SELECT s.id, 'done', :language, :words, :search_text, :version + 1, :now, :quote, :cuts FROM submissions s
          WHERE s.id = :id AND s.client_id = :client_id
            AND (:version = 0 OR EXISTS (SELECT 1 FROM transcripts WHERE submission_id = :id))
         ON CONFLICT DO UPDATE SET status = 'done', reason = NULL, language = :language, words = :words,
                                   search_text = :search_text, version = version + 1, quote = :quote, cuts = :cuts,
                                   made_at = coalesce(made_at, :now) WHERE version = :version",
    )
    .named("id", id)
    .named("client_id", client_id)
    .named("language", &transcript.language)
    .named("words", &serde_json::to_string(&transcript.words)?)
    .named("search_text", &search_text(&transcript.text()))
    .named("version", version)
    .named("now", now)
    .named("quote", quote.map(serde_json::to_string).transpose()?.as_deref())
    .named("cuts", &serde_json::to_string(cuts)?);
    Ok(db.change(query).await? == 1)
}

/// Replaces the quote of a submission. Returns whether the version is the current one.
pub async fn set_quote(db: &Db, id: &str, quote: Option<&Quote>, version: u32) -> Result<bool> {
    let query = Query::new(
        "UPDATE transcripts SET quote = ?3, version = version + 1 WHERE submission_id = ?1 AND version = ?2",
    );
    let quote = quote.map(serde_json::to_string).transpose()?;
    Ok(db.change(query.bind(id).bind(version).bind(quote.as_deref())).await? == 1)
}

/// Replaces where the captions of a submission begin. Returns whether the version is the current one.
pub async fn set_cuts(db: &Db, id: &str, cuts: &CueCuts, version: u32) -> Result<bool> {
    let query = Query::new(
        "UPDATE transcripts SET cuts = ?3, version = version + 1 WHERE submission_id = ?1 AND version = ?2 AND status = 'done'",
    );
    Ok(db.change(query.bind(id).bind(version).bind(&serde_json::to_string(cuts)?)).await? == 1)
}

/// Marks the captions of a submission as checked at a time, or as not checked. Returns whether the version is the
/// current one.
pub async fn set_checked(db: &Db, id: &str, checked_at: Option<i64>, version: u32) -> Result<bool> {
    let query = Query::new(
        "UPDATE transcripts SET checked_at = ?3 WHERE submission_id = ?1 AND version = ?2 AND status = 'done'",
    );
    Ok(db.idempotent_change(query.bind(id).bind(version).bind(checked_at)).await? == 1)
}

/// Switches on or off whether a client's new submissions are transcribed.
#[must_use]
pub fn switch(client_id: &str, transcribes: bool) -> Query {
    Query::new("UPDATE clients SET transcribes = ?2 WHERE id = ?1 AND transcribes <> ?2")
        .bind(client_id)
        .bind(transcribes)
}

/// Returns the calls of the engine by day since a day, the latest first.
pub async fn days(db: &Db, since: &str) -> Result<Vec<TranscriptionDay>> {
    let query = Query::new("SELECT day, calls, microdollars FROM transcription_days WHERE day >= ?1 ORDER BY day DESC");
    db.all(query.bind(since)).await
}
