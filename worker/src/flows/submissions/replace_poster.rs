//! Stores the poster of a submission: a still of its video, and a card for shared links.

use domain::image::{Image, ImageError};
use domain::limits::{MAX_CARD_BYTES, MAX_POSTER_BYTES};

use crate::app::App;
use crate::auth::guard::ClientUser;
use crate::auth::token;
use crate::error::{Error, Result, refusal};
use crate::files::POSTERS;
use crate::flows::clients::replace_asset::image_refused;
use crate::store::platform::object_removal;
use crate::store::submissions::submission::publication;

/// A poster that is larger than a page should load.
pub const POSTER_TOO_LARGE: Error = refusal!(
    413,
    "poster_too_large",
    "Please send a still of at most 40 kB and a card of 1200 x 630 pixels of at most 300 kB."
);

/// The images of a poster, as JPEG.
pub struct PosterImages {
    /// A frame of the video, in its shape.
    pub still: Vec<u8>,
    /// The same for previews of links, 1200 x 630 pixels.
    pub card: Vec<u8>,
}

/// Replaces the poster of a client's submission.
///
/// # Errors
/// [`POSTER_TOO_LARGE`], [`image_refused`], [`Error::not_found`].
pub async fn run(app: &App, by: &ClientUser, id: &str, images: PosterImages) -> Result<()> {
    let PosterImages { still, card } = images;
    let (width, height) = jpeg_size(&still)?;
    if still.len() > MAX_POSTER_BYTES || card.len() > MAX_CARD_BYTES || jpeg_size(&card)? != (1200, 630) {
        return Err(POSTER_TOO_LARGE);
    }
    let poster = token::secret_id()?;
    let folder = format!("{POSTERS}{poster}/");
    object_removal::schedule(&app.db, &folder, app.now).await?;
    for (name, bytes) in [("still.jpg", still), ("card.jpg", card)] {
        app.files.put_small(&format!("{folder}{name}"), bytes, Image::Jpeg.media_type()).await?;
    }
    let poster = (poster.as_str(), width, height);
    if publication::replace_poster(&app.db, &by.client_id, id, poster, app.now).await? {
        Ok(())
    } else {
        Err(Error::not_found("Submission"))
    }
}

/// Width and height of a JPEG in pixels.
fn jpeg_size(bytes: &[u8]) -> Result<(u32, u32)> {
    match Image::of(bytes) {
        Ok(Image::Jpeg) => {}
        Ok(_) => return Err(image_refused(ImageError::Kind)),
        Err(fault) => return Err(image_refused(fault)),
    }
    domain::image::size(bytes).ok_or_else(|| image_refused(ImageError::Size))
}
