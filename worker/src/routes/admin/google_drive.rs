//! The platform's own Google Drive.

use domain::api::drive::{GoogleCode, PlatformDrive};
use worker::Response;

use crate::app::App;
use crate::auth::guard::AdminUser;
use crate::error::Result;
use crate::flows::{connect_platform_drive, google_consent};
use crate::request::Request;
use crate::store::platform_drive;

pub async fn get(app: &App, request: &Request) -> Result<Response> {
    AdminUser::of(app, request).await?;
    answer(app).await
}

pub async fn ask(app: &App, request: &Request) -> Result<Response> {
    let admin = AdminUser::of(app, request).await?;
    Ok(Response::from_json(&connect_platform_drive::ask(app, &admin).await?)?)
}

pub async fn connect(app: &App, request: &Request) -> Result<Response> {
    let admin = AdminUser::of(app, request).await?;
    let answered: GoogleCode = request.json().await?;
    connect_platform_drive::connect(app, &admin, &answered).await?;
    answer(app).await
}

pub async fn test(app: &App, request: &Request) -> Result<Response> {
    AdminUser::of(app, request).await?;
    connect_platform_drive::test(app).await?;
    answer(app).await
}

pub async fn disconnect(app: &App, request: &Request) -> Result<Response> {
    let admin = AdminUser::of(app, request).await?;
    connect_platform_drive::end(app, &admin).await?;
    answer(app).await
}

async fn answer(app: &App) -> Result<Response> {
    let account = platform_drive::get(&app.db).await?.map(platform_drive::PlatformDrive::into_api);
    Ok(Response::from_json(&PlatformDrive { can_connect: google_consent::is_possible(app), account })?)
}
