//! Stores a video's bytes chunk by chunk as they come.

use domain::limits::{CHUNK_BYTES, MAX_CHUNKS, WRITER_LEASE_MS};
use futures_util::future::{join3, try_join};
use js_sys::Uint8Array;

use crate::app::{App, clock};
use crate::body_reader::BodyReader;
use crate::error::{Error, Result};
use crate::files::RunningDigest;
use crate::store::upload;

/// Where an upload stands while a request adds to it.
pub struct Progress<'a> {
    pub upload_id: &'a str,
    pub writer: &'a str,
    /// How many bytes are stored.
    pub offset: u64,
    /// Those of the stored chunks, from the first on.
    pub sizes: Vec<u64>,
    /// Whether it is still to be noted that the upload has bytes, with which it lives longer.
    pub extends: bool,
    /// Counts the bytes of this request; of use where it brings all.
    pub digest: RunningDigest,
}

/// Reads a body to its end and stores it, and notes how far it got. The next chunk is read while the one before is
/// written.
///
/// # Errors
/// [`Error::UploadLocked`] when another writer was faster, [`Error::TooManyChunks`], or when the connection, R2 or D1
/// fails. What was stored until then stays.
pub async fn run(app: &App, body: &BodyReader, at: &mut Progress<'_>) -> Result<()> {
    let mut renewed = clock();
    let mut next = body.next(CHUNK_BYTES).await?;
    while let Some(chunk) = next {
        if at.sizes.len() >= MAX_CHUNKS {
            return Err(Error::TooManyChunks);
        }
        let length = u64::from(chunk.length());
        let (stored, counted, read) = join3(
            app.files.put_chunk(at.upload_id, at.offset, chunk.clone()),
            at.digest.add(at.offset, &chunk),
            body.next(CHUNK_BYTES),
        )
        .await;
        counted?;
        if !stored? {
            return Err(Error::UploadLocked);
        }
        at.offset = at.offset.saturating_add(length);
        at.sizes.push(length);
        let now = clock();
        if now.saturating_sub(renewed) > WRITER_LEASE_MS / 2 {
            if !upload::renew_lease(&app.db, at.upload_id, at.writer, at.extends, now).await? {
                return Err(Error::UploadLocked);
            }
            at.extends = false;
            renewed = now;
        }
        next = read?;
    }
    Ok(())
}

/// Gathers bytes that come in small portions, as a multipart field does, into chunks.
pub struct ChunkWriter<'a> {
    app: &'a App,
    upload_id: String,
    buffer: Vec<u8>,
    stored: u64,
    digest: RunningDigest,
}

impl<'a> ChunkWriter<'a> {
    /// Begins an upload that only this request writes.
    pub fn new(app: &'a App, upload_id: &str) -> Result<Self> {
        Ok(Self {
            app,
            upload_id: upload_id.to_owned(),
            buffer: Vec::with_capacity(CHUNK_BYTES as usize),
            stored: 0,
            digest: RunningDigest::new()?,
        })
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

    /// Stores what is left and answers the SHA-256 of all, in hex.
    pub async fn end(mut self) -> Result<Option<String>> {
        if !self.buffer.is_empty() {
            self.store().await?;
        }
        self.digest.finish(self.stored).await
    }

    async fn store(&mut self) -> Result<()> {
        let chunk = Uint8Array::from(self.buffer.as_slice());
        let put = self.app.files.put_chunk(&self.upload_id, self.stored, chunk.clone());
        let (stored, ()) = try_join(put, self.digest.add(self.stored, &chunk)).await?;
        if !stored {
            return Err(Error::UploadLocked);
        }
        self.stored = self.stored.saturating_add(self.buffer.len() as u64);
        self.buffer.clear();
        Ok(())
    }
}
