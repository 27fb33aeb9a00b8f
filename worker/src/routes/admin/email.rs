//! The log of mails.

use domain::api::operations::EmailPage;
use domain::email::EmailStatus;
use worker::Response;

use crate::app::App;
use crate::auth::guard::AdminUser;
use crate::error::Result;
use crate::flows::resend_email;
use crate::request::Request;
use crate::store::email;

pub async fn list(app: &App, request: &Request) -> Result<Response> {
    AdminUser::of(app, request).await?;
    let status = request.filter("status", EmailStatus::parse, "There is no such status.")?;
    let page = email::page(&app.db, &request.search("q")?, status, request.before()?.as_ref()).await?;
    Ok(Response::from_json(&EmailPage { next: page.next_text(), emails: page.rows })?)
}

pub async fn resend(app: &App, request: &Request, id: &str) -> Result<Response> {
    let AdminUser(admin) = AdminUser::of(app, request).await?;
    resend_email::run(app, &admin, id).await?;
    Ok(Response::from_json(&serde_json::Map::new())?)
}
