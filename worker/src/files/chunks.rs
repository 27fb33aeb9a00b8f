//! The chunks of an upload.

use js_sys::ArrayBuffer;
use worker::ResponseBody;

use super::streaming::{ByteSource, Taken, whole};
use super::{Files, chunk_key, missing};
use crate::error::Result;

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
    /// Takes chunks in the order of their offsets, which is the order of their keys.
    #[must_use]
    pub fn new(chunks: Vec<Chunk>) -> Self {
        Self(chunks)
    }

    /// Those of an upload that have these sizes, from the first on.
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

    /// How many bytes are stored.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.0.iter().map(|chunk| chunk.size).sum()
    }

    /// The length of each in bytes.
    #[must_use]
    pub fn sizes(&self) -> Vec<u64> {
        self.0.iter().map(|chunk| chunk.size).collect()
    }

    pub(super) fn keys(&self) -> Vec<String> {
        self.0.iter().map(|chunk| chunk.key.clone()).collect()
    }

    /// The parts of chunks that make up a run of bytes.
    pub(super) fn cut(&self, offset: u64, length: u64) -> impl Iterator<Item = Part<'_>> {
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

/// An upload as it is stored.
pub struct StoredUpload<'a> {
    pub(super) files: &'a Files,
    pub(super) chunks: Chunks,
}

impl StoredUpload<'_> {
    /// Removes the chunks that this upload was found with.
    pub async fn delete(&self) -> Result<()> {
        self.files.delete_all(&self.chunks).await
    }

    async fn read(&self, offset: u64, end: u64) -> Result<ArrayBuffer> {
        let (key, offset, length) =
            self.chunks.cut(offset, end.saturating_sub(offset)).next().ok_or_else(|| missing("uploads"))?;
        let object = self.files.get(key, Some((offset, length))).await?.ok_or_else(|| missing(key))?;
        match object.body().ok_or_else(|| missing(key))?.response_body()? {
            ResponseBody::Stream(stream) => whole(&stream).await,
            _ => Err(missing(key)),
        }
    }
}

impl ByteSource for StoredUpload<'_> {
    fn size(&self) -> u64 {
        self.chunks.total()
    }

    fn take(&self, offset: u64, end: u64) -> Taken<'_> {
        Box::pin(self.read(offset, end))
    }
}
