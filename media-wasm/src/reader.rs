//! Range reads of a video file, shared by the MP4 and the WebM parser.
//!
//! Independent of the container. [`Source`] requests bytes, [`bytes`] decodes numbers, [`Media`] is a parser's result,
//! and [`RejectReason`] why it rejects a file.

pub(crate) mod bytes;
mod media;
mod reject_reason;
mod runs;
mod source;

pub use media::{AudioCodec, Container, Media, VideoCodec};
pub(crate) use media::{DisplaySize, Pace, Span, TrackKind, display_size, frames_per_second, ms};
pub(crate) use reject_reason::Outcome;
pub use reject_reason::RejectReason;
pub use runs::{MAX_RUNS, Run, Runs};
pub use source::{Cost, MAX_BYTES, MAX_READS};
pub(crate) use source::{Marker, ReadChannel, Request, Source, run_with};
