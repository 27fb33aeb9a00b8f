//! The audit log.

use domain::api::operations::AuditPage;
use domain::audit::AuditAction;
use worker::Response;

use crate::app::App;
use crate::auth::guard::AdminUser;
use crate::error::Result;
use crate::request::Request;
use crate::store::audit::{self, Search};

pub async fn list(app: &App, request: &Request) -> Result<Response> {
    AdminUser::of(app, request).await?;
    let search = Search {
        subject: request.search("subject")?,
        text: request.search("q")?,
        action: request.filter("action", AuditAction::parse, "There is no such action.")?,
        from: request.search("from")?,
        to: request.search("to")?,
    };
    let page = audit::page(&app.db, &search, request.before()?.as_ref()).await?;
    Ok(Response::from_json(&AuditPage { next: page.next_text(), entries: page.rows })?)
}
