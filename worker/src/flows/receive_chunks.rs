//! Stores a video's bytes chunk by chunk as they come.

use domain::limits::{CHUNK_BYTES, MAX_CHUNKS, WRITER_LEASE_MS};
use futures_util::future::join;
use js_sys::Uint8Array;

use crate::app::{App, clock};
use crate::body_reader::BodyReader;
use crate::error::{Error, Result};
use crate::store::upload;

/// Where an upload stands before a request adds to it.
pub struct Start<'a> {
    pub upload_id: &'a str,
    pub writer: &'a str,
    /// How many bytes are stored.
    pub offset: u64,
    pub chunks: usize,
}

/// Reads a body to its end and stores it; says where the upload stands then. The next chunk is read while
/// the one before is written.
///
/// # Errors
/// [`Error::UploadLocked`] when another writer was faster, [`Error::TooManyChunks`], or when the connection, R2 or D1
/// fails. What was stored until then stays.
pub async fn run(app: &App, body: &BodyReader, start: Start<'_>) -> Result<u64> {
    let mut offset = start.offset;
    let mut count = start.chunks;
    let mut renewed = clock();
    let mut next = body.next(CHUNK_BYTES).await?;
    while let Some(chunk) = next {
        if count >= MAX_CHUNKS {
            return Err(Error::TooManyChunks);
        }
        let length = u64::from(chunk.length());
        let (stored, read) = join(app.files.put_chunk(start.upload_id, offset, chunk), body.next(CHUNK_BYTES)).await;
        if !stored? {
            return Err(Error::UploadLocked);
        }
        offset = offset.saturating_add(length);
        count = count.saturating_add(1);
        let now = clock();
        if now.saturating_sub(renewed) > WRITER_LEASE_MS / 2 {
            if !upload::acquire_lease(&app.db, start.upload_id, start.writer, now).await? {
                return Err(Error::UploadLocked);
            }
            renewed = now;
        }
        next = read?;
    }
    Ok(offset)
}

/// Gathers bytes that come in small portions, as a multipart field does, into chunks.
pub struct ChunkWriter<'a> {
    app: &'a App,
    upload_id: String,
    buffer: Vec<u8>,
    stored: u64,
}

impl<'a> ChunkWriter<'a> {
    /// Begins an upload that only this request writes.
    #[must_use]
    pub fn new(app: &'a App, upload_id: &str) -> Self {
        Self { app, upload_id: upload_id.to_owned(), buffer: Vec::with_capacity(CHUNK_BYTES as usize), stored: 0 }
    }

    /// Adds bytes; stores a chunk whenever one is full.
    pub async fn add(&mut self, mut bytes: &[u8]) -> Result<()> {
        while !bytes.is_empty() {
            let room = (CHUNK_BYTES as usize).saturating_sub(self.buffer.len());
            let (now, later) = bytes.split_at(room.min(bytes.len()));
            self.buffer.extend_from_slice(now);
            bytes = later;
            if self.buffer.len() >= CHUNK_BYTES as usize {
                self.store().await?;
            }
        }
        Ok(())
    }

    /// Stores what is left and says how many bytes there are.
    pub async fn end(mut self) -> Result<u64> {
        if !self.buffer.is_empty() {
            self.store().await?;
        }
        Ok(self.stored)
    }

    async fn store(&mut self) -> Result<()> {
        let chunk = Uint8Array::from(self.buffer.as_slice());
        if !self.app.files.put_chunk(&self.upload_id, self.stored, chunk).await? {
            return Err(Error::UploadLocked);
        }
        self.stored = self.stored.saturating_add(self.buffer.len() as u64);
        self.buffer.clear();
        Ok(())
    }
}
