//! A client's logo and QR code.

use domain::client::AssetType;
use worker::Response;

use crate::app::App;
use crate::auth::guard::ClientUser;
use crate::error::{Error, Result};
use crate::flows::replace_asset;
use crate::request::Request;

pub async fn remove(app: &App, request: &Request, client_id: &str, asset: &str) -> Result<Response> {
    let user = ClientUser::of(app, request, client_id).await?;
    let asset = AssetType::parse(asset).ok_or(Error::NotFound("Image"))?;
    replace_asset::remove(app, &user, asset).await?;
    Ok(Response::from_json(&serde_json::Map::new())?)
}
