//! A client's own drive.

use domain::api::drive::{
    ClientDrive, DriveChange, DriveChoice, GoogleCode, GoogleConsent, GoogleFolder, WebDavConnect,
};
use domain::drive::{folder_path, trouble};

use crate::answer::Empty;
use crate::app::App;
use crate::auth::guard::{AdminUser, ClientUser};
use crate::error::{Error, Result};
use crate::flows::drives::{connect_drive, connect_google_drive, google_consent, move_videos};
use crate::integrations::drive::Drive;
use crate::store::clients::client::{self, ClientSelector};
use crate::store::drives::{drive_connection, platform_drive};
use crate::store::submissions::submission::{failed, moves};

pub async fn get(app: &App, user: ClientUser) -> Result<ClientDrive> {
    drive_of(app, &user).await
}

pub async fn connect_webdav(app: &App, user: ClientUser, request: WebDavConnect) -> Result<ClientDrive> {
    connect_drive::webdav(app, &user, &request).await?;
    drive_of(app, &user).await
}

pub async fn ask_google(app: &App, user: ClientUser) -> Result<GoogleConsent> {
    connect_google_drive::request_consent(app, &user).await
}

pub async fn connect_google(app: &App, user: ClientUser, answered: GoogleCode) -> Result<ClientDrive> {
    connect_google_drive::connect_account(app, &user, &answered).await?;
    drive_of(app, &user).await
}

pub async fn connect_google_folder(
    app: &App,
    admin: AdminUser,
    client_id: &str,
    request: GoogleFolder,
) -> Result<ClientDrive> {
    let user = ClientUser::by_admin(app, &admin, client_id).await?;
    connect_google_drive::connect_shared_folder(app, &admin, &user, &request).await?;
    drive_of(app, &user).await
}

pub async fn connect_platform_folder(app: &App, admin: AdminUser, client_id: &str) -> Result<ClientDrive> {
    let user = ClientUser::by_admin(app, &admin, client_id).await?;
    connect_google_drive::connect_platform_folder(app, &admin, &user).await?;
    drive_of(app, &user).await
}

pub async fn choose(app: &App, user: ClientUser, choice: DriveChoice) -> Result<ClientDrive> {
    connect_drive::choose(app, &user, choice.connection.as_deref()).await?;
    drive_of(app, &user).await
}

pub async fn move_videos(app: &App, user: ClientUser) -> Result<ClientDrive> {
    move_videos::run(app, &user).await?;
    drive_of(app, &user).await
}

pub async fn test(app: &App, user: ClientUser, connection_id: &str) -> Result<ClientDrive> {
    connect_drive::test(app, &user, connection_id).await?;
    drive_of(app, &user).await
}

pub async fn disconnect(app: &App, user: ClientUser, connection_id: &str) -> Result<ClientDrive> {
    connect_drive::end(app, &user, connection_id).await?;
    drive_of(app, &user).await
}

pub async fn change(app: &App, user: ClientUser, DriveChange { keeps_own_drive }: DriveChange) -> Result<Empty> {
    connect_drive::keep_videos(app, &user, keeps_own_drive).await?;
    Ok(Empty {})
}

async fn drive_of(app: &App, user: &ClientUser) -> Result<ClientDrive> {
    let id = &user.client_id;
    let client = client::view(&app.db, ClientSelector::Id(id)).await?.ok_or_else(|| Error::not_found("Client"))?;
    let link = client.drive_link.unwrap_or_else(|| folder_path(id));
    let chosen = Drive::selected(app, id, Some(&link)).await?;
    let mut connections = drive_connection::list(&app.db, id).await?;
    for one in &mut connections {
        one.fault = trouble(one.fault.as_deref(), one.ended, one.is_platform, user.user.is_admin());
    }
    Ok(ClientDrive {
        provider: chosen.provider(),
        connections,
        parked: failed::of_client(&app.db, id).await?,
        elsewhere: match chosen.provider() {
            Some(_) => moves::count_elsewhere(&app.db, id, chosen.connection_id()).await?,
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
    })
}
