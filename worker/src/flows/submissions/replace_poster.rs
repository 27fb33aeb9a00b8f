//! Stores the poster of a submission: a still of its video, and a card for shared links.

use domain::image::{self, Image};
use domain::limits::{MAX_CARD_BYTES, MAX_POSTER_BYTES};
use futures_util::future::try_join;

use crate::app::App;
use crate::auth::token;
use crate::error::{Error, Result, refusal};
use crate::files::POSTERS;
use crate::store::platform::object_removal;
use crate::store::submissions::submission::publication::{self, StoredPoster};

/// Not two JPEGs, or larger than a page should load.
pub const POSTER_REFUSED: Error = refusal!(
    415,
    "poster_refused",
    "Please send two JPEGs: a still of at most 25 kB, and a card of 1200 x 630 pixels of at most 300 kB."
);

/// The images of a poster, as JPEG without metadata.
pub struct Poster {
    /// A frame of the video, in its shape.
    still: Vec<u8>,
    /// Width and height of the still in pixels.
    size: (u32, u32),
    /// The same for previews of links, 1200 x 630 pixels.
    card: Vec<u8>,
}

impl Poster {
    /// Checks the images of a poster.
    ///
    /// # Errors
    /// [`POSTER_REFUSED`].
    pub fn parse(still: &[u8], card: &[u8]) -> Result<Self> {
        let (still, size) = jpeg(still)?;
        let (card, card_size) = jpeg(card)?;
        if still.len() > MAX_POSTER_BYTES || card.len() > MAX_CARD_BYTES || card_size != (1200, 630) {
            return Err(POSTER_REFUSED);
        }
        Ok(Self { still, size, card })
    }
}

/// Replaces the poster of a client's submission.
///
/// # Errors
/// [`Error::not_found`].
pub async fn run(app: &App, client_id: &str, id: &str, poster: Poster) -> Result<()> {
    let stored = store(app, poster).await?;
    if publication::replace_poster(&app.db, client_id, id, &stored, app.now).await? {
        Ok(())
    } else {
        Err(Error::not_found("Submission"))
    }
}

/// Stores a poster. It is removed in an hour if no submission has it by then.
///
/// # Errors
/// If the database or the bucket fails.
pub async fn store(app: &App, Poster { still, size, card }: Poster) -> Result<StoredPoster> {
    let key = token::secret_id()?;
    let folder = format!("{POSTERS}{key}/");
    object_removal::schedule(&app.db, &folder, app.now).await?;
    let put = |name: &str, bytes| {
        let key = format!("{folder}{name}");
        async move { app.files.put_small(&key, bytes, Image::Jpeg.media_type()).await }
    };
    try_join(put("still.jpg", still), put("card.jpg", card)).await?;
    Ok(StoredPoster { key, size })
}

/// A JPEG without its metadata, and its width and height in pixels.
fn jpeg(bytes: &[u8]) -> Result<(Vec<u8>, (u32, u32))> {
    if Image::of(bytes) != Ok(Image::Jpeg) {
        return Err(POSTER_REFUSED);
    }
    let kept = image::without_metadata(bytes).ok_or(POSTER_REFUSED)?;
    let size = image::size(&kept).ok_or(POSTER_REFUSED)?;
    Ok((kept, size))
}
