//! The rules of recordings and of the submission form.
//!
//! The same source runs in the browser (as wasm, features `rules` and `video`) and in the Worker (as a library), so
//! both sides cannot disagree. Everything here is pure: no clock, no I/O, no platform; browser capabilities and file
//! bytes are arguments. Only `bindings` touches JavaScript.
//!
//! - [`plan`]: codec, bitrate and constraints of a recording.
//! - [`device`]: the device class; [`diagnosis`]: why it cannot record.
//! - [`submission`]: the form rules and the consent texts.
//! - [`finish`]: how to finish a recording for upload, and whether it needs that.
//! - [`watermark`]: layout of the company name in the picture.
//! - [`probe`]: detects the contents of an MP4, MOV or WebM file, and whether it is a video.
//! - [`sound`]: copies the sound of an MP4 into a file of its own.
//! - [`private_data`]: private metadata that a phone writes beside picture and sound.
//! - [`limits`]: limits of the recorder and of uploads.
//! - [`fallback`]: plans and form rules as a table for browsers without WebAssembly.

// The wasm-bindgen macros expand to unsafe code; without them unsafe code is forbidden.
#![cfg_attr(not(feature = "js"), forbid(unsafe_code))]
#![deny(clippy::pedantic, clippy::arithmetic_side_effects, missing_docs, warnings)]
// WebM, WebKit and similar words are names, not code.
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
pub mod sound;
pub mod submission;
pub mod watermark;

mod first_frame;
mod mp4;
mod reader;
mod webm;

#[cfg(feature = "js")]
mod bindings;
