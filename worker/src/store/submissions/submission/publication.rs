//! Publications of submissions, and `ended_publications`.

use domain::audit::AuditAction;
use domain::client::ClientStatus;
use domain::clip::Recipe;
use domain::drive::DriveProvider;
use domain::publication::{self, NameDisplay, PublicationStatus, UNKNOWN_SHAPE, UNPUBLISHED_COPY_MS};
use domain::row::{flag, json};
use domain::subscription;
use media_wasm::probe::Container;
use serde::Deserialize;

use crate::error::Result;
use crate::files::{POSTERS, PUBLIC};
use crate::store::db::{Db, Query};
use crate::store::platform::{audit, object_removal};
use crate::store::submissions::{erasure_note, upload};

/// A submission that has a public id, with what its public addresses show.
#[derive(Deserialize)]
pub struct PublicationRow {
    /// The submission's id.
    pub id: String,
    publication: PublicationStatus,
    /// Key of the film in the bucket: of its copy, or of the clip in its place.
    pub film: Option<String>,
    /// The clip that is shown in place of the film; everything else here is the clip's then.
    pub clip_id: Option<String>,
    /// How that is made.
    #[serde(deserialize_with = "json")]
    pub recipe: Option<Recipe>,
    /// UTC milliseconds.
    pub published_at: i64,
    customer_name: String,
    name_display: NameDisplay,
    name_limit: NameDisplay,
    /// 0 if unknown.
    pub duration_ms: u64,
    pub size_bytes: u64,
    pub container: Container,
    /// Key of the poster below `posters/`.
    pub poster: Option<String>,
    width: Option<u32>,
    height: Option<u32>,
    pub company_name: String,
    pub logo_url: Option<String>,
    pub custom_slug: String,
    client_status: ClientStatus,
    cancelled_at: Option<i64>,
    unpaid_since: Option<i64>,
    /// Whether search engines may list it.
    #[serde(deserialize_with = "flag")]
    pub is_listed: bool,
}

impl PublicationRow {
    /// The customer's name as it is shown; `None` if it is not.
    #[must_use]
    pub fn name(&self) -> Option<String> {
        publication::shown_name(&self.customer_name, self.name_display, self.name_limit)
    }

    /// Width and height of the film in pixels, or of its shape. Assumed to be a phone's if there is no poster.
    #[must_use]
    pub fn size(&self) -> (u32, u32) {
        self.width.zip(self.height).unwrap_or(UNKNOWN_SHAPE)
    }

    /// The facts that decide whether it is public.
    #[must_use]
    pub fn facts(&self) -> publication::Facts {
        publication::Facts {
            publication: self.publication,
            client: self.client_status,
            plan: subscription::Facts { unpaid_since: self.unpaid_since, cancelled_at: self.cancelled_at },
        }
    }
}

macro_rules! row_sql {
    ($publication:literal, $published_at:literal, $condition:literal) => {
        concat!(
            "SELECT s.id, ",
            $publication,
            " AS publication, iif(p.id IS NULL, 'public/' || s.public_copy, 'clips/' || p.film) AS film, p.id AS clip_id, p.recipe, ",
            $published_at,
            " AS published_at, s.customer_name, s.name_display, s.name_limit,
                iif(p.id IS NULL, s.duration_ms, p.duration_ms) AS duration_ms,
                iif(p.id IS NULL, s.size_bytes, p.size_bytes) AS size_bytes,
                iif(p.id IS NULL, s.container, 'mp4') AS container, iif(p.id IS NULL, s.poster, p.poster) AS poster,
                iif(p.id IS NULL, s.poster_width, p.width) AS width, iif(p.id IS NULL, s.poster_height, p.height) AS height,
                c.company_name, c.logo_url, c.custom_slug,
                c.status AS client_status, c.cancelled_at, c.is_listed,
                (SELECT unpaid_since FROM subscriptions p WHERE p.id = c.subscription_id) AS unpaid_since
           FROM submissions s CROSS JOIN clients c ON c.id = s.client_id LEFT JOIN clips p ON p.id = s.public_clip WHERE ",
            $condition
        )
    };
}

/// Returns the submission with a public id. Whether it is public, `domain::publication` decides.
pub async fn by_public_id(db: &Db, public_id: &str) -> Result<Option<PublicationRow>> {
    db.first(Query::new(row_sql!("s.publication", "s.published_at", "s.public_id = ?1")).bind(public_id)).await
}

/// Returns a client's submission as if it were published now, unless it is on hold or its consent was withdrawn.
pub async fn preview(db: &Db, client_id: &str, id: &str, now: i64) -> Result<Option<PublicationRow>> {
    let query = Query::new(row_sql!(
        "'unpublished'",
        "coalesce(s.published_at, ?3)",
        "s.id = ?1 AND s.client_id = ?2 AND s.hold IS NULL AND s.publication IS NOT 'withdrawn'"
    ));
    db.first(query.bind(id).bind(client_id).bind(now)).await
}

/// Whether a public id was given to a testimonial that has been withdrawn or erased.
pub async fn has_ended(db: &Db, public_id: &str) -> Result<bool> {
    db.has_row(Query::new("SELECT 1 FROM ended_publications WHERE public_id = ?1").bind(public_id)).await
}

/// Whether a submission has a copy that is not being removed.
macro_rules! has_copy_sql {
    () => {
        "public_copy IS NOT NULL
         AND NOT EXISTS (SELECT 1 FROM object_removals WHERE key = 'public/' || public_copy AND began = 1)"
    };
}

/// Publishes a submission of a client, unless it is on hold, its consent was withdrawn or its video is gone. Without a
/// copy it waits for one. The first publication gives it the public id; undoing an unpublishing leaves its date.
/// [`cancel_copy_removal`] belongs to the same transaction.
#[must_use]
pub fn publish(client_id: &str, id: &str, public_id: &str, now: i64) -> Query {
    Query::new(concat!(
        "UPDATE submissions SET publication = iif(",
        has_copy_sql!(),
        ", 'public', 'copying'), public_copy = iif(",
        has_copy_sql!(),
        ", public_copy, NULL), public_id = coalesce(public_id, :public_id), publication_error = NULL,
                                published_at = iif(publication = 'unpublished' AND ",
        has_copy_sql!(),
        ", published_at, :now)
          WHERE id = :id AND client_id = :client_id AND (publication IS NULL OR publication IN ('failed', 'unpublished'))
            AND hold IS NULL AND (",
        has_copy_sql!(),
        " OR drive_path IS NOT NULL OR status IN ('awaiting_drive_upload', 'drive_upload_failed'))
            AND EXISTS (SELECT 1 FROM consents WHERE submission_id = :id AND consent_marketing = 1 AND withdrawn_at IS NULL)"
    ))
    .named("id", id)
    .named("client_id", client_id)
    .named("public_id", public_id)
    .named("now", now)
}

/// Cancels the removal of a published submission's copy.
#[must_use]
pub fn cancel_copy_removal(id: &str) -> Query {
    Query::new(
        "DELETE FROM object_removals
          WHERE key = (SELECT 'public/' || public_copy FROM submissions WHERE id = ?1 AND publication = 'public')",
    )
    .bind(id)
}

/// Takes a submission of a client back from the public. [`schedule_copy_removal`] belongs to the same transaction.
#[must_use]
pub fn unpublish(client_id: &str, id: &str) -> Query {
    Query::new(
        "UPDATE submissions SET publication = 'unpublished', publication_error = NULL
          WHERE id = ?1 AND client_id = ?2 AND publication IN ('copying', 'public', 'failed')",
    )
    .bind(id)
    .bind(client_id)
}

/// Has the copy of an unpublished submission removed in some time.
#[must_use]
pub fn schedule_copy_removal(id: &str, now: i64) -> Query {
    Query::new(
        "INSERT INTO object_removals (key, due_at) SELECT 'public/' || public_copy, ?2 FROM submissions
          WHERE id = ?1 AND publication = 'unpublished' AND public_copy IS NOT NULL ON CONFLICT DO NOTHING",
    )
    .bind(id)
    .bind(now.saturating_add(UNPUBLISHED_COPY_MS))
}

/// A published submission whose copy has to be made.
#[derive(Deserialize)]
pub struct CopySource {
    pub client_id: String,
    pub upload_id: String,
    pub size_bytes: u64,
    pub container: Container,
    /// SHA-256 in hex, if known.
    pub sha256: Option<String>,
    /// Path below the client's folder, once delivered.
    pub drive_path: Option<String>,
    pub drive: Option<DriveProvider>,
    pub drive_connection_id: Option<String>,
    chunk_sizes: Option<String>,
}

impl CopySource {
    /// Sizes of the upload's chunks in bytes; empty if not recorded.
    #[must_use]
    pub fn chunk_sizes(&self) -> Vec<u64> {
        upload::chunk_sizes(self.chunk_sizes.as_deref())
    }
}

/// Returns a submission whose copy has to be made; `None` if it is not published any more, or has one.
pub async fn copy_source(db: &Db, id: &str) -> Result<Option<CopySource>> {
    let query = Query::new(
        "SELECT s.client_id, s.upload_id, s.size_bytes, s.container, s.sha256, s.drive_path, s.drive, s.drive_connection_id,
                u.chunk_sizes
           FROM submissions s LEFT JOIN uploads u ON u.id = s.upload_id WHERE s.id = ?1 AND s.publication = 'copying'",
    );
    db.first(query.bind(id)).await
}

/// Makes a stored copy public, if the submission still waits for one. Otherwise its object is removed.
pub async fn record_copy(db: &Db, id: &str, (copy, sha256): (&str, &str), now: i64) -> Result<bool> {
    let key = format!("{PUBLIC}{copy}");
    let record = Query::new(
        "UPDATE submissions SET publication = 'public', public_copy = ?2, sha256 = coalesce(sha256, ?3)
          WHERE id = ?1 AND publication = 'copying' AND public_copy IS NULL AND changes() = 1",
    );
    let statements = vec![
        object_removal::cancel(&key),
        record.bind(id).bind(copy).bind(sha256),
        object_removal::schedule_unless_changed(&key, now),
    ];
    Ok(db.transaction(statements).await?.get(1) == Some(&1))
}

/// Records why no copy could be made.
#[must_use]
pub fn record_failure(job_id: &str, reason: Option<&str>) -> Query {
    Query::new(
        "UPDATE submissions SET publication = 'failed', publication_error = ?2
          WHERE id = (SELECT subject_id FROM job_queue WHERE id = ?1) AND publication = 'copying'",
    )
    .bind(job_id)
    .bind(reason)
}

/// Clears the references to removed copies. `keys` is a JSON array of keys of the bucket.
#[must_use]
pub fn clear_removed_copies(keys: &str) -> Query {
    Query::new(
        "UPDATE submissions SET public_copy = NULL
          WHERE public_copy IN (SELECT substr(value, 8) FROM json_each(?1) WHERE value LIKE 'public/%')",
    )
    .bind(keys)
}

/// Ends the publication of a submission that is withdrawn or about to be deleted: its public id answers 410 from now
/// on, and its copy and poster are removed. Only if the record of the erasure exists.
#[must_use]
pub fn end_with_erasure(id: &str, record_id: &str, now: i64) -> [Query; 2] {
    let ended = Query::new(
        "INSERT INTO ended_publications (public_id, ended_at) SELECT public_id, ?3 FROM submissions
          WHERE id = ?1 AND public_id IS NOT NULL AND EXISTS (SELECT 1 FROM erasures WHERE id = ?2)",
    );
    let removals = Query::new(
        "INSERT INTO object_removals (key, due_at)
         SELECT value, ?3 FROM submissions, json_each(json_array('public/' || public_copy, 'posters/' || poster || '/'))
          WHERE submissions.id = ?1 AND value IS NOT NULL AND EXISTS (SELECT 1 FROM erasures WHERE id = ?2)
         ON CONFLICT (key) DO UPDATE SET due_at = excluded.due_at",
    );
    [ended, removals].map(|query| query.bind(id).bind(record_id).bind(now))
}

/// Withdraws a customer's consent to marketing, with a line of the audit log, and ends the publication: its public id
/// answers 410 from now on, and its copy is removed. Noted, so that a restored back-up repeats it.
#[must_use]
pub fn withdraw(id: &str, now: i64) -> Vec<Query> {
    let withdrawn = Query::new(
        "UPDATE consents SET withdrawn_at = ?2 WHERE submission_id = ?1 AND consent_marketing = 1 AND withdrawn_at IS NULL",
    );
    let ended = Query::new(
        "INSERT INTO ended_publications (public_id, ended_at) SELECT public_id, ?2 FROM submissions
          WHERE id = ?1 AND public_id IS NOT NULL",
    );
    let removal = Query::new(
        "INSERT INTO object_removals (key, due_at) SELECT 'public/' || public_copy, ?2 FROM submissions
          WHERE id = ?1 AND public_copy IS NOT NULL ON CONFLICT (key) DO UPDATE SET due_at = excluded.due_at",
    );
    let cleared = Query::new(
        "UPDATE submissions SET publication = 'withdrawn', public_id = NULL, public_copy = NULL, public_clip = NULL,
                                published_at = NULL, publication_error = NULL WHERE id = ?1 AND ?2 IS NOT NULL",
    );
    let [withdrawn, ended, removal, cleared] =
        [withdrawn, ended, removal, cleared].map(|query| query.bind(id).bind(now));
    vec![
        withdrawn,
        audit::by_customer_after_change(AuditAction::ConsentWithdraw, id, now),
        erasure_note::of_withdrawal(id, now),
        ended,
        removal,
        cleared,
    ]
}

/// The parties of a submission, for its mails and its customer's page.
#[derive(Deserialize)]
pub struct Parties {
    pub client_id: String,
    pub company_name: String,
    /// The client's address.
    pub email: String,
    pub customer_name: String,
    pub customer_email: String,
    /// As the customer chose.
    pub name_display: NameDisplay,
    /// The most that the business shows.
    pub name_limit: NameDisplay,
    pub public_id: Option<String>,
    /// State of its publication.
    pub publication: Option<PublicationStatus>,
    /// When the customer withdrew the consent; UTC milliseconds.
    pub withdrawn_at: Option<i64>,
    /// The drive that holds the video.
    pub drive: Option<DriveProvider>,
}

/// Returns the parties of a submission.
pub async fn parties(db: &Db, id: &str) -> Result<Option<Parties>> {
    let query = Query::new(
        "SELECT s.client_id, c.company_name, c.email, s.customer_name, s.customer_email, s.name_display, s.name_limit, s.public_id,
                s.publication, k.withdrawn_at, s.drive
           FROM submissions s JOIN clients c ON c.id = s.client_id JOIN consents k ON k.submission_id = s.id
          WHERE s.id = ?1 AND c.is_demo = 0",
    );
    db.first(query.bind(id)).await
}

/// Changes how a customer is named in public.
pub async fn set_name_display(db: &Db, id: &str, display: NameDisplay) -> Result<()> {
    let query = Query::new("UPDATE submissions SET name_display = ?2 WHERE id = ?1").bind(id).bind(display.as_str());
    db.idempotent_change(query).await.map(drop)
}

/// Changes how a business names a customer at most. Returns whether the client has the submission.
pub async fn set_name_limit(db: &Db, client_id: &str, id: &str, limit: NameDisplay) -> Result<bool> {
    let query = Query::new("UPDATE submissions SET name_limit = ?3 WHERE id = ?1 AND client_id = ?2");
    Ok(db.idempotent_change(query.bind(id).bind(client_id).bind(limit.as_str())).await? > 0)
}

/// The stored images of a poster.
pub struct StoredPoster {
    /// Their key below `posters/`.
    pub key: String,
    /// Width and height of the still in pixels.
    pub size: (u32, u32),
}

/// Makes stored images the poster of a client's submission; those of the earlier one are removed. Returns whether the
/// submission exists. If not, they are removed too.
pub async fn replace_poster(
    db: &Db,
    client_id: &str,
    id: &str,
    StoredPoster { key: poster, size: (width, height) }: &StoredPoster,
    now: i64,
) -> Result<bool> {
    let key = format!("{POSTERS}{poster}/");
    let earlier = Query::new(
        "INSERT INTO object_removals (key, due_at) SELECT 'posters/' || poster || '/', ?3 FROM submissions
          WHERE id = ?1 AND client_id = ?2 AND poster IS NOT NULL ON CONFLICT DO NOTHING",
    );
    let replaced = Query::new(
        "UPDATE submissions SET poster = ?3, poster_width = ?4, poster_height = ?5
          WHERE id = ?1 AND client_id = ?2 AND changes() = 1",
    );
    let statements = vec![
        earlier.bind(id).bind(client_id).bind(now),
        object_removal::cancel(&key),
        replaced.bind(id).bind(client_id).bind(poster.as_str()).bind(*width).bind(*height),
        object_removal::schedule_unless_changed(&key, now),
    ];
    Ok(db.transaction(statements).await?.get(2) == Some(&1))
}

/// The poster of a submission.
#[derive(Deserialize)]
pub struct PosterRow {
    pub client_id: String,
    /// Its key below `posters/`.
    pub poster: String,
}

/// Returns the poster of a submission, if it has one.
pub async fn poster_of(db: &Db, id: &str) -> Result<Option<PosterRow>> {
    let query = Query::new("SELECT client_id, poster FROM submissions WHERE id = ?1 AND poster IS NOT NULL");
    db.first(query.bind(id)).await
}

/// A line of a client's sitemap.
#[derive(Deserialize)]
pub struct PublicLine {
    pub public_id: String,
    /// UTC milliseconds.
    pub published_at: i64,
}

/// Returns a client's published testimonials, newest first. Whether they are public depends on the client too.
pub async fn of_client(db: &Db, client_id: &str) -> Result<Vec<PublicLine>> {
    let query = Query::new(
        "SELECT public_id, published_at FROM submissions
          WHERE client_id = ?1 AND publication = 'public' ORDER BY published_at DESC LIMIT 1000",
    );
    db.all(query.bind(client_id)).await
}
