//! The log of what was handed on to automation addresses.

use domain::api::admin::Retried;
use domain::api::site::ForwardPage;
use worker::Response;

use crate::app::App;
use crate::auth::guard::AdminUser;
use crate::error::{Error, Result};
use crate::jobs;
use crate::request::Request;
use crate::store::audit::Entry;
use crate::store::place::Place;
use crate::store::submission::forward;

/// `GET /api/admin/forwards?before=…`
pub async fn list(app: &App, request: &Request) -> Result<Response> {
    AdminUser::of(app, request).await?;
    let (forwards, next) = forward::page(&app.db, Place::of(request)?.as_ref()).await?;
    Ok(Response::from_json(&ForwardPage { forwards, next: next.map(|place| place.text()) })?)
}

/// `POST /api/admin/forwards/{submission}/retry`
pub async fn retry(app: &App, request: &Request, id: &str) -> Result<Response> {
    let AdminUser(admin) = AdminUser::of(app, request).await?;
    let found = forward::get(&app.db, id).await?.ok_or(Error::NotFound("Submission"))?;
    let job_id = uuid::Uuid::new_v4().to_string();
    let note = Entry::plain("forward.retry", id, &found.company_name).query_after_change(&admin, app.now);
    if !forward::retry(&app.db, id, &job_id, note, app.now).await? {
        return Err(Error::ForwardNotFailed);
    }
    jobs::announce(app, &job_id).await;
    Ok(Response::from_json(&Retried { queued: 1, left: 0 })?)
}
