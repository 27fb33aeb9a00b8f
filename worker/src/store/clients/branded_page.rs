//! `branded_pages`: pages at the root of the site that belong to one client.

use domain::webhook::{DEMO, LIVE};
use serde::Deserialize;

use crate::error::Result;
use crate::store::db::{Db, Query};

#[derive(Deserialize)]
struct Row {
    client_id: String,
}

/// Returns the client that owns a page.
pub async fn client_id(db: &Db, page: &str) -> Result<Option<String>> {
    let query = Query::new("SELECT client_id FROM branded_pages WHERE page = ?1").bind(page);
    Ok(db.first::<Row>(query).await?.map(|row| row.client_id))
}

/// Returns the client behind a webhook. The demo's and the live dialogs' webhooks have their own clients, every other
/// one is named after a branded page.
pub async fn client_of_webhook(db: &Db, endpoint: &str) -> Result<Option<String>> {
    match endpoint {
        LIVE | DEMO => Ok(Some(endpoint.to_owned())),
        page => client_id(db, page).await,
    }
}
