//! `submissions` and `consents`.

pub mod acceptance;
pub mod archive;
pub mod consent_request;
pub mod delivery;
pub mod digest;
pub mod erase;
pub mod failed;
pub mod forward;
pub mod hold;
pub mod list;
pub mod moves;
pub mod pending_removal;
pub mod publication;
pub mod retention;

use crate::error::Result;
use crate::store::db::{Db, Query};

/// Returns the client of a submission.
pub async fn client_of(db: &Db, id: &str) -> Result<Option<String>> {
    let query = Query::new("SELECT client_id AS id FROM submissions WHERE id = ?1").bind(id);
    Ok(db.ids(query).await?.pop())
}
