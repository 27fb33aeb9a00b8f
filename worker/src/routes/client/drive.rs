//! The drive of a client's own.

use domain::api::drive::{ClientDrive, WebDavConnect};
use domain::drive::folder_path;
use worker::Response;

use crate::app::App;
use crate::auth::guard::ClientUser;
use crate::error::{Error, Result};
use crate::flows::connect_drive;
use crate::integrations::drive::Drive;
use crate::request::Request;
use crate::store::client::{self, ClientSelector};
use crate::store::drive_connection;
use crate::store::submission::failed;

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

async fn answer(app: &App, user: &ClientUser) -> Result<Response> {
    let id = &user.client_id;
    let client = client::view(&app.db, ClientSelector::Id(id)).await?.ok_or(Error::NotFound("Client"))?;
    let link = client.drive_link.unwrap_or_else(|| folder_path(id));
    let drive = ClientDrive {
        provider: Drive::chosen(app, id, Some(&link)).await?.provider(),
        connections: drive_connection::list(&app.db, id).await?,
        parked: failed::of_client(&app.db, id).await?,
        can_connect: app.config.drive_keys.is_some(),
        link,
    };
    Ok(Response::from_json(&drive)?)
}
