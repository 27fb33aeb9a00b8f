//! Sends a delivered video, whole or in ranges.

use worker::{Response, ResponseBuilder};

use crate::app::App;
use crate::error::{Error, Result};
use crate::integrations::drive::{Drive, Read};
use crate::request::Request;
use crate::routes::byte_range::{self, Wanted};
use crate::store::submission::delivery::Delivered;

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
    let range = match byte_range::wanted(request.header("range").as_deref(), size)? {
        Wanted::All => None,
        Wanted::Part(offset, length) => Some((offset, length)),
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
            answer.with_status(206).with_header("content-range", &byte_range::content_range(offset, length, size))?
        }
    };
    Ok(answer.body(body))
}

/// Saves under the file's own name (RFC 6266).
#[must_use]
pub fn content_disposition(file: &str, disposition: Disposition) -> String {
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
