//! `POST /functions/v1/replace-asset`: a client's new logo or QR image.

use std::collections::BTreeMap;

use domain::api::client::AssetReplaced;
use domain::limits::{MAX_FIELD_BYTES, MAX_FORM_PARTS, MAX_IMAGE_BYTES};
use domain::number::whole;
use worker::Response;

use crate::app::App;
use crate::auth::guard::{ClientUser, PortalUser};
use crate::error::{Error, Result, invalid};
use crate::flows::replace_asset;
use crate::request::Request;
use crate::routes::functions::form_stream::{FormStream, Part};
use crate::store::client::Asset;

/// What a form has around its image.
const MAX_AROUND_BYTES: u64 = 64 * 1024;

/// Takes a form with `clientId`, `assetType`, `file` and `currentUrl`. The last is not trusted: the row knows it.
pub async fn replace(app: &App, request: &Request) -> Result<Response> {
    // Nobody's bytes are read who may not replace anything.
    PortalUser::of(app, request).await?;
    let length = request.header("content-length").and_then(|text| whole(&text)).ok_or(Error::NoLength)?;
    if length > MAX_IMAGE_BYTES.saturating_add(MAX_AROUND_BYTES) {
        return Err(Error::ImageTooLarge);
    }
    let mut fields = BTreeMap::new();
    let mut image = None;
    let mut form = FormStream::open(request)?;
    let mut parts = 0_usize;
    while let Some(mut part) = form.next_part().await? {
        parts = parts.saturating_add(1);
        if parts > MAX_FORM_PARTS {
            return Err(Error::Malformed("The form has too many parts."));
        }
        match part.name() {
            name if name == "file" => image = Some(read(&mut part).await?),
            name => drop(fields.insert(name, part.text(MAX_FIELD_BYTES).await?)),
        }
    }
    let text = |name: &str| fields.get(name).map(String::as_str).unwrap_or_default();
    let asset = match text("assetType") {
        "logo" => Asset::Logo,
        "qr" => Asset::Qr,
        _ => return Err(invalid([("assetType", "Please send logo or qr.")])),
    };
    let client = ClientUser::of(app, request, text("clientId")).await?;
    let bytes = image.ok_or_else(|| invalid([("file", "Please add an image.")]))?;
    let asset_url = replace_asset::run(app, &client.client_id, asset, bytes).await?;
    Ok(Response::from_json(&AssetReplaced { success: true, asset_url })?)
}

async fn read(part: &mut Part<'_>) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    while let Some(more) = part.chunk().await? {
        bytes.extend_from_slice(&more);
        if bytes.len() as u64 > MAX_IMAGE_BYTES {
            return Err(Error::ImageTooLarge);
        }
    }
    Ok(bytes)
}
