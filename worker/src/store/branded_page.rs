//! `branded_pages`: pages at the root of the site that belong to one client.

use serde::Deserialize;

use crate::error::Result;
use crate::store::db::{Db, Query};

#[derive(Deserialize)]
struct Row {
    client_id: String,
}

/// The client behind a page's name, or nothing.
///
/// # Errors
/// When the database fails.
pub async fn client_id(db: &Db, page: &str) -> Result<Option<String>> {
    let query = Query::new("SELECT client_id FROM branded_pages WHERE page = ?1").bind(page);
    Ok(db.first::<Row>(query).await?.map(|row| row.client_id))
}
