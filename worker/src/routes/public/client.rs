//! Looks up a client by its slug.

use domain::api::public::PublicClient;
use domain::slug;

use crate::app::App;
use crate::error::Result;
use crate::request::Request;
use crate::store::clients::client;

/// `GET /api/public/get_client_by_slug?_slug=…`: an array with zero or one client.
pub async fn by_slug(app: &App, request: &Request) -> Result<Vec<PublicClient>> {
    Ok(match request.query("_slug").and_then(slug::of_address) {
        Some(slug) => client::by_slug(&app.db, &slug).await?.0.into_iter().collect(),
        None => Vec::new(),
    })
}
