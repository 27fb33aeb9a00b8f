//! Searches everything, and shows a hit's timeline.

use domain::api::search::{SearchKind, SearchResults, Timeline};

use crate::app::App;
use crate::auth::guard::AdminUser;
use crate::error::{Error, Result};
use crate::flows::platform::search;
use crate::request::Request;

/// `GET /api/admin/search?q=…`.
pub async fn find(app: &App, _: AdminUser, request: &Request) -> Result<SearchResults> {
    search::run(app, &request.search("q")?).await
}

/// `GET /api/admin/timeline/{kind}/{id}`.
pub async fn timeline(app: &App, _: AdminUser, kind: &str, id: &str) -> Result<Timeline> {
    let kind = SearchKind::parse(kind).ok_or_else(|| Error::not_found("Entry"))?;
    search::timeline(app, kind, id).await
}
