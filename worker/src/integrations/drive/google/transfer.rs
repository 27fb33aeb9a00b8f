//! Sends a video to Drive in pieces, resuming an earlier attempt.

use domain::google_drive::{CHUNK_BYTES, UPLOADS, confirmed_bytes};
use serde_json::json;
use worker::{Delay, Response};

use super::calls::Calls;
use super::{ALL_DRIVES, FileMetadata, METADATA_FIELDS, Outcome, answer, folders, sign_in};
use crate::files::{RunningDigest, stream_part};
use crate::integrations::drive::streamed_call::streamed_call;
use crate::integrations::drive::{Fault, Upload};
use crate::integrations::http::discard;
use crate::store::drives::google_file::{self, GoogleFile};

/// Failed tries in a row before the job waits for its next attempt.
const MAX_TRIES: u32 = 4;
/// Upload sessions started per attempt, in case Drive loses one.
const MAX_STARTS: u32 = 2;
/// Longest pause within an attempt, in seconds; for a longer one the job waits.
const MAX_PAUSE_SECONDS: u32 = 8;
/// Timeout of a piece.
const CHUNK_TIMEOUT_MS: i64 = 120_000;
/// Prefix that an upload's URL must have to receive our token.
const UPLOAD_HOST: &str = "https://www.googleapis.com/upload/";

pub(super) struct Transfer<'a> {
    pub calls: &'a Calls<'a>,
    pub connection_id: &'a str,
    pub upload: &'a Upload<'a>,
    pub file_id: &'a str,
    /// Id of the target folder.
    pub folder: &'a str,
}

/// Result of a transfer.
pub(super) enum ChunkOutcome {
    /// Drive has all bytes.
    Complete {
        /// SHA-256 of the sent bytes, if all were sent in order.
        counted: Option<String>,
        /// The file's metadata from Drive's last answer, if included.
        metadata: Option<FileMetadata>,
    },
    FolderMissing,
}

/// Progress of an upload at Drive.
enum Progress {
    /// So many bytes are stored.
    At(u64),
    Complete(Option<FileMetadata>),
    /// Drive does not know the upload.
    Unknown,
}

/// Result of starting an upload.
enum UploadStart {
    /// The upload's URL.
    Started(String),
    /// The id is in use, so the file exists.
    IdInUse,
    FolderMissing,
}

impl Transfer<'_> {
    /// Sends the missing bytes.
    pub async fn run(&self, file: &GoogleFile) -> Outcome<ChunkOutcome> {
        let mut digest = RunningDigest::new()?;
        let mut url = file.upload_url.clone().unwrap_or_default();
        let mut progress = match file {
            GoogleFile { is_stored: true, .. } => Progress::Complete(None),
            GoogleFile { upload_url: Some(url), .. } => {
                self.with_retries(&mut 0, async || self.query_progress(url).await).await?
            }
            _ => Progress::Unknown,
        };
        let (mut starts, mut tries) = (0_u32, 0);
        loop {
            progress = match progress {
                Progress::Complete(metadata) => {
                    return Ok(ChunkOutcome::Complete { counted: digest.finish(self.upload.size).await?, metadata });
                }
                Progress::Unknown if starts == MAX_STARTS => {
                    return Err(Fault::Transient("Google Drive has lost the upload.".into()));
                }
                Progress::Unknown => {
                    starts = starts.saturating_add(1);
                    match self.with_retries(&mut tries, async || self.start().await).await? {
                        UploadStart::Started(address) => url = address,
                        UploadStart::IdInUse => return Ok(ChunkOutcome::Complete { counted: None, metadata: None }),
                        UploadStart::FolderMissing => return Ok(ChunkOutcome::FolderMissing),
                    }
                    Progress::At(0)
                }
                Progress::At(offset) => self.advance(&url, offset, &mut tries, &mut digest).await?,
            };
        }
    }

    /// Sends the next piece. After a failure, asks for the stored length before repeating anything.
    async fn advance(&self, url: &str, offset: u64, tries: &mut u32, digest: &mut RunningDigest) -> Outcome<Progress> {
        let sent = self.send_chunk(url, offset, digest).await;
        let fault = match sent {
            Ok(Progress::At(now)) if now <= offset => {
                Fault::Transient("Google Drive is not accepting the next piece.".into())
            }
            Ok(next) => {
                *tries = 0;
                return Ok(next);
            }
            Err(fault) => fault,
        };
        pause(tries, fault).await?;
        let next = self.with_retries(tries, async || self.query_progress(url).await).await?;
        if matches!(next, Progress::At(now) if now > offset) {
            *tries = 0;
        }
        Ok(next)
    }

    /// Retries until there is an answer, with pauses, as often as a piece is tried.
    async fn with_retries<T>(&self, tries: &mut u32, work: impl AsyncFn() -> Outcome<T>) -> Outcome<T> {
        loop {
            match work().await {
                Ok(done) => return Ok(done),
                Err(fault) => pause(tries, fault).await?,
            }
        }
    }

    /// Starts an upload and stores its URL.
    async fn start(&self) -> Outcome<UploadStart> {
        let Upload { name, media_type, .. } = *self.upload;
        let about = json!({
            "id": self.file_id, "name": folders::file_of(name), "mimeType": media_type, "parents": [self.folder],
        });
        let size = self.upload.size.to_string();
        let headers = [
            ("content-type", "application/json; charset=utf-8"),
            ("x-upload-content-type", media_type),
            ("x-upload-content-length", size.as_str()),
        ];
        let url = format!("{UPLOADS}?uploadType=resumable&{ALL_DRIVES}&fields={METADATA_FIELDS}");
        let response = self.calls.send("POST", &url, &headers, Some(&about.to_string())).await?;
        let address = response.headers().get("location").ok().flatten();
        let started = match response.status_code() {
            200 => {
                let address = address.filter(|address| address.starts_with(UPLOAD_HOST));
                address
                    .map(UploadStart::Started)
                    .ok_or_else(|| Fault::Transient("Google Drive named no address for the upload.".into()))
            }
            409 => Ok(UploadStart::IdInUse),
            404 => Ok(UploadStart::FolderMissing),
            _ => return Err(answer::fault(response).await),
        };
        discard(response).await;
        if let Ok(UploadStart::Started(address)) = &started {
            google_file::record_upload_url(&self.calls.app.db, self.connection_id, name, address).await?;
        }
        started
    }

    /// Asks Drive for the upload's progress.
    async fn query_progress(&self, url: &str) -> Outcome<Progress> {
        let range = format!("bytes */{}", self.upload.size);
        let response = self.calls.send("PUT", url, &[("content-range", &range)], Some("")).await?;
        self.progress(response).await
    }

    /// Sends the piece that begins at `offset`.
    async fn send_chunk(&self, url: &str, offset: u64, digest: &mut RunningDigest) -> Outcome<Progress> {
        let size = self.upload.size;
        let length = CHUNK_BYTES.min(size.saturating_sub(offset));
        let last = offset.saturating_add(length).saturating_sub(1);
        let range = format!("bytes {offset}-{last}/{size}");
        let headers = [("content-range", range.as_str()), ("content-type", self.upload.media_type)];
        // Before creating the stream: a call that fails without reading it would leave its writer waiting.
        self.calls.token().await?;
        let (readable, pump) = stream_part(self.upload.source, (offset, length), digest)?;
        let call = self.calls.once("PUT", url, &headers, Some(&readable), CHUNK_TIMEOUT_MS);
        let (response, _) = streamed_call(pump, call, |status| matches!(status, 200 | 201 | 308)).await?;
        self.progress(response).await
    }

    /// Interprets an answer about an upload.
    async fn progress(&self, response: Response) -> Outcome<Progress> {
        let range = response.headers().get("range").ok().flatten();
        match response.status_code() {
            308 => {
                discard(response).await;
                let at = confirmed_bytes(range.as_deref());
                if at < self.upload.size {
                    Ok(Progress::At(at))
                } else {
                    Err(Fault::Transient("Google Drive has not noted the end of the file yet.".into()))
                }
            }
            200 | 201 => Ok(Progress::Complete(answer::json(response).await.ok())),
            // Another upload completed the same file, and its answer was lost.
            409 => {
                discard(response).await;
                Ok(Progress::Complete(None))
            }
            404 | 410 | 499 => {
                discard(response).await;
                Ok(Progress::Unknown)
            }
            401 => {
                discard(response).await;
                sign_in::evict_token(self.calls.account);
                Err(Fault::Transient("Google Drive asked us to sign in again.".into()))
            }
            _ => Err(answer::fault(response).await),
        }
    }
}

/// Waits before a retry, longer each time and with jitter. Returns the fault if it is permanent, has occurred too
/// often, or asks for a longer pause than an attempt may take.
async fn pause(tries: &mut u32, fault: Fault) -> Outcome<()> {
    *tries = tries.saturating_add(1);
    let seconds = match fault {
        Fault::RetryAfter(_, seconds) if seconds <= MAX_PAUSE_SECONDS => f64::from(seconds),
        Fault::Transient(_) => 0.25 * f64::from(1_u32 << (*tries).min(6)),
        other => return Err(other),
    };
    if *tries > MAX_TRIES {
        return Err(fault);
    }
    let jitter = 0.5 * js_sys::Math::random();
    Delay::from(std::time::Duration::from_secs_f64(seconds + jitter)).await;
    Ok(())
}
