//! The rules of recordings and of the submission form.
//!
//! The same source runs in the browser (as wasm, features `rules` and `video`) and in the Worker (as a library),
//! so both sides cannot disagree. Everything here is pure: no clock, no I/O, no platform; what a
//! browser can do and the bytes of a file are arguments. Only `bindings` touches JavaScript.
//!
//! - [`plan`]: with which codec, bitrate and constraints to record.
//! - [`device`]: the class of device; [`diagnosis`]: what keeps it from recording.
//! - [`submission`]: the rules of the form and the consent texts.
//! - [`finish`]: how a recording is made ready to be sent, and whether it already is.
//! - [`watermark`]: layout of the company name in the picture.
//! - [`probe`]: what is inside an MP4, MOV or WebM file, and whether it is one at all.
//! - [`private_data`]: what a phone writes into a file beside picture and sound.
//! - [`limits`]: the numbers of the recorder and of uploads.
//! - [`fallback`]: plans and form rules as a table for browsers without WebAssembly.

// The wasm-bindgen macros expand to unsafe code; without them nothing here may.
#![cfg_attr(not(feature = "js"), forbid(unsafe_code))]
#![deny(clippy::pedantic, clippy::arithmetic_side_effects, missing_docs, warnings)]
// WebM, WebKit and the like are names, not code.
#![allow(clippy::doc_markdown)]
#![cfg_attr(test, allow(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

pub mod device;
pub mod diagnosis;
pub mod fallback;
pub mod finish;
pub mod limits;
pub mod plan;
pub mod private_data;
pub mod probe;
pub mod submission;
pub mod watermark;

mod first_frame;
mod mp4;
mod reader;
mod webm;

#[cfg(feature = "js")]
mod bindings;
