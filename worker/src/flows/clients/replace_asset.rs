//! Replaces or removes a client's logo or QR image.

use domain::audit::AuditAction;
use domain::image::Image;
use domain::text;

use crate::app::App;
use crate::auth::guard::ClientUser;
use crate::error::{Error, Result, refusal};
use crate::store::clients::client;
use crate::store::platform::audit::Entry;
use domain::client::AssetType;

/// A logo or QR image that is not accepted.
#[must_use]
pub fn image_refused(fault: domain::image::ImageError) -> Error {
    match fault {
        domain::image::ImageError::Kind => refusal!(415, "not_an_image", text::NOT_AN_IMAGE),
        domain::image::ImageError::Size => refusal!(400, "image_size", text::IMAGE_DIMENSIONS),
    }
}

/// Stores the image under a unique name, links it to the client and deletes the previous one. Returns the new URL. A
/// crash in between leaves an unused image, never a client without its image.
///
/// # Errors
/// [`image_refused`].
pub async fn run(app: &App, by: &ClientUser, asset: AssetType, bytes: Vec<u8>) -> Result<String> {
    let url = store(app, &by.client_id, asset, bytes).await?;
    put(app, by, asset, Some(&url)).await?;
    Ok(url)
}

/// Removes an image. The client's name then replaces its logo, and our generated code its QR image.
///
/// # Errors
/// If the database fails.
pub async fn remove(app: &App, by: &ClientUser, asset: AssetType) -> Result<()> {
    put(app, by, asset, None).await
}

async fn put(app: &App, by: &ClientUser, asset: AssetType, url: Option<&str>) -> Result<()> {
    let client_id = &by.client_id;
    let audit_entry = |before: Option<&str>| {
        let change = (asset.column(), before, url.unwrap_or_default());
        let entry = Entry::change(AuditAction::AssetReplace, client_id, &by.company_name, change);
        by.user.admin().map(|admin| entry.query_after_change(admin, app.now))
    };
    let before = client::replace_asset(&app.db, client_id, asset, url, audit_entry).await?;
    if let Some(old) = before {
        delete(app, client_id, &old).await;
    }
    Ok(())
}

/// Stores an image of a client and returns its URL.
///
/// # Errors
/// [`image_refused`].
pub async fn store(app: &App, client_id: &str, asset: AssetType, bytes: Vec<u8>) -> Result<String> {
    let image = Image::of(&bytes).map_err(image_refused)?;
    let file = format!("{}-{}.{}", asset.as_str(), uuid::Uuid::new_v4().simple(), image.extension());
    app.files.put_asset(client_id, &file, bytes, image.media_type()).await?;
    Ok(format!("/media/{client_id}/{file}"))
}

/// Deletes an image of a client. If this fails, an unused image stays behind.
pub async fn delete(app: &App, client_id: &str, url: &str) {
    if let Some(file) = url.strip_prefix(&format!("/media/{client_id}/")) {
        let _ = app.files.delete_asset(client_id, file).await;
    }
}
