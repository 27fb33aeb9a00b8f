//! The audit log.

use domain::api::operations::AuditPage;
use worker::Response;

use crate::app::App;
use crate::auth::guard::AdminUser;
use crate::error::{Error, Result};
use crate::request::Request;
use crate::store::audit::{self, Search};
use crate::store::place::Place;

/// `GET /api/admin/audit?subject=…&q=…&action=…&from=…&to=…&before=…`
pub async fn list(app: &App, request: &Request) -> Result<Response> {
    AdminUser::of(app, request).await?;
    let text = |name| Ok::<_, Error>(request.text_query(name)?.unwrap_or_default());
    let search = Search {
        subject: text("subject")?,
        text: text("q")?,
        action: text("action")?,
        from: text("from")?,
        to: text("to")?,
    };
    let (entries, next) = audit::page(&app.db, &search, Place::of(request)?.as_ref()).await?;
    Ok(Response::from_json(&AuditPage { entries, next: next.map(|place| place.text()) })?)
}
