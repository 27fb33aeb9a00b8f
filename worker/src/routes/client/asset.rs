//! A client's logo and QR code.

use domain::client::AssetType;

use crate::answer::Empty;
use crate::app::App;
use crate::auth::guard::ClientUser;
use crate::error::{Error, Result};
use crate::flows::clients::replace_asset;

pub async fn remove(app: &App, user: ClientUser, asset: &str) -> Result<Empty> {
    let asset = AssetType::parse(asset).ok_or_else(|| Error::not_found("Image"))?;
    replace_asset::remove(app, &user, asset).await?;
    Ok(Empty {})
}
