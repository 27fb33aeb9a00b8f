//! Pages of delivered videos: a folder, a testimonial, and its video alone. They open by signed links, and for the client's own
//! user and for admins without one.

use domain::signed_url::Kind;
use worker::{Response, ResponseBuilder};

use crate::app::App;
use crate::auth::guard::ClientUser;
use crate::auth::{session, signed_url};
use crate::error::{Error, Result};
use crate::log;
use crate::request::Request;
use crate::routes::public::{folder, plain_page, watch};
use crate::routes::video::{self, Disposition, Watchable};
use crate::store::submission::delivery;

pub async fn video(app: &App, request: &Request, id: &str) -> Result<Response> {
    for_a_person(app, request, send_video(app, request, id).await).await
}

pub async fn folder(app: &App, request: &Request, client_id: &str) -> Result<Response> {
    for_a_person(app, request, show_folder(app, request, client_id).await).await
}

/// People come here by a mail or from the portal: a refusal is a page, or the way to sign in; but not for a player
/// that asked for bytes that are not there.
async fn for_a_person(app: &App, request: &Request, answer: Result<Response>) -> Result<Response> {
    match answer {
        Err(error @ Error::Range(_)) => Err(error),
        Err(Error::SignedOut) => {
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

/// How somebody came to see what they see.
enum AccessBy {
    /// By a signed link; its query opens what is beside it too.
    ByLink,
    BySession,
}

/// A link that opens, or else a session that may. Without either the link's own refusal is the answer.
async fn open(app: &App, request: &Request, kind: Kind, id: &str, client_id: Option<&str>) -> Result<AccessBy> {
    let refusal = match signed_url::verify_query(app, request, kind, id) {
        Ok(()) => return Ok(AccessBy::ByLink),
        Err(_) if request.query("signature").is_none() && session::token_of(app, request).is_none() => Error::SignedOut,
        Err(refusal) => refusal,
    };
    if session::token_of(app, request).is_none() {
        return Err(refusal);
    }
    match ClientUser::of(app, request, client_id.unwrap_or_default()).await {
        Ok(_) => Ok(AccessBy::BySession),
        Err(Error::SignedOut) if request.query("signature").is_none() => Err(Error::SignedOut),
        Err(_) => Err(refusal),
    }
}

pub async fn watch(app: &App, request: &Request, id: &str) -> Result<Response> {
    for_a_person(app, request, show_video(app, request, id).await).await
}

/// `POST` to that page's own address, by its link: its video is played or saved. Programs that open links of mails before people do
/// press nothing.
pub async fn watched(app: &App, request: &Request, id: &str) -> Result<Response> {
    signed_url::verify_query(app, request, Kind::Video, id)?;
    delivery::record_watched(&app.db, id, app.now).await?;
    Ok(ResponseBuilder::new().with_status(204).empty())
}

/// How a video was opened, and the video.
async fn open_video(app: &App, request: &Request, id: &str) -> Result<(AccessBy, Watchable)> {
    let video = video::watchable(app, id).await?;
    let opened = open(app, request, Kind::Video, id, video.as_ref().map(Watchable::client_id)).await?;
    Ok((opened, video.ok_or(Error::NotFound("Video"))?))
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

/// When what is beside a link expires: as it does. Nothing where a session opens it.
fn expiry_of(request: &Request, opened: &AccessBy) -> Option<i64> {
    match opened {
        AccessBy::ByLink => request.query("expires").and_then(|at| at.parse().ok()),
        AccessBy::BySession => None,
    }
}

async fn show_folder(app: &App, request: &Request, client_id: &str) -> Result<Response> {
    let opened = open(app, request, Kind::Folder, client_id, Some(client_id)).await?;
    folder::show(app, request, client_id, expiry_of(request, &opened)).await
}
