//! The chunks of an upload as one run of bytes.

use std::future::Future;

use js_sys::{Promise, Reflect};
use wasm_bindgen::{JsCast, JsValue, prelude::wasm_bindgen};
use worker::worker_sys::FixedLengthStream;

use super::{Files, missing};
use crate::error::{Error, Result};

/// One stored chunk.
#[derive(Debug, Clone)]
pub struct Chunk {
    pub key: String,
    /// Its length in bytes.
    pub size: u64,
}

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

    /// The parts of chunks that make up a run of bytes: key, offset in the chunk, length.
    pub(super) fn cut(&self, offset: u64, length: u64) -> Vec<(&str, u64, u64)> {
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
    type PipeSource;
    #[wasm_bindgen(method, catch, js_name = pipeTo)]
    fn pipe_to(this: &PipeSource, target: &JsValue, options: &JsValue) -> std::result::Result<Promise, JsValue>;

    type PipeTarget;
    #[wasm_bindgen(method, catch)]
    fn close(this: &PipeTarget) -> std::result::Result<Promise, JsValue>;
    #[wasm_bindgen(method, catch)]
    fn abort(this: &PipeTarget) -> std::result::Result<Promise, JsValue>;
}

/// A stream of exactly `length` bytes, and the work that fills it from the chunks.
pub(super) fn join(
    files: &Files,
    chunks: Chunks,
    length: u64,
) -> Result<(web_sys::ReadableStream, impl Future<Output = Result<()>> + '_)> {
    let joint = FixedLengthStream::new_big_int(length.into()).map_err(worker::Error::from)?;
    let readable = joint.readable().unchecked_into();
    let target: JsValue = joint.writable().into();
    let pump = async move {
        let outcome = fill(files, &chunks, &target).await;
        let target: PipeTarget = target.unchecked_into();
        // A short joint fails here: closing refuses until every promised byte has come.
        let end = if outcome.is_ok() { target.close() } else { target.abort() };
        let ended = settle(end).await;
        outcome.and(ended)
    };
    Ok((readable, pump))
}

async fn fill(files: &Files, chunks: &Chunks, target: &JsValue) -> Result<()> {
    let keep_open = js_sys::Object::new();
    Reflect::set(&keep_open, &"preventClose".into(), &true.into()).map_err(worker::Error::from)?;
    for chunk in &chunks.0 {
        let object = files.get(&chunk.key, None).await?.ok_or_else(|| missing(&chunk.key))?;
        let body = object.body().ok_or_else(|| missing(&chunk.key))?;
        let worker::ResponseBody::Stream(stream) = body.response_body()? else {
            return Err(missing(&chunk.key));
        };
        settle(stream.unchecked_into::<PipeSource>().pipe_to(target, &keep_open)).await?;
    }
    Ok(())
}

async fn settle(promise: std::result::Result<Promise, JsValue>) -> Result<()> {
    let promise = promise.map_err(worker::Error::from)?;
    wasm_bindgen_futures::JsFuture::from(promise).await.map_err(|e| Error::from(worker::Error::from(e)))?;
    Ok(())
}
