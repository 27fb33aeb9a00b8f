//! Pages of delivered videos: a folder, a testimonial, or the video alone. They open with signed links, and for the
//! client's own user and admins without one.

use domain::signed_url::LinkPurpose;
use worker::{Response, ResponseBuilder};

use crate::app::App;
use crate::auth::guard::ClientUser;
use crate::auth::{session, signed_url};
use crate::error::{Error, Result};
use crate::files::POSTERS;
use crate::log;
use crate::request::Request;
use crate::routes::byte_range::NOT_SATISFIABLE;
use crate::routes::image;
use crate::routes::public::{folder, plain_page, watch};
use crate::routes::video::{self, Disposition, VideoSource};
use crate::store::submissions::submission::delivery;
use crate::store::submissions::submission::publication::{self, PosterRow};

pub async fn video(app: &App, request: &Request, id: &str) -> Result<Response> {
    for_a_person(app, request, send_video(app, request, id).await).await
}

pub async fn folder(app: &App, request: &Request, client_id: &str) -> Result<Response> {
    for_a_person(app, request, show_folder(app, request, client_id).await).await
}

/// Converts a refusal to a page or a redirect to sign-in, because people follow these links from mails and the portal.
/// Leaves a range error, which only players cause.
async fn for_a_person(app: &App, request: &Request, answer: Result<Response>) -> Result<Response> {
    match answer {
        Err(error) if error.is(&NOT_SATISFIABLE) => Err(error),
        Err(error) if error.is(&Error::SIGNED_OUT) => {
            let place = format!("/clients/login?next={}", request.path());
            Ok(ResponseBuilder::new().with_status(302).with_header("location", &place)?.empty())
        }
        Err(error) => {
            if let Error::Internal(cause) = &error {
                log::warning("drive_link", cause);
            }
            plain_page::refusal(app, request, &error).await
        }
        answered => answered,
    }
}

/// How access was granted.
enum AccessGrant {
    /// By a signed link, whose query opens related URLs too.
    Link,
    Session,
}

/// Checks for a signed link, then for an authorised session. Without either, returns the link's refusal.
async fn open(
    app: &App,
    request: &Request,
    purpose: LinkPurpose,
    id: &str,
    client_id: Option<&str>,
) -> Result<AccessGrant> {
    let refusal = match signed_url::verify_query(app, request, purpose, id) {
        Ok(()) => return Ok(AccessGrant::Link),
        Err(_) if request.query("signature").is_none() && session::token_of(app, request).is_none() => {
            Error::SIGNED_OUT
        }
        Err(refusal) => refusal,
    };
    if session::token_of(app, request).is_none() {
        return Err(refusal);
    }
    match ClientUser::of(app, request, client_id.unwrap_or_default()).await {
        Ok(_) => Ok(AccessGrant::Session),
        Err(error) if error.is(&Error::SIGNED_OUT) && request.query("signature").is_none() => Err(error),
        Err(_) => Err(refusal),
    }
}

pub async fn watch(app: &App, request: &Request, id: &str) -> Result<Response> {
    for_a_person(app, request, show_video(app, request, id).await).await
}

/// `POST` to the page's own URL with its signed link: records that the video was played or downloaded. Programs that
/// prefetch links from mails send no POST.
pub async fn watched(app: &App, request: &Request, id: &str) -> Result<Response> {
    signed_url::verify_query(app, request, LinkPurpose::Video, id)?;
    delivery::record_watched(&app.db, id, app.now).await?;
    Ok(ResponseBuilder::new().with_status(204).empty())
}

/// Returns the video and how access was granted.
async fn open_video(app: &App, request: &Request, id: &str) -> Result<(AccessGrant, VideoSource)> {
    // Mails link only to accepted videos.
    let video = video::find_source(app, id).await?.filter(|video| !matches!(video, VideoSource::Held(_)));
    let opened = open(app, request, LinkPurpose::Video, id, video.as_ref().map(VideoSource::client_id)).await?;
    Ok((opened, video.ok_or_else(|| Error::not_found("Video"))?))
}

async fn send_video(app: &App, request: &Request, id: &str) -> Result<Response> {
    let (_, video) = open_video(app, request, id).await?;
    let disposition =
        if request.text_query("download")?.is_some() { Disposition::Attachment } else { Disposition::Inline };
    video::send(app, request, id, &video, disposition).await
}

async fn show_video(app: &App, request: &Request, id: &str) -> Result<Response> {
    let (opened, video) = open_video(app, request, id).await?;
    watch::show(app, video.client_id(), id, expiry_of(request, &opened)).await
}

/// Expiry for links on the page: the link's own. `None` for a session.
fn expiry_of(request: &Request, opened: &AccessGrant) -> Option<i64> {
    match opened {
        AccessGrant::Link => request.query("expires").and_then(|at| at.parse().ok()),
        AccessGrant::Session => None,
    }
}

/// The still of a testimonial, for mails and pages of the folder.
pub async fn poster(app: &App, request: &Request, id: &str) -> Result<Response> {
    let found = publication::poster_of(&app.db, id).await?;
    open(app, request, LinkPurpose::Video, id, found.as_ref().map(|found| found.client_id.as_str())).await?;
    let PosterRow { poster, .. } = found.ok_or_else(|| Error::not_found("Poster"))?;
    image::jpeg(app, request, &format!("{POSTERS}{poster}/still.jpg"), "private, max-age=86400").await
}

async fn show_folder(app: &App, request: &Request, client_id: &str) -> Result<Response> {
    let opened = open(app, request, LinkPurpose::Folder, client_id, Some(client_id)).await?;
    folder::show(app, request, client_id, expiry_of(request, &opened)).await
}
