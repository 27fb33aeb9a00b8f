//! Browser bindings: read browser capabilities, call the rules and return plain objects.
//!
//! The only module that touches JavaScript. It is built twice, into `web/src/media/core`: [`rules`] for a page before
//! its camera is on, and [`video`] for a page that has a video. The returned objects have the shapes of the types that
//! ts-rs writes to `web/src/media/generated`, which the TypeScript declarations import.

use std::io::{Result, Write};

use js_sys::JSON;
use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::Formatter;
use wasm_bindgen::prelude::JsValue;

#[cfg(feature = "rules")]
mod rules;
#[cfg(feature = "video")]
mod video;

/// Converts through JSON: `serde-wasm-bindgen` would make the wasm four kilobytes larger.
fn to_js(value: &impl Serialize) -> JsValue {
    let mut json = Vec::new();
    let written = value.serialize(&mut Serializer::with_formatter(&mut json, CompactFormatter));
    let json = written.ok().and_then(|()| String::from_utf8(json).ok()).unwrap_or_default();
    JSON::parse(&json).unwrap_or(JsValue::NULL)
}

/// Writes compact JSON with little code: one function for all whole numbers, and fractions rounded to a thousandth,
/// which is finer than any pixel. The standard formatter needs ten kilobytes of tables.
struct CompactFormatter;

impl Formatter for CompactFormatter {
    fn write_u16<W: ?Sized + Write>(&mut self, writer: &mut W, value: u16) -> Result<()> {
        self.write_u64(writer, value.into())
    }

    fn write_u32<W: ?Sized + Write>(&mut self, writer: &mut W, value: u32) -> Result<()> {
        self.write_u64(writer, value.into())
    }

    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // pixels
    fn write_f64<W: ?Sized + Write>(&mut self, writer: &mut W, value: f64) -> Result<()> {
        if value < 0.0 {
            writer.write_all(b"-")?;
        }
        self.write_u64(writer, (value.abs() * 1000.0 + 0.5) as u64)?;
        writer.write_all(b"e-3")
    }
}
