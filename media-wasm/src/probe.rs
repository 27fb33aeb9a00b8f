//! Detects from a few ranges of a file whether it is a video, and what it contains (SUB33).
//!
//! A pull parser: it requests ranges, and the caller supplies them from a slice, a `Blob` or an object store. It makes
//! at most [`MAX_READS`] reads of [`MAX_BYTES`] in total, whatever the file's size, never panics, and never allocates
//! by a length that only the file claims.
//!
//! Each container's parser is an `async fn` that awaits its bytes, so that its code is linear; [`Probe::step`] polls it
//! by hand, without a runtime.

mod polyglot;

pub(crate) use polyglot::{HEAD, ZIP_TAIL as TAIL};

use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

use serde::Serialize;

pub use crate::reader::{
    AudioCodec, Container, Cost, MAX_BYTES, MAX_READS, MAX_RUNS, Media, RejectReason, Run, Runs, VideoCodec,
};
use crate::reader::{Outcome, ReadChannel, Request, Source, run_with};
use crate::{mp4, webm};

/// The probe's next request, or its result. A result is final: every later step repeats it.
#[allow(clippy::large_enum_variant)] // one at a time
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, export_to = "media.ts"))]
pub enum Step {
    /// Supply exactly these bytes, which are within the file.
    Need {
        /// Offset from the start of the file.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        offset: u64,
        /// Number of bytes, at least 1.
        len: u32,
    },
    /// The file is a video.
    Done {
        /// The contents of the file.
        media: Media,
    },
    /// The file is not an acceptable video.
    Rejected {
        /// The reason.
        reason: RejectReason,
        /// [`RejectReason::message`], for the browser.
        message: &'static str,
    },
}

impl Step {
    const fn rejected(reason: RejectReason) -> Self {
        Self::Rejected { reason, message: reason.message() }
    }
}

type Task = Pin<Box<dyn Future<Output = Outcome<Media>>>>;

/// A parse in progress.
pub struct Probe {
    channel: Rc<ReadChannel>,
    task: Option<Task>,
    /// The last step, repeated if called without input.
    last: Step,
}

impl Probe {
    /// Starts a probe of a file of this many bytes.
    #[must_use]
    pub fn new(file_len: u64) -> Self {
        let channel = Rc::<ReadChannel>::default();
        let task: Task = Box::pin(examine(Source::new(file_len, Rc::clone(&channel))));
        let mut probe = Self { channel, task: Some(task), last: Step::rejected(RejectReason::ReadFailed) };
        probe.resume();
        probe
    }

    /// Takes the bytes at an offset and returns the next step. Without input, as in the first call, it repeats the last step.
    ///
    /// Bytes from another offset, or too few, end in [`RejectReason::ReadFailed`]; extra bytes are ignored.
    pub fn step(&mut self, input: Option<(u64, &[u8])>) -> Step {
        if let (Step::Need { offset, len }, Some((at, bytes))) = (self.last, input) {
            let requested = usize::try_from(len).ok().and_then(|len| bytes.get(..len));
            match requested {
                Some(requested) if at == offset => {
                    self.channel.reply.set(Some(requested.to_vec()));
                    self.resume();
                }
                _ => self.end(Step::rejected(RejectReason::ReadFailed)),
            }
        }
        self.last
    }

    /// Returns the result once the probe is done.
    #[must_use]
    pub fn media(&self) -> Option<Media> {
        match self.last {
            Step::Done { media } => Some(media),
            _ => None,
        }
    }

    /// Returns the used part of the read budget.
    #[must_use]
    pub fn cost(&self) -> Cost {
        self.channel.cost.get()
    }

    fn resume(&mut self) {
        let Some(task) = &mut self.task else { return };
        match task.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(Ok(media)) => self.end(Step::Done { media }),
            Poll::Ready(Err(reason)) => self.end(Step::rejected(reason)),
            Poll::Pending => match self.channel.request.take() {
                Some(Request { offset, len }) => self.last = Step::Need { offset, len },
                None => self.end(Step::rejected(RejectReason::ReadFailed)),
            },
        }
    }

    #[allow(clippy::large_types_passed_by_value)] // once for each file
    fn end(&mut self, step: Step) {
        self.last = step;
        self.task = None;
    }
}

/// Probes a file in memory.
///
/// # Errors
/// Why the file is rejected.
pub fn probe_slice(file: &[u8]) -> Result<Media, RejectReason> {
    let mut probe = Probe::new(u64::try_from(file.len()).map_err(|_| RejectReason::ReadFailed)?);
    let mut step = probe.step(None);
    loop {
        match step {
            Step::Need { offset, .. } => {
                let from = usize::try_from(offset).ok().and_then(|from| file.get(from..));
                step = probe.step(Some((offset, from.unwrap_or_default())));
            }
            Step::Done { media } => return Ok(media),
            Step::Rejected { reason, .. } => return Err(reason),
        }
    }
}

/// Returns the ranges that every probe reads first, as offset and length: the end of the file and its beginning. A
/// source for which each read is a round trip can read both at once.
#[must_use]
pub fn first_ranges(file_len: u64) -> [(u64, u64); 2] {
    let tail = file_len.min(TAIL);
    [(file_len.saturating_sub(tail), tail), (0, file_len.min(HEAD))]
}

/// Probes a file through `read`, which returns the bytes at `(offset, len)`.
///
/// # Errors
/// The outer result is the first error of `read`, the inner one why the file is rejected.
pub async fn probe_with<E>(
    file_len: u64,
    read: impl AsyncFn(u64, u32) -> Result<Vec<u8>, E>,
) -> Result<Result<Media, RejectReason>, E> {
    Ok(run_with(file_len, examine, read).await?.unwrap_or(Err(RejectReason::ReadFailed)))
}

/// Detects the container by its first bytes and runs its parser. The tail is read first, so that
/// the head is still in the window when the parser begins.
async fn examine(mut source: Source) -> Outcome<Media> {
    if source.len() == 0 {
        return Err(RejectReason::Empty);
    }
    let zip = polyglot::ends_as_zip(&mut source).await?;
    let pdf = polyglot::begins_as_pdf(&mut source).await?;
    let head = source.read_up_to(0, 16).await?;
    let mp4 = mp4::is_signature(head);
    let webm = head.get(..4) == Some(&webm::SIGNATURE);
    let mut media = if (mp4 || webm) && (zip || pdf) {
        Err(RejectReason::Polyglot)
    } else if mp4 {
        mp4::read(&mut source).await
    } else if webm {
        webm::read(&mut source).await
    } else {
        Err(RejectReason::NotVideo)
    }?;
    if media.truncated {
        media.present_bytes = Some(source.frames_end().await?);
    }
    Ok(media)
}
