//! Sends a delivered video, whole or in ranges.

use domain::number::whole;
use domain::submission::media_type;
use worker::{Response, ResponseBuilder};

use crate::app::App;
use crate::error::{Error, Result};
use crate::integrations::drive::key;
use crate::request::Request;
use crate::store::submission::Delivered;

/// What a browser does with it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Showing {
    /// Plays it.
    Play,
    /// Saves it.
    Download,
}

/// Answers with the video's bytes. Whoever calls has checked that they may be seen.
///
/// # Errors
/// [`Error::NotFound`] when the file has gone, [`Error::Range`].
pub async fn send(app: &App, request: &Request, delivered: &Delivered, showing: Showing) -> Result<Response> {
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
        .with_header("content-disposition", &disposition(file, showing))?
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

/// Saves under the file's own name (RFC 6266).
fn disposition(file: &str, showing: Showing) -> String {
    let how = if showing == Showing::Download { "attachment" } else { "inline" };
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
    format!("{how}; filename=\"{ascii}\"; filename*=UTF-8''{encoded}")
}
