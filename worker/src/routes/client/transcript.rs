//! Transcripts of a client's submissions: making, correcting, quoting and checking them.

use domain::api::transcripts::{CheckChange, CueChange, QuoteChange, TranscriptChange, TranscriptView, Transcription};
use domain::audit::AuditAction;
use domain::retention::DAY_MS;
use domain::transcript::cuts::CueCuts;
use domain::transcript::edit::edit;
use domain::transcript::language::primary_tag;
use domain::transcript::quote::Quote;
use domain::transcript::{PAGE_LANGUAGE, TranscriptStatus, obstacle};
use worker::Response;

use crate::answer::Empty;
use crate::app::App;
use crate::auth::guard::ClientUser;
use crate::error::{Error, Result, invalid, refusal};
use crate::integrations::transcriber::Transcriber;
use crate::queue;
use crate::routes::public::testimonial::private_captions;
use crate::store::platform::audit::Entry;
use crate::store::submissions::transcript::{self, TranscriptRow};

/// A press that can begin nothing.
pub const NOT_TRANSCRIBABLE: Error =
    refusal!(409, "not_transcribable", "This video cannot be transcribed now. You can type what was said.");
/// As many calls as the client has credits in a month.
pub const NO_TRANSCRIPTIONS_LEFT: Error =
    refusal!(409, "no_transcriptions_left", "This month's transcriptions are used up. You can type what was said.");
/// Captions need the customer's consent.
pub const CAPTIONS_NOT_ALLOWED: Error =
    refusal!(409, "captions_not_allowed", "The customer has not agreed to captions. Please ask the customer first.");

/// Time in which the calls of the engine are counted against a client's credits.
const MONTH_MS: i64 = 31 * DAY_MS;

/// `GET /api/client/{client}/submissions/{id}/transcript`.
pub async fn get(app: &App, ClientUser { client_id, .. }: ClientUser, id: &str) -> Result<TranscriptView> {
    Ok(view(app, &load(app, &client_id, id).await?))
}

/// `GET /api/client/{client}/submissions/{id}/captions.vtt`.
pub async fn captions(app: &App, ClientUser { client_id, .. }: ClientUser, id: &str) -> Result<Response> {
    load_for_captions(app, &client_id, id).await?;
    private_captions(app, id).await
}

/// `POST /api/client/{client}/submissions/{id}/transcript`.
pub async fn begin(app: &App, ClientUser { client_id, .. }: ClientUser, id: &str) -> Result<TranscriptView> {
    let row = load(app, &client_id, id).await?;
    // The switch is about new submissions; a press is a wish for this one.
    let facts = domain::transcript::Facts { is_switched_on: true, ..row.facts(Transcriber::of(app).is_some()) };
    let has_words = row.status == Some(TranscriptStatus::Done);
    if obstacle(&facts).is_some() || has_words || !row.has_film {
        return Err(NOT_TRANSCRIBABLE);
    }
    if !transcript::has_left(&app.db, &client_id, app.now.saturating_sub(MONTH_MS)).await? {
        return Err(NO_TRANSCRIPTIONS_LEFT);
    }
    let job_id = uuid::Uuid::new_v4().to_string();
    let changes = app.db.transaction(transcript::begin_again(&client_id, id, &job_id, app.now)?).await?;
    if changes.get(1) == Some(&1) {
        queue::enqueue(app, &job_id).await;
    }
    Ok(view(app, &load(app, &client_id, id).await?))
}

/// `PUT /api/client/{client}/submissions/{id}/transcript`.
pub async fn put(
    app: &App,
    ClientUser { client_id, .. }: ClientUser,
    id: &str,
    TranscriptChange { text, language, version }: TranscriptChange,
) -> Result<TranscriptView> {
    let row = load_for_captions(app, &client_id, id).await?;
    let mut before = row.transcript();
    if row.version.unwrap_or(0) != version {
        return Err(Error::STALE);
    }
    if let Some(tag) = language {
        let no_language = || invalid([("language", "Please choose a language.")]);
        before.language = primary_tag(&tag).ok_or_else(no_language)?;
    } else if before.language.is_empty() {
        before.language = PAGE_LANGUAGE.to_owned();
    }
    let edited = edit(&before, &text, row.film_ms()).map_err(|problem| invalid([("text", problem)]))?;
    let quote = row.quote.as_ref().and_then(|quote| edited.quote(quote));
    let made_of_words = (quote.as_ref(), &edited.cuts(&row.cuts));
    let versioned = (version, app.now);
    if !transcript::replace(&app.db, (&client_id, id), &edited.transcript, made_of_words, versioned).await? {
        return Err(Error::STALE);
    }
    Ok(view(app, &load(app, &client_id, id).await?))
}

/// `PUT /api/client/{client}/submissions/{id}/transcript/quote`.
pub async fn put_quote(
    app: &App,
    ClientUser { client_id, .. }: ClientUser,
    id: &str,
    QuoteChange { ranges, version }: QuoteChange,
) -> Result<TranscriptView> {
    let row = load_for_captions(app, &client_id, id).await?;
    if row.version != Some(version) {
        return Err(Error::STALE);
    }
    let quote = if ranges.is_empty() {
        None
    } else {
        let stretches = ranges.iter().map(|range| range.words()).collect();
        let no_quote = || invalid([("ranges", "Please choose one or two stretches of words.")]);
        Some(Quote::of(stretches, &row.transcript()).ok_or_else(no_quote)?)
    };
    if !transcript::set_quote(&app.db, id, quote.as_ref(), version).await? {
        return Err(Error::STALE);
    }
    Ok(view(app, &load(app, &client_id, id).await?))
}

/// `PUT /api/client/{client}/submissions/{id}/transcript/cues`.
pub async fn put_cues(
    app: &App,
    ClientUser { client_id, .. }: ClientUser,
    id: &str,
    CueChange { cuts: CueCuts { breaks, joins }, version }: CueChange,
) -> Result<TranscriptView> {
    let row = load_for_captions(app, &client_id, id).await?;
    if row.version != Some(version) {
        return Err(Error::STALE);
    }
    let no_places = || invalid([("cuts", "Please choose places between two words, each once.")]);
    let cuts = CueCuts::of(breaks, joins, row.transcript().words.len()).ok_or_else(no_places)?;
    if !transcript::set_cuts(&app.db, id, &cuts, version).await? {
        return Err(Error::STALE);
    }
    Ok(view(app, &load(app, &client_id, id).await?))
}

/// `PUT /api/client/{client}/submissions/{id}/transcript/check`.
pub async fn put_check(
    app: &App,
    ClientUser { client_id, .. }: ClientUser,
    id: &str,
    CheckChange { is_checked, version }: CheckChange,
) -> Result<TranscriptView> {
    load_for_captions(app, &client_id, id).await?;
    if !transcript::set_checked(&app.db, id, is_checked.then_some(app.now), version).await? {
        return Err(Error::STALE);
    }
    Ok(view(app, &load(app, &client_id, id).await?))
}

/// `PATCH /api/client/{client}/transcription`.
pub async fn switch(app: &App, user: ClientUser, Transcription { transcribes }: Transcription) -> Result<Empty> {
    let mut statements = vec![transcript::switch(&user.client_id, transcribes)];
    if let Some(admin) = user.user.admin() {
        let action = AuditAction::TranscriptionChange;
        let entry = Entry::switch(action, &user.client_id, &user.company_name, "transcribes", transcribes);
        statements.push(entry.query_after_change(admin, app.now));
    }
    app.db.transaction(statements).await?;
    Ok(Empty {})
}

async fn load(app: &App, client_id: &str, id: &str) -> Result<TranscriptRow> {
    transcript::of_client(&app.db, client_id, id).await?.ok_or_else(|| Error::not_found("Submission"))
}

async fn load_for_captions(app: &App, client_id: &str, id: &str) -> Result<TranscriptRow> {
    let row = load(app, client_id, id).await?;
    let forbidden = obstacle(&row.facts(true)).is_some_and(domain::transcript::TranscriptObstacle::forbids_captions);
    if forbidden { Err(CAPTIONS_NOT_ALLOWED) } else { Ok(row) }
}

fn view(app: &App, row: &TranscriptRow) -> TranscriptView {
    let transcript = row.transcript();
    TranscriptView {
        obstacle: obstacle(&row.facts(Transcriber::of(app).is_some())),
        status: row.status,
        reason: row.reason.clone(),
        cues: row.cues().into_iter().map(Into::into).collect(),
        quote_text: row.quote.as_ref().and_then(|quote| quote.text(&transcript)),
        quote: row.quote.clone(),
        cuts: row.cuts.clone(),
        language: transcript.language,
        words: transcript.words,
        version: row.version.unwrap_or(0),
        made_at: row.made_at,
        checked_at: row.checked_at,
    }
}
