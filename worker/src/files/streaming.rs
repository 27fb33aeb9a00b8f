//! Streams a file from where it is to where it goes, and counts it on the way.

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

/// Some bytes of a file, on their way.
pub type Taken<'a> = Pin<Box<dyn Future<Output = Result<Uint8Array>> + 'a>>;

/// Where the bytes of a file come from.
pub trait ByteSource {
    /// How many there are.
    fn size(&self) -> u64;

    /// Those that begin at `offset`: as many as come at once, [`COPIED_BYTES`] at most, and none from `end` on. They stay
    /// outside the memory of wasm.
    fn take(&self, offset: u64, end: u64) -> Taken<'_>;

    /// Takes back what [`Self::take`] gave: later bytes may lie there.
    fn give_back(&self, bytes: &Uint8Array);
}

/// A stream whose bytes are taken in their order.
pub struct OpenStream {
    body: BodyReader,
    /// The offset in the file of what comes next.
    pub at: u64,
}

impl OpenStream {
    /// A stream that begins at an offset of its file.
    pub fn new(stream: ReadableStream, at: u64) -> Result<Self> {
        Ok(Self { body: BodyReader::new(Some(stream))?, at })
    }

    /// The next bytes: so many, or [`COPIED_BYTES`]. Fails where the stream ends before.
    pub async fn take(&mut self, bytes: u64) -> Result<Uint8Array> {
        let wanted = u32::try_from(bytes).unwrap_or(COPIED_BYTES).min(COPIED_BYTES);
        let came = self.body.next(wanted).await?.filter(|came| came.length() == wanted);
        self.at = self.at.saturating_add(wanted.into());
        came.ok_or_else(|| Error::Internal("the stream ended early".to_owned()))
    }

    /// Takes back what [`Self::take`] gave: the next bytes may lie there.
    pub fn give_back(&self, bytes: &Uint8Array) {
        self.body.give_back(bytes);
    }
}

#[wasm_bindgen]
extern "C" {
    /// The platform's own: a writable stream that keeps nothing but the digest of what it was written.
    #[wasm_bindgen(js_namespace = crypto, extends = WritableStream)]
    type DigestStream;
    #[wasm_bindgen(constructor, catch, js_namespace = crypto)]
    fn new(algorithm: &str) -> std::result::Result<DigestStream, JsValue>;
    #[wasm_bindgen(method, getter)]
    fn digest(this: &DigestStream) -> Promise;
}

/// The SHA-256 of a file that is read piece by piece. It counts while each piece begins where the one before it ended;
/// what is read twice is counted once.
pub struct RunningDigest {
    stream: DigestStream,
    /// How far it has counted; nothing where a piece broke off.
    counted: Option<u64>,
}

impl RunningDigest {
    /// Of nothing yet.
    pub fn new() -> Result<Self> {
        Ok(Self { stream: DigestStream::new(SHA_256).map_err(worker::Error::from)?, counted: Some(0) })
    }

    /// Adds the bytes that begin at an offset.
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

    /// In hex, or nothing where it has not counted exactly `length` bytes.
    pub async fn finish(self, length: u64) -> Result<Option<String>> {
        if self.counted == Some(length) { finish(self.stream).await.map(Some) } else { Ok(None) }
    }
}

/// All of a file of so many bytes as a stream, and the work that fills it and answers its SHA-256 in hex. Both have to be
/// waited for side by side. Fails where the source has fewer.
pub fn stream(
    source: &dyn ByteSource,
    size: u64,
) -> Result<(ReadableStream, impl Future<Output = Result<String>> + '_)> {
    let (readable, target) = joint(size)?;
    let pump = async move {
        let digest = DigestStream::new(SHA_256).map_err(worker::Error::from)?;
        pour(source, (0, size), target, Some(&digest)).await?;
        finish(digest).await
    };
    Ok((readable, pump))
}

/// `length` bytes of a file from `offset` on as a stream, and the work that fills it and counts it into a digest. Both have
/// to be waited for side by side.
pub fn stream_piece<'a>(
    source: &'a dyn ByteSource,
    (offset, length): (u64, u64),
    digest: &'a mut RunningDigest,
) -> Result<(ReadableStream, impl Future<Output = Result<()>> + 'a)> {
    let (readable, target) = joint(length)?;
    let pump = async move {
        let end = offset.saturating_add(length);
        if digest.counted != Some(offset) {
            return pour(source, (offset, end), target, None).await;
        }
        digest.counted = None;
        pour(source, (offset, end), target, Some(&digest.stream)).await?;
        digest.counted = Some(end);
        Ok(())
    };
    Ok((readable, pump))
}

/// Both ends of a stream of exactly `length` bytes.
pub(super) fn joint(length: u64) -> Result<(ReadableStream, WritableStream)> {
    let joint = FixedLengthStream::new_big_int(length.into()).map_err(worker::Error::from)?;
    Ok((joint.readable().unchecked_into(), joint.writable().unchecked_into()))
}

/// Writes the bytes from one offset up to another into a target, which ends with them.
async fn pour(
    source: &dyn ByteSource,
    run: (u64, u64),
    target: WritableStream,
    digest: Option<&DigestStream>,
) -> Result<()> {
    let writer = target.get_writer().map_err(worker::Error::from)?;
    let outcome = fill(source, run, Some(&writer), digest).await;
    // A short joint fails here: closing refuses until every promised byte has come.
    let ended = settle(if outcome.is_ok() { writer.close() } else { writer.abort() }).await;
    outcome.and(ended.map(drop))
}

/// The SHA-256 of a file, in hex.
pub async fn digest(source: &dyn ByteSource) -> Result<String> {
    let digest = DigestStream::new(SHA_256).map_err(worker::Error::from)?;
    fill(source, (0, source.size()), None, Some(&digest)).await?;
    finish(digest).await
}

/// The SHA-256 of a stream in hex, or nothing where it does not have exactly `length` bytes. Never reads much further.
pub async fn digest_of(stream: &ReadableStream, length: u64) -> Result<Option<String>> {
    let (readable, target) = joint(length)?;
    let digest = DigestStream::new(SHA_256).map_err(worker::Error::from)?;
    let (measured, digested) = (settle(stream.pipe_to(&target)), settle(readable.pipe_to(&digest)));
    if futures_util::future::try_join(measured, digested).await.is_err() {
        return Ok(None);
    }
    hex(digest.digest()).await.map(Some)
}

async fn finish(digest: DigestStream) -> Result<String> {
    settle(digest.close()).await?;
    hex(digest.digest()).await
}

async fn hex(digest: Promise) -> Result<String> {
    let bytes = settle(digest).await?;
    Ok(HEXLOWER.encode(&Uint8Array::new(&bytes).to_vec()))
}

/// Writes the bytes from one offset up to another to the target and the digest, as far as there are such, side by side, and
/// takes the next ones meanwhile. What is taken is written whole: `tee` and two pipes took three times the time of the
/// processor.
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
        source.give_back(&bytes);
    }
    if let Some(counter) = counter {
        counter.release_lock();
    }
    Ok(())
}

pub(super) async fn next(source: &dyn ByteSource, offset: u64, end: u64) -> Result<Option<Uint8Array>> {
    if offset < end { source.take(offset, end).await.map(Some) } else { Ok(None) }
}

async fn write(to: Option<&WritableStreamDefaultWriter>, bytes: &JsValue) -> Result<()> {
    match to {
        Some(writer) => settle(writer.write_with_chunk(bytes)).await.map(drop),
        None => Ok(()),
    }
}

/// What a promise comes to.
pub(super) async fn settle(promise: Promise) -> Result<JsValue> {
    wasm_bindgen_futures::JsFuture::from(promise).await.map_err(|e| Error::from(worker::Error::from(e)))
}
