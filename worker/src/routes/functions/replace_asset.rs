//! `POST /functions/v1/replace-asset`: a client's new logo or QR image.

use domain::api::client::AssetReplaced;
use domain::client::AssetType;

use crate::app::App;
use crate::auth::guard::{ClientUser, PortalUser};
use crate::error::{Result, invalid};
use crate::flows::clients::replace_asset;
use crate::request::Request;
use crate::routes::functions::small_form::SmallForm;

/// Accepts a form with `clientId`, `assetType`, `file` and `currentUrl`. Ignores the last, because the row has the URL.
pub async fn replace(app: &App, user: PortalUser, request: &Request) -> Result<AssetReplaced> {
    let mut form = SmallForm::read(request, &["file"]).await?;
    let asset = AssetType::parse(form.text("assetType"));
    let asset = asset.ok_or_else(|| invalid([("assetType", "Please send logo or qr.")]))?;
    let client = ClientUser::for_client(app, user, form.text("clientId")).await?;
    let bytes = form.take_image("file").ok_or_else(|| invalid([("file", "Please add an image.")]))?;
    let asset_url = replace_asset::run(app, &client, asset, bytes).await?;
    Ok(AssetReplaced { success: true, asset_url })
}
