//! The audit log.

use domain::api::admin::AuditPage;
use worker::Response;

use crate::app::App;
use crate::auth::guard::AdminUser;
use crate::error::{Error, Result};
use crate::request::Request;
use crate::store::audit;
use crate::store::submission::list::Place;

/// `GET /api/admin/audit?subject=…&before=…`
pub async fn list(app: &App, request: &Request) -> Result<Response> {
    AdminUser::of(app, request).await?;
    let text = |name| Ok::<_, Error>(request.text_query(name)?.unwrap_or_default());
    let before = Some(text("before")?).filter(|text| !text.is_empty());
    let before = before.map(|text| Place::parse(&text)).transpose()?;
    let (entries, next) = audit::page(&app.db, &text("subject")?, before.as_ref()).await?;
    Ok(Response::from_json(&AuditPage { entries, next: next.map(|place| place.text()) })?)
}
