//! Reads the body of a request or a response without copying it into wasm.

use std::cell::RefCell;
use std::pin::pin;
use std::time::Duration;

use domain::limits::UPLOAD_MOVES_MS;
use futures_util::future::{Either, select};
use js_sys::{ArrayBuffer, Object, Promise, Reflect, Uint8Array};
use wasm_bindgen::{JsCast, JsValue, prelude::wasm_bindgen};
use web_sys::ReadableStream;
use worker::Delay;

use crate::error::{Error, Result};

#[wasm_bindgen]
extern "C" {
    type ByteSource;
    #[wasm_bindgen(method, catch, js_name = getReader)]
    fn get_reader(this: &ByteSource, options: &JsValue) -> std::result::Result<ByobReader, JsValue>;

    type ByobReader;
    /// Reads until `min` bytes or the end have arrived. workerd's extension of the standard's `read`.
    #[wasm_bindgen(method, catch, js_name = readAtLeast)]
    fn read_at_least(this: &ByobReader, min: u32, view: &Uint8Array) -> std::result::Result<Promise, JsValue>;
    #[wasm_bindgen(method)]
    fn cancel(this: &ByobReader) -> Promise;
}

/// A body being read.
pub struct BodyReader {
    reader: Option<ByobReader>,
    /// Buffer of an earlier read for reuse: fresh memory is cleared first and collected late.
    spare: RefCell<Option<ArrayBuffer>>,
}

impl BodyReader {
    /// Wraps a body. `None` reads as empty.
    pub fn new(body: Option<ReadableStream>) -> Result<Self> {
        let Some(body) = body else { return Ok(Self { reader: None, spare: RefCell::default() }) };
        let mode = Object::new();
        Reflect::set(&mode, &"mode".into(), &"byob".into()).map_err(worker::Error::from)?;
        let reader = body.unchecked_into::<ByteSource>().get_reader(&mode).map_err(worker::Error::from)?;
        Ok(Self { reader: Some(reader), spare: RefCell::default() })
    }

    /// Reads the next bytes of an upload: exactly `size`, fewer at the end, none after it.
    ///
    /// # Errors
    /// [`Error::body_lost`] if the connection breaks, or the bytes take longer than an active upload may.
    pub async fn next(&self, size: u32) -> Result<Option<Uint8Array>> {
        self.next_within(size, UPLOAD_MOVES_MS).await
    }

    /// Reads the next bytes like [`Self::next`], within `ms` milliseconds.
    ///
    /// # Errors
    /// [`Error::body_lost`] if the connection breaks, or the bytes take longer.
    pub async fn next_within(&self, size: u32, ms: i64) -> Result<Option<Uint8Array>> {
        let Some(reader) = &self.reader else { return Ok(None) };
        let spare = self.spare.take().filter(|buffer| buffer.byte_length() >= size);
        let view = spare.map_or_else(
            || Uint8Array::new_with_length(size),
            |buffer| Uint8Array::new_with_byte_offset_and_length(&buffer, 0, size),
        );
        let promise = reader.read_at_least(size, &view);
        let read = wasm_bindgen_futures::JsFuture::from(promise.map_err(worker::Error::from)?);
        let stalled = Delay::from(Duration::from_millis(ms.unsigned_abs()));
        let read = match select(read, pin!(stalled)).await {
            Either::Left((read, _)) => read.map_err(|e| Error::body_lost(worker::Error::from(e).to_string()))?,
            Either::Right(_) => return Err(Error::body_lost("it stalled".to_owned())),
        };
        let value = Reflect::get(&read, &"value".into()).map_err(worker::Error::from)?;
        Ok(value.dyn_into::<Uint8Array>().ok().filter(|bytes| bytes.length() > 0))
    }

    /// Cancels a body, to free its connection.
    pub async fn cancel(self) {
        if let Some(reader) = self.reader {
            let _ = wasm_bindgen_futures::JsFuture::from(reader.cancel()).await;
        }
    }

    /// Returns the buffer of [`Self::next`], so that the next read can reuse it.
    pub fn recycle(&self, bytes: &Uint8Array) {
        self.spare.replace(Some(bytes.buffer()));
    }
}
