//! Measures how much is present of a file that is cut off: its index precedes the samples, and some of those are
//! missing or replaced by zeros.

use super::mp4_box::Mp4Box;
use super::track::{Tables, Track};
use crate::reader::bytes::{u32_at, u64_at};
use crate::reader::{Outcome, Source, ms};

/// Table entries per read.
const ENTRIES: u64 = 512;

/// Returns the milliseconds of a track whose samples are completely in the file. `None`: a table is missing.
pub async fn available_ms(source: &mut Source, track: &Track) -> Outcome<Option<u64>> {
    let Tables { times: Some(times), layout: Some(layout), sizes: Some(sizes), chunks: Some(chunks) } = track.tables
    else {
        return Ok(None);
    };
    let end = source.frames_end().await?;
    let (started, last) = chunks_before(source, chunks, end).await?;
    let before = samples_in(source, layout, started.saturating_sub(1)).await?;
    let within = samples_in(source, layout, started).await?.saturating_sub(before);
    let samples =
        before.saturating_add(samples_within(source, sizes, end.saturating_sub(last), before, within).await?.0);
    let units = units_of(source, times, samples).await?;
    Ok(Some(ms(units, track.timescale)))
}

/// Returns the duration of all samples of a track whose header does not say it, in the track's units.
pub async fn total_units(source: &mut Source, track: &Track) -> Outcome<u64> {
    match track.tables.times {
        Some(times) => units_of(source, times, track.samples.into()).await,
        None => Ok(0),
    }
}

/// Whether zeros replace the last sample.
pub async fn ends_with_zeros(source: &mut Source, track: &Track) -> Outcome<bool> {
    let Tables { layout: Some(layout), sizes: Some(sizes), chunks: Some(chunks), .. } = track.tables else {
        return Ok(false);
    };
    if !source.tail_is_zero() {
        return Ok(false);
    }
    let (count, last) = chunks_before(source, chunks, u64::MAX).await?;
    let first = samples_in(source, layout, count.saturating_sub(1)).await?;
    let between = u64::from(track.samples).saturating_sub(1).saturating_sub(first);
    let at = last.saturating_add(samples_within(source, sizes, u64::MAX, first, between).await?.1);
    Ok(at < source.len() && source.read_up_to(at, 8).await?.iter().all(|byte| *byte == 0))
}

/// Counts the chunks from the first on that begin before `end`, and returns the last one's offset with the count.
async fn chunks_before(source: &mut Source, table: Mp4Box, end: u64) -> Outcome<(u64, u64)> {
    let width = if table.kind == *b"co64" { 8 } else { 4 };
    let mut entries = Entries::of(source, table, 8, width).await?;
    let mut last = 0;
    while let Some(entry) = entries.next(source).await? {
        let place = if width == 8 { u64_at(entry, 0)? } else { u32_at(entry, 0)?.into() };
        if place >= end {
            return Ok((entries.read.saturating_sub(1), last));
        }
        last = place;
    }
    Ok((entries.read, last))
}

/// Counts how many samples fit completely into `room` bytes, and sums their bytes. The samples are contiguous: at most
/// `most`, from `first` on.
async fn samples_within(source: &mut Source, table: Mp4Box, room: u64, first: u64, most: u64) -> Outcome<(u64, u64)> {
    let all = u64::from(u32_at(table.content(source, 8).await?, 4)?);
    if all > 0 {
        let whole = room.checked_div(all).unwrap_or_default().min(most);
        return Ok((whole, whole.saturating_mul(all)));
    }
    let mut entries = Entries::of(source, table, 12, 4).await?;
    entries.skip(first);
    let (mut bytes, mut whole) = (0_u64, 0_u64);
    while whole < most
        && let Some(entry) = entries.next(source).await?
    {
        let end = bytes.saturating_add(u32_at(entry, 0)?.into());
        if end > room {
            break;
        }
        bytes = end;
        whole = whole.saturating_add(1);
    }
    Ok((whole, bytes))
}

/// Counts the samples in the first `chunks` chunks.
async fn samples_in(source: &mut Source, table: Mp4Box, chunks: u64) -> Outcome<u64> {
    let (mut samples, mut from, mut each) = (0_u64, 1_u64, 0_u64);
    let mut entries = Entries::of(source, table, 8, 12).await?;
    let end = chunks.saturating_add(1);
    while let Some(entry) = entries.next(source).await? {
        let first = u64::from(u32_at(entry, 0)?).min(end);
        samples = samples.saturating_add(first.saturating_sub(from).saturating_mul(each));
        (from, each) = (first, u32_at(entry, 4)?.into());
    }
    Ok(samples.saturating_add(end.saturating_sub(from).saturating_mul(each)))
}

/// Sums the durations of the first `samples` samples, in the track's units.
async fn units_of(source: &mut Source, table: Mp4Box, samples: u64) -> Outcome<u64> {
    let (mut units, mut left) = (0_u64, samples);
    let mut entries = Entries::of(source, table, 8, 8).await?;
    while let Some(entry) = entries.next(source).await? {
        let count = u64::from(u32_at(entry, 0)?).min(left);
        units = units.saturating_add(count.saturating_mul(u32_at(entry, 4)?.into()));
        left = left.saturating_sub(count);
        if left == 0 {
            break;
        }
    }
    Ok(units)
}

/// Iterates over a table's entries, reading a few hundred at a time.
struct Entries {
    at: u64,
    width: u64,
    left: u64,
    /// How many entries were returned.
    read: u64,
}

impl Entries {
    /// `head`: bytes before the entries; the last four of them hold the entry count.
    async fn of(source: &mut Source, table: Mp4Box, head: u64, width: u64) -> Outcome<Self> {
        let count_at = usize::try_from(head.saturating_sub(4)).unwrap_or(usize::MAX);
        let count = u64::from(u32_at(table.content(source, head).await?, count_at)?);
        let room = table.len().saturating_sub(head).checked_div(width).unwrap_or_default();
        Ok(Self { at: table.body.saturating_add(head), width, left: count.min(room), read: 0 })
    }

    fn skip(&mut self, entries: u64) {
        let skipped = entries.min(self.left);
        self.at = self.at.saturating_add(skipped.saturating_mul(self.width));
        self.left = self.left.saturating_sub(skipped);
    }

    async fn next<'a>(&mut self, source: &'a mut Source) -> Outcome<Option<&'a [u8]>> {
        if self.left == 0 {
            return Ok(None);
        }
        source.tick()?;
        if !source.holds(self.at) {
            source.read(self.at, self.left.min(ENTRIES).saturating_mul(self.width)).await?;
        }
        let entry = source.read(self.at, self.width).await?;
        self.at = self.at.saturating_add(self.width);
        self.left = self.left.saturating_sub(1);
        self.read = self.read.saturating_add(1);
        Ok(Some(entry))
    }
}
