//! The built-in drive's own pages: a folder, and a video that plays in the browser. Both open by signed links.

use domain::limits::{MEBIBYTE, VIDEO_LINK_LIFE_MS};
use domain::number::whole;
use domain::signed_link::Kind;
use domain::submission::media_type;
use worker::{Response, ResponseBuilder};

use crate::app::App;
use crate::auth::link;
use crate::email::escape;
use crate::error::{Error, Result};
use crate::integrations::drive::key;
use crate::log;
use crate::request::Request;
use crate::routes::public::plain_page;
use crate::store::submission::{FolderEntry, Marks};
use crate::store::{client, submission};

/// A folder page shows this many of the newest videos.
const FOLDER_ENTRIES: u32 = 100;

/// `GET /drive/video/{id}`: the video itself, whole or in ranges.
pub async fn video(app: &App, request: &Request, id: &str) -> Result<Response> {
    for_a_person(app, send_video(app, request, id).await).await
}

/// `GET /drive/folder/{client}`: the newest videos of a client's folder.
pub async fn folder(app: &App, request: &Request, client_id: &str) -> Result<Response> {
    for_a_person(app, list_folder(app, request, client_id).await).await
}

/// These addresses stand in mails: a refusal is a page, but for a player that asked for bytes that are not there.
async fn for_a_person(app: &App, answer: Result<Response>) -> Result<Response> {
    match answer {
        Err(error @ Error::Range(_)) => Err(error),
        Err(error) => {
            if let Error::Internal(cause) = &error {
                log::warning("drive_link", cause);
            }
            plain_page::refusal(app, &error).await
        }
        answered => answered,
    }
}

async fn send_video(app: &App, request: &Request, id: &str) -> Result<Response> {
    link::check(app, request, Kind::Video, id)?;
    let delivered = submission::delivered_by_id(&app.db, id).await?.ok_or(Error::NotFound("Video"))?;
    let key = key(&delivered.client_id, &delivered.drive_path);
    let size = app.files.size(&key).await?.ok_or(Error::NotFound("Video"))?;
    let asked = request.header("range");
    let range = match asked.as_deref().map(|text| http_range(text, size)) {
        None | Some(Asked::Whole) => None,
        Some(Asked::Part(offset, length)) => Some((offset, length)),
        Some(Asked::Outside) => return Err(Error::Range(size)),
    };
    let object = app.files.get(&key, range).await?.ok_or(Error::NotFound("Video"))?;
    let body = object.body().ok_or(Error::NotFound("Video"))?.response_body()?;
    let file = delivered.drive_path.rsplit('/').next().unwrap_or_default();
    let answer = ResponseBuilder::new()
        .with_header("content-type", media_type(&delivered.container))?
        .with_header("content-disposition", &disposition(file))?
        .with_header("accept-ranges", "bytes")?
        .with_header("cache-control", "private, no-store")?;
    let answer = match range {
        None => answer.with_header("content-length", &size.to_string())?,
        Some((offset, length)) => answer
            .with_status(206)
            .with_header("content-length", &length.to_string())?
            .with_header("content-range", &content_range(offset, length, size))?,
    };
    Ok(answer.body(body))
}

async fn list_folder(app: &App, request: &Request, client_id: &str) -> Result<Response> {
    link::check(app, request, Kind::Folder, client_id)?;
    let owner = client::folder_owner(&app.db, client_id).await?.ok_or(Error::NotFound("Folder"))?;
    let expires_at = app.now.saturating_add(VIDEO_LINK_LIFE_MS);
    let entries = submission::folder(&app.db, client_id, FOLDER_ENTRIES).await?;
    let lines: String = entries.iter().map(|entry| line(app, entry, expires_at)).collect();
    let body = match entries.len() {
        0 => "<p class=\"lead\">Nothing here yet. Videos appear seconds after they are submitted.</p>".to_owned(),
        n if n < FOLDER_ENTRIES as usize => format!("<p class=\"lead\">Newest videos first.</p><ul>{lines}</ul>"),
        n => format!("<p class=\"lead\">The {n} newest videos.</p><ul>{lines}</ul>"),
    };
    plain_page::render(app, 200, &owner.company_name, &body).await
}

fn line(app: &App, entry: &FolderEntry, expires_at: i64) -> String {
    let href = link::path(&app.config, Kind::Video, &entry.id, expires_at);
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

/// What a `Range` header asks for.
#[derive(Debug, PartialEq, Eq)]
enum Asked {
    /// All of it; also for headers that are to be ignored (RFC 9110, 14.2).
    Whole,
    /// Offset and length.
    Part(u64, u64),
    /// Nothing that exists.
    Outside,
}

fn http_range(text: &str, size: u64) -> Asked {
    let Some((from, to)) = text.strip_prefix("bytes=").and_then(|spec| spec.trim().split_once('-')) else {
        return Asked::Whole;
    };
    let is_number = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    if !is_number(from) || !is_number(to) || (from.is_empty() && to.is_empty()) {
        return Asked::Whole;
    }
    // A number too large to hold is beyond every file.
    let number = |text: &str| whole(text).unwrap_or(u64::MAX);
    let last = size.saturating_sub(1);
    let (from, to) = match (from, to) {
        ("", suffix) => (size.saturating_sub(number(suffix)), last),
        (from, "") => (number(from), last),
        (from, to) if number(from) > number(to) => return Asked::Whole,
        (from, to) => (number(from), number(to).min(last)),
    };
    if from >= size { Asked::Outside } else { Asked::Part(from, to.saturating_sub(from).saturating_add(1)) }
}

fn content_range(offset: u64, length: u64, size: u64) -> String {
    format!("bytes {offset}-{}/{size}", offset.saturating_add(length).saturating_sub(1))
}

/// Plays in the browser, and saves under the file's own name (RFC 6266).
fn disposition(file: &str) -> String {
    let ascii: String =
        file.chars().map(|c| if c.is_ascii_alphanumeric() || " -.".contains(c) { c } else { '_' }).collect();
    let encoded: String = file
        .bytes()
        .map(|b| {
            if b.is_ascii_alphanumeric() || b"-._".contains(&b) {
                char::from(b).to_string()
            } else {
                format!("%{b:02X}")
            }
        })
        .collect();
    format!("inline; filename=\"{ascii}\"; filename*=UTF-8''{encoded}")
}
