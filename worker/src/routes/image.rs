//! Images of the bucket.

use domain::etag;
use worker::{Response, ResponseBuilder};

use crate::app::App;
use crate::error::{Error, Result};
use crate::request::Request;

/// Responds with a JPEG. `cache` is the rule of its caches.
pub async fn jpeg(app: &App, request: &Request, key: &str, cache: &str) -> Result<Response> {
    let none = || Error::not_found("Image");
    let object = app.files.get(key, None).await?.ok_or_else(none)?;
    let etag = object.http_etag();
    let answer = ResponseBuilder::new().with_header("cache-control", cache)?.with_header("etag", &etag)?;
    if request.header("if-none-match").is_some_and(|known| etag::is_known(&known, &etag)) {
        return Ok(answer.with_status(304).empty());
    }
    let body = object.body().ok_or_else(none)?.response_body()?;
    Ok(answer.with_header("content-type", "image/jpeg")?.body(body))
}
