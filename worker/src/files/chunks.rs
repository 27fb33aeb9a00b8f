//! The chunks of an upload as one run of bytes.

use std::future::Future;

use data_encoding::HEXLOWER;
use js_sys::Promise;
use wasm_bindgen::{JsCast, JsValue, prelude::wasm_bindgen};
use web_sys::{ReadableStream, WritableStream, WritableStreamDefaultWriter};
use worker::worker_sys::FixedLengthStream;

use super::{Files, missing};
use crate::error::{Error, Result};

const SHA_256: &str = "SHA-256";

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

    /// How many bytes are stored.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.0.iter().map(|chunk| chunk.size).sum()
    }

    /// How many chunks there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.0.len()
    }

    pub(super) fn into_keys(self) -> Vec<String> {
        self.0.into_iter().map(|chunk| chunk.key).collect()
    }

    /// The parts of chunks that make up a run of bytes.
    pub(super) fn cut(&self, offset: u64, length: u64) -> Vec<Part<'_>> {
        let end = offset.saturating_add(length);
        let mut begins: u64 = 0;
        let mut parts = Vec::new();
        for chunk in &self.0 {
            let ends = begins.saturating_add(chunk.size);
            let (from, to) = (offset.max(begins), end.min(ends));
            if from < to {
                parts.push((chunk.key.as_str(), from.saturating_sub(begins), to.saturating_sub(from)));
            }
            begins = ends;
        }
        parts
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

    /// In hex, or nothing where it has not counted exactly `length` bytes.
    pub async fn finish(self, length: u64) -> Result<Option<String>> {
        if self.counted == Some(length) { finish(self.stream).await.map(Some) } else { Ok(None) }
    }
}

/// A stream of exactly `length` bytes, and the work that fills it from the chunks and answers the SHA-256 of them in hex.
pub(super) fn join(
    files: &Files,
    chunks: Chunks,
    length: u64,
) -> Result<(ReadableStream, impl Future<Output = Result<String>> + '_)> {
    let (readable, target) = joint(length)?;
    let pump = async move {
        let digest = DigestStream::new(SHA_256).map_err(worker::Error::from)?;
        pour(files, &chunks.cut(0, length), target, Some(&digest)).await?;
        finish(digest).await
    };
    Ok((readable, pump))
}

/// A stream of `length` bytes of the chunks from `offset` on, and the work that fills it.
pub(super) fn piece<'a>(
    files: &'a Files,
    chunks: &'a Chunks,
    (offset, length): (u64, u64),
    digest: &'a mut RunningDigest,
) -> Result<(ReadableStream, impl Future<Output = Result<()>> + 'a)> {
    let (readable, target) = joint(length)?;
    let pump = async move {
        let parts = chunks.cut(offset, length);
        if digest.counted != Some(offset) {
            return pour(files, &parts, target, None).await;
        }
        digest.counted = None;
        pour(files, &parts, target, Some(&digest.stream)).await?;
        digest.counted = Some(offset.saturating_add(length));
        Ok(())
    };
    Ok((readable, pump))
}

/// Both ends of a stream of exactly `length` bytes.
fn joint(length: u64) -> Result<(ReadableStream, WritableStream)> {
    let joint = FixedLengthStream::new_big_int(length.into()).map_err(worker::Error::from)?;
    Ok((joint.readable().unchecked_into(), joint.writable().unchecked_into()))
}

/// Writes parts of chunks into a target, which ends with them.
async fn pour(files: &Files, parts: &[Part<'_>], target: WritableStream, digest: Option<&DigestStream>) -> Result<()> {
    let writer = target.get_writer().map_err(worker::Error::from)?;
    let outcome = fill(files, parts, Some(&writer), digest).await;
    // A short joint fails here: closing refuses until every promised byte has come.
    let ended = settle(if outcome.is_ok() { writer.close() } else { writer.abort() }).await;
    outcome.and(ended.map(drop))
}

/// The SHA-256 of all chunks, in hex.
pub(super) async fn digest(files: &Files, chunks: &Chunks) -> Result<String> {
    let digest = DigestStream::new(SHA_256).map_err(worker::Error::from)?;
    fill(files, &chunks.cut(0, chunks.total()), None, Some(&digest)).await?;
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
    Ok(HEXLOWER.encode(&js_sys::Uint8Array::new(&bytes).to_vec()))
}

/// Writes parts of chunks to the target and the digest, as far as there are such, side by side, and reads the next part
/// meanwhile. A part is taken whole, since it is no longer than a chunk: `tee` and two pipes took three times the time of
/// the processor. It stays outside the memory of wasm.
async fn fill(
    files: &Files,
    parts: &[Part<'_>],
    target: Option<&WritableStreamDefaultWriter>,
    digest: Option<&DigestStream>,
) -> Result<()> {
    let counter = digest.map(|digest| digest.get_writer()).transpose().map_err(worker::Error::from)?;
    let mut rest = parts.iter();
    let mut at_hand = next(files, &mut rest).await?;
    while let Some(bytes) = at_hand {
        let written = futures_util::future::try_join(write(target, &bytes), write(counter.as_ref(), &bytes));
        (at_hand, _) = futures_util::future::try_join(next(files, &mut rest), written).await?;
    }
    if let Some(counter) = counter {
        counter.release_lock();
    }
    Ok(())
}

/// The bytes of the next part, as an `ArrayBuffer`.
async fn next(files: &Files, rest: &mut std::slice::Iter<'_, Part<'_>>) -> Result<Option<JsValue>> {
    let Some((key, offset, length)) = rest.next() else { return Ok(None) };
    let object = files.get(key, Some((*offset, *length))).await?.ok_or_else(|| missing(key))?;
    let body = object.body().ok_or_else(|| missing(key))?;
    let worker::ResponseBody::Stream(stream) = body.response_body()? else {
        return Err(missing(key));
    };
    let whole = web_sys::Response::new_with_opt_readable_stream(Some(&stream)).and_then(|body| body.array_buffer());
    settle(whole.map_err(worker::Error::from)?).await.map(Some)
}

async fn write(to: Option<&WritableStreamDefaultWriter>, bytes: &JsValue) -> Result<()> {
    match to {
        Some(writer) => settle(writer.write_with_chunk(bytes)).await.map(drop),
        None => Ok(()),
    }
}

async fn settle(promise: Promise) -> Result<JsValue> {
    wasm_bindgen_futures::JsFuture::from(promise).await.map_err(|e| Error::from(worker::Error::from(e)))
}
