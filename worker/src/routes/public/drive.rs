//! The built-in drive's own pages: a folder, and a video that plays in the browser. Both open by signed links.

use domain::limits::VIDEO_LINK_LIFE_MS;
use domain::signed_link::Kind;
use domain::submission::media_type;
use worker::{Request, Response, ResponseBuilder};

use crate::app::App;
use crate::auth::link;
use crate::email::{escape, fill};
use crate::error::{Error, Result};
use crate::integrations::drive::key;
use crate::store::{client, submission};

/// A folder page shows this many of the newest videos.
const FOLDER_ENTRIES: u32 = 100;

/// `GET /drive/video/{id}`: the video itself, whole or in ranges.
pub async fn video(app: &App, request: &Request, id: &str) -> Result<Response> {
    link::check(app, request, Kind::Video, id)?;
    let delivered = submission::delivered_by_id(&app.db, id).await?.ok_or(Error::NotFound("Video"))?;
    let key = key(&delivered.client_id, &delivered.drive_path);
    let size = app.files.size(&key).await?.ok_or(Error::NotFound("Video"))?;
    let asked = request.headers().get("range")?;
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

/// `GET /drive/folder/{client}`: the newest videos of a client's folder.
pub async fn folder(app: &App, request: &Request, client_id: &str) -> Result<Response> {
    link::check(app, request, Kind::Folder, client_id)?;
    let owner = client::folder_owner(&app.db, client_id).await?.ok_or(Error::NotFound("Folder"))?;
    let expires_at = app.now.saturating_add(VIDEO_LINK_LIFE_MS);
    let entries = submission::folder(&app.db, client_id, FOLDER_ENTRIES).await?;
    let rows: String = entries
        .iter()
        .map(|entry| {
            let href = link::path(&app.config, Kind::Video, &entry.id, expires_at);
            let size = format!("{}.{}", entry.size_bytes / 1_048_576, entry.size_bytes % 1_048_576 * 10 / 1_048_576);
            let (month, file) = entry.drive_path.split_once('/').unwrap_or(("", &entry.drive_path));
            format!(
                "<tr><td><a href=\"{}\">{}</a></td><td>{}</td><td>{size} MB</td></tr>",
                escape(&href),
                escape(file),
                escape(month)
            )
        })
        .collect();
    let empty =
        if entries.is_empty() { "Nothing here yet. Videos appear seconds after they are submitted." } else { "" };
    let nonce = uuid::Uuid::new_v4().simple().to_string();
    let business = escape(&owner.company_name);
    let values =
        [("business", business.as_str()), ("rows", rows.as_str()), ("empty", empty), ("nonce", nonce.as_str())];
    let policy = format!(
        "default-src 'none'; style-src 'nonce-{nonce}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
    );
    Ok(ResponseBuilder::new()
        .with_header("content-type", "text/html; charset=utf-8")?
        .with_header("content-security-policy", &policy)?
        .with_header("x-robots-tag", "noindex")?
        .fixed(fill(include_str!("folder.html"), &values).into_bytes()))
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
    let Some(spec) = text.strip_prefix("bytes=") else { return Asked::Whole };
    let Some((from, to)) = spec.trim().split_once('-') else { return Asked::Whole };
    match (from.parse::<u64>(), to.parse::<u64>()) {
        (Ok(from), Ok(to)) if from <= to && from < size => {
            Asked::Part(from, to.min(size.saturating_sub(1)).saturating_sub(from).saturating_add(1))
        }
        (Ok(from), Err(_)) if to.is_empty() && from < size => Asked::Part(from, size.saturating_sub(from)),
        (Err(_), Ok(last)) if from.is_empty() && last > 0 && size > 0 => {
            let length = last.min(size);
            Asked::Part(size.saturating_sub(length), length)
        }
        (Ok(from), Ok(to)) if from > to => Asked::Whole,
        (Ok(_), Ok(_)) | (Err(_), Ok(_)) => Asked::Outside,
        (Ok(_), Err(_)) if to.is_empty() => Asked::Outside,
        _ => Asked::Whole,
    }
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
