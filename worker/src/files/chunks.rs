//! The chunks of an upload.

use std::cell::RefCell;

use js_sys::Uint8Array;
use worker::ResponseBody;

use super::streaming::{ByteSource, OpenStream, ReadFuture};
use super::{Files, chunk_key, missing};
use crate::error::{Error, Result};

/// One stored chunk.
#[derive(Debug, Clone)]
pub struct Chunk {
    pub key: String,
    /// Its length in bytes.
    pub size: u64,
}

/// A part of a chunk: its key, offset in the chunk, and length.
type Part<'a> = (&'a str, u64, u64);

/// All chunks, in order.
#[derive(Debug, Clone)]
pub struct Chunks(Vec<Chunk>);

impl Chunks {
    /// Creates the list from chunks in the order of their offsets, which is the order of their keys.
    #[must_use]
    pub fn new(chunks: Vec<Chunk>) -> Self {
        Self(chunks)
    }

    /// Creates the list from the sizes of an upload's chunks, which start at offset 0 and are contiguous.
    #[must_use]
    pub fn of_sizes(upload_id: &str, sizes: &[u64]) -> Self {
        let mut offset = 0_u64;
        let chunk = |&size: &u64| {
            let key = chunk_key(upload_id, offset);
            offset = offset.saturating_add(size);
            Chunk { key, size }
        };
        Self(sizes.iter().map(chunk).collect())
    }

    /// Total number of bytes stored.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.0.iter().map(|chunk| chunk.size).sum()
    }

    /// Length of each chunk in bytes.
    #[must_use]
    pub fn sizes(&self) -> Vec<u64> {
        self.0.iter().map(|chunk| chunk.size).collect()
    }

    /// Returns each chunk with its offset in the upload.
    pub(super) fn with_offsets(&self) -> impl Iterator<Item = (u64, &Chunk)> {
        let mut offset = 0_u64;
        self.0.iter().map(move |chunk| {
            let begins = offset;
            offset = offset.saturating_add(chunk.size);
            (begins, chunk)
        })
    }

    pub(super) fn keys(&self) -> Vec<String> {
        self.0.iter().map(|chunk| chunk.key.clone()).collect()
    }

    /// Returns the parts of chunks that make up a byte range.
    pub(super) fn parts_of_range(&self, offset: u64, length: u64) -> impl Iterator<Item = Part<'_>> {
        let end = offset.saturating_add(length);
        let mut begins: u64 = 0;
        self.0.iter().filter_map(move |chunk| {
            let from_start = begins;
            begins = begins.saturating_add(chunk.size);
            let (from, to) = (offset.max(from_start), end.min(begins));
            (from < to).then(|| (chunk.key.as_str(), from.saturating_sub(from_start), to.saturating_sub(from)))
        })
    }
}

/// A stored upload as a source of bytes.
pub struct StoredUpload<'a> {
    files: &'a Files,
    chunks: Chunks,
    /// The chunk being read.
    open: RefCell<Option<OpenChunk>>,
    /// A buffer that was given back, for the next bytes of any chunk.
    spare: RefCell<Option<Uint8Array>>,
}

struct OpenChunk {
    stream: OpenStream,
    /// End offset of the chunk in the upload.
    end: u64,
}

impl<'a> StoredUpload<'a> {
    /// Creates the source from these chunks.
    pub(super) fn new(files: &'a Files, chunks: Chunks) -> Self {
        Self { files, chunks, open: RefCell::default(), spare: RefCell::default() }
    }

    /// Deletes the chunks that this upload was created from.
    pub async fn delete(&self) -> Result<()> {
        self.files.delete_all(&self.chunks).await
    }

    async fn read(&self, offset: u64, end: u64) -> Result<Uint8Array> {
        if let Some(open) = self.open.take().filter(|open| open.stream.at == offset) {
            // The platform may have ended a stream that was idle for long because the receiver is slow.
            if let Ok(bytes) = self.read_from(open, end).await {
                return Ok(bytes);
            }
        }
        let open = self.open_at(offset).await?;
        // Not `BodyLost`, which would blame the caller.
        self.read_from(open, end).await.map_err(|error| Error::Internal(error.cause().unwrap_or_default()))
    }

    async fn read_from(&self, mut open: OpenChunk, end: u64) -> Result<Uint8Array> {
        if let Some(spare) = self.spare.take() {
            open.stream.recycle(&spare);
        }
        let bytes = open.stream.read_exact(end.min(open.end).saturating_sub(open.stream.at)).await?;
        if open.stream.at < open.end {
            self.open.replace(Some(open));
        }
        Ok(bytes)
    }

    /// Opens a stream at an offset, up to the end of the chunk that contains it.
    async fn open_at(&self, offset: u64) -> Result<OpenChunk> {
        let rest = self.chunks.total().saturating_sub(offset);
        let (key, start, length) = self.chunks.parts_of_range(offset, rest).next().ok_or_else(|| missing("uploads"))?;
        let object = self.files.get(key, Some((start, length))).await?.ok_or_else(|| missing(key))?;
        match object.body().ok_or_else(|| missing(key))?.response_body()? {
            ResponseBody::Stream(stream) => {
                Ok(OpenChunk { stream: OpenStream::new(stream, offset)?, end: offset.saturating_add(length) })
            }
            _ => Err(missing(key)),
        }
    }
}

impl ByteSource for StoredUpload<'_> {
    fn size(&self) -> u64 {
        self.chunks.total()
    }

    fn read_at(&self, offset: u64, end: u64) -> ReadFuture<'_> {
        Box::pin(self.read(offset, end))
    }

    fn recycle(&self, bytes: &Uint8Array) {
        self.spare.replace(Some(bytes.clone()));
    }
}
