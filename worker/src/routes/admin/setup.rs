//! Set-ups of buyers that nobody has made a client of yet.

use domain::api::site::SetupPage;
use worker::{Response, ResponseBuilder};

use crate::app::App;
use crate::auth::guard::AdminUser;
use crate::error::{Error, Result};
use crate::flows::dismiss_setup;
use crate::request::Request;
use crate::store::place::Place;
use crate::store::setup;

/// `GET /api/admin/setups?before=…`
pub async fn list(app: &App, request: &Request) -> Result<Response> {
    AdminUser::of(app, request).await?;
    let (setups, next) = setup::page(&app.db, Place::of(request)?.as_ref()).await?;
    let pending = setup::pending(&app.db).await?;
    Ok(Response::from_json(&SetupPage { setups, pending, next: next.map(|place| place.text()) })?)
}

/// `GET /api/admin/setups/{id}/logo`
pub async fn logo(app: &App, request: &Request, id: &str) -> Result<Response> {
    AdminUser::of(app, request).await?;
    let none = || Error::NotFound("Image");
    let file = setup::get(&app.db, id).await?.and_then(|setup| setup.logo).ok_or_else(none)?;
    let object = app.files.setup_logo(id, &file).await?.ok_or_else(none)?;
    let media_type = object.http_metadata().content_type.ok_or_else(none)?;
    let body = object.body().ok_or_else(none)?.response_body()?;
    Ok(ResponseBuilder::new().with_header("content-type", &media_type)?.body(body))
}

/// `DELETE /api/admin/setups/{id}`: dismisses one.
pub async fn dismiss(app: &App, request: &Request, id: &str) -> Result<Response> {
    let AdminUser(admin) = AdminUser::of(app, request).await?;
    dismiss_setup::run(app, &admin, id).await?;
    Ok(Response::from_json(&serde_json::Map::new())?)
}
