//! Partners' accounts.

use domain::api::admin::AffiliatePage;
use worker::Response;

use crate::app::App;
use crate::auth::guard::AdminUser;
use crate::error::Result;
use crate::request::Request;
use crate::store::place::Place;
use crate::store::user;

/// `GET /api/admin/affiliates?before=…`
pub async fn list(app: &App, request: &Request) -> Result<Response> {
    AdminUser::of(app, request).await?;
    let (affiliates, next) = user::affiliates(&app.db, Place::of(request)?.as_ref()).await?;
    Ok(Response::from_json(&AffiliatePage { affiliates, next: next.map(|place| place.text()) })?)
}
