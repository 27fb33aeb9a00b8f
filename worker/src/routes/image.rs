//! Images of the bucket.

use worker::{Response, ResponseBuilder};

use crate::app::App;
use crate::error::{Error, Result};

/// Responds with a JPEG. `cache` is the rule of its caches.
pub async fn jpeg(app: &App, key: &str, cache: &str) -> Result<Response> {
    let none = || Error::not_found("Image");
    let object = app.files.get(key, None).await?.ok_or_else(none)?;
    let body = object.body().ok_or_else(none)?.response_body()?;
    Ok(ResponseBuilder::new()
        .with_header("content-type", "image/jpeg")?
        .with_header("cache-control", cache)?
        .with_header("etag", &object.http_etag())?
        .body(body))
}
