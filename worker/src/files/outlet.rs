//! A response body that is written while it is read.

use std::ops::Range;

use crc32fast::Hasher;
use futures_util::future::try_join;
use js_sys::Uint8Array;
use web_sys::{ReadableStream, WritableStreamDefaultWriter};

use super::streaming::{ByteSource, await_promise, fixed_length_pair, next};
use crate::error::{Error, Result};

/// The writing end of a response body.
pub struct Outlet(WritableStreamDefaultWriter);

impl Outlet {
    /// Creates a body of exactly `length` bytes and its writing end.
    pub fn new(length: u64) -> Result<(ReadableStream, Self)> {
        let (readable, writable) = fixed_length_pair(length)?;
        Ok((readable, Self(writable.get_writer().map_err(worker::Error::from)?)))
    }

    /// Writes a few bytes. Fails with [`Error::body_lost`] if the reader is gone, like every method here.
    pub async fn write(&self, bytes: &[u8]) -> Result<()> {
        self.write_array(&Uint8Array::from(bytes)).await
    }

    /// Writes a range of a file. If a checksum is given, adds the file's bytes from the start to the range's end to it.
    pub async fn write_range(
        &self,
        source: &dyn ByteSource,
        range: Range<u64>,
        mut checksum: Option<&mut Hasher>,
    ) -> Result<()> {
        let mut at = if checksum.is_some() { 0 } else { range.start };
        let mut at_hand = next(source, at, range.end).await?;
        while let Some(bytes) = at_hand {
            if let Some(checksum) = checksum.as_deref_mut() {
                checksum.update(&bytes.to_vec());
            }
            let skipped = u32::try_from(range.start.saturating_sub(at)).unwrap_or(u32::MAX).min(bytes.length());
            at = at.saturating_add(bytes.length().into());
            let rest = bytes.subarray(skipped, bytes.length());
            let written = async { if rest.length() == 0 { Ok(()) } else { self.write_array(&rest).await } };
            (at_hand, _) = try_join(next(source, at, range.end), written).await?;
            source.recycle(&bytes);
        }
        Ok(())
    }

    /// Ends the body, or aborts it if the outcome is an error, so that the reader sees that it is incomplete.
    pub async fn end(self, outcome: Result<()>) -> Result<()> {
        let ended = await_promise(if outcome.is_ok() { self.0.close() } else { self.0.abort() }).await;
        outcome.and(ended.map(drop).map_err(reader_lost))
    }

    async fn write_array(&self, array: &Uint8Array) -> Result<()> {
        await_promise(self.0.write_with_chunk(array)).await.map(drop).map_err(reader_lost)
    }
}

/// Maps a write error to a lost reader.
fn reader_lost(error: Error) -> Error {
    Error::body_lost(error.cause().unwrap_or_default())
}

/// Returns the CRC-32 of a file.
pub async fn crc32(source: &dyn ByteSource) -> Result<u32> {
    let mut checksum = Hasher::new();
    let mut at = 0;
    while let Some(bytes) = next(source, at, source.size()).await? {
        checksum.update(&bytes.to_vec());
        at = at.saturating_add(bytes.length().into());
        source.recycle(&bytes);
    }
    Ok(checksum.finalize())
}
