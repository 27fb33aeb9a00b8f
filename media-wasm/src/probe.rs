//! What is inside a video file, read in pieces, and whether it is one at all (SUB33).
//!
//! The parser pulls: it names the bytes it needs and whoever drives it brings them, from a slice,
//! a `Blob` or an object store. It reads at most [`MAX_READS`] pieces and [`MAX_BYTES`] in all,
//! whatever the file's size, never panics, and never allocates by a length that only the file
//! claims.
//!
//! Inside, a parser is an `async fn` that awaits its bytes, so that it reads top to bottom;
//! [`Probe::step`] polls it by hand and no runtime is needed.

pub(crate) mod bytes;
mod media;
mod polyglot;
mod reason;
mod source;

use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

use serde::Serialize;

pub use media::{AudioCodec, Container, Media, VideoCodec};
pub(crate) use media::{Shape, Span, ms, shape};
pub use reason::Reason;
pub use source::{Cost, MAX_BYTES, MAX_READS};
use source::{Mail, Request};
pub(crate) use source::{Outcome, Source};

use crate::{mp4, webm};

/// What a probe wants next, or what it found. Ends are final: every later step repeats them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub enum Step {
    /// Bring exactly these bytes; they lie within the file.
    Need {
        /// From the start of the file.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        offset: u64,
        /// Bytes, at least 1.
        len: u32,
    },
    /// A video.
    Done {
        /// What is in it.
        media: Media,
    },
    /// Not a video that is taken.
    Rejected {
        /// Why.
        reason: Reason,
        /// [`Reason::message`], for the browser.
        message: &'static str,
    },
}

impl Step {
    const fn rejected(reason: Reason) -> Self {
        Self::Rejected { reason, message: reason.message() }
    }
}

type Task = Pin<Box<dyn Future<Output = Outcome<Media>>>>;

/// A parse under way.
pub struct Probe {
    mail: Rc<Mail>,
    task: Option<Task>,
    /// What the last step answered; shown again when a step brings nothing.
    last: Step,
}

impl Probe {
    /// Starts on a file of this many bytes.
    #[must_use]
    pub fn new(file_len: u64) -> Self {
        let mail = Rc::<Mail>::default();
        let task: Task = Box::pin(examine(Source::new(file_len, Rc::clone(&mail))));
        let mut probe = Self { mail, task: Some(task), last: Step::rejected(Reason::ReadFailed) };
        probe.resume();
        probe
    }

    /// Takes the bytes at an offset and says what comes next. Without input it repeats the last
    /// answer, which is how a driver begins.
    ///
    /// Bytes from another offset, or fewer than were needed, end in [`Reason::ReadFailed`]; more
    /// than needed are cut.
    pub fn step(&mut self, input: Option<(u64, &[u8])>) -> Step {
        if let (Step::Need { offset, len }, Some((at, bytes))) = (self.last, input) {
            let piece = usize::try_from(len).ok().and_then(|len| bytes.get(..len));
            match piece {
                Some(piece) if at == offset => {
                    self.mail.reply.set(Some(piece.to_vec()));
                    self.resume();
                }
                _ => self.end(Step::rejected(Reason::ReadFailed)),
            }
        }
        self.last
    }

    /// What it found, once it is done.
    #[must_use]
    pub fn media(&self) -> Option<Media> {
        match self.last {
            Step::Done { media } => Some(media),
            _ => None,
        }
    }

    /// What it has cost so far.
    #[must_use]
    pub fn cost(&self) -> Cost {
        self.mail.cost.get()
    }

    fn resume(&mut self) {
        let Some(task) = &mut self.task else { return };
        match task.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(Ok(media)) => self.end(Step::Done { media }),
            Poll::Ready(Err(reason)) => self.end(Step::rejected(reason)),
            Poll::Pending => match self.mail.request.take() {
                Some(Request { offset, len }) => self.last = Step::Need { offset, len },
                None => self.end(Step::rejected(Reason::ReadFailed)),
            },
        }
    }

    fn end(&mut self, step: Step) {
        self.last = step;
        self.task = None;
    }
}

/// Probes a file that is in memory.
///
/// # Errors
/// The reason why it is not taken.
pub fn probe_slice(file: &[u8]) -> Result<Media, Reason> {
    let mut probe = Probe::new(u64::try_from(file.len()).map_err(|_| Reason::ReadFailed)?);
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

/// Probes a file that is read elsewhere; `read` answers `(offset, len)` with those bytes.
///
/// # Errors
/// Outside, the first error of `read`; inside, the reason why the file is not taken.
pub async fn probe_with<E>(
    file_len: u64,
    read: impl AsyncFn(u64, u32) -> Result<Vec<u8>, E>,
) -> Result<Result<Media, Reason>, E> {
    let mut probe = Probe::new(file_len);
    let mut step = probe.step(None);
    loop {
        match step {
            Step::Need { offset, len } => {
                step = probe.step(Some((offset, &read(offset, len).await?)));
            }
            Step::Done { media } => return Ok(Ok(media)),
            Step::Rejected { reason, .. } => return Ok(Err(reason)),
        }
    }
}

/// Tells the container by its first bytes and hands over. The tail is looked at first, so that
/// the head is read once and still at hand when its parser begins.
async fn examine(mut source: Source) -> Outcome<Media> {
    if source.len() == 0 {
        return Err(Reason::Empty);
    }
    let zip = polyglot::ends_as_zip(&mut source).await?;
    let pdf = polyglot::begins_as_pdf(&mut source).await?;
    let head = source.read_up_to(0, 8).await?;
    let mp4 = head.get(4..8) == Some(b"ftyp");
    let webm = head.get(..4) == Some(&webm::SIGNATURE);
    if (mp4 || webm) && (zip || pdf) {
        Err(Reason::Polyglot)
    } else if mp4 {
        mp4::read(&mut source).await
    } else if webm {
        webm::read(&mut source).await
    } else {
        Err(Reason::NotVideo)
    }
}
