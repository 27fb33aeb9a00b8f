//! `moof`: one fragment (8.8), the only place where a fragmented recording tells its length.

use super::full_box::is_long;
use super::movie::Movie;
use super::mp4_box::Mp4Box;
use super::sample_entry::Kind;
use super::track::Track;
use crate::first_frame::FirstFrame;
use crate::reader::bytes::{u32_at, u64_at};
use crate::reader::{Outcome, Pace, RejectReason, Source, Span};

/// Samples of a run that are read at once.
const SAMPLES_READ: u64 = 256;

/// Where fragments place the first video and the first audio track.
#[derive(Clone, Copy, Debug, Default)]
pub struct Timelines {
    pub video: Span,
    pub audio: Span,
    /// A fragment holds samples of the video track.
    pub has_video: bool,
    /// Samples of the video track never came, or zeros in their place.
    pub lacks_samples: bool,
    /// Where the first frame of video lies; `None` where a fragment leaves that to the one before.
    pub first_frame: Option<FirstFrame>,
    /// Frames of video in the fragments that were read, and how long they are together.
    frames: Pace,
}

impl Timelines {
    /// Frames per second in what was read, which of a long file is its first and its last seconds; `timescale` of the
    /// video track.
    pub fn frame_rate(&self, timescale: u64) -> Option<u32> {
        self.frames.per_second(timescale)
    }
}

/// Adds the samples of a fragment that lie before `end`.
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
            read_track(source, traf, movie, Place { moof: moof.start, is_first, end }, timelines).await?;
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
    place: Place,
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
                lacks_samples |= run.lacks_samples && header.track.kind == Kind::Video;
            }
            _ => {}
        }
        at = child.end;
    }
    timelines.lacks_samples |= lacks_samples;
    let Some(Header { track, .. }) = header.filter(|_| samples > 0) else {
        return Ok(());
    };
    let video = track.kind == Kind::Video;
    if video {
        timelines.frames.add(samples, duration);
        if timelines.video.start.is_none() {
            timelines.first_frame = first;
        }
    }
    timelines.has_video |= video;
    let span = if video { &mut timelines.video } else { &mut timelines.audio };
    // Without `tfdt` a fragment follows the one before.
    let start = start.unwrap_or(span.end);
    span.cover(start, start.saturating_add(duration));
    Ok(())
}

/// Where a track's part of a fragment stands.
#[derive(Clone, Copy)]
struct Place {
    /// Where the fragment begins.
    moof: u64,
    is_first: bool,
    /// Behind this nothing of the file came.
    end: u64,
}

/// What `tfhd` says (8.8.7).
#[derive(Clone, Copy)]
struct Header {
    /// Whose samples these are, with how long and how large each is by default.
    track: Track,
    /// What places of samples count from; `None`: they follow those of the track before.
    base: Option<u64>,
}

impl Header {
    /// `None`: samples of no track that counts.
    fn read(tfhd: &[u8], movie: &Movie, place: Place) -> Outcome<Option<Self>> {
        let (flags, id) = (u32_at(tfhd, 0)?, u32_at(tfhd, 4)?);
        let found = [movie.video, movie.audio].into_iter().flatten().find(|track| track.id == id);
        let Some(mut track) = found else {
            return Ok(None);
        };
        let in_moof = place.is_first || flags & 0x2_0000 != 0;
        let base = if flags & 0x1 != 0 { Some(u64_at(tfhd, 8)?) } else { in_moof.then_some(place.moof) };
        // The base and the index of the entry come before, where they are given.
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

/// What `trun` says (8.8.8) of the samples that came.
struct Run {
    samples: u64,
    /// How long they are together.
    duration: u64,
    /// Where the first lies.
    first: Option<FirstFrame>,
    /// Where the next run begins, unless it says otherwise; `None` where that is not known.
    next: Option<u64>,
    /// Some never came.
    lacks_samples: bool,
}

/// Samples count that lie whole before `end`. `after`: where the run before ends.
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
