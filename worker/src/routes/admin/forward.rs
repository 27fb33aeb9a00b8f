//! The log of what was handed on to automation addresses.

use domain::api::admin::Retried;
use domain::api::site::ForwardPage;
use worker::Response;

use crate::app::App;
use crate::auth::guard::AdminUser;
use crate::error::Result;
use crate::flows::forward_submission;
use crate::request::Request;
use crate::store::place::Place;
use crate::store::submission::forward;

/// `GET /api/admin/forwards?before=…`
pub async fn list(app: &App, request: &Request) -> Result<Response> {
    AdminUser::of(app, request).await?;
    let (forwards, next) = forward::page(&app.db, Place::of(request)?.as_ref()).await?;
    let has_secret = app.config.automation_secret.is_some();
    Ok(Response::from_json(&ForwardPage { forwards, next: next.map(|place| place.text()), has_secret })?)
}

/// `POST /api/admin/forwards/{submission}/retry`
pub async fn retry(app: &App, request: &Request, id: &str) -> Result<Response> {
    let AdminUser(admin) = AdminUser::of(app, request).await?;
    forward_submission::retry(app, &admin, id).await?;
    Ok(Response::from_json(&Retried { queued: 1, left: 0 })?)
}
