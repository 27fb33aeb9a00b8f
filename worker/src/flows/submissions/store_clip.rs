//! Stores a clip that its business's browser has made.

use domain::clip::{MAX_CLIPS, Recipe};
use domain::limits::{MAX_CLIP_BYTES, MEBIBYTE};
use media_wasm::probe::{Container, probe_with};

use crate::app::App;
use crate::auth::token;
use crate::error::{Error, Result, refusal};
use crate::files::CLIPS;
use crate::flows::submissions::replace_poster::{self, Poster};
use crate::store::platform::object_removal;
use crate::store::submissions::clip::{self, NewClip};

/// A film that is not the one of its recipe.
pub const CLIP_REFUSED: Error =
    refusal!(415, "clip_refused", "This file is not the clip that its recipe describes: an MP4 of its length.");

/// By how much the film of a clip may be longer or shorter than its recipe, in milliseconds: a frame and a packet of
/// sound at each cut, and the end of the film.
const TOLERANCE_MS: u64 = 700;

/// A film above its limit.
pub fn too_large() -> Error {
    refusal!(413, "too_large").with_text(format!("A clip may be at most {} MB.", MAX_CLIP_BYTES / MEBIBYTE))
}

/// The film of a clip, checked.
pub struct ClipFilm {
    bytes: Vec<u8>,
    size: (u32, u32),
    duration_ms: u64,
}

impl ClipFilm {
    /// # Errors
    /// [`CLIP_REFUSED`].
    pub async fn probe(bytes: Vec<u8>, recipe: &Recipe) -> Result<Self> {
        let read = async |offset: u64, length: u32| {
            let start = usize::try_from(offset).ok();
            let part = start.and_then(|start| bytes.get(start..start.saturating_add(length as usize)));
            part.map(<[u8]>::to_vec).ok_or(CLIP_REFUSED)
        };
        let media = probe_with(bytes.len() as u64, read).await?.map_err(|_| CLIP_REFUSED)?;
        let is_right = media.container == Container::Mp4
            && !media.truncated
            && !media.fragmented
            && media.duration_ms.abs_diff(recipe.duration_ms().into()) <= TOLERANCE_MS;
        if !is_right {
            return Err(CLIP_REFUSED);
        }
        Ok(Self { size: (media.width, media.height), duration_ms: media.duration_ms, bytes })
    }
}

/// Stores a clip of a submission under its id. Stored once, however often it is sent.
///
/// # Errors
/// `too_many_clips`; if the database or the bucket fails.
pub async fn run(
    app: &App,
    (submission_id, id): (&str, &str),
    recipe: &Recipe,
    ClipFilm { bytes, size, duration_ms }: ClipFilm,
    poster: Poster,
) -> Result<()> {
    if clip::get(&app.db, submission_id, id).await?.is_some() {
        return Ok(());
    }
    let film = token::secret_id()?;
    let key = format!("{CLIPS}{film}");
    object_removal::schedule(&app.db, &key, app.now).await?;
    let size_bytes = bytes.len() as u64;
    app.files.put_small(&key, bytes, "video/mp4").await?;
    let poster = replace_poster::store(app, poster).await?.key;
    let new = NewClip { id, submission_id, recipe, film: &film, size, size_bytes, duration_ms, poster: &poster };
    if clip::insert(&app.db, &new, app.now).await? || clip::get(&app.db, submission_id, id).await?.is_some() {
        return Ok(());
    }
    let text = format!("A video may have at most {MAX_CLIPS} clips. Please delete one first.");
    Err(refusal!(409, "too_many_clips").with_text(text))
}
