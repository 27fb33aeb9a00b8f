//! `clips`.

use domain::api::clips::{ClipView, FilmWatermark};
use domain::audit::AuditAction;
use domain::clip::{ClipDelivery, Facts, MAX_CLIPS, Recipe};
use domain::drive::DriveProvider;
use domain::job::JobType;
use domain::row::{flag, json};
use serde::Deserialize;

use crate::error::Result;
use crate::files::{CLIPS, POSTERS};
use crate::store::db::{Db, Query};
use crate::store::platform::job;
use crate::store::submissions::transcript::version_sql;

/// A submission of which clips are made.
#[derive(Deserialize)]
pub struct ClipSource {
    consent_version: String,
    #[serde(deserialize_with = "flag")]
    is_withdrawn: bool,
    #[serde(deserialize_with = "flag")]
    has_video: bool,
    /// 0 if unknown.
    duration_ms: u64,
    /// The watermark in its film.
    #[serde(deserialize_with = "json")]
    pub watermark: Option<FilmWatermark>,
    /// Id of the clip that is public in place of the film.
    pub public_clip: Option<String>,
    /// Path of the film below the client's folder.
    pub delivery_path: Option<String>,
}

impl ClipSource {
    /// The facts on which it depends whether clips can be made of it.
    #[must_use]
    pub fn facts(&self) -> Facts<'_> {
        let Self { consent_version, is_withdrawn, has_video, .. } = self;
        Facts { consent_version, is_withdrawn: *is_withdrawn, has_video: *has_video }
    }

    /// Duration of the film in milliseconds, `u32::MAX` if it is unknown.
    #[must_use]
    pub fn film_ms(&self) -> u32 {
        if self.duration_ms == 0 { u32::MAX } else { self.duration_ms.try_into().unwrap_or(u32::MAX) }
    }
}

/// SQL of a client's watermark `c` as [`FilmWatermark`].
macro_rules! watermark_sql {
    () => {
        "json_object('text', coalesce(nullif(trim(watermark_text), ''), company_name), 'fontSize', watermark_font_size,
                     'fontColor', watermark_font_color, 'position', watermark_position, 'alignment', watermark_text_alignment)"
    };
}
pub(super) use watermark_sql;

/// Returns a client's submission of which clips are made. A film that was received before watermarks were recorded is
/// assumed to carry its client's present one.
pub async fn source(db: &Db, client_id: &str, id: &str) -> Result<Option<ClipSource>> {
    let query = Query::new(concat!(
        "SELECT ",
        version_sql!(),
        ", k.withdrawn_at IS NOT NULL AS is_withdrawn, s.hold IS NULL AND s.video_deleted_at IS NULL AS has_video, s.duration_ms,
                coalesce(s.watermark, CASE WHEN c.watermark_enabled AND NOT s.unwatermarked THEN ",
        watermark_sql!(),
        " END) AS watermark, s.public_clip, s.delivery_path
           FROM submissions s JOIN clients c ON c.id = s.client_id JOIN consents k ON k.submission_id = s.id
          WHERE s.id = ?1 AND s.client_id = ?2"
    ));
    db.first(query.bind(id).bind(client_id)).await
}

/// A clip.
#[derive(Deserialize)]
pub struct ClipRow {
    pub id: String,
    recipe: String,
    /// Key of the film below `clips/`.
    pub film: String,
    pub width: u32,
    pub height: u32,
    pub size_bytes: u64,
    pub duration_ms: u32,
    /// Key of its pictures below `posters/`.
    pub poster: String,
    /// UTC milliseconds.
    pub created_at: i64,
    delivery: Option<ClipDelivery>,
    problem: Option<String>,
    pub drive_path: Option<String>,
}

impl ClipRow {
    /// Returns the clip as its business sees it; `public_clip`: the clip that is public.
    ///
    /// # Errors
    /// If the stored recipe is of another kind.
    pub fn view(self, public_clip: Option<&str>) -> Result<ClipView> {
        let recipe: Recipe = serde_json::from_str(&self.recipe)?;
        let file_name = self.drive_path.as_deref().and_then(|path| path.rsplit('/').next()).map(str::to_owned);
        Ok(ClipView {
            is_public: public_clip == Some(self.id.as_str()),
            id: self.id,
            recipe,
            width: self.width,
            height: self.height,
            size_bytes: self.size_bytes,
            duration_ms: self.duration_ms,
            created_at: self.created_at,
            delivery: self.delivery,
            file_name,
            problem: self.problem,
        })
    }
}

macro_rules! clip_sql {
    ($condition:literal) => {
        concat!(
            "SELECT id, recipe, film, width, height, size_bytes, duration_ms, poster, created_at, delivery,
                    problem, drive_path FROM clips WHERE ",
            $condition
        )
    };
}

/// Returns the clips of a submission, oldest first.
pub async fn of_submission(db: &Db, submission_id: &str) -> Result<Vec<ClipRow>> {
    db.all(Query::new(clip_sql!("submission_id = ?1 ORDER BY created_at, id")).bind(submission_id)).await
}

/// Returns a clip of a submission.
pub async fn get(db: &Db, submission_id: &str, id: &str) -> Result<Option<ClipRow>> {
    db.first(Query::new(clip_sql!("id = ?2 AND submission_id = ?1")).bind(submission_id).bind(id)).await
}

/// Returns a clip of a client's submission.
pub async fn of_client(db: &Db, client_id: &str, submission_id: &str, id: &str) -> Result<Option<ClipRow>> {
    let query = Query::new(clip_sql!(
        "id = ?2 AND submission_id = ?1 AND EXISTS (SELECT 1 FROM submissions s WHERE s.id = ?1 AND s.client_id = ?3)"
    ));
    db.first(query.bind(submission_id).bind(id).bind(client_id)).await
}

/// A clip whose objects are stored.
pub struct NewClip<'a> {
    pub id: &'a str,
    pub submission_id: &'a str,
    pub recipe: &'a Recipe,
    pub film: &'a str,
    pub size: (u32, u32),
    pub size_bytes: u64,
    pub duration_ms: u64,
    pub poster: &'a str,
}

/// Records a clip, unless its submission has as many as it may have. If not, its objects are removed. Returns whether it
/// was recorded now.
pub async fn insert(db: &Db, clip: &NewClip<'_>, now: i64) -> Result<bool> {
    let keys = [format!("{CLIPS}{}", clip.film), format!("{POSTERS}{}/", clip.poster)];
    let [film, poster] = &keys;
    let kept = Query::new("DELETE FROM object_removals WHERE key IN (?1, ?2) AND began = 0").bind(film).bind(poster);
    let inserted = Query::new(
        "INSERT INTO clips (id, submission_id, recipe, film, width, height, size_bytes, duration_ms, poster, created_at)
         SELECT :id, s.id, :recipe, :film, :width, :height, :size_bytes, :duration_ms, :poster, :now FROM submissions s
          WHERE s.id = :submission_id AND changes() = 2
            AND (SELECT count(*) FROM clips WHERE submission_id = :submission_id) < :most ON CONFLICT DO NOTHING",
    )
    .named("id", clip.id)
    .named("submission_id", clip.submission_id)
    .named("recipe", &serde_json::to_string(clip.recipe)?)
    .named("film", clip.film)
    .named("width", clip.size.0)
    .named("height", clip.size.1)
    .named("size_bytes", clip.size_bytes)
    .named("duration_ms", clip.duration_ms)
    .named("poster", clip.poster)
    .named("most", MAX_CLIPS)
    .named("now", now);
    let removed = Query::new(
        "INSERT INTO object_removals (key, due_at) SELECT value, ?3 FROM json_each(json_array(?1, ?2)) WHERE changes() = 0
         ON CONFLICT (key) DO UPDATE SET due_at = ?3",
    );
    let statements = vec![kept, inserted, removed.bind(film).bind(poster).bind(now)];
    Ok(db.transaction(statements).await?.get(1) == Some(&1))
}

/// SQL that schedules the removal of the objects of clips at `?2`.
macro_rules! removals_sql {
    () => {
        "INSERT INTO object_removals (key, due_at)
         SELECT value, ?2 FROM clips, json_each(json_array('clips/' || film, 'posters/' || poster || '/'))"
    };
}

/// Deletes a clip that is not public, with its objects. Returns whether it was deleted.
pub async fn remove(db: &Db, id: &str, now: i64) -> Result<bool> {
    let objects = Query::new(concat!(
        removals_sql!(),
        " WHERE clips.id = ?1 AND NOT EXISTS (SELECT 1 FROM submissions s WHERE s.id = submission_id AND s.public_clip = ?1)
          ON CONFLICT (key) DO UPDATE SET due_at = excluded.due_at"
    ));
    let row = Query::new(
        "DELETE FROM clips WHERE id = ?1 AND ?2 IS NOT NULL
            AND NOT EXISTS (SELECT 1 FROM submissions s WHERE s.id = submission_id AND s.public_clip = ?1)",
    );
    let statements = [objects, row].map(|query| query.bind(id).bind(now));
    Ok(db.transaction(statements.into()).await?.get(1) == Some(&1))
}

/// Has the objects of a submission's clips removed. Only if the record of the erasure exists.
#[must_use]
pub fn remove_with_erasure(submission_id: &str, record_id: &str, now: i64) -> Query {
    Query::new(concat!(
        removals_sql!(),
        " WHERE submission_id = ?1 AND EXISTS (SELECT 1 FROM erasures WHERE id = ?3)
          ON CONFLICT (key) DO UPDATE SET due_at = excluded.due_at"
    ))
    .bind(submission_id)
    .bind(now)
    .bind(record_id)
}

/// The clips of submissions, as a JSON array of ids `?1`, whose videos were deleted at `?2`, except the public ones.
macro_rules! leftover_sql {
    ($columns:literal) => {
        concat!(
            "SELECT ",
            $columns,
            " FROM json_each(?1) v CROSS JOIN clips p ON p.submission_id = v.value CROSS JOIN submissions s ON s.id = p.submission_id
               AND s.video_deleted_at = ?2 AND s.public_clip IS NOT p.id"
        )
    };
}

/// Removes the clips of submissions whose videos are deleted, except the public ones. `ids` is a JSON array.
#[must_use]
pub fn remove_with_videos(ids: &str, now: i64) -> [Query; 2] {
    let objects = Query::new(concat!(
        "INSERT INTO object_removals (key, due_at) ",
        leftover_sql!("o.value, ?2"),
        " CROSS JOIN json_each(json_array('clips/' || p.film, 'posters/' || p.poster || '/')) o WHERE TRUE
          ON CONFLICT (key) DO UPDATE SET due_at = excluded.due_at"
    ));
    let rows = Query::new(concat!("DELETE FROM clips WHERE id IN (", leftover_sql!("p.id"), ")"));
    [objects, rows].map(|query| query.bind(ids).bind(now))
}

/// Shows a clip in public in place of its film, or the film again. No-op if it is so already, if the clip is not of this
/// submission, and after a withdrawal.
#[must_use]
pub fn set_public(client_id: &str, submission_id: &str, clip: Option<&str>) -> Query {
    Query::new(
        "UPDATE submissions SET public_clip = ?3 WHERE id = ?1 AND client_id = ?2 AND publication IS NOT 'withdrawn'
            AND public_clip IS NOT ?3
            AND (?3 IS NULL OR EXISTS (SELECT 1 FROM clips WHERE clips.id = ?3 AND clips.submission_id = ?1))",
    )
    .bind(submission_id)
    .bind(client_id)
    .bind(clip)
}

/// The audit action of [`set_public`].
#[must_use]
pub const fn public_action(clip: Option<&str>) -> AuditAction {
    if clip.is_some() { AuditAction::SubmissionPublishClip } else { AuditAction::SubmissionPublishFilm }
}

/// Has a clip put into its client's drive, unless it is on its way or there. Returns whether it was begun now.
pub async fn begin_delivery(db: &Db, id: &str, path: &str, job_id: &str, now: i64) -> Result<bool> {
    let begun = Query::new(
        "UPDATE clips SET delivery = 'waiting', problem = NULL, drive_path = coalesce(drive_path, ?2)
          WHERE id = ?1 AND (delivery IS NULL OR delivery = 'failed')",
    );
    let job = job::insert_once_after_change(job_id, JobType::DeliverClip, id, &(), now)?;
    Ok(db.transaction(vec![begun.bind(id).bind(path), job]).await?.first() == Some(&1))
}

/// A clip on its way to a drive.
#[derive(Deserialize)]
pub struct ClipToDeliver {
    pub client_id: String,
    pub drive_link: Option<String>,
    pub film: String,
    pub size_bytes: u64,
    /// Path below the client's folder.
    pub drive_path: String,
}

/// Returns a clip that waits to be put into a drive.
pub async fn to_deliver(db: &Db, id: &str) -> Result<Option<ClipToDeliver>> {
    let query = Query::new(
        "SELECT s.client_id, c.drive_link, p.film, p.size_bytes, p.drive_path
           FROM clips p JOIN submissions s ON s.id = p.submission_id JOIN clients c ON c.id = s.client_id
          WHERE p.id = ?1 AND p.delivery = 'waiting' AND p.drive_path IS NOT NULL",
    );
    db.first(query.bind(id)).await
}

/// Records that a clip is in a drive. Returns whether the clip still exists.
pub async fn record_delivery(
    db: &Db,
    id: &str,
    provider: Option<DriveProvider>,
    connection_id: Option<&str>,
) -> Result<bool> {
    let query = Query::new(
        "UPDATE clips SET delivery = 'delivered', problem = NULL, drive = ?2, drive_connection_id = ?3 WHERE id = ?1",
    );
    let query = query.bind(id).bind(provider.map(DriveProvider::as_str)).bind(connection_id);
    Ok(db.idempotent_change(query).await? == 1)
}

/// Records why a clip could not be put into a drive.
#[must_use]
pub fn record_failure(job_id: &str, reason: Option<&str>) -> Query {
    Query::new(
        "UPDATE clips SET delivery = 'failed', problem = ?2
          WHERE id = (SELECT subject_id FROM job_queue WHERE id = ?1) AND delivery = 'waiting'",
    )
    .bind(job_id)
    .bind(reason)
}

/// A clip in a drive.
#[derive(Deserialize)]
pub struct DeliveredClip {
    pub drive_path: String,
    pub drive: Option<DriveProvider>,
    pub drive_connection_id: Option<String>,
}

/// Returns the clips of a submission that are in a drive.
pub async fn delivered(db: &Db, submission_id: &str) -> Result<Vec<DeliveredClip>> {
    let query = Query::new(
        "SELECT drive_path, drive, drive_connection_id FROM clips WHERE submission_id = ?1 AND delivery = 'delivered'",
    );
    db.all(query.bind(submission_id)).await
}
