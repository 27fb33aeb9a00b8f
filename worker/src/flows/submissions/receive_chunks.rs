//! Stores an upload's bytes chunk by chunk as they arrive.

use std::pin::Pin;
use std::task::Poll;

use domain::limits::{CHUNK_MS, MAX_CHUNKS, READ_BYTES, WRITER_LEASE_MS};
use domain::upload::chunk_size;
use futures_util::future::{FutureExt, LocalBoxFuture, MaybeDone, join, join3, maybe_done, poll_fn, ready};
use js_sys::Uint8Array;

use crate::app::{App, clock};
use crate::body_reader::BodyReader;
use crate::error::{Error, Result, refusal};
use crate::files::RunningDigest;
use crate::store::submissions::upload;
use crate::store::submissions::upload::UPLOAD_LOCKED;

/// An upload in more chunks than allowed.
pub const TOO_MANY_CHUNKS: Error = refusal!(400, "too_many_chunks", "Please send the video in larger chunks.");

/// State of an upload while a request appends to it.
pub struct Progress<'a> {
    pub upload_id: &'a str,
    pub writer: &'a str,
    /// Number of stored bytes.
    pub offset: u64,
    /// Sizes of the stored chunks, from the first on.
    pub sizes: Vec<u64>,
    /// Whether to record that the upload has bytes, which extends its lifetime.
    pub extends: bool,
    /// Hashes the bytes of this request. Used if it brings all of them.
    pub digest: RunningDigest,
}

/// Reads `length` bytes of a body, stores them and records the progress. Reads the next chunk while the previous one is written.
///
/// # Errors
/// [`UPLOAD_LOCKED`] if another writer was faster, [`TOO_MANY_CHUNKS`], or if the connection, R2 or D1
/// fails. Stored chunks stay; if the connection fails, everything read so far is stored.
pub async fn run(app: &App, body: &BodyReader, length: u64, at: &mut Progress<'_>) -> Result<()> {
    let mut left = length;
    let mut spare = None;
    let mut renewed = clock();
    let mut chunk = FilledBuffer::read(body, &mut spare, left).await;
    while chunk.length > 0 {
        if at.sizes.len() >= MAX_CHUNKS {
            return Err(TOO_MANY_CHUNKS);
        }
        let now = clock();
        if now.saturating_sub(renewed) > WRITER_LEASE_MS / 4 {
            if !upload::renew_lease(&app.db, at.upload_id, at.writer, at.extends, now).await? {
                return Err(UPLOAD_LOCKED);
            }
            at.extends = false;
            renewed = now;
        }
        let bytes = chunk.buffer.subarray(0, chunk.length);
        left = left.saturating_sub(chunk.length.into());
        let (stored, counted, next) = join3(
            app.files.put_chunk(at.upload_id, at.offset, bytes.clone()),
            at.digest.add(at.offset, &bytes),
            async {
                let has_more = left > 0 && chunk.outcome.is_ok();
                if has_more { Some(FilledBuffer::read(body, &mut spare, left).await) } else { None }
            },
        )
        .await;
        counted?;
        if !stored? {
            return Err(UPLOAD_LOCKED);
        }
        at.offset = at.offset.saturating_add(chunk.length.into());
        at.sizes.push(chunk.length.into());
        let Some(next) = next else { break };
        spare = Some(std::mem::replace(&mut chunk, next).buffer);
    }
    chunk.outcome
}

/// A buffer filled from a body, in JavaScript's memory.
struct FilledBuffer {
    buffer: Uint8Array,
    length: u32,
    /// The error if the connection failed.
    outcome: Result<()>,
}

impl FilledBuffer {
    /// Reads until the buffer is full, the body ends, or `CHUNK_MS` have passed, so that a slow connection's bytes are
    /// stored. Each read fills its own memory, because a failing read loses its buffer. Takes the spare buffer, if
    /// large enough, or a new one once bytes have arrived.
    async fn read(body: &BodyReader, spare: &mut Option<Uint8Array>, left: u64) -> Self {
        let mut filled = Self { buffer: Uint8Array::new_with_length(0), length: 0, outcome: Ok(()) };
        let most = chunk_size(left);
        let until = clock().saturating_add(CHUNK_MS);
        while filled.length < most && (filled.length == 0 || clock() < until) {
            match body.next(READ_BYTES.min(most.saturating_sub(filled.length))).await {
                Ok(Some(bytes)) => {
                    if filled.length == 0 {
                        let spare = spare.take().filter(|spare| spare.length() >= most);
                        filled.buffer = spare.unwrap_or_else(|| Uint8Array::new_with_length(most));
                    }
                    filled.buffer.set(&bytes, filled.length);
                    filled.length = filled.length.saturating_add(bytes.length());
                    body.recycle(&bytes);
                }
                Ok(None) => break,
                Err(error) => {
                    filled.outcome = Err(error);
                    break;
                }
            }
        }
        filled
    }
}

/// A chunk being stored. Returns the digest and the buffer for reuse.
type ChunkUpload<'a> = MaybeDone<LocalBoxFuture<'a, Result<(RunningDigest, Uint8Array)>>>;

/// Collects small portions of bytes, as from a multipart field, into chunks. Collects the next chunk while the previous one is written.
pub struct ChunkWriter<'a> {
    app: &'a App,
    upload_id: String,
    /// In JavaScript's memory; empty until bytes arrive.
    buffer: Uint8Array,
    /// Size of a full chunk.
    size: u32,
    buffered: u32,
    /// Sizes of the chunks passed on.
    sizes: Vec<u64>,
    /// `None` once one has failed.
    storing: Option<ChunkUpload<'a>>,
}

impl<'a> ChunkWriter<'a> {
    /// Creates a writer of at most `most` bytes for an upload that only this request writes.
    pub fn new(app: &'a App, upload_id: &str, most: u64) -> Result<Self> {
        let nothing = Ok((RunningDigest::new()?, Uint8Array::new_with_length(0)));
        Ok(Self {
            app,
            upload_id: upload_id.to_owned(),
            buffer: Uint8Array::new_with_length(0),
            size: chunk_size(most),
            buffered: 0,
            sizes: Vec::new(),
            storing: Some(maybe_done(ready(nothing).boxed_local())),
        })
    }

    /// Adds bytes, and stores each full chunk.
    pub async fn add(&mut self, mut bytes: &[u8]) -> Result<()> {
        while !bytes.is_empty() {
            if self.buffer.length() == 0 {
                self.buffer = Uint8Array::new_with_length(self.size);
            }
            let room = self.size.saturating_sub(self.buffered);
            let (now, later) = bytes.split_at(bytes.len().min(room as usize));
            let end = self.buffered.saturating_add(u32::try_from(now.len()).unwrap_or(room));
            self.buffer.subarray(self.buffered, end).copy_from(now);
            self.buffered = end;
            bytes = later;
            if self.buffered == self.size {
                self.store().await?;
            }
        }
        Ok(())
    }

    /// Stores the rest. Returns the SHA-256 of all bytes, in hex, and the sizes of the chunks.
    pub async fn end(mut self) -> Result<(Option<String>, Vec<u64>)> {
        if self.buffered > 0 {
            self.store().await?;
        }
        let (digest, _) = self.stored().await?;
        let sha256 = digest.finish(self.sizes.iter().sum()).await?;
        Ok((sha256, self.sizes))
    }

    /// Starts to store the collected bytes, once the previous chunk is stored.
    async fn store(&mut self) -> Result<()> {
        let (mut digest, spare) = self.stored().await?;
        let full = std::mem::replace(&mut self.buffer, spare);
        let chunk = full.subarray(0, self.buffered);
        let offset = self.sizes.iter().sum();
        let (files, upload_id) = (&self.app.files, self.upload_id.clone());
        let storing = async move {
            let put = files.put_chunk(&upload_id, offset, chunk.clone());
            // Awaits both: an abandoned put would store its chunk after the upload is discarded.
            let (stored, counted) = join(put, digest.add(offset, &chunk)).await;
            counted?;
            if stored? { Ok((digest, full)) } else { Err(UPLOAD_LOCKED) }
        };
        let mut storing = maybe_done(storing.boxed_local());
        // One poll starts the put, which then continues by itself. Polled in this task's context, so that its timeout wakes this task.
        poll_fn(|context| Poll::Ready(storing.poll_unpin(context).is_ready())).await;
        self.storing = Some(storing);
        self.sizes.push(self.buffered.into());
        self.buffered = 0;
        Ok(())
    }

    /// Waits for the chunk in flight of a rejected video, ignoring the result.
    pub async fn wait_for_put(mut self) {
        let _ = self.stored().await;
    }

    /// Waits for the chunk passed on last.
    async fn stored(&mut self) -> Result<(RunningDigest, Uint8Array)> {
        let mut storing = self.storing.take().ok_or(UPLOAD_LOCKED)?;
        (&mut storing).await;
        Pin::new(&mut storing).take_output().ok_or(UPLOAD_LOCKED)?
    }
}
