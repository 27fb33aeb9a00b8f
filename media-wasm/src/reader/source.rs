//! Random access to a file for an async parser, with three windows of bytes in memory, at the beginning, at the end and
//! where it reads, and a read budget ([`MAX_READS`], [`MAX_BYTES`]).

use std::cell::Cell;
use std::future::poll_fn;
use std::ops::Range;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

use super::bytes::find;
use super::reject_reason::{Outcome, RejectReason};

/// Reads per file.
pub const MAX_READS: u32 = 64;
/// Bytes read per file.
pub const MAX_BYTES: u32 = 2 * 1_048_576;

/// Small reads are rounded up to this, so that a header and what follows it come together.
const READ_AHEAD: u64 = 2048;
/// The tail grows by as much as it has, and at most by this.
const TAIL_STEP: u64 = 256 * 1024;
/// The tail grows to at most this; the rest of the budget is for the head and the walk.
const TAIL_MAX: u64 = 6 * TAIL_STEP;

/// A frame ends with fewer zeros than these.
const ZEROS: u64 = 64;

/// Candidates tried per step of the tail before the tail grows again.
const MAX_CANDIDATES: usize = 32;

/// What a probe has used of its budget.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Number of reads.
    pub reads: u32,
    /// Bytes read.
    pub bytes: u32,
    /// Boxes, elements, samples and candidates looked at; never more than the file has bytes.
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

/// Bytes of the file that are in memory.
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
    /// What was read last of the rest.
    window: Window,
    /// Behind the last byte that is no zero, once it was looked for.
    content_end: Option<u64>,
    channel: Rc<ReadChannel>,
}

/// Runs a parser on a file through `read`, which returns the bytes at `(offset, len)`. `None` if it waits for anything else.
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

    /// Bytes in the file.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Counts one step. A walk that takes more steps than the file has bytes is going in circles.
    pub fn tick(&self) -> Outcome<()> {
        let cost = self.channel.cost.get();
        if cost.steps >= self.len {
            return Err(RejectReason::TooComplex);
        }
        self.channel.cost.set(Cost { steps: cost.steps.saturating_add(1), ..cost });
        Ok(())
    }

    /// Exactly `len` bytes; past the end of the file is [`RejectReason::Truncated`].
    pub async fn read(&mut self, offset: u64, len: u64) -> Outcome<&[u8]> {
        let end = offset.checked_add(len).filter(|end| *end <= self.len).ok_or(RejectReason::Truncated)?;
        if self.slice(offset, end).is_none() {
            let available = self.len.saturating_sub(offset);
            let bytes = self.fetch(offset, len.max(READ_AHEAD).min(available)).await?;
            self.window = Window { start: offset, bytes };
        }
        self.slice(offset, end).ok_or(RejectReason::ReadFailed)
    }

    /// `len` bytes, or what is left of the file.
    pub fn read_up_to(&mut self, offset: u64, len: u64) -> impl Future<Output = Outcome<&[u8]>> {
        self.read(offset, len.min(self.len.saturating_sub(offset)))
    }

    /// Whether nothing but zeros follows, with which some cameras pad a file.
    pub async fn is_padding(&mut self, offset: u64) -> Outcome<bool> {
        if offset >= self.len {
            return Ok(true);
        }
        let is_zero = self.read_up_to(offset, 8).await?.iter().all(|byte| *byte == 0);
        Ok(is_zero && offset >= self.content_end().await?)
    }

    /// Whether what is in memory of the file's end is zeros.
    pub fn tail_is_zero(&self) -> bool {
        let few = usize::try_from(ZEROS).unwrap_or(usize::MAX);
        self.tail.bytes.len() > few && self.tail.bytes.iter().rev().take(few).all(|byte| *byte == 0)
    }

    /// Where the last frame may end: the length of the file, or earlier where zeros stand in place of what never came.
    pub async fn frames_end(&mut self) -> Outcome<u64> {
        Ok(self.content_end().await?.saturating_add(ZEROS).min(self.len))
    }

    /// The offset behind the last byte that is no zero. Halves the file until it is found, which takes longer zeros in its
    /// middle for the end: compressed pictures and sounds have none.
    async fn content_end(&mut self) -> Outcome<u64> {
        match self.content_end {
            Some(end) => Ok(end),
            // In a box of its own: inlined into each caller it takes kilobytes.
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

    /// The first `len` bytes, or the whole file, which stay in memory.
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

    /// The last `len` bytes, or the whole file, which stay in memory.
    pub async fn read_tail(&mut self, len: u64) -> Outcome<&[u8]> {
        let len = len.min(self.len);
        let start = self.len.saturating_sub(len);
        self.tail = Window { start, bytes: self.fetch(start, len).await? };
        Ok(&self.tail.bytes)
    }

    /// Where the tail begins.
    pub fn tail_start(&self) -> u64 {
        self.tail.start
    }

    /// Offsets in the tail where a box or element may begin: `name` occurs `after` bytes past
    /// its start, and `then` follows `name`.
    pub fn candidates(&self, (name, after): ([u8; 4], u64), then: &[u8], range: Range<u64>) -> Vec<u64> {
        let Window { start, bytes } = &self.tail;
        find(bytes, name)
            .filter(|at| bytes.get(at.saturating_add(8)..).is_some_and(|rest| rest.starts_with(then)))
            .filter_map(|at| start.checked_add(u64::try_from(at).ok()?)?.checked_sub(after))
            .filter(|at| range.contains(at))
            .take(MAX_CANDIDATES)
            .collect()
    }

    /// Extends the tail backwards, of a file that ends with zeros from before them, so that it begins before `seen`.
    /// `false`: it has reached `floor`, or the budget for the tail is used up.
    pub async fn grow_tail(&mut self, seen: u64, floor: u64) -> Outcome<bool> {
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

/// How many bytes are left without the zeros at the end; `None` where there are only zeros.
fn without_zeros(bytes: &[u8]) -> Option<u64> {
    let last = bytes.iter().rposition(|byte| *byte != 0)?;
    u64::try_from(last).ok()?.checked_add(1)
}
