//! The file as a parser sees it: a window of bytes that moves, and a purse that runs out.

use std::cell::Cell;
use std::future::poll_fn;
use std::ops::Range;
use std::rc::Rc;
use std::task::Poll;

use super::Reason;
use super::polyglot::find;

/// At most this many pieces are read of one file.
pub const MAX_READS: u32 = 64;
/// At most this many bytes are read of one file.
pub const MAX_BYTES: u32 = 2 * 1_048_576;

/// Small reads are rounded up to this, so that a header and what follows it come together.
const READ_AHEAD: u64 = 4096;
/// The tail grows by this much per read.
const TAIL_STEP: u64 = 256 * 1024;
/// As far as the tail reaches; the rest of the purse is for the head and the walk.
const TAIL_MAX: u64 = 6 * TAIL_STEP;

/// Guesses per piece of the tail that may fail before the next piece is read.
const GUESSES: usize = 32;

pub(crate) type Outcome<T> = Result<T, Reason>;

/// What a probe has cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Pieces read.
    pub reads: u32,
    /// Bytes read.
    pub bytes: u32,
    /// Boxes, elements, samples and guesses looked at; never more than the file has bytes.
    pub steps: u64,
}

#[derive(Clone, Copy)]
pub(crate) struct Request {
    pub offset: u64,
    pub len: u32,
}

/// What passes between a parser and the probe that polls it.
#[derive(Default)]
pub(crate) struct Mail {
    pub request: Cell<Option<Request>>,
    pub reply: Cell<Option<Vec<u8>>>,
    pub cost: Cell<Cost>,
}

pub(crate) struct Source {
    len: u64,
    /// Where the window begins in the file.
    start: u64,
    window: Vec<u8>,
    mail: Rc<Mail>,
}

impl Source {
    pub fn new(len: u64, mail: Rc<Mail>) -> Self {
        Self { len, start: 0, window: Vec::new(), mail }
    }

    /// Bytes in the file.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Counts one step. A walk that takes more steps than the file has bytes is going in circles.
    pub fn tick(&self) -> Outcome<()> {
        let cost = self.mail.cost.get();
        if cost.steps >= self.len {
            return Err(Reason::TooComplex);
        }
        self.mail.cost.set(Cost { steps: cost.steps.saturating_add(1), ..cost });
        Ok(())
    }

    /// Exactly `len` bytes; past the end of the file is [`Reason::Truncated`].
    pub async fn read(&mut self, offset: u64, len: u64) -> Outcome<&[u8]> {
        let end = offset.checked_add(len).filter(|end| *end <= self.len).ok_or(Reason::Truncated)?;
        if self.cut(offset, end).is_none() {
            let available = self.len.saturating_sub(offset);
            self.window = self.fetch(offset, len.max(READ_AHEAD).min(available)).await?;
            self.start = offset;
        }
        self.cut(offset, end).ok_or(Reason::ReadFailed)
    }

    /// `len` bytes, or what is left of the file.
    pub fn read_up_to(&mut self, offset: u64, len: u64) -> impl Future<Output = Outcome<&[u8]>> {
        self.read(offset, len.min(self.len.saturating_sub(offset)))
    }

    /// Where the window begins.
    pub fn tail_start(&self) -> u64 {
        self.start
    }

    /// Places in the window where a box may begin: `name` stands so many bytes after its start,
    /// and four bytes later comes `then`.
    pub fn guesses(&self, (name, after): ([u8; 4], u64), then: &[u8], places: Range<u64>) -> Vec<u64> {
        find(&self.window, name)
            .filter(|at| self.window.get(at.saturating_add(8)..).is_some_and(|rest| rest.starts_with(then)))
            .filter_map(|at| self.start.checked_add(u64::try_from(at).ok()?)?.checked_sub(after))
            .filter(|at| places.contains(at))
            .take(GUESSES)
            .collect()
    }

    /// Lets the window reach from before `seen` to the end of the file. `false`: it reaches back
    /// as far as `floor`, or as far as it may.
    pub async fn grow_tail(&mut self, seen: u64, floor: u64) -> Outcome<bool> {
        let reached = self.start.saturating_add(count(&self.window)) == self.len;
        if reached && self.start < seen {
            return Ok(true);
        }
        let end = if reached { self.start } else { self.len };
        let step = TAIL_STEP.min(end.saturating_sub(floor));
        if step == 0 || self.len.saturating_sub(end) >= TAIL_MAX || !self.affords(step) {
            return Ok(false);
        }
        let start = end.saturating_sub(step);
        let mut grown = self.fetch(start, step).await?;
        if reached {
            grown.append(&mut self.window);
        }
        self.window = grown;
        self.start = start;
        Ok(true)
    }

    fn cut(&self, offset: u64, end: u64) -> Option<&[u8]> {
        let from = usize::try_from(offset.checked_sub(self.start)?).ok()?;
        let to = usize::try_from(end.checked_sub(self.start)?).ok()?;
        self.window.get(from..to)
    }

    fn affords(&self, len: u64) -> bool {
        let Cost { reads, bytes, .. } = self.mail.cost.get();
        reads < MAX_READS && u64::from(bytes).saturating_add(len) <= u64::from(MAX_BYTES)
    }

    async fn fetch(&self, offset: u64, len: u64) -> Outcome<Vec<u8>> {
        if len == 0 {
            return Ok(Vec::new());
        }
        let len = match u32::try_from(len) {
            Ok(small) if self.affords(len) => small,
            _ => return Err(Reason::TooComplex),
        };
        let cost = self.mail.cost.get();
        self.mail.cost.set(Cost { reads: cost.reads.saturating_add(1), bytes: cost.bytes.saturating_add(len), ..cost });
        self.mail.request.set(Some(Request { offset, len }));
        Ok(poll_fn(|_| self.mail.reply.take().map_or(Poll::Pending, Poll::Ready)).await)
    }
}

fn count(bytes: &[u8]) -> u64 {
    u64::try_from(bytes.len()).unwrap_or(u64::MAX)
}
