//! The look-up of a client by its slug.

use worker::{Request, Response};

use crate::app::App;
use crate::error::Result;
use crate::routes::public::page;

/// `GET /api/public/get_client_by_slug?_slug=…`: an array with zero or one client.
pub async fn by_slug(app: &App, request: &Request) -> Result<Response> {
    // A slug needs no decoding: what is written with a percent sign is none.
    let url = request.inner().url();
    let query = url.split_once('?').map(|(_, query)| query).unwrap_or_default();
    let slug = query.split('&').find_map(|pair| pair.strip_prefix("_slug=")).unwrap_or_default();
    let (client, _) = page::look_up(app, slug).await?;
    Ok(Response::from_json(&client.as_slice())?)
}
