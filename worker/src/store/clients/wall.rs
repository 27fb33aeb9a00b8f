//! `walls`.

use domain::api::walls::{WallSettings, WallTestimonial};
use domain::client::ClientStatus;
use domain::clip::{CaptionStyle, Recipe};
use domain::limits::{MAX_WALLS, WALL_CHOICES};
use domain::publication::{self, NameDisplay, PublicationStatus, UNKNOWN_SHAPE};
use domain::row::{flag, json};
use domain::subscription;
use domain::transcript::quote::Quote;
use domain::transcript::{Transcript, Word};
use domain::wall::{WallFilling, shown};
use serde::Deserialize;

use crate::error::Result;
use crate::store::db::{Db, Query};

/// A wall of a client.
#[derive(Deserialize)]
pub struct WallRow {
    pub id: String,
    #[serde(deserialize_with = "json")]
    pub settings: Option<WallSettings>,
}

/// Returns a client's walls, oldest first.
pub async fn of_client(db: &Db, client_id: &str) -> Result<Vec<WallRow>> {
    let query = Query::new("SELECT id, settings FROM walls WHERE client_id = ?1 ORDER BY created_at, id");
    db.all(query.bind(client_id)).await
}

/// Returns a client's wall.
pub async fn one(db: &Db, client_id: &str, id: &str) -> Result<Option<WallRow>> {
    db.first(Query::new("SELECT id, settings FROM walls WHERE id = ?1 AND client_id = ?2").bind(id).bind(client_id))
        .await
}

/// Returns the published testimonials that walls of a client can show, newest first.
pub async fn choices(db: &Db, client_id: &str) -> Result<Vec<WallTestimonial>> {
    let query = Query::new(
        "SELECT id, customer_name, published_at, poster IS NOT NULL AS has_poster FROM submissions
          WHERE client_id = ?1 AND publication = 'public' ORDER BY published_at DESC LIMIT ?2",
    );
    db.all(query.bind(client_id).bind(WALL_CHOICES)).await
}

/// Creates a wall, unless its client has the most allowed.
#[must_use]
pub fn create(client_id: &str, id: &str, settings: &str, now: i64) -> Query {
    Query::new(
        "INSERT INTO walls (id, client_id, settings, created_at)
         SELECT ?1, ?2, ?3, ?4 WHERE (SELECT count(*) FROM walls WHERE client_id = ?2) < ?5",
    )
    .bind(id)
    .bind(client_id)
    .bind(settings)
    .bind(now)
    .bind(MAX_WALLS)
}

/// Replaces the settings of a client's wall.
#[must_use]
pub fn change(client_id: &str, id: &str, settings: &str) -> Query {
    Query::new("UPDATE walls SET settings = ?3 WHERE id = ?1 AND client_id = ?2")
        .bind(id)
        .bind(client_id)
        .bind(settings)
}

/// Deletes a client's wall, whose addresses answer 410 from now on.
#[must_use]
pub fn delete(client_id: &str, id: &str, now: i64) -> [Query; 2] {
    let ended = Query::new(
        "INSERT INTO ended_publications (public_id, ended_at) SELECT id, ?3 FROM walls WHERE id = ?1 AND client_id = ?2",
    );
    let deleted = Query::new("DELETE FROM walls WHERE id = ?1 AND client_id = ?2 AND ?3 IS NOT NULL");
    [ended, deleted].map(|query| query.bind(id).bind(client_id).bind(now))
}

/// Deletes every wall of a client that has left.
#[must_use]
pub fn delete_all(client_id: &str, now: i64) -> [Query; 2] {
    let ended = Query::new(
        "INSERT INTO ended_publications (public_id, ended_at) SELECT id, ?2 FROM walls WHERE client_id = ?1",
    );
    let deleted = Query::new("DELETE FROM walls WHERE client_id = ?1 AND ?2 IS NOT NULL");
    [ended, deleted].map(|query| query.bind(client_id).bind(now))
}

/// Changes whether search engines may list a client's public testimonials and walls.
#[must_use]
pub fn list_in_searches(client_id: &str, is_listed: bool) -> Query {
    Query::new("UPDATE clients SET is_listed = ?2 WHERE id = ?1 AND is_listed <> ?2").bind(client_id).bind(is_listed)
}

/// A wall with its client, as its public addresses need them.
#[derive(Deserialize)]
pub struct PublicWallRow {
    client_id: String,
    #[serde(deserialize_with = "json")]
    pub settings: Option<WallSettings>,
    pub company_name: String,
    pub custom_slug: String,
    pub logo_url: Option<String>,
    client_status: ClientStatus,
    cancelled_at: Option<i64>,
    unpaid_since: Option<i64>,
    /// Whether search engines may list its client's testimonials.
    #[serde(deserialize_with = "flag")]
    pub is_listed: bool,
}

impl PublicWallRow {
    /// The facts that decide whether a testimonial of its client in this state is public, and so whether the wall is.
    #[must_use]
    pub fn facts(&self, publication: PublicationStatus) -> publication::Facts {
        publication::Facts {
            publication,
            client: self.client_status,
            plan: subscription::Facts { unpaid_since: self.unpaid_since, cancelled_at: self.cancelled_at },
        }
    }
}

/// Returns the wall with a public id.
pub async fn by_id(db: &Db, id: &str) -> Result<Option<PublicWallRow>> {
    let query = Query::new(
        "SELECT w.client_id, w.settings, c.company_name, c.custom_slug, c.logo_url, c.status AS client_status, c.cancelled_at, c.is_listed,
                (SELECT unpaid_since FROM subscriptions p WHERE p.id = c.subscription_id) AS unpaid_since
           FROM walls w JOIN clients c ON c.id = w.client_id WHERE w.id = ?1",
    );
    db.first(query.bind(id)).await
}

/// A testimonial of a wall.
#[derive(Deserialize)]
pub struct WallItemRow {
    id: String,
    publication: PublicationStatus,
    pub public_id: String,
    /// UTC milliseconds.
    pub published_at: i64,
    customer_name: String,
    name_display: NameDisplay,
    name_limit: NameDisplay,
    /// Key of the poster below `posters/`.
    pub poster: Option<String>,
    width: Option<u32>,
    height: Option<u32>,
    /// How the clip is made that is shown in place of the film.
    #[serde(deserialize_with = "json")]
    recipe: Option<Recipe>,
    /// BCP 47 primary tag of what is said; `None` if it is not known.
    pub language: Option<String>,
    /// Only if there is a quote.
    #[serde(deserialize_with = "json")]
    words: Vec<Word>,
    #[serde(deserialize_with = "json")]
    quote: Option<Quote>,
    /// Whether its business has confirmed the captions.
    #[serde(deserialize_with = "flag")]
    pub is_checked: bool,
}

impl WallItemRow {
    /// Returns the quote; `None` if there is none.
    #[must_use]
    pub fn quote(&self) -> Option<String> {
        let transcript = Transcript { language: self.language.clone()?, words: self.words.clone() };
        let quote = self.quote.as_ref()?;
        match &self.recipe {
            Some(recipe) => recipe.quote(quote, &transcript)?.text(&recipe.transcript(&transcript)),
            None => quote.text(&transcript),
        }
    }

    /// Whether players show captions; those of most clips are in the picture.
    #[must_use]
    pub fn has_track(&self) -> bool {
        self.language.is_some() && self.recipe.as_ref().is_none_or(|recipe| recipe.captions == CaptionStyle::None)
    }

    /// The customer's name as it is shown; `None` if it is not.
    #[must_use]
    pub fn name(&self) -> Option<String> {
        publication::shown_name(&self.customer_name, self.name_display, self.name_limit)
    }

    /// Width and height of the film in pixels, or of its shape.
    #[must_use]
    pub fn size(&self) -> (u32, u32) {
        self.width.zip(self.height).unwrap_or(UNKNOWN_SHAPE)
    }
}

macro_rules! items_sql {
    ($which:literal) => {
        concat!(
            "SELECT s.id, s.publication, s.public_id, s.published_at, s.customer_name, s.name_display, s.name_limit,
                    iif(p.id IS NULL, s.poster, p.poster) AS poster, iif(p.id IS NULL, s.poster_width, p.width) AS width,
                    iif(p.id IS NULL, s.poster_height, p.height) AS height, p.recipe, t.language,
                    CASE WHEN t.quote IS NOT NULL THEN t.words END AS words, t.quote, t.checked_at IS NOT NULL AS is_checked
               FROM submissions s LEFT JOIN transcripts t ON t.submission_id = s.id AND t.status = 'done'
               LEFT JOIN clips p ON p.id = s.public_clip
              WHERE s.client_id = ?1 AND s.publication = 'public' ",
            $which
        )
    };
}

/// Ids looked up by one query. Bound one by one, because D1 bills the rows of `json_each` too.
const LOOKED_UP: usize = 12;

/// Returns the first testimonials that a wall shows, in its order: `count` of them, or all if it has fewer. `domain::wall`
/// decides which are shown.
pub async fn items(db: &Db, wall: &PublicWallRow, count: u32, now: i64) -> Result<Vec<WallItemRow>> {
    let Some(settings) = &wall.settings else { return Ok(Vec::new()) };
    let mut found: Vec<WallItemRow> = Vec::new();
    let newest = match settings.filling {
        WallFilling::ByHand => None,
        WallFilling::All => Some(Query::new(items_sql!("ORDER BY s.published_at DESC LIMIT ?2"))),
        WallFilling::ByTag => Some(Query::new(items_sql!(
            "AND EXISTS (SELECT 1 FROM json_each(s.tags) WHERE value = ?3) ORDER BY s.published_at DESC LIMIT ?2"
        ))),
    };
    if let Some(newest) = newest {
        let newest = newest.bind(&wall.client_id).bind(count);
        let newest = if settings.filling == WallFilling::ByTag { newest.bind(&settings.tag) } else { newest };
        found = db.all(newest).await?;
    }
    let listed = settings.listed();
    let missing: Vec<&str> = listed.into_iter().filter(|id| found.iter().all(|known| known.id != *id)).collect();
    let mut listed_count: u32 = 0;
    for ids in missing.chunks(LOOKED_UP) {
        if listed_count >= count {
            break;
        }
        let query = Query::new(items_sql!("AND s.id IN (?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)"));
        let ids = (0..LOOKED_UP).map(|index| ids.get(index).copied());
        let rows: Vec<WallItemRow> = db.all(ids.fold(query.bind(&wall.client_id), Query::bind)).await?;
        listed_count = listed_count.saturating_add(rows.len().try_into().unwrap_or(u32::MAX));
        found.extend(rows);
    }
    let is_public = |item: &WallItemRow| publication::is_public(&wall.facts(item.publication), now);
    Ok(shown(settings, found, |item| &item.id, is_public))
}
