//! The log of submissions forwarded to automation addresses.

use domain::api::admin::RetryResult;
use domain::api::site::ForwardPage;

use crate::app::App;
use crate::auth::guard::AdminUser;
use crate::error::Result;
use crate::flows::submissions::retry_forward;
use crate::request::Request;
use crate::store::submissions::submission::forward;

pub async fn list(app: &App, _: AdminUser, request: &Request) -> Result<ForwardPage> {
    let page = forward::page(&app.db, request.before()?.as_ref()).await?;
    let has_secret = app.config.automation_secret.is_some();
    Ok(ForwardPage { next: page.next_text(), forwards: page.rows, has_secret })
}

pub async fn retry(app: &App, AdminUser(admin): AdminUser, id: &str) -> Result<RetryResult> {
    retry_forward::run(app, &admin, id).await?;
    Ok(RetryResult { queued: 1, left: 0 })
}
