//! The drive of a client's own.

use domain::api::drive::{ClientDrive, DriveChange, DriveChoice, GoogleCode, GoogleFolder, WebDavConnect};
use domain::drive::{folder_path, trouble};
use worker::Response;

use crate::app::App;
use crate::auth::guard::{AdminUser, ClientUser};
use crate::error::{Error, Result};
use crate::flows::{connect_drive, connect_google_drive, google_consent, move_videos};
use crate::integrations::drive::Drive;
use crate::request::Request;
use crate::store::client::{self, ClientSelector};
use crate::store::submission::{failed, moves};
use crate::store::{drive_connection, platform_drive};

pub async fn get(app: &App, request: &Request, client_id: &str) -> Result<Response> {
    let user = ClientUser::of(app, request, client_id).await?;
    answer(app, &user).await
}

pub async fn connect_webdav(app: &App, request: &Request, client_id: &str) -> Result<Response> {
    let user = ClientUser::of(app, request, client_id).await?;
    let wish: WebDavConnect = request.json().await?;
    connect_drive::webdav(app, &user, &wish).await?;
    answer(app, &user).await
}

pub async fn ask_google(app: &App, request: &Request, client_id: &str) -> Result<Response> {
    let user = ClientUser::of(app, request, client_id).await?;
    Ok(Response::from_json(&connect_google_drive::ask(app, &user).await?)?)
}

pub async fn connect_google(app: &App, request: &Request, client_id: &str) -> Result<Response> {
    let user = ClientUser::of(app, request, client_id).await?;
    let answered: GoogleCode = request.json().await?;
    connect_google_drive::own(app, &user, &answered).await?;
    answer(app, &user).await
}

pub async fn connect_google_folder(app: &App, request: &Request, client_id: &str) -> Result<Response> {
    let admin = AdminUser::of(app, request).await?;
    let user = ClientUser::of(app, request, client_id).await?;
    let wish: GoogleFolder = request.json().await?;
    connect_google_drive::shared(app, &admin, &user, &wish).await?;
    answer(app, &user).await
}

pub async fn connect_platform_folder(app: &App, request: &Request, client_id: &str) -> Result<Response> {
    let admin = AdminUser::of(app, request).await?;
    let user = ClientUser::of(app, request, client_id).await?;
    connect_google_drive::platform(app, &admin, &user).await?;
    answer(app, &user).await
}

pub async fn choose(app: &App, request: &Request, client_id: &str) -> Result<Response> {
    let user = ClientUser::of(app, request, client_id).await?;
    let choice: DriveChoice = request.json().await?;
    connect_drive::choose(app, &user, choice.connection.as_deref()).await?;
    answer(app, &user).await
}

pub async fn move_videos(app: &App, request: &Request, client_id: &str) -> Result<Response> {
    let user = ClientUser::of(app, request, client_id).await?;
    move_videos::run(app, &user).await?;
    answer(app, &user).await
}

pub async fn test(app: &App, request: &Request, client_id: &str, connection_id: &str) -> Result<Response> {
    let user = ClientUser::of(app, request, client_id).await?;
    connect_drive::test(app, &user, connection_id).await?;
    answer(app, &user).await
}

pub async fn disconnect(app: &App, request: &Request, client_id: &str, connection_id: &str) -> Result<Response> {
    let user = ClientUser::of(app, request, client_id).await?;
    connect_drive::end(app, &user, connection_id).await?;
    answer(app, &user).await
}

pub async fn change(app: &App, request: &Request, client_id: &str) -> Result<Response> {
    let user = ClientUser::of(app, request, client_id).await?;
    let DriveChange { keeps_own_drive } = request.json().await?;
    connect_drive::keep_videos(app, &user, keeps_own_drive).await?;
    Ok(Response::from_json(&serde_json::Map::new())?)
}

async fn answer(app: &App, user: &ClientUser) -> Result<Response> {
    let id = &user.client_id;
    let client = client::view(&app.db, ClientSelector::Id(id)).await?.ok_or(Error::NotFound("Client"))?;
    let link = client.drive_link.unwrap_or_else(|| folder_path(id));
    let chosen = Drive::chosen(app, id, Some(&link)).await?;
    let mut connections = drive_connection::list(&app.db, id).await?;
    for one in &mut connections {
        one.fault = trouble(one.fault.as_deref(), one.ended, one.is_platform, user.user.is_admin());
    }
    let drive = ClientDrive {
        provider: chosen.provider(),
        connections,
        parked: failed::of_client(&app.db, id).await?,
        elsewhere: match chosen.provider() {
            Some(_) => moves::elsewhere(&app.db, id, chosen.connection_id()).await?,
            None => 0,
        },
        moves: moves::progress(&app.db, id).await?,
        can_connect: app.config.drive_keys.is_some(),
        can_connect_google: google_consent::is_possible(app),
        platform_account: match user.user.admin() {
            Some(_) => platform_drive::get(&app.db).await?.map(|drive| drive.account),
            None => None,
        },
        service_account: app
            .config
            .google_service_account
            .as_ref()
            .filter(|_| user.user.is_admin() && app.config.drive_keys.is_some())
            .map(|account| account.email.clone()),
        link,
    };
    Ok(Response::from_json(&drive)?)
}
