//! `moof`: one fragment (8.8). Only fragments record the length of a fragmented recording.

use super::movie::Movie;
use super::mp4_box::{Mp4Box, is_long};
use super::track::Track;
use crate::first_frame::FirstFrame;
use crate::reader::bytes::{u32_at, u64_at};
use crate::reader::{Outcome, Pace, RejectReason, Source, Span, TrackKind};

/// Samples of a run per read.
const SAMPLES_READ: u64 = 256;

/// The time spans of the first video and the first audio track in the fragments.
#[derive(Clone, Copy, Debug, Default)]
pub struct Timelines {
    pub video: Span,
    pub audio: Span,
    /// A fragment holds samples of the video track.
    pub has_video: bool,
    /// Samples of the video track are missing or replaced by zeros.
    pub lacks_samples: bool,
    /// Byte range of the first video frame; `None` if its offset is relative to data that precedes the fragment.
    pub first_frame: Option<FirstFrame>,
    /// Number and total duration of the video frames in the fragments read.
    frames: Pace,
}

impl Timelines {
    /// Returns frames per second of the fragments read, which in a long file are its first and last seconds.
    /// `timescale`: the video track's.
    pub fn frame_rate(&self, timescale: u64) -> Option<u32> {
        self.frames.per_second(timescale)
    }
}

/// Adds a fragment's samples that end before `end`.
pub async fn read(
    source: &mut Source,
    moof: Mp4Box,
    movie: &Movie,
    end: u64,
    timelines: &mut Timelines,
) -> Outcome<()> {
    let mut at = moof.body;
    let mut is_first = true;
    while let Some(traf) = moof.child(source, at).await? {
        if traf.kind == *b"traf" {
            read_track(source, traf, movie, FragmentContext { moof: moof.start, is_first, end }, timelines).await?;
            is_first = false;
        }
        at = traf.end;
    }
    Ok(())
}

async fn read_track(
    source: &mut Source,
    traf: Mp4Box,
    movie: &Movie,
    place: FragmentContext,
    timelines: &mut Timelines,
) -> Outcome<()> {
    let mut at = traf.body;
    let mut header = None;
    let mut start = None;
    let mut first = None;
    let (mut samples, mut duration) = (0_u64, 0_u64);
    let mut next = None;
    let mut lacks_samples = false;
    while let Some(child) = traf.child(source, at).await? {
        match (&child.kind, header) {
            (b"tfhd", _) => header = Header::read(child.content(source, 40).await?, movie, place)?,
            (b"tfdt", _) => {
                let tfdt = child.content(source, 12).await?;
                let wide = is_long(tfdt);
                start = Some(if wide { u64_at(tfdt, 4)? } else { u32_at(tfdt, 4)?.into() });
            }
            (b"trun", Some(header)) => {
                let run = run(source, child, &header, next, place.end).await?;
                samples = samples.saturating_add(run.samples);
                duration = duration.saturating_add(run.duration);
                first = first.or(run.first);
                next = run.next;
                lacks_samples |= run.lacks_samples && header.track.kind == TrackKind::Video;
            }
            _ => {}
        }
        at = child.end;
    }
    timelines.lacks_samples |= lacks_samples;
    let Some(Header { track, .. }) = header.filter(|_| samples > 0) else {
        return Ok(());
    };
    let video = track.kind == TrackKind::Video;
    if video {
        timelines.frames.add(samples, duration);
        if timelines.video.start.is_none() {
            timelines.first_frame = first;
        }
    }
    timelines.has_video |= video;
    let span = if video { &mut timelines.video } else { &mut timelines.audio };
    // Without `tfdt` a fragment follows the preceding one.
    let start = start.unwrap_or(span.end);
    span.cover(start, start.saturating_add(duration));
    Ok(())
}

/// The context of a track's part of a fragment.
#[derive(Clone, Copy)]
struct FragmentContext {
    /// Offset of the fragment.
    moof: u64,
    is_first: bool,
    /// Offset after which the file has no data.
    end: u64,
}

/// The fields of `tfhd` (8.8.7).
#[derive(Clone, Copy)]
struct Header {
    /// The track of these samples, with the fragment's default sample duration and size.
    track: Track,
    /// Base of the sample offsets; `None`: the samples follow those of the preceding track.
    base: Option<u64>,
}

impl Header {
    /// `None`: the samples belong to a track that is ignored.
    fn read(tfhd: &[u8], movie: &Movie, place: FragmentContext) -> Outcome<Option<Self>> {
        let (flags, id) = (u32_at(tfhd, 0)?, u32_at(tfhd, 4)?);
        let found = [movie.video, movie.audio].into_iter().flatten().find(|track| track.id == id);
        let Some(mut track) = found else {
            return Ok(None);
        };
        let in_moof = place.is_first || flags & 0x2_0000 != 0;
        let base = if flags & 0x1 != 0 { Some(u64_at(tfhd, 8)?) } else { in_moof.then_some(place.moof) };
        // The base offset and the entry index precede the defaults, if present.
        let mut at = match flags & 0x3 {
            0 => 8,
            1 => 16,
            2 => 12,
            _ => 20,
        };
        if flags & 0x8 != 0 {
            track.sample_duration = u32_at(tfhd, at)?;
            at = at.saturating_add(4);
        }
        if flags & 0x10 != 0 {
            track.sample_size = u32_at(tfhd, at)?;
        }
        Ok(Some(Self { track, base }))
    }
}

/// The samples of a `trun` (8.8.8) that are present.
struct Run {
    samples: u64,
    /// Total duration.
    duration: u64,
    /// Byte range of the first sample.
    first: Option<FirstFrame>,
    /// Default offset of the next run; `None` if unknown.
    next: Option<u64>,
    /// Some samples are missing.
    lacks_samples: bool,
}

/// Reads a run; only samples that end before `end` count. `after`: the end of the preceding run.
async fn run(
    source: &mut Source,
    trun: Mp4Box,
    Header { track, base }: &Header,
    after: Option<u64>,
    end: u64,
) -> Outcome<Run> {
    let head = trun.content(source, 24).await?;
    let (flags, samples) = (u32_at(head, 0)?, u64::from(u32_at(head, 4)?));
    let start = if flags & 0x1 != 0 {
        let from_base = u32_at(head, 8)?.cast_signed();
        base.map(|base| base.saturating_add_signed(from_base.into()))
    } else {
        after.or(*base)
    };
    let before = u64::from((flags & 0x5).count_ones()).saturating_mul(4);
    let stride = u64::from((flags & 0xf00).count_ones()).saturating_mul(4);
    let mut at = trun.body.saturating_add(8).saturating_add(before);
    if at.saturating_add(samples.saturating_mul(stride)) > trun.end {
        return Err(RejectReason::Malformed);
    }
    let (all_durations, all_sizes) = (track.sample_duration.into(), track.sample_size.into());
    let mut run = Run { samples: 0, duration: 0, first: None, next: start, lacks_samples: false };
    if flags & 0x300 == 0 {
        let room = start.map_or(u64::MAX, |start| end.saturating_sub(start));
        run.samples = room.checked_div(all_sizes).unwrap_or(samples).min(samples);
        run.duration = run.samples.saturating_mul(all_durations);
        run.first = start.map(|offset| FirstFrame { offset, len: Some(all_sizes) });
        run.next = start.map(|start| start.saturating_add(samples.saturating_mul(all_sizes)));
        run.lacks_samples = run.samples < samples;
        return Ok(run);
    }
    let (has_duration, has_size) = (flags & 0x100 != 0, flags & 0x200 != 0);
    let mut left = samples;
    while left > 0 {
        let batch = left.min(SAMPLES_READ);
        let len = batch.saturating_mul(stride);
        let entries = source.read(at, len).await?;
        for entry in entries.chunks(usize::try_from(stride).unwrap_or(4)) {
            let duration = if has_duration { u32_at(entry, 0)?.into() } else { all_durations };
            let size = if has_size { u32_at(entry, if has_duration { 4 } else { 0 })?.into() } else { all_sizes };
            run.first = run.first.or(run.next.map(|offset| FirstFrame { offset, len: Some(size) }));
            run.next = run.next.map(|start| start.saturating_add(size));
            if run.next.is_some_and(|next| next > end) {
                run.lacks_samples = true;
                continue;
            }
            run.samples = run.samples.saturating_add(1);
            run.duration = run.duration.saturating_add(duration);
        }
        source.tick()?;
        at = at.saturating_add(len);
        left = left.saturating_sub(batch);
    }
    Ok(run)
}
