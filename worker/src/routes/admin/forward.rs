//! The log of what was forwarded to automation addresses.

use domain::api::admin::Retried;
use domain::api::site::ForwardPage;
use worker::Response;

use crate::app::App;
use crate::auth::guard::AdminUser;
use crate::error::Result;
use crate::flows::retry_forward;
use crate::request::Request;
use crate::store::submission::forward;

pub async fn list(app: &App, request: &Request) -> Result<Response> {
    AdminUser::of(app, request).await?;
    let page = forward::page(&app.db, request.before()?.as_ref()).await?;
    let has_secret = app.config.automation_secret.is_some();
    Ok(Response::from_json(&ForwardPage { next: page.next_text(), forwards: page.rows, has_secret })?)
}

pub async fn retry(app: &App, request: &Request, id: &str) -> Result<Response> {
    let AdminUser(admin) = AdminUser::of(app, request).await?;
    retry_forward::run(app, &admin, id).await?;
    Ok(Response::from_json(&Retried { queued: 1, left: 0 })?)
}
