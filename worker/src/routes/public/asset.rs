//! Logos and QR images of clients.

use worker::{Response, ResponseBuilder};

use crate::app::App;
use crate::error::{Error, Result};

/// `GET /media/{client}/{file}`: public and immutable.
pub async fn get(app: &App, client: &str, file: &str) -> Result<Response> {
    let none = || Error::not_found("Image");
    if !is_plain(client) || !is_plain(file) {
        return Err(none());
    }
    let object = app.files.get(&format!("assets/{client}/{file}"), None).await?.ok_or_else(none)?;
    let media_type = object.http_metadata().content_type.filter(|t| t.starts_with("image/")).ok_or_else(none)?;
    let body = object.body().ok_or_else(none)?.response_body()?;
    Ok(ResponseBuilder::new()
        .with_header("content-type", &media_type)?
        .with_header("cache-control", "public, max-age=31536000, immutable")?
        .body(body))
}

/// Whether a name has only characters that our own names use. Others never reach the bucket, which rejects some names with an error.
fn is_plain(name: &str) -> bool {
    (1..=100).contains(&name.len()) && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.".contains(&b))
}
