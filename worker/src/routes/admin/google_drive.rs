//! The platform's own Google Drive.

use domain::api::drive::{GoogleCode, GoogleConsent, PlatformDrive};

use crate::app::App;
use crate::auth::guard::AdminUser;
use crate::error::Result;
use crate::flows::drives::{connect_platform_drive, google_consent};
use crate::store::drives::platform_drive;

pub async fn get(app: &App, _: AdminUser) -> Result<PlatformDrive> {
    platform_drive_of(app).await
}

pub async fn ask(app: &App, admin: AdminUser) -> Result<GoogleConsent> {
    connect_platform_drive::request_consent(app, &admin).await
}

pub async fn connect(app: &App, admin: AdminUser, answered: GoogleCode) -> Result<PlatformDrive> {
    connect_platform_drive::connect(app, &admin, &answered).await?;
    platform_drive_of(app).await
}

pub async fn test(app: &App, _: AdminUser) -> Result<PlatformDrive> {
    connect_platform_drive::test(app).await?;
    platform_drive_of(app).await
}

pub async fn disconnect(app: &App, admin: AdminUser) -> Result<PlatformDrive> {
    connect_platform_drive::end(app, &admin).await?;
    platform_drive_of(app).await
}

async fn platform_drive_of(app: &App) -> Result<PlatformDrive> {
    let account = platform_drive::get(&app.db).await?.map(platform_drive::PlatformDrive::into_api);
    Ok(PlatformDrive { can_connect: google_consent::is_possible(app), account })
}
