//! Streams a file from its source to its target and hashes it on the way.

use std::future::Future;
use std::pin::Pin;

use data_encoding::HEXLOWER;
use domain::limits::COPIED_BYTES;
use js_sys::{Promise, Uint8Array};
use wasm_bindgen::{JsCast, JsValue, prelude::wasm_bindgen};
use web_sys::{ReadableStream, WritableStream, WritableStreamDefaultWriter};
use worker::worker_sys::FixedLengthStream;

use crate::body_reader::BodyReader;
use crate::error::{Error, Result};

const SHA_256: &str = "SHA-256";

/// A future of some bytes of a file.
pub type ReadFuture<'a> = Pin<Box<dyn Future<Output = Result<Uint8Array>> + 'a>>;

/// A source of a file's bytes.
pub trait ByteSource {
    /// Size of the file in bytes.
    fn size(&self) -> u64;

    /// Returns the bytes that begin at `offset`: as many as arrive at once, at most [`COPIED_BYTES`], and none from
    /// `end` on. They stay outside wasm memory.
    fn read_at(&self, offset: u64, end: u64) -> ReadFuture<'_>;

    /// Returns a buffer from [`Self::read_at`] for reuse; later bytes may overwrite it.
    fn recycle(&self, bytes: &Uint8Array);
}

/// A stream whose bytes are read in order.
pub struct OpenStream {
    body: BodyReader,
    /// File offset of the next byte.
    pub at: u64,
}

impl OpenStream {
    /// Wraps a stream that begins at an offset of its file.
    pub fn new(stream: ReadableStream, at: u64) -> Result<Self> {
        Ok(Self { body: BodyReader::new(Some(stream))?, at })
    }

    /// Reads exactly `bytes` bytes, or [`COPIED_BYTES`] if that is less. Fails if the stream ends earlier.
    pub async fn read_exact(&mut self, bytes: u64) -> Result<Uint8Array> {
        let wanted = u32::try_from(bytes).unwrap_or(COPIED_BYTES).min(COPIED_BYTES);
        let received = self.body.next(wanted).await?.filter(|received| received.length() == wanted);
        self.at = self.at.saturating_add(wanted.into());
        received.ok_or_else(|| Error::Internal("the stream ended early".to_owned()))
    }

    /// Returns a buffer from [`Self::read_exact`] for reuse; the next bytes may overwrite it.
    pub fn recycle(&self, bytes: &Uint8Array) {
        self.body.recycle(bytes);
    }
}

#[wasm_bindgen]
extern "C" {
    /// A Workers extension: a writable stream that keeps only the digest of the bytes written to it.
    #[wasm_bindgen(js_namespace = crypto, extends = WritableStream)]
    type DigestStream;
    #[wasm_bindgen(constructor, catch, js_namespace = crypto)]
    fn new(algorithm: &str) -> std::result::Result<DigestStream, JsValue>;
    #[wasm_bindgen(method, getter)]
    fn digest(this: &DigestStream) -> Promise;
}

/// The SHA-256 of a file that is read in pieces. A piece is hashed only if it begins where the hashed bytes end, so
/// bytes read twice are hashed once.
pub struct RunningDigest {
    stream: DigestStream,
    /// Number of bytes hashed; `None` if a piece was interrupted.
    counted: Option<u64>,
}

impl RunningDigest {
    /// Creates a digest of no bytes.
    pub fn new() -> Result<Self> {
        Ok(Self { stream: DigestStream::new(SHA_256).map_err(worker::Error::from)?, counted: Some(0) })
    }

    /// Hashes the bytes that begin at an offset.
    pub async fn add(&mut self, offset: u64, bytes: &Uint8Array) -> Result<()> {
        if self.counted != Some(offset) {
            return Ok(());
        }
        self.counted = None;
        let writer = self.stream.get_writer().map_err(worker::Error::from)?;
        let written = write(Some(&writer), bytes).await;
        writer.release_lock();
        written?;
        self.counted = Some(offset.saturating_add(bytes.length().into()));
        Ok(())
    }

    /// Returns the digest in hex; `None` unless exactly `length` bytes were hashed.
    pub async fn finish(self, length: u64) -> Result<Option<String>> {
        if self.counted == Some(length) { finish(self.stream).await.map(Some) } else { Ok(None) }
    }
}

/// Returns a stream of a whole file of this size, and a future that fills it and returns its SHA-256 in hex. Both must
/// be awaited concurrently. Fails if the source has fewer bytes.
pub fn stream(
    source: &dyn ByteSource,
    size: u64,
) -> Result<(ReadableStream, impl Future<Output = Result<String>> + '_)> {
    let (readable, target) = fixed_length_pair(size)?;
    let pump = async move {
        let digest = DigestStream::new(SHA_256).map_err(worker::Error::from)?;
        pipe(source, (0, size), target, Some(&digest)).await?;
        finish(digest).await
    };
    Ok((readable, pump))
}

/// Returns a stream of `length` bytes of a file from `offset` on, and a future that fills it and adds it to a digest.
/// Both must be awaited concurrently.
pub fn stream_part<'a>(
    source: &'a dyn ByteSource,
    (offset, length): (u64, u64),
    digest: &'a mut RunningDigest,
) -> Result<(ReadableStream, impl Future<Output = Result<()>> + 'a)> {
    let (readable, target) = fixed_length_pair(length)?;
    let pump = async move {
        let end = offset.saturating_add(length);
        if digest.counted != Some(offset) {
            return pipe(source, (offset, end), target, None).await;
        }
        digest.counted = None;
        pipe(source, (offset, end), target, Some(&digest.stream)).await?;
        digest.counted = Some(end);
        Ok(())
    };
    Ok((readable, pump))
}

/// Creates both ends of a stream of exactly `length` bytes.
pub(super) fn fixed_length_pair(length: u64) -> Result<(ReadableStream, WritableStream)> {
    let joint = FixedLengthStream::new_big_int(length.into()).map_err(worker::Error::from)?;
    Ok((joint.readable().unchecked_into(), joint.writable().unchecked_into()))
}

/// Writes a byte range to a target, then closes it, or aborts it on failure.
async fn pipe(
    source: &dyn ByteSource,
    run: (u64, u64),
    target: WritableStream,
    digest: Option<&DigestStream>,
) -> Result<()> {
    let writer = target.get_writer().map_err(worker::Error::from)?;
    let outcome = fill(source, run, Some(&writer), digest).await;
    // Too few bytes fail here: closing is refused until every promised byte has been written.
    let ended = await_promise(if outcome.is_ok() { writer.close() } else { writer.abort() }).await;
    outcome.and(ended.map(drop))
}

/// Returns the SHA-256 of a file in hex.
pub async fn digest(source: &dyn ByteSource) -> Result<String> {
    let digest = DigestStream::new(SHA_256).map_err(worker::Error::from)?;
    fill(source, (0, source.size()), None, Some(&digest)).await?;
    finish(digest).await
}

/// Returns the SHA-256 of a stream in hex; `None` unless the stream has exactly `length` bytes. Never reads much further.
pub async fn digest_of(stream: &ReadableStream, length: u64) -> Result<Option<String>> {
    let (readable, target) = fixed_length_pair(length)?;
    let digest = DigestStream::new(SHA_256).map_err(worker::Error::from)?;
    let (measured, digested) = (await_promise(stream.pipe_to(&target)), await_promise(readable.pipe_to(&digest)));
    if futures_util::future::try_join(measured, digested).await.is_err() {
        return Ok(None);
    }
    hex(digest.digest()).await.map(Some)
}

async fn finish(digest: DigestStream) -> Result<String> {
    await_promise(digest.close()).await?;
    hex(digest.digest()).await
}

async fn hex(digest: Promise) -> Result<String> {
    let bytes = await_promise(digest).await?;
    Ok(HEXLOWER.encode(&Uint8Array::new(&bytes).to_vec()))
}

/// Writes a byte range to the target and the digest, if given, concurrently, and prefetches the next bytes meanwhile.
/// Each buffer is written whole: `tee` with two pipes took three times the CPU time.
async fn fill(
    source: &dyn ByteSource,
    (mut offset, end): (u64, u64),
    target: Option<&WritableStreamDefaultWriter>,
    digest: Option<&DigestStream>,
) -> Result<()> {
    let counter = digest.map(|digest| digest.get_writer()).transpose().map_err(worker::Error::from)?;
    let mut at_hand = next(source, offset, end).await?;
    while let Some(bytes) = at_hand {
        offset = offset.saturating_add(bytes.length().into());
        let written = futures_util::future::try_join(write(target, &bytes), write(counter.as_ref(), &bytes));
        (at_hand, _) = futures_util::future::try_join(next(source, offset, end), written).await?;
        source.recycle(&bytes);
    }
    if let Some(counter) = counter {
        counter.release_lock();
    }
    Ok(())
}

pub(super) async fn next(source: &dyn ByteSource, offset: u64, end: u64) -> Result<Option<Uint8Array>> {
    if offset < end { source.read_at(offset, end).await.map(Some) } else { Ok(None) }
}

async fn write(to: Option<&WritableStreamDefaultWriter>, bytes: &JsValue) -> Result<()> {
    match to {
        Some(writer) => await_promise(writer.write_with_chunk(bytes)).await.map(drop),
        None => Ok(()),
    }
}

/// Awaits a JavaScript promise.
pub(super) async fn await_promise(promise: Promise) -> Result<JsValue> {
    wasm_bindgen_futures::JsFuture::from(promise).await.map_err(|e| Error::from(worker::Error::from(e)))
}
