//! The built-in drive's own pages: a folder, and a video that plays in the browser. Both open by signed links, and
//! for the client's own user and for admins without one.

use std::fmt::Write as _;

use domain::limits::MEBIBYTE;
use domain::signed_link::Kind;
use worker::{Response, ResponseBuilder};

use crate::app::App;
use crate::auth::guard::ClientUser;
use crate::auth::{link, session};
use crate::email::escape;
use crate::error::{Error, Result};
use crate::log;
use crate::request::Request;
use crate::routes::public::plain_page;
use crate::routes::video::{self, Showing};
use crate::store::place::Place;
use crate::store::submission::Marks;
use crate::store::submission::list::{self, FolderEntry};
use crate::store::{client, submission};

/// A folder page shows this many videos.
const FOLDER_ENTRIES: u32 = 100;
const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// `GET /drive/video/{id}`: the video itself, whole or in ranges.
pub async fn video(app: &App, request: &Request, id: &str) -> Result<Response> {
    for_a_person(app, request, send_video(app, request, id).await).await
}

/// `GET /drive/folder/{client}?before=…`: a client's folder, newest videos first, by month.
pub async fn folder(app: &App, request: &Request, client_id: &str) -> Result<Response> {
    for_a_person(app, request, list_folder(app, request, client_id).await).await
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
enum Opened {
    /// By a signed link; its query opens what is beside it too.
    ByLink,
    /// By being signed in.
    BySession,
}

/// A link that opens, or else a session that may. Without either the link's own refusal is the answer.
async fn open(app: &App, request: &Request, kind: Kind, id: &str, client_id: Option<&str>) -> Result<Opened> {
    let refusal = match link::check(app, request, kind, id) {
        Ok(()) => return Ok(Opened::ByLink),
        Err(_) if request.query("signature").is_none() && session::token_of(request).is_none() => Error::SignedOut,
        Err(refusal) => refusal,
    };
    if session::token_of(request).is_none() {
        return Err(refusal);
    }
    match ClientUser::of(app, request, client_id.unwrap_or_default()).await {
        Ok(_) => Ok(Opened::BySession),
        Err(Error::SignedOut) if request.query("signature").is_none() => Err(Error::SignedOut),
        Err(_) => Err(refusal),
    }
}

async fn send_video(app: &App, request: &Request, id: &str) -> Result<Response> {
    let delivered = submission::delivered_by_id(&app.db, id).await?;
    open(app, request, Kind::Video, id, delivered.as_ref().map(|delivered| delivered.client_id.as_str())).await?;
    video::send(app, request, &delivered.ok_or(Error::NotFound("Video"))?, Showing::Play).await
}

async fn list_folder(app: &App, request: &Request, client_id: &str) -> Result<Response> {
    let opened = open(app, request, Kind::Folder, client_id, Some(client_id)).await?;
    let owner = client::folder_owner(&app.db, client_id).await?.ok_or(Error::NotFound("Folder"))?;
    let before = request.query("before").map(Place::parse).transpose()?;
    let entries = list::folder(&app.db, client_id, before.as_ref(), FOLDER_ENTRIES).await?;
    let mut body = match (entries.is_empty(), before.is_some()) {
        (true, false) => {
            "<p class=\"lead\">Nothing here yet. Videos appear seconds after they are submitted.</p>".to_owned()
        }
        (true, true) => "<p class=\"lead\">There is nothing older.</p>".to_owned(),
        (false, _) => "<p class=\"lead\">Newest videos first.</p>".to_owned(),
    };
    // A link opens only what it could itself: the videos' links end when it does.
    let expires_at = match opened {
        Opened::ByLink => request.query("expires").and_then(|at| at.parse().ok()),
        Opened::BySession => None,
    };
    let mut month = "";
    for entry in &entries {
        let of_entry = entry.drive_path.split('/').next().unwrap_or_default();
        if of_entry != month {
            let end = if month.is_empty() { "" } else { "</ul>" };
            let _ = write!(body, "{end}<h2>{}</h2><ul>", escape(&month_in_words(of_entry)));
            month = of_entry;
        }
        body.push_str(&line(app, entry, expires_at));
    }
    if !entries.is_empty() {
        body.push_str("</ul>");
    }
    if let Some(last) = entries.last().filter(|_| entries.len() == FOLDER_ENTRIES as usize) {
        let place = Place { at: last.created_at, id: last.id.clone() }.text();
        let _ = write!(body, "<p class=\"older\"><a href=\"{}\">Older videos</a></p>", escape(&older(request, &place)));
    }
    plain_page::render(app, 200, &owner.company_name, &body).await
}

/// The page's own address with another `before`.
fn older(request: &Request, place: &str) -> String {
    let keep =
        ["expires", "signature"].into_iter().filter_map(|name| Some(format!("{name}={}&", request.query(name)?)));
    format!("{}?{}before={place}", request.path(), keep.collect::<String>())
}

/// `2026-11` as `November 2026`.
fn month_in_words(month: &str) -> String {
    let (year, number) = month.split_once('-').unwrap_or((month, ""));
    let index = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    index.and_then(|index| MONTHS.get(index)).map_or_else(|| month.to_owned(), |name| format!("{name} {year}"))
}

fn line(app: &App, entry: &FolderEntry, expires_at: Option<i64>) -> String {
    let href = match expires_at {
        Some(expires_at) => link::path(&app.config, Kind::Video, &entry.id, expires_at),
        None => format!("/drive/video/{}", entry.id),
    };
    let file = entry.drive_path.rsplit('/').next().unwrap_or_default();
    // Tenths of a MB, rounded as the recorder rounds them.
    let tenths = entry.size_bytes.saturating_mul(10).saturating_add(MEBIBYTE / 2) / MEBIBYTE;
    format!(
        "<li><a href=\"{}\">{}</a><span>{}.{} MB</span>{}</li>",
        escape(&href),
        escape(file),
        tenths / 10,
        tenths % 10,
        marks(&entry.marks)
    )
}

/// What its business has to know about a file; the mail about it says more.
fn marks(marks: &Marks) -> &'static str {
    match (marks.unwatermarked(), marks.unfinished.is_some()) {
        (false, false) => "",
        (true, false) => "<small>No watermark</small>",
        (false, true) => "<small>As recorded: some players may not play it</small>",
        (true, true) => "<small>No watermark. As recorded: some players may not play it</small>",
    }
}
