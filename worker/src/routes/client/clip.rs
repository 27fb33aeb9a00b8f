//! Clips of a client's submissions.

use domain::api::clips::{ClipList, ClipView, PublicClip};
use domain::clip::{ClipObstacle, Recipe, obstacle};
use domain::date::iso_time;
use domain::limits::{MAX_CLIP_BYTES, MEBIBYTE};
use domain::number::parse_u64;
use worker::{Response, ResponseBody, ResponseBuilder};

use crate::answer::Empty;
use crate::app::App;
use crate::auth::guard::ClientUser;
use crate::error::{Error, Result, invalid, refusal};
use crate::files::{CLIPS, POSTERS};
use crate::flows::submissions::replace_poster::Poster;
use crate::flows::submissions::store_clip::{self, ClipFilm};
use crate::form_stream::{FormStream, field_twice};
use crate::queue;
use crate::request::{LENGTH_REQUIRED, Request};
use crate::routes::byte_range::{self, ByteRange};
use crate::routes::image;
use crate::routes::public::testimonial::uncached_captions;
use crate::routes::video::{Disposition, content_disposition, part_of};
use crate::store::platform::audit::Entry;
use crate::store::submissions::clip::{self, ClipRow, ClipSource};
use crate::store::submissions::transcript;
use crate::store::submissions::upload::is_id;

/// A submission of which no clip can be made.
pub const CLIPS_NOT_ALLOWED: Error =
    refusal!(409, "clips_not_allowed", "No clips can be made of this video: the customer has not agreed to it.");
/// A submission whose video is not here.
pub const NO_VIDEO: Error = refusal!(409, "no_video", "No clips can be made of this video: it is on hold or deleted.");
/// A clip that is public.
pub const CLIP_IS_PUBLIC: Error =
    refusal!(409, "clip_is_public", "This clip is public. Show the whole video instead, then delete the clip.");

/// Largest recipe in bytes.
const MAX_RECIPE_BYTES: u64 = 8 * 1024;
/// Largest size of a form besides its film.
const MAX_OTHERS_BYTES: u64 = MEBIBYTE;

/// `GET /api/client/{client}/submissions/{id}/clips`.
pub async fn list(app: &App, ClientUser { client_id, .. }: ClientUser, id: &str) -> Result<ClipList> {
    let source = load(app, &client_id, id).await?;
    let clips = clip::of_submission(&app.db, id).await?;
    let public_clip = source.public_clip.as_deref();
    Ok(ClipList {
        clips: clips.into_iter().map(|one| one.view(public_clip)).collect::<Result<_>>()?,
        obstacle: obstacle(&source.facts()),
        watermark: source.watermark,
    })
}

/// `PUT /api/client/{client}/submissions/{id}/clips/{clip}`: a form with the `recipe`, the `film` and its pictures `still`
/// and `card`.
pub async fn put(
    app: &App,
    ClientUser { client_id, .. }: ClientUser,
    request: &Request,
    id: &str,
    clip_id: &str,
) -> Result<ClipView> {
    if !is_id(clip_id) {
        return Err(Error::malformed("The id of a clip is 32 hexadecimal digits."));
    }
    let source = load(app, &client_id, id).await?;
    match obstacle(&source.facts()) {
        Some(ClipObstacle::NoVideo) => return Err(NO_VIDEO),
        Some(ClipObstacle::Withdrawn | ClipObstacle::Consent) => return Err(CLIPS_NOT_ALLOWED),
        None => {}
    }
    let ClipForm { recipe, film, poster } = ClipForm::read(request).await?;
    recipe.check(source.film_ms()).map_err(|problem| invalid([("recipe", problem)]))?;
    let film = ClipFilm::probe(film, &recipe).await?;
    store_clip::run(app, (id, clip_id), &recipe, film, poster).await?;
    view(app, &client_id, id, clip_id).await
}

/// `DELETE /api/client/{client}/submissions/{id}/clips/{clip}`.
pub async fn remove(app: &App, ClientUser { client_id, .. }: ClientUser, id: &str, clip_id: &str) -> Result<Empty> {
    find(app, &client_id, id, clip_id).await?;
    if clip::remove(&app.db, clip_id, app.now).await? { Ok(Empty {}) } else { Err(CLIP_IS_PUBLIC) }
}

/// `POST /api/client/{client}/submissions/{id}/clips/{clip}/deliver`.
pub async fn deliver(app: &App, ClientUser { client_id, .. }: ClientUser, id: &str, clip_id: &str) -> Result<ClipView> {
    let source = load(app, &client_id, id).await?;
    let found = find(app, &client_id, id, clip_id).await?;
    let path = delivery_path(source.delivery_path.as_deref().unwrap_or(id), found.created_at);
    let job_id = uuid::Uuid::new_v4().to_string();
    if clip::begin_delivery(&app.db, clip_id, &path, &job_id, app.now).await? {
        queue::enqueue(app, &job_id).await;
    }
    view(app, &client_id, id, clip_id).await
}

/// Returns the path of a clip beside its film, with the time at which it was made: `… clip 20261201-100533.mp4`.
fn delivery_path(film_path: &str, created_at: i64) -> String {
    let stem = film_path.rsplit_once('.').map_or(film_path, |(stem, _)| stem);
    let time: String = iso_time(created_at).chars().take(19).filter(|c| c.is_ascii_digit() || *c == 'T').collect();
    format!("{stem} clip {}.mp4", time.replace('T', "-"))
}

/// `PUT /api/client/{client}/submissions/{id}/public-clip`.
pub async fn put_public(
    app: &App,
    user: ClientUser,
    id: &str,
    PublicClip { clip: clip_id }: PublicClip,
) -> Result<Empty> {
    let source = load(app, &user.client_id, id).await?;
    if let Some(clip_id) = &clip_id {
        find(app, &user.client_id, id, clip_id).await?;
        // A clip may be shown as long as the consent stands, also when its video is gone.
        if matches!(obstacle(&source.facts()), Some(ClipObstacle::Withdrawn | ClipObstacle::Consent)) {
            return Err(CLIPS_NOT_ALLOWED);
        }
    }
    let action = clip::public_action(clip_id.as_deref());
    let entry = Entry::of_submission(action, &user.client_id, &user.company_name, id);
    let statements = vec![
        clip::set_public(&user.client_id, id, clip_id.as_deref()),
        entry.query_after_change(user.user.session(), app.now),
    ];
    app.db.transaction(statements).await?;
    Ok(Empty {})
}

/// `GET /api/client/{client}/submissions/{id}/clips/{clip}/video`. Supports ranges; `?download` saves the file.
pub async fn video(
    app: &App,
    ClientUser { client_id, .. }: ClientUser,
    request: &Request,
    id: &str,
    clip_id: &str,
) -> Result<Response> {
    let found = find(app, &client_id, id, clip_id).await?;
    let disposition =
        if request.text_query("download")?.is_some() { Disposition::Attachment } else { Disposition::Inline };
    send(app, request, &found, disposition).await
}

/// `GET /api/client/{client}/submissions/{id}/clips/{clip}/poster`; `?card=` is the picture that shared links show.
pub async fn poster(
    app: &App,
    ClientUser { client_id, .. }: ClientUser,
    request: &Request,
    id: &str,
    clip_id: &str,
) -> Result<Response> {
    let ClipRow { poster, .. } = find(app, &client_id, id, clip_id).await?;
    let file = if request.query("card").is_some() { "card.jpg" } else { "still.jpg" };
    image::jpeg(app, request, &format!("{POSTERS}{poster}/{file}"), "private, max-age=86400").await
}

/// `GET /api/client/{client}/submissions/{id}/clips/{clip}/captions.vtt`.
pub async fn captions(
    app: &App,
    ClientUser { client_id, .. }: ClientUser,
    id: &str,
    clip_id: &str,
) -> Result<Response> {
    let found = find(app, &client_id, id, clip_id).await?;
    let size = (found.width, found.height);
    let recipe = found.view(None)?.recipe;
    let words = transcript::with_words(&app.db, id).await?.map(|words| words.of_clip(&recipe, size));
    uncached_captions(words)
}

/// Responds with the film of a clip, which no cache may keep. The caller must have checked the access.
///
/// # Errors
/// `not_satisfiable`; [`Error::not_found`] if its object is missing.
pub async fn send(app: &App, request: &Request, clip: &ClipRow, disposition: Disposition) -> Result<Response> {
    let size = clip.size_bytes;
    let range = match byte_range::parse(request.header("range").as_deref(), size)? {
        ByteRange::All => None,
        ByteRange::Part(offset, length) => Some((offset, length)),
    };
    let name = delivery_path("Testimonial", clip.created_at);
    let answer = ResponseBuilder::new()
        .with_header("content-type", "video/mp4")?
        .with_header("content-disposition", &content_disposition(&name, disposition))?
        .with_header("accept-ranges", "bytes")?
        .with_header("cache-control", "private, no-store")?;
    let answer = part_of(answer, range, Some(range.map_or(size, |(_, length)| length)), size)?;
    if request.is_head() {
        return Ok(answer.empty());
    }
    let missing = || Error::not_found("Clip");
    let object = app.files.get(&format!("{CLIPS}{}", clip.film), range).await?.ok_or_else(missing)?;
    match object.body().ok_or_else(missing)?.response_body()? {
        ResponseBody::Stream(stream) => Ok(answer.body(ResponseBody::Stream(stream))),
        other => Ok(answer.body(other)),
    }
}

async fn load(app: &App, client_id: &str, id: &str) -> Result<ClipSource> {
    clip::source(&app.db, client_id, id).await?.ok_or_else(|| Error::not_found("Submission"))
}

async fn find(app: &App, client_id: &str, id: &str, clip_id: &str) -> Result<ClipRow> {
    clip::of_client(&app.db, client_id, id, clip_id).await?.ok_or_else(|| Error::not_found("Clip"))
}

async fn view(app: &App, client_id: &str, id: &str, clip_id: &str) -> Result<ClipView> {
    let public_clip = load(app, client_id, id).await?.public_clip;
    find(app, client_id, id, clip_id).await?.view(public_clip.as_deref())
}

/// The form that stores a clip.
struct ClipForm {
    recipe: Recipe,
    film: Vec<u8>,
    poster: Poster,
}

impl ClipForm {
    async fn read(request: &Request) -> Result<Self> {
        let length = request.header("content-length").and_then(|text| parse_u64(&text)).ok_or(LENGTH_REQUIRED)?;
        if length > MAX_CLIP_BYTES.saturating_add(MAX_OTHERS_BYTES) {
            return Err(store_clip::too_large());
        }
        let (mut recipe, mut film, mut still, mut card) = (None, None, None, None);
        let mut form = FormStream::open(request)?;
        while let Some(mut part) = form.next_part().await? {
            let (place, most) = match part.name().as_str() {
                "recipe" => (&mut recipe, MAX_RECIPE_BYTES),
                "film" => (&mut film, MAX_CLIP_BYTES),
                "still" => (&mut still, MAX_OTHERS_BYTES),
                "card" => (&mut card, MAX_OTHERS_BYTES),
                _ => return Err(Error::malformed("A clip has the parts recipe, film, still and card.")),
            };
            let bytes = part.bytes(most).await?.ok_or_else(store_clip::too_large)?;
            if place.replace(bytes).is_some() {
                return Err(field_twice());
            }
        }
        let missing = |name: &'static str| move || invalid([(name, "Please add this part.")]);
        let recipe = recipe.ok_or_else(missing("recipe"))?;
        Ok(Self {
            recipe: serde_json::from_slice(&recipe)
                .map_err(|_| invalid([("recipe", "Please send a recipe in its documented form.")]))?,
            film: film.ok_or_else(missing("film"))?,
            poster: Poster::parse(&still.ok_or_else(missing("still"))?, &card.ok_or_else(missing("card"))?)?,
        })
    }
}
