//! Clusters and their blocks (RFC 9559, 5.1.3 and 10). Only blocks tell the length of a live recording.

use super::NANOSECONDS;
use super::element::{Element, NUMBER_READ, number, vint};
use super::head::Head;
use super::ids;
use super::track::Track;
use crate::first_frame::FirstFrame;
use crate::reader::bytes::u16_at;
use crate::reader::{Outcome, Pace, RejectReason, Source, Span};

/// Maximum duration of a frame without a successor, in nanoseconds. It is assumed to last as long as the preceding gap
/// between frames, but a longer gap is a pause.
const LAST_FRAME_MAX_NS: u64 = 100_000_000;

/// The times of one track's blocks, in nanoseconds.
#[derive(Clone, Copy, Debug, Default)]
struct Timeline {
    number: Option<u64>,
    frame_ns: u64,
    span: Span,
    last: Option<u64>,
    /// Pace from the first to the last block of this walk.
    pace: Pace,
}

impl Timeline {
    fn new(track: Option<Track>) -> Self {
        Self {
            number: track.map(|track| track.number),
            frame_ns: track.map(|track| track.frame_ns).unwrap_or_default(),
            ..Self::default()
        }
    }

    fn add(&mut self, at: u64, declared_ns: Option<u64>) {
        let gap = self.last.map(|last| at.saturating_sub(last)).unwrap_or_default();
        if self.last.is_some() {
            self.pace.add(1, gap);
        }
        let guess = if self.frame_ns > 0 { self.frame_ns } else { gap };
        let frame = declared_ns.unwrap_or(guess.min(LAST_FRAME_MAX_NS));
        self.span.cover(at, at.saturating_add(frame));
        self.last = Some(at);
    }
}

/// The result of a walk along the blocks.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::struct_excessive_bools)] // each is a fact of its own
pub struct Blocks {
    /// Nanoseconds per unit of time.
    scale: u64,
    /// Timestamp of the current cluster.
    cluster: Option<u64>,
    video: Timeline,
    audio: Timeline,
    pub saw_video: bool,
    /// Byte range of the first video frame.
    pub first_frame: Option<FirstFrame>,
    /// An index follows the clusters.
    pub cues: bool,
    /// The last element is cut off.
    pub truncated: bool,
    /// The element that is cut off is a `Void`: the zeros at the end of the file are its content.
    pub ends_void: bool,
}

impl Blocks {
    pub fn new(head: &Head) -> Self {
        Self {
            scale: head.scale,
            cluster: None,
            video: Timeline::new(head.video),
            audio: Timeline::new(head.audio),
            saw_video: false,
            first_frame: None,
            cues: false,
            truncated: false,
            ends_void: false,
        }
    }

    /// Returns a copy with the spans so far, for a walk that starts elsewhere.
    pub fn restarted(self) -> Self {
        let timeline = |timeline: Timeline| Timeline { last: None, pace: Pace::default(), ..timeline };
        Self {
            video: timeline(self.video),
            audio: timeline(self.audio),
            cluster: None,
            saw_video: false,
            truncated: false,
            ..self
        }
    }

    /// Whether this walk has seen a block of either track.
    pub fn saw_any(&self) -> bool {
        self.video.last.is_some() || self.audio.last.is_some()
    }

    /// Whether this walk has covered at least a second of video.
    pub const fn has_frame_rate(&self) -> bool {
        self.video.pace.is_significant(NANOSECONDS)
    }

    /// Returns the video frames per second of this walk.
    pub fn frame_rate(&self) -> Option<u32> {
        self.video.pace.per_second(NANOSECONDS)
    }

    /// Returns the time from the first block to the end of the last.
    pub fn nanoseconds(&self) -> u64 {
        let spans = [self.video.span, self.audio.span];
        let start = spans.iter().filter_map(|span| span.start).min().unwrap_or_default();
        let end = spans.iter().map(|span| span.end).max().unwrap_or_default();
        end.saturating_sub(start)
    }

    /// Walks from a cluster at `at` to the end of the file. With `max_steps` it stops at the first video block, or
    /// after that many elements.
    pub async fn walk(&mut self, source: &mut Source, mut at: u64, max_steps: Option<u32>) -> Outcome<()> {
        let file_end = source.frames_end().await?;
        let mut left = max_steps.unwrap_or(u32::MAX);
        while left > 0 && !(max_steps.is_some() && self.saw_video) {
            if source.is_padding(at).await? {
                return Ok(());
            }
            let Some(element) = Element::at(source, at, file_end).await? else {
                self.truncated |= at != file_end;
                return Ok(());
            };
            at = self.visit(source, element, file_end).await?;
            if at > file_end {
                self.ends_void = element.id == ids::VOID;
                self.truncated |= !self.ends_void;
                return Ok(());
            }
            left = left.saturating_sub(1);
        }
        Ok(())
    }

    /// Reads one element and returns the offset of the next, which for a cluster is inside it.
    async fn visit(&mut self, source: &mut Source, element: Element, file_end: u64) -> Outcome<u64> {
        if element.id == ids::CLUSTER {
            self.cluster = None;
            return Ok(element.body);
        }
        let end = element.end.ok_or(RejectReason::Malformed)?;
        let whole = end <= file_end;
        match element.id {
            ids::TIMESTAMP if whole => self.cluster = Some(number(element.content(source, NUMBER_READ).await?)?),
            ids::SIMPLE_BLOCK if whole => self.add(source, element, None).await?,
            ids::BLOCK_GROUP if whole => self.add_group(source, element).await?,
            ids::CUES => self.cues |= whole,
            ids::TIMESTAMP
            | ids::SIMPLE_BLOCK
            | ids::BLOCK_GROUP
            | ids::VOID
            | ids::CRC
            | ids::POSITION
            | ids::PREVIOUS_SIZE
            | ids::TAGS
            | ids::CHAPTERS
            | ids::ATTACHMENTS
            | ids::SEEK_HEAD
            | ids::INFO
            | ids::TRACKS => {}
            _ => return Err(RejectReason::TrailingData),
        }
        Ok(end)
    }

    async fn add_group(&mut self, source: &mut Source, group: Element) -> Outcome<()> {
        let (mut block, mut duration) = (None, None);
        let mut at = group.body;
        while let Some(child) = group.child(source, at).await? {
            match child.id {
                ids::BLOCK => block = Some(child),
                ids::BLOCK_DURATION => duration = Some(number(child.content(source, NUMBER_READ).await?)?),
                _ => {}
            }
            at = child.next();
        }
        let declared_ns = duration.map(|units| units.saturating_mul(self.scale));
        self.add(source, block.ok_or(RejectReason::Malformed)?, declared_ns).await
    }

    /// Reads a block's header: its track, its time relative to the cluster, and flags (RFC 9559, 10.1).
    async fn add(&mut self, source: &mut Source, block: Element, declared_ns: Option<u64>) -> Outcome<()> {
        let header = block.content(source, 12).await?;
        let (track, len) = vint(header, 8, false)?.ok_or(RejectReason::Malformed)?;
        let offset = i64::from(u16_at(header, len)?.cast_signed());
        let header_len = len.saturating_add(3);
        let has_frame = header.len() > header_len;
        let is_laced = header.get(header_len.saturating_sub(1)).is_some_and(|flags| flags & 0x06 != 0);
        let cluster = self.cluster.ok_or(RejectReason::Malformed)?;
        // An encoder delay may place the first block before zero.
        let at = cluster.saturating_add_signed(offset).saturating_mul(self.scale);
        for timeline in [&mut self.video, &mut self.audio] {
            if timeline.number == Some(track) {
                timeline.add(at, declared_ns);
            }
        }
        if has_frame && self.video.number == Some(track) {
            self.saw_video = true;
            let offset = block.body.saturating_add(u64::try_from(header_len).unwrap_or_default());
            // Lacing (several frames in one block, preceded by their sizes) is never used for video.
            if is_laced && self.first_frame.is_none() {
                return Err(RejectReason::NoFrame);
            }
            self.first_frame.get_or_insert(FirstFrame { offset, len: Some(block.next().saturating_sub(offset)) });
        }
        Ok(())
    }
}
