//! Puts a new logo or QR image in place of the one before.

use domain::image::Image;

use crate::app::App;
use crate::error::{Error, Result};
use crate::store::client::{self, Asset};

/// Stores the image under a name of its own, points the client at it, and removes the one before. Answers the new
/// address. A crash in between leaves an image that nobody points to, never a client without its image.
///
/// # Errors
/// [`Error::Image`], or when storage or the database fails.
pub async fn run(app: &App, client_id: &str, asset: Asset, bytes: Vec<u8>) -> Result<String> {
    let image = Image::of(&bytes).map_err(Error::Image)?;
    let kind = match asset {
        Asset::Logo => "logo",
        Asset::Qr => "qr",
    };
    let file = format!("{kind}-{}.{}", uuid::Uuid::new_v4().simple(), image.extension());
    app.files.put_asset(client_id, &file, bytes, image.media_type()).await?;
    let url = format!("/media/{client_id}/{file}");
    let before = client::replace_asset(&app.db, client_id, asset, &url).await?;
    if let Some(old) = before.as_deref().and_then(|url| url.strip_prefix(&format!("/media/{client_id}/"))) {
        // Should this fail, an image stays behind that nobody sees.
        let _ = app.files.delete_asset(client_id, old).await;
    }
    Ok(url)
}
