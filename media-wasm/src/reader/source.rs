//! Random access to a file for an async parser, with three windows of bytes in memory (the head, the tail, and the
//! current position) and a read budget ([`MAX_READS`], [`MAX_BYTES`]).

use std::cell::Cell;
use std::future::poll_fn;
use std::ops::Range;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

use super::bytes::find;
use super::reject_reason::{Outcome, RejectReason};

/// Maximum reads per file.
pub const MAX_READS: u32 = 64;
/// Maximum bytes read per file.
pub const MAX_BYTES: u32 = 2 * 1_048_576;

/// Minimum bytes per read, so that a header arrives together with the bytes that follow it.
const READ_AHEAD: u64 = 2048;
/// Maximum growth of the tail per step; until then each step doubles it.
const TAIL_STEP: u64 = 256 * 1024;
/// Maximum size of the tail; the rest of the budget is for the head and the walk.
const TAIL_MAX: u64 = 6 * TAIL_STEP;

/// Zeros that no frame ends with.
const ZEROS: u64 = 64;

/// Maximum candidates to try before the tail grows again.
const MAX_CANDIDATES: usize = 32;

/// The used part of a probe's budget.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Number of reads.
    pub reads: u32,
    /// Bytes read.
    pub bytes: u32,
    /// Boxes, elements, samples and candidates inspected; never more than the file has bytes.
    pub steps: u64,
}

#[derive(Clone, Copy)]
pub(crate) struct Request {
    pub offset: u64,
    pub len: u32,
}

/// Carries requests from a parser to the probe that polls it, and the bytes back.
#[derive(Default)]
pub(crate) struct ReadChannel {
    pub request: Cell<Option<Request>>,
    pub reply: Cell<Option<Vec<u8>>>,
    pub cost: Cell<Cost>,
}

/// Bytes by which a search recognises the start of a box or element.
#[derive(Clone, Copy)]
pub(crate) struct Marker {
    pub name: [u8; 4],
    /// Distance of the name from the start.
    pub at: u64,
    /// Bytes 8 bytes after the name's first one; empty if any may follow.
    pub then: &'static [u8],
}

/// A range of the file in memory.
#[derive(Default)]
struct Window {
    start: u64,
    bytes: Vec<u8>,
}

impl Window {
    fn slice(&self, offset: u64, end: u64) -> Option<&[u8]> {
        let from = usize::try_from(offset.checked_sub(self.start)?).ok()?;
        let to = usize::try_from(end.checked_sub(self.start)?).ok()?;
        self.bytes.get(from..to)
    }
}

pub(crate) struct Source {
    len: u64,
    head: Window,
    tail: Window,
    /// The last read outside head and tail.
    window: Window,
    /// Offset after the last nonzero byte, once determined.
    content_end: Option<u64>,
    channel: Rc<ReadChannel>,
}

/// Runs a parser on a file through `read`, which returns the bytes at `(offset, len)`. `None`: the parser awaits
/// something other than bytes.
///
/// # Errors
/// The first error of `read`.
pub(crate) async fn run_with<T, E>(
    file_len: u64,
    parse: impl AsyncFnOnce(Source) -> T,
    read: impl AsyncFn(u64, u32) -> Result<Vec<u8>, E>,
) -> Result<Option<T>, E> {
    let channel = Rc::<ReadChannel>::default();
    let mut task = Box::pin(parse(Source::new(file_len, Rc::clone(&channel))));
    loop {
        if let Poll::Ready(value) = task.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            return Ok(Some(value));
        }
        let Some(Request { offset, len }) = channel.request.take() else { return Ok(None) };
        channel.reply.set(Some(read(offset, len).await?));
    }
}

impl Source {
    pub fn new(len: u64, channel: Rc<ReadChannel>) -> Self {
        let tail = Window { start: len, bytes: Vec::new() };
        Self { len, head: Window::default(), tail, window: Window::default(), content_end: None, channel }
    }

    /// Length of the file in bytes.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Counts one step. A walk with more steps than the file has bytes must be in a loop, so it fails.
    pub fn tick(&self) -> Outcome<()> {
        let cost = self.channel.cost.get();
        if cost.steps >= self.len {
            return Err(RejectReason::TooComplex);
        }
        self.channel.cost.set(Cost { steps: cost.steps.saturating_add(1), ..cost });
        Ok(())
    }

    /// Reads exactly `len` bytes; fails with [`RejectReason::Truncated`] past the end of the file.
    pub async fn read(&mut self, offset: u64, len: u64) -> Outcome<&[u8]> {
        let end = offset.checked_add(len).filter(|end| *end <= self.len).ok_or(RejectReason::Truncated)?;
        if self.slice(offset, end).is_none() {
            let available = self.len.saturating_sub(offset);
            let bytes = self.fetch(offset, len.max(READ_AHEAD).min(available)).await?;
            self.window = Window { start: offset, bytes };
        }
        self.slice(offset, end).ok_or(RejectReason::ReadFailed)
    }

    /// Reads `len` bytes, or the rest of the file if that is shorter.
    pub fn read_up_to(&mut self, offset: u64, len: u64) -> impl Future<Output = Outcome<&[u8]>> {
        self.read(offset, len.min(self.len.saturating_sub(offset)))
    }

    /// Whether only zeros follow, with which some cameras pad a file.
    pub async fn is_padding(&mut self, offset: u64) -> Outcome<bool> {
        if offset >= self.len {
            return Ok(true);
        }
        let is_zero = self.read_up_to(offset, 8).await?.iter().all(|byte| *byte == 0);
        Ok(is_zero && offset >= self.content_end().await?)
    }

    /// Whether the tail in memory ends with zeros.
    pub fn tail_is_zero(&self) -> bool {
        let few = usize::try_from(ZEROS).unwrap_or(usize::MAX);
        self.tail.bytes.len() > few && self.tail.bytes.iter().rev().take(few).all(|byte| *byte == 0)
    }

    /// Returns the offset by which the last frame must end: the file's length, or less if zeros replace missing data.
    pub async fn frames_end(&mut self) -> Outcome<u64> {
        Ok(self.content_end().await?.saturating_add(ZEROS).min(self.len))
    }

    /// Returns the offset after the last nonzero byte. Uses binary search, which mistakes a long run of zeros in the
    /// middle for the end; compressed pictures and sounds have no such runs.
    async fn content_end(&mut self) -> Outcome<u64> {
        match self.content_end {
            Some(end) => Ok(end),
            // Boxed: inlined into each caller it costs kilobytes of wasm.
            None => Box::pin(self.find_content_end()).await,
        }
    }

    async fn find_content_end(&mut self) -> Outcome<u64> {
        if self.tail.bytes.is_empty() {
            self.read_tail(READ_AHEAD).await?;
        }
        let (mut from, mut to) = (0, self.tail.start);
        if let Some(len) = without_zeros(&self.tail.bytes) {
            from = to.saturating_add(len);
            to = from;
        }
        while from < to {
            self.tick()?;
            let middle = if to.saturating_sub(from) > READ_AHEAD { from.midpoint(to) } else { from };
            match without_zeros(self.read(middle, READ_AHEAD.min(to.saturating_sub(middle))).await?) {
                Some(len) => from = middle.saturating_add(len),
                None => to = middle,
            }
        }
        self.content_end = Some(from);
        if from < self.tail.start {
            self.tail = Window { start: from.saturating_add(ZEROS).min(self.len), bytes: Vec::new() };
        }
        Ok(from)
    }

    /// Returns the first `len` bytes, or the whole file, and keeps them in memory.
    pub async fn read_head(&mut self, len: u64) -> Outcome<&[u8]> {
        let len = len.min(self.len);
        if self.slice(0, len).is_none() {
            self.head = Window { start: 0, bytes: self.fetch(0, len).await? };
        }
        self.slice(0, len).ok_or(RejectReason::ReadFailed)
    }

    /// Whether this byte is in memory.
    pub fn holds(&self, offset: u64) -> bool {
        self.slice(offset, offset.saturating_add(1)).is_some()
    }

    /// Returns the last `len` bytes, or the whole file, and keeps them in memory.
    pub async fn read_tail(&mut self, len: u64) -> Outcome<&[u8]> {
        let len = len.min(self.len);
        let start = self.len.saturating_sub(len);
        self.tail = Window { start, bytes: self.fetch(start, len).await? };
        Ok(&self.tail.bytes)
    }

    /// Offset of the tail.
    pub fn tail_start(&self) -> u64 {
        self.tail.start
    }

    /// Searches a growing tail backwards: returns the candidates before `searched_from`, and moves that to their part's
    /// start. `None`: the search has reached `floor`, or its budget is used up.
    pub async fn next_candidates(
        &mut self,
        marker: Marker,
        searched_from: &mut u64,
        floor: u64,
    ) -> Outcome<Option<Vec<u64>>> {
        if !self.grow_tail(*searched_from, floor).await? {
            return Ok(None);
        }
        let start = self.tail.start;
        let found = self.candidates(marker, start.max(floor)..*searched_from);
        *searched_from = start;
        Ok(Some(found))
    }

    /// Returns offsets in the tail at which a box or element may begin.
    fn candidates(&self, marker: Marker, range: Range<u64>) -> Vec<u64> {
        let Window { start, bytes } = &self.tail;
        find(bytes, marker.name)
            .filter(|at| bytes.get(at.saturating_add(8)..).is_some_and(|rest| rest.starts_with(marker.then)))
            .filter_map(|at| start.checked_add(u64::try_from(at).ok()?)?.checked_sub(marker.at))
            .filter(|at| range.contains(at))
            .take(MAX_CANDIDATES)
            .collect()
    }

    /// Extends the tail backwards so that it begins before `seen`; in a file that ends with zeros the tail begins
    /// before those. `false`: the tail has reached `floor`, or its budget is used up.
    async fn grow_tail(&mut self, seen: u64, floor: u64) -> Outcome<bool> {
        if self.tail.start < seen {
            return Ok(true);
        }
        let end = self.tail.start;
        let held = u64::try_from(self.tail.bytes.len()).unwrap_or_default();
        let step = held.clamp(READ_AHEAD, TAIL_STEP).min(end.saturating_sub(floor));
        if step == 0 || held >= TAIL_MAX || !self.within_budget(step) {
            return Ok(false);
        }
        let start = end.saturating_sub(step);
        let mut bytes = self.fetch(start, step).await?;
        bytes.append(&mut self.tail.bytes);
        self.tail = Window { start, bytes };
        Ok(true)
    }

    fn slice(&self, offset: u64, end: u64) -> Option<&[u8]> {
        [&self.window, &self.head, &self.tail].into_iter().find_map(|window| window.slice(offset, end))
    }

    fn within_budget(&self, len: u64) -> bool {
        let Cost { reads, bytes, .. } = self.channel.cost.get();
        reads < MAX_READS && u64::from(bytes).saturating_add(len) <= u64::from(MAX_BYTES)
    }

    async fn fetch(&self, offset: u64, len: u64) -> Outcome<Vec<u8>> {
        if len == 0 {
            return Ok(Vec::new());
        }
        let len = match u32::try_from(len) {
            Ok(small) if self.within_budget(len) => small,
            _ => return Err(RejectReason::TooComplex),
        };
        let cost = self.channel.cost.get();
        self.channel.cost.set(Cost {
            reads: cost.reads.saturating_add(1),
            bytes: cost.bytes.saturating_add(len),
            ..cost
        });
        self.channel.request.set(Some(Request { offset, len }));
        let bytes = poll_fn(|_| self.channel.reply.take().map_or(Poll::Pending, Poll::Ready)).await;
        let is_whole = u32::try_from(bytes.len()) == Ok(len);
        if is_whole { Ok(bytes) } else { Err(RejectReason::ReadFailed) }
    }
}

/// Returns the length without trailing zeros; `None` if there are only zeros.
fn without_zeros(bytes: &[u8]) -> Option<u64> {
    let last = bytes.iter().rposition(|byte| *byte != 0)?;
    u64::try_from(last).ok()?.checked_add(1)
}
