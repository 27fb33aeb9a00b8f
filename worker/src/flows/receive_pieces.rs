//! Stores a video's bytes piece by piece as they come.

use domain::limits::{CHUNK_BYTES, MAX_CHUNKS, WRITER_LEASE_MS};
use futures_util::future::join;
use js_sys::Uint8Array;

use crate::app::{App, clock};
use crate::error::{Error, Result};
use crate::files::BodyReader;
use crate::store::upload;

/// Where an upload stands before a request adds to it.
pub struct Start<'a> {
    /// The upload.
    pub upload_id: &'a str,
    /// The writer whose turn it is.
    pub writer: &'a str,
    /// How many bytes are stored.
    pub offset: u64,
    /// How many pieces they are in.
    pub pieces: usize,
}

/// Reads a body to its end and stores it; says where the upload stands then. The next piece is read while
/// the one before is written.
///
/// # Errors
/// [`Error::Busy`] when another writer was faster, [`Error::TooManyPieces`], or when the connection, R2 or D1 fails.
/// What was stored until then stays.
pub async fn run(app: &App, body: &BodyReader, start: Start<'_>) -> Result<u64> {
    let mut offset = start.offset;
    let mut count = start.pieces;
    let mut renewed = clock();
    let mut next = body.next(CHUNK_BYTES).await?;
    while let Some(piece) = next {
        if count >= MAX_CHUNKS {
            return Err(Error::TooManyPieces);
        }
        let length = u64::from(piece.length());
        let (stored, read) = join(app.files.put_piece(start.upload_id, offset, piece), body.next(CHUNK_BYTES)).await;
        if !stored? {
            return Err(Error::Busy);
        }
        offset = offset.saturating_add(length);
        count = count.saturating_add(1);
        let now = clock();
        if now.saturating_sub(renewed) > WRITER_LEASE_MS / 2 {
            if !upload::take_turn(&app.db, start.upload_id, start.writer, now).await? {
                return Err(Error::Busy);
            }
            renewed = now;
        }
        next = read?;
    }
    Ok(offset)
}

/// Gathers bytes that come in small portions, as a multipart field does, into pieces.
pub struct Gatherer<'a> {
    app: &'a App,
    upload_id: String,
    buffer: Vec<u8>,
    stored: u64,
}

impl<'a> Gatherer<'a> {
    /// Begins an upload that only this request writes.
    #[must_use]
    pub fn new(app: &'a App, upload_id: &str) -> Self {
        Self { app, upload_id: upload_id.to_owned(), buffer: Vec::with_capacity(CHUNK_BYTES as usize), stored: 0 }
    }

    /// Adds bytes; stores a piece whenever one is full.
    ///
    /// # Errors
    /// When R2 fails.
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
    ///
    /// # Errors
    /// When R2 fails.
    pub async fn end(mut self) -> Result<u64> {
        if !self.buffer.is_empty() {
            self.store().await?;
        }
        Ok(self.stored)
    }

    async fn store(&mut self) -> Result<()> {
        let piece = Uint8Array::from(self.buffer.as_slice());
        if !self.app.files.put_piece(&self.upload_id, self.stored, piece).await? {
            return Err(Error::Busy);
        }
        self.stored = self.stored.saturating_add(self.buffer.len() as u64);
        self.buffer.clear();
        Ok(())
    }
}
