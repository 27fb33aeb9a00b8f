//! `moof`: one fragment (8.8), the only place where a fragmented recording tells its length.

use super::full_box::is_long;
use super::movie::Movie;
use super::mp4_box::Mp4Box;
use super::sample_entry::Kind;
use super::track::Track;
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

/// Adds the samples of a fragment.
pub async fn read(source: &mut Source, moof: Mp4Box, movie: &Movie, timelines: &mut Timelines) -> Outcome<()> {
    let mut at = moof.body;
    while let Some(traf) = moof.child(source, at).await? {
        if traf.kind == *b"traf" {
            read_track(source, traf, movie, timelines).await?;
        }
        at = traf.end;
    }
    Ok(())
}

async fn read_track(source: &mut Source, traf: Mp4Box, movie: &Movie, timelines: &mut Timelines) -> Outcome<()> {
    let mut at = traf.body;
    let mut track = None;
    let mut start = None;
    let (mut samples, mut duration) = (0_u64, 0_u64);
    while let Some(child) = traf.child(source, at).await? {
        match (&child.kind, track) {
            (b"tfhd", _) => track = header(child.content(source, 32).await?, movie)?,
            (b"tfdt", _) => {
                let tfdt = child.content(source, 12).await?;
                let wide = is_long(tfdt);
                start = Some(if wide { u64_at(tfdt, 4)? } else { u32_at(tfdt, 4)?.into() });
            }
            (b"trun", Some(track)) => {
                let run = run(source, child, &track).await?;
                samples = samples.saturating_add(run.0);
                duration = duration.saturating_add(run.1);
            }
            _ => {}
        }
        at = child.end;
    }
    let Some(track) = track.filter(|_| samples > 0) else {
        return Ok(());
    };
    let video = track.kind == Kind::Video;
    timelines.has_video |= video;
    if video {
        timelines.frames.add(samples, duration);
    }
    let span = if video { &mut timelines.video } else { &mut timelines.audio };
    // Without `tfdt` a fragment follows the one before.
    let start = start.unwrap_or(span.end);
    span.cover(start, start.saturating_add(duration));
    Ok(())
}

/// `tfhd` (8.8.7): whose samples these are and how long each is by default.
fn header(tfhd: &[u8], movie: &Movie) -> Outcome<Option<Track>> {
    let (flags, id) = (u32_at(tfhd, 0)?, u32_at(tfhd, 4)?);
    let found = [movie.video, movie.audio].into_iter().flatten().find(|track| track.id == id);
    let Some(mut track) = found else {
        return Ok(None);
    };
    if flags & 0x8 != 0 {
        // The data offset and the index of the entry come before, where they are given.
        let at = match flags & 0x3 {
            0 => 8,
            1 => 16,
            2 => 12,
            _ => 20,
        };
        track.sample_duration = u32_at(tfhd, at)?;
    }
    Ok(Some(track))
}

/// `trun` (8.8.8): how many samples and how long they are together.
async fn run(source: &mut Source, trun: Mp4Box, track: &Track) -> Outcome<(u64, u64)> {
    let head = trun.content(source, 8).await?;
    let (flags, count) = (u32_at(head, 0)?, u64::from(u32_at(head, 4)?));
    if flags & 0x100 == 0 {
        return Ok((count, count.saturating_mul(track.sample_duration.into())));
    }
    let before = u64::from((flags & 0x5).count_ones()).saturating_mul(4);
    let stride = u64::from((flags & 0xf00).count_ones()).saturating_mul(4);
    let mut at = trun.body.saturating_add(8).saturating_add(before);
    if at.saturating_add(count.saturating_mul(stride)) > trun.end {
        return Err(RejectReason::Malformed);
    }
    let (mut left, mut total) = (count, 0_u64);
    while left > 0 {
        let batch = left.min(SAMPLES_READ);
        let len = batch.saturating_mul(stride);
        let entries = source.read(at, len).await?;
        for entry in entries.chunks(usize::try_from(stride).unwrap_or(4)) {
            total = total.saturating_add(u32_at(entry, 0)?.into());
        }
        source.tick()?;
        at = at.saturating_add(len);
        left = left.saturating_sub(batch);
    }
    Ok((count, total))
}
