//! Sends a delivered video, whole or in ranges.

use domain::number::parse_u64;
use worker::{Response, ResponseBuilder};

use crate::app::App;
use crate::error::{Error, Result};
use crate::integrations::drive::{Drive, Read};
use crate::request::Request;
use crate::store::submission::Delivered;

/// What a browser does with it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Disposition {
    Inline,
    Attachment,
}

/// Answers with the video's bytes. Whoever calls has checked that they may be seen.
///
/// # Errors
/// [`Error::NotFound`] when the file has gone, [`Error::Range`], [`Error::DriveAway`], [`Error::DriveEnded`].
pub async fn send(app: &App, request: &Request, delivered: &Delivered, disposition: Disposition) -> Result<Response> {
    let size = delivered.size_bytes;
    let header = request.header("range");
    let range = match header.as_deref().map(|text| http_range(text, size)) {
        None | Some(ByteRange::Full) => None,
        Some(ByteRange::Partial(offset, length)) => Some((offset, length)),
        Some(ByteRange::Unsatisfiable) => return Err(Error::Range(size)),
    };
    let drive = Drive::holding(app, delivered.drive, delivered.drive_connection_id.as_deref()).await?;
    let read = drive.read(app, &delivered.client_id, &delivered.drive_path, range).await?;
    // A drive that knows no ranges sends all of it.
    let Read { body, range, length } = read.ok_or(Error::NotFound("Video"))?;
    let file = delivered.drive_path.rsplit('/').next().unwrap_or_default();
    let answer = ResponseBuilder::new()
        .with_header("content-type", delivered.container.mime())?
        .with_header("content-disposition", &content_disposition(file, disposition))?
        .with_header("accept-ranges", "bytes")?
        .with_header("cache-control", "private, no-store")?;
    let answer = match length {
        Some(length) => answer.with_header("content-length", &length.to_string())?,
        None => answer,
    };
    let answer = match range {
        None => answer,
        Some((offset, length)) => {
            answer.with_status(206).with_header("content-range", &content_range(offset, length, size))?
        }
    };
    Ok(answer.body(body))
}

/// What a `Range` header asks for.
#[derive(Debug, PartialEq, Eq)]
enum ByteRange {
    /// All of it; also for headers that are to be ignored (RFC 9110, 14.2).
    Full,
    Partial(u64, u64),
    /// Nothing that exists.
    Unsatisfiable,
}

fn http_range(text: &str, size: u64) -> ByteRange {
    let Some((from, to)) = text.strip_prefix("bytes=").and_then(|spec| spec.trim().split_once('-')) else {
        return ByteRange::Full;
    };
    let is_number = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    if !is_number(from) || !is_number(to) || (from.is_empty() && to.is_empty()) {
        return ByteRange::Full;
    }
    // A number too large to hold is beyond every file.
    let number = |text: &str| parse_u64(text).unwrap_or(u64::MAX);
    let last = size.saturating_sub(1);
    let (from, to) = match (from, to) {
        ("", suffix) => (size.saturating_sub(number(suffix)), last),
        (from, "") => (number(from), last),
        (from, to) if number(from) > number(to) => return ByteRange::Full,
        (from, to) => (number(from), number(to).min(last)),
    };
    if from >= size {
        ByteRange::Unsatisfiable
    } else {
        ByteRange::Partial(from, to.saturating_sub(from).saturating_add(1))
    }
}

fn content_range(offset: u64, length: u64, size: u64) -> String {
    format!("bytes {offset}-{}/{size}", offset.saturating_add(length).saturating_sub(1))
}

/// Saves under the file's own name (RFC 6266).
fn content_disposition(file: &str, disposition: Disposition) -> String {
    let how = if disposition == Disposition::Attachment { "attachment" } else { "inline" };
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
