//! One search for everything, and what became of what it finds.

use domain::api::search::SearchKind;
use worker::Response;

use crate::app::App;
use crate::auth::guard::AdminUser;
use crate::error::{Error, Result};
use crate::flows::search;
use crate::request::Request;

/// `GET /api/admin/search?q=…`.
pub async fn find(app: &App, request: &Request) -> Result<Response> {
    AdminUser::of(app, request).await?;
    Ok(Response::from_json(&search::run(app, &request.search("q")?).await?)?)
}

/// `GET /api/admin/timeline/{kind}/{id}`.
pub async fn timeline(app: &App, request: &Request, kind: &str, id: &str) -> Result<Response> {
    AdminUser::of(app, request).await?;
    let kind = SearchKind::parse(kind).ok_or(Error::NotFound("Entry"))?;
    Ok(Response::from_json(&search::timeline(app, kind, id).await?)?)
}
