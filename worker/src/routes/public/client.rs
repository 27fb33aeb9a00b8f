//! The look-up of a client by its slug.

use worker::Response;

use crate::app::App;
use crate::error::Result;
use crate::request::Request;
use crate::routes::public::page;

/// `GET /api/public/get_client_by_slug?_slug=…`: an array with zero or one client.
pub async fn by_slug(app: &App, request: &Request) -> Result<Response> {
    let (client, _) = page::look_up(app, request.query("_slug").unwrap_or_default()).await?;
    Ok(Response::from_json(&client.as_slice())?)
}
