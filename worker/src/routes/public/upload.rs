//! Resumable uploads: tus 1.0.0 with creation, creation with upload, expiration and termination.

use domain::limits::{MAX_MEDIA_TYPE_BYTES, MAX_VIDEO_BYTES};
use domain::number::parse_u64;
use std::collections::BTreeMap;
use std::time::Duration;
use worker::{Delay, Response, ResponseBuilder};

use crate::app::{App, clock};
use crate::auth::login_subject::email_hash;
use crate::auth::{client_ip, token};
use crate::error::{Error, Result, refusal};
use crate::files::RunningDigest;
use crate::flows::submissions::accept_submission::{check_gate, too_large};
use crate::flows::submissions::receive_chunks::{self, Progress};
use crate::flows::submissions::record_attempt::{self, RefusedAttempt, customer_hash};
use crate::flows::submissions::{check_challenge, discard_upload};
use crate::request::{LENGTH_REQUIRED, Request};
use crate::store::clients::branded_page;
use crate::store::submissions::upload::{self, NewUpload, StoredChunks, UPLOAD_EXPIRED, UPLOAD_LOCKED, Upload};

/// More bytes than the upload declared.
pub const BEYOND_LENGTH: Error = refusal!(413, "beyond_length", "The upload declared fewer bytes than this.");

/// A PATCH without tus's media type.
pub const PATCH_TYPE: Error = refusal!(415, "patch_type", "Please send application/offset+octet-stream.");

/// The offset is not the upload's.
pub const WRONG_OFFSET: Error = refusal!(409, "wrong_offset", "The upload is at a different offset.");

/// An unsupported tus version.
fn tus_version() -> Error {
    refusal!(412, "tus_version", "This server speaks tus 1.0.0.").with_header("tus-version", VERSION.to_owned())
}

const VERSION: &str = "1.0.0";
const EXTENSIONS: &str = "creation,creation-with-upload,expiration,termination";
const BYTES_TYPE: &str = "application/offset+octet-stream";

/// `OPTIONS`: the server's capabilities.
pub async fn options(_: &App) -> Result<Response> {
    Ok(answer(204)?
        .with_header("tus-version", VERSION)?
        .with_header("tus-extension", EXTENSIONS)?
        .with_header("tus-max-size", &MAX_VIDEO_BYTES.to_string())?
        .empty())
}

/// `OPTIONS` of one upload.
pub async fn options_of(app: &App, _: &str) -> Result<Response> {
    options(app).await
}

/// `POST /api/uploads`: opens an upload for the client named in `Upload-Metadata`. `webhook` there says that the form
/// will be sent to a webhook, which is the demo's only way to upload. `id` there is the upload's id of 32 hex digits: a
/// client that chooses it can find the upload if the answer is lost. `email` is the customer's, stored as a keyed hash.
/// A body contains the first bytes. The answer's `Sayso-Challenge` has to be solved by the form.
pub async fn create(app: &App, request: &Request) -> Result<Response> {
    require_tus(request)?;
    let metadata = metadata(&header(request, "upload-metadata"));
    let created = open(app, request, &metadata).await;
    if let (Err(error), Some(client_id)) = (&created, metadata.get("clientId")) {
        let email = metadata.get("email").map(String::as_str).unwrap_or_default();
        let ip_hash = client_ip::hash(&app.config, request);
        let sender = [client_id.as_str(), ip_hash.as_str(), email].join("/");
        // The page's tries have different ids, but keep only one row.
        let id = email_hash(&app.config, &sender);
        record_attempt::refusal(app, &RefusedAttempt { id: &id, client_id, email, ip_hash: &ip_hash }, error).await;
    }
    created
}

async fn open(app: &App, request: &Request, metadata: &BTreeMap<String, String>) -> Result<Response> {
    for extension in ["upload-concat", "upload-defer-length"] {
        if request.header(extension).is_some() {
            return Err(Error::malformed("This server offers neither concatenation nor a deferred length."));
        }
    }
    let length = number(request, "upload-length")?.ok_or_else(|| Error::malformed("Please send an Upload-Length."))?;
    if length > MAX_VIDEO_BYTES {
        return Err(too_large());
    }
    if length == 0 {
        return Err(Error::malformed("An empty video cannot be uploaded."));
    }
    let client_id =
        metadata.get("clientId").ok_or_else(|| Error::malformed("Upload-Metadata must name the clientId."))?;
    // Stored as declared and never trusted: the probe decides.
    let declared = metadata.get("filetype").and_then(|text| text.split(';').next()).unwrap_or_default().trim();
    let webhook = metadata.get("webhook").map(String::as_str);
    if let Some(endpoint) = webhook
        && branded_page::client_of_webhook(&app.db, endpoint).await?.as_ref() != Some(client_id)
    {
        return Err(Error::not_found("Webhook"));
    }
    let ip_hash = client_ip::hash(&app.config, request);
    let admission = check_gate(app, client_id, webhook, &ip_hash).await?;
    let id = match metadata.get("id") {
        None => token::secret_id()?,
        Some(id) if upload::is_id(id) => id.clone(),
        Some(_) => return Err(Error::malformed("An upload's id is 32 hex digits.")),
    };
    let bytes = is_bytes(request).then(|| bytes_of(request)).transpose()?;
    if bytes.is_some_and(|bytes| bytes > length) {
        return Err(BEYOND_LENGTH);
    }
    let content_type = if declared.len() <= MAX_MEDIA_TYPE_BYTES { declared } else { "" };
    let new = NewUpload {
        id: &id,
        client_id,
        ip_hash: &ip_hash,
        declared_length: length,
        content_type,
        customer_hash: &customer_hash(app, metadata.get("email").map(String::as_str).unwrap_or_default()),
        places: admission.uploads(),
    };
    let writer = bytes.map(|_| new_writer());
    let upload = upload::open(&app.db, &new, writer.as_deref(), app.now).await?;
    let mut expires_at = upload.expires_at;
    let mut created = answer(201)?.with_header("location", &format!("/api/uploads/{id}"))?;
    if let (Some(bytes), Some(writer)) = (bytes, writer) {
        let offset;
        (offset, expires_at) = store(app, request, &id, &upload, &writer, (0, bytes)).await?;
        created = created.with_header("upload-offset", &offset.to_string())?;
    }
    created = created.with_header("upload-expires", &http_date(expires_at))?;
    if admission.needs_challenge {
        created = created.with_header("sayso-challenge", &check_challenge::issue(app, client_id, &id))?;
    }
    Ok(created.empty())
}

/// How often, and at which interval, a HEAD checks whether a writer has released its lease.
const LEASE_CHECKS: u32 = 10;
const LEASE_CHECK_INTERVAL: Duration = Duration::from_millis(100);

/// `HEAD`: returns the stored length. After an aborted request the last chunk may still be on its way into storage, so
/// this waits for its writer, to avoid a resend.
pub async fn head(app: &App, request: &Request, id: &str) -> Result<Response> {
    require_tus(request)?;
    let mut upload = open_upload(app, id).await?;
    for _ in 0..LEASE_CHECKS {
        if upload.writer_until <= clock() {
            break;
        }
        Delay::from(LEASE_CHECK_INTERVAL).await;
        upload = open_upload(app, id).await?;
    }
    let offset = app.files.list_chunks(id).await?.total();
    Ok(answer(200)?
        .with_header("upload-offset", &offset.to_string())?
        .with_header("upload-length", &upload.declared_length.to_string())?
        .with_header("upload-expires", &http_date(upload.expires_at))?
        .empty())
}

/// `PATCH`: appends bytes at the upload's offset. Checks everything before reading the body.
pub async fn patch(app: &App, request: &Request, id: &str) -> Result<Response> {
    require_tus(request)?;
    if !is_bytes(request) {
        return Err(PATCH_TYPE);
    }
    let requested =
        number(request, "upload-offset")?.ok_or_else(|| Error::malformed("Please send an Upload-Offset."))?;
    let length = bytes_of(request)?;
    let upload = open_upload(app, id).await?;
    if requested.saturating_add(length) > upload.declared_length {
        return Err(BEYOND_LENGTH);
    }
    let writer = new_writer();
    if !upload::acquire_lease(&app.db, id, &writer, upload.expires_at, clock()).await? {
        return Err(UPLOAD_LOCKED);
    }
    let (offset, expires_at) = store(app, request, id, &upload, &writer, (requested, length)).await?;
    Ok(answer(204)?
        .with_header("upload-offset", &offset.to_string())?
        .with_header("upload-expires", &http_date(expires_at))?
        .empty())
}

fn new_writer() -> String {
    uuid::Uuid::new_v4().simple().to_string()
}

/// Stores the body of a request that holds the lease: `length` bytes from an offset on. Returns the offset after it,
/// and the upload's expiry.
async fn store(
    app: &App,
    request: &Request,
    id: &str,
    upload: &Upload,
    writer: &str,
    (requested, length): (u64, u64),
) -> Result<(u64, i64)> {
    let mut at = Progress {
        upload_id: id,
        writer,
        offset: requested,
        sizes: upload.chunk_sizes(),
        extends: upload.expires_at < upload.expires_with_bytes(),
        digest: RunningDigest::new()?,
    };
    // Keeps running after the client has disconnected, so that received bytes are stored and recorded.
    let _running = app.keep_alive();
    let outcome = add(app, request, length, &mut at).await;
    let moved_at = (at.offset > requested).then(clock);
    let Progress { offset, sizes, extends, digest, .. } = at;
    let sha256 = digest.finish(upload.declared_length).await?;
    let stored = moved_at.map(|at| StoredChunks { at, chunk_sizes: &sizes, extends, sha256: sha256.as_deref() });
    if !upload::release_lease(&app.db, id, writer, stored.as_ref()).await? && upload::get(&app.db, id).await?.is_none()
    {
        // Deleted while these bytes arrived, so they are deleted too.
        app.files.delete_chunks(id).await?;
        return Err(UPLOAD_EXPIRED);
    }
    outcome?;
    Ok((offset, if moved_at.is_some() { upload.expires_with_bytes() } else { upload.expires_at }))
}

async fn add(app: &App, request: &Request, length: u64, at: &mut Progress<'_>) -> Result<()> {
    // Unrecorded chunks of an aborted writer would reject this request's first chunk.
    if at.sizes.iter().sum::<u64>() != at.offset {
        let chunks = app.files.list_chunks(at.upload_id).await?;
        if chunks.total() != at.offset {
            return Err(WRONG_OFFSET);
        }
        at.sizes = chunks.sizes();
    }
    let body = request.body()?;
    receive_chunks::run(app, &body, length, at).await
}

/// `DELETE`: discards an unaccepted upload.
pub async fn delete(app: &App, request: &Request, id: &str) -> Result<Response> {
    require_tus(request)?;
    open_upload(app, id).await?;
    record_attempt::unfinished(app, &[id], true).await;
    discard_upload::run(app, id).await?;
    Ok(answer(204)?.empty())
}

async fn open_upload(app: &App, id: &str) -> Result<Upload> {
    let upload = upload::get(&app.db, id).await?.ok_or_else(|| Error::not_found("Upload"))?;
    if upload.is_open(app.now) { Ok(upload) } else { Err(UPLOAD_EXPIRED) }
}

fn answer(status: u16) -> Result<ResponseBuilder> {
    Ok(ResponseBuilder::new().with_status(status).with_header("cache-control", "no-store")?)
}

/// Whether a path belongs to an upload.
pub fn is_upload(segments: &[&str]) -> bool {
    segments.starts_with(&["api", "uploads"])
}

/// Marks every answer, including errors, as tus: the page takes answers without the header for a proxy's.
pub fn sign(response: &Response) -> worker::Result<()> {
    response.headers().set("tus-resumable", VERSION)
}

fn require_tus(request: &Request) -> Result<()> {
    if header(request, "tus-resumable") == VERSION { Ok(()) } else { Err(tus_version()) }
}

fn header(request: &Request, name: &str) -> String {
    request.header(name).unwrap_or_default()
}

fn bytes_of(request: &Request) -> Result<u64> {
    number(request, "content-length")?.ok_or(LENGTH_REQUIRED)
}

/// Whether the body contains bytes of the video.
fn is_bytes(request: &Request) -> bool {
    header(request, "content-type").split(';').next().is_some_and(|kind| kind.trim() == BYTES_TYPE)
}

fn number(request: &Request, name: &str) -> Result<Option<u64>> {
    let Some(text) = request.header(name) else { return Ok(None) };
    parse_u64(&text).map(Some).ok_or_else(|| Error::malformed("A length or offset is no whole number."))
}

/// Parses `key base64,key base64`, skipping invalid pairs.
fn metadata(text: &str) -> BTreeMap<String, String> {
    text.split(',')
        .filter_map(|pair| pair.trim().split_once(' '))
        .filter_map(|(key, value)| {
            let bytes = data_encoding::BASE64.decode(value.trim().as_bytes()).ok()?;
            Some((key.to_owned(), String::from_utf8(bytes).ok()?))
        })
        .collect()
}

#[allow(clippy::cast_precision_loss)] // milliseconds since 1970 stay below 2^53
fn http_date(at: i64) -> String {
    js_sys::Date::new(&(at as f64).into()).to_utc_string().into()
}
