//! Sends a video or a range of it: from its drive, or before the delivery from Sayso's own storage.

use domain::submission::SubmissionStatus;
use domain::transient_fault::Timeout;
use media_wasm::probe::Container;
use worker::{Response, ResponseBody, ResponseBuilder};

use crate::app::App;
use crate::error::{BODY_LOST, Error, Result, refusal};
use crate::files::Outlet;
use crate::integrations::drive::{Drive, ReadResponse};
use crate::log;
use crate::request::Request;
use crate::routes::byte_range::{self, ByteRange};
use crate::store::submissions::submission::delivery::{self, DeliveredSubmission, Delivery};

/// A download of a video on hold.
pub const ON_HOLD: Error = refusal!(409, "on_hold", "This video is on hold. Accept it to download it.");

/// Whether the browser plays or saves it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Disposition {
    Inline,
    Attachment,
}

/// A video that its business can watch.
pub enum VideoSource {
    /// In a drive.
    Delivered(DeliveredSubmission),
    /// Not yet delivered, with its bytes in our storage.
    Stored(Delivery),
    /// On hold, with its bytes in our storage.
    Held(Delivery),
}

impl VideoSource {
    #[must_use]
    pub fn client_id(&self) -> &str {
        match self {
            Self::Delivered(delivered) => &delivered.client_id,
            Self::Stored(stored) | Self::Held(stored) => &stored.client_id,
        }
    }
}

/// Returns a submission's video. `None` if it does not exist or was deleted.
pub async fn find_source(app: &App, id: &str) -> Result<Option<VideoSource>> {
    if let Some(delivered) = delivery::delivered_by_id(&app.db, id).await? {
        return Ok(Some(VideoSource::Delivered(delivered)));
    }
    Ok(delivery::for_delivery(&app.db, id).await?.and_then(|stored| match stored.status {
        _ if stored.hold.is_some() => Some(VideoSource::Held(stored)),
        SubmissionStatus::AwaitingDriveUpload | SubmissionStatus::DriveUploadFailed => {
            Some(VideoSource::Stored(stored))
        }
        _ => None,
    }))
}

/// Responds with a submission's video. The caller must have checked the access.
///
/// # Errors
/// [`ON_HOLD`], [`Error::not_found`] if the file is missing, `not_satisfiable`, `drive_unavailable`, `DRIVE_ENDED`.
pub async fn send(
    app: &App,
    request: &Request,
    id: &str,
    video: &VideoSource,
    disposition: Disposition,
) -> Result<Response> {
    match video {
        VideoSource::Held(_) if disposition == Disposition::Attachment => Err(ON_HOLD),
        VideoSource::Delivered(delivered) => send_delivered(app, request, delivered, disposition).await,
        VideoSource::Stored(stored) | VideoSource::Held(stored) => {
            send_stored(app, request, id, stored, disposition).await
        }
    }
}

async fn send_delivered(
    app: &App,
    request: &Request,
    delivered: &DeliveredSubmission,
    disposition: Disposition,
) -> Result<Response> {
    let size = delivered.size_bytes;
    let range = match byte_range::parse(request.header("range").as_deref(), size)? {
        ByteRange::All => None,
        ByteRange::Part(offset, length) => Some((offset, length)),
    };
    let drive = Drive::of_video(app, delivered.drive, delivered.drive_connection_id.as_deref()).await?;
    let read = drive.read(app, &delivered.client_id, &delivered.drive_path, range).await?;
    // A drive without range requests sends the whole file.
    let ReadResponse { body, range, length } = read.ok_or_else(|| Error::not_found("Video"))?;
    let answer = head(&delivered.drive_path, delivered.container, disposition)?;
    Ok(part_of(answer, range, length, size)?.body(body))
}

async fn send_stored(
    app: &App,
    request: &Request,
    id: &str,
    stored: &Delivery,
    disposition: Disposition,
) -> Result<Response> {
    let size = stored.size_bytes;
    let wanted = byte_range::parse(request.header("range").as_deref(), size)?;
    let (offset, length) = wanted.run(size);
    let upload_id = stored.upload_id.clone();
    let chunks = app.files.chunks(&upload_id, &stored.chunk_sizes(), size).await?;
    if chunks.total() != size {
        return Err(Error::not_found("Video"));
    }
    let name = stored.path(id);
    let range = matches!(wanted, ByteRange::Part(..)).then_some((offset, length));
    let answer = part_of(head(&name, stored.container, disposition)?, range, Some(length), size)?;
    if request.is_head() {
        return Ok(answer.empty());
    }
    let (body, outlet) = Outlet::new(length)?;
    let own = App::new(app.env.clone(), app.now, Timeout::Background)?;
    let sizes = chunks.sizes();
    app.wait_until(async move {
        let pour = async {
            let source = own.files.upload(&upload_id, &sizes, size).await?;
            outlet.write_range(&source, offset..offset.saturating_add(length), None).await
        };
        let outcome = pour.await;
        match outlet.end(outcome).await {
            // The player has stopped reading.
            Ok(()) => {}
            Err(error) if error.is(&BODY_LOST) => {}
            Err(error) => log::warning("video", &error.cause().unwrap_or_default()),
        }
    });
    Ok(answer.body(ResponseBody::Stream(body)))
}

/// Headers of a whole video; `path` ends in the file's name.
fn head(path: &str, container: Container, disposition: Disposition) -> Result<ResponseBuilder> {
    let file = path.rsplit('/').next().unwrap_or_default();
    Ok(ResponseBuilder::new()
        .with_header("content-type", container.mime())?
        .with_header("content-disposition", &content_disposition(file, disposition))?
        .with_header("accept-ranges", "bytes")?
        .with_header("cache-control", "private, no-store")?)
}

/// Adds the headers for a range or the whole.
pub fn part_of(
    answer: ResponseBuilder,
    range: Option<(u64, u64)>,
    length: Option<u64>,
    size: u64,
) -> Result<ResponseBuilder> {
    let answer = match length {
        Some(length) => answer.with_header("content-length", &length.to_string())?,
        None => answer,
    };
    Ok(match range {
        None => answer,
        Some((offset, length)) => {
            answer.with_status(206).with_header("content-range", &byte_range::content_range(offset, length, size))?
        }
    })
}

/// `Content-Disposition` with the file's own name (RFC 6266).
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
