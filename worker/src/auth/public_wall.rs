//! Guards the public addresses of walls.

use domain::publication::{PublicationStatus, is_public};

use crate::app::App;
use crate::error::{Error, Result, refusal};
use crate::store::clients::wall::{self, PublicWallRow};
use crate::store::submissions::submission::publication;
use crate::store::submissions::upload::is_id;

/// A wall that was deleted, or whose client's plan has ended.
pub const WALL_NOT_PUBLIC: Error = refusal!(410, "not_public", "This wall is not public.");

/// Proof that a wall may be shown now. Its testimonials are filtered by the same rule (PUB01).
pub struct PublicWall {
    /// Its public id.
    pub id: String,
    pub row: PublicWallRow,
}

impl PublicWall {
    /// # Errors
    /// [`WALL_NOT_PUBLIC`], or [`Error::not_found`] for an id that was never given.
    pub async fn of(app: &App, id: &str) -> Result<Self> {
        let not_found = || Error::not_found("Wall");
        if !is_id(id) {
            return Err(not_found());
        }
        match wall::by_id(&app.db, id).await? {
            Some(row) => Self::guard(app, id, row).ok_or(WALL_NOT_PUBLIC),
            None if publication::has_ended(&app.db, id).await? => Err(WALL_NOT_PUBLIC),
            None => Err(not_found()),
        }
    }

    /// Returns the wall with this id, if it is public now.
    pub async fn find(app: &App, id: &str) -> Result<Option<Self>> {
        Ok(wall::by_id(&app.db, id).await?.and_then(|row| Self::guard(app, id, row)))
    }

    fn guard(app: &App, id: &str, row: PublicWallRow) -> Option<Self> {
        is_public(&row.facts(PublicationStatus::Public), app.now).then(|| Self { id: id.to_owned(), row })
    }
}
