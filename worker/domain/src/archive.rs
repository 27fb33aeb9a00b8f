//! Streaming ZIP archives (PKWARE's APPNOTE 6.3.10). Entries are stored without compression, so
//! that all offsets are known before the first byte is read and any range of an archive can be
//! served on its own. Checksums follow the data (data descriptors); sizes and offsets beyond 4 GiB
//! use ZIP64.

use std::iter;
use std::ops::Range;

use chrono::{DateTime, Datelike, Timelike};

/// A file in an archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Path with `/`; unique in its archive.
    pub name: String,
    /// Size in bytes, below 4 GiB.
    pub size: u32,
    /// UTC milliseconds.
    pub modified_at: i64,
}

/// Offsets of everything in an archive.
#[derive(Debug, Clone)]
pub struct Layout {
    /// Each entry with its offset.
    placed: Vec<(u64, Entry)>,
    directory_at: u64,
    /// Length of the directory's entries.
    lines: u64,
}

/// Part of an archive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Segment {
    /// Local file header before the bytes of an entry, by its index.
    Header(usize),
    /// The bytes of an entry.
    Data(usize),
    /// Data descriptor after the bytes of an entry.
    Descriptor(usize),
    /// Central directory, which ends the archive.
    Directory,
}

const HEADER: u64 = 30;
const DESCRIPTOR: u64 = 16;
const DIRECTORY_LINE: u64 = 46;
const ZIP64_OFFSET: u64 = 12;
const END: u64 = 22;
const ZIP64_END: u64 = 56 + 20;

/// Version 2.0: data descriptors.
const VERSION: u16 = 20;
/// Version 4.5: ZIP64.
const ZIP64_VERSION: u16 = 45;
/// Sizes and checksum follow the data; names are UTF-8.
const FLAGS: u16 = 1 << 3 | 1 << 11;
const STORED: u16 = 0;
/// Made on Unix: a regular file, writable by its owner.
const MADE_BY: u16 = 3 << 8 | ZIP64_VERSION;
const ATTRIBUTES: u32 = 0o100_644 << 16;

impl Layout {
    /// Lays out an archive of these entries, in this order.
    #[must_use]
    pub fn new(entries: Vec<Entry>) -> Self {
        let mut at: u64 = 0;
        let mut lines: u64 = 0;
        let mut placed = Vec::with_capacity(entries.len());
        for entry in entries {
            let name = entry.name.len() as u64;
            let wide = if exceeds_u32(at) { ZIP64_OFFSET } else { 0 };
            lines = sum([lines, DIRECTORY_LINE, name, wide]);
            let next = sum([at, HEADER, name, entry.size.into(), DESCRIPTOR]);
            placed.push((at, entry));
            at = next;
        }
        Self { placed, directory_at: at, lines }
    }

    /// Returns the archive's length in bytes.
    #[must_use]
    pub fn size(&self) -> u64 {
        let ends = if self.needs_zip64_end() { ZIP64_END.saturating_add(END) } else { END };
        sum([self.directory_at, self.lines, ends])
    }

    /// Returns the entries in order.
    #[must_use]
    pub fn entries(&self) -> impl ExactSizeIterator<Item = &Entry> {
        self.placed.iter().map(|(_, entry)| entry)
    }

    /// Splits a range of the archive into its segments, each with the range inside it.
    pub fn segments_in(&self, range: Range<u64>) -> impl Iterator<Item = (Segment, Range<u64>)> + '_ {
        let entries = self.placed.iter().enumerate().flat_map(|(index, (at, entry))| {
            let data_at = sum([*at, HEADER, entry.name.len() as u64]);
            let ends_at = data_at.saturating_add(entry.size.into());
            [
                (Segment::Header(index), *at, data_at),
                (Segment::Data(index), data_at, ends_at),
                (Segment::Descriptor(index), ends_at, ends_at.saturating_add(DESCRIPTOR)),
            ]
        });
        entries.chain(iter::once((Segment::Directory, self.directory_at, self.size()))).filter_map(
            move |(segment, at, end)| {
                let (from, to) = (range.start.max(at), range.end.min(end));
                (from < to).then(|| (segment, from.saturating_sub(at)..to.saturating_sub(at)))
            },
        )
    }

    /// Returns the bytes of [`Segment::Header`]; empty for an unknown index.
    #[must_use]
    pub fn header(&self, index: usize) -> Vec<u8> {
        let Some((_, entry)) = self.placed.get(index) else { return Vec::new() };
        let mut bytes = Bytes::default();
        bytes.u32(0x0403_4b50).u16(VERSION).u16(FLAGS).u16(STORED).time(entry.modified_at);
        // Checksum and sizes are in the data descriptor.
        bytes.u32(0).u32(0).u32(0).u16(name_length(entry)).u16(0).text(&entry.name);
        bytes.0
    }

    /// Returns the bytes of [`Segment::Descriptor`], given the CRC-32 of the entry's bytes.
    #[must_use]
    pub fn descriptor(&self, index: usize, crc32: u32) -> Vec<u8> {
        let Some((_, entry)) = self.placed.get(index) else { return Vec::new() };
        let mut bytes = Bytes::default();
        bytes.u32(0x0807_4b50).u32(crc32).u32(entry.size).u32(entry.size);
        bytes.0
    }

    /// Returns the bytes of [`Segment::Directory`], given the CRC-32 of every entry's bytes, in order.
    #[must_use]
    pub fn directory(&self, crc32s: &[u32]) -> Vec<u8> {
        let mut bytes = Bytes::default();
        for ((at, entry), crc32) in self.placed.iter().zip(crc32s) {
            let wide = exceeds_u32(*at);
            bytes.u32(0x0201_4b50).u16(MADE_BY).u16(if wide { ZIP64_VERSION } else { VERSION });
            bytes.u16(FLAGS).u16(STORED).time(entry.modified_at).u32(*crc32).u32(entry.size).u32(entry.size);
            // No comment, disk 0, no internal attributes.
            bytes.u16(name_length(entry)).u16(if wide { 12 } else { 0 }).u16(0).u16(0).u16(0);
            bytes.u32(ATTRIBUTES).u32(saturate_u32(*at)).text(&entry.name);
            if wide {
                bytes.u16(1).u16(8).u64(*at);
            }
        }
        let count = self.placed.len() as u64;
        let length = bytes.0.len() as u64;
        if self.needs_zip64_end() {
            bytes.u32(0x0606_4b50).u64(44).u16(MADE_BY).u16(ZIP64_VERSION).u32(0).u32(0);
            bytes.u64(count).u64(count).u64(length).u64(self.directory_at);
            bytes.u32(0x0706_4b50).u32(0).u64(self.directory_at.saturating_add(length)).u32(1);
        }
        let count = u16::try_from(count).unwrap_or(u16::MAX);
        bytes.u32(0x0605_4b50).u16(0).u16(0).u16(count).u16(count);
        bytes.u32(saturate_u32(length)).u32(saturate_u32(self.directory_at)).u16(0);
        bytes.0
    }

    /// Whether the end of the archive needs ZIP64.
    fn needs_zip64_end(&self) -> bool {
        self.placed.len() >= usize::from(u16::MAX) || exceeds_u32(self.directory_at) || exceeds_u32(self.lines)
    }
}

fn sum<const N: usize>(lengths: [u64; N]) -> u64 {
    lengths.into_iter().fold(0, u64::saturating_add)
}

/// Whether an offset does not fit a 32-bit field.
fn exceeds_u32(at: u64) -> bool {
    at >= u64::from(u32::MAX)
}

/// Offset as a 32-bit field; all ones if it is in the ZIP64 field instead.
fn saturate_u32(at: u64) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

fn name_length(entry: &Entry) -> u16 {
    u16::try_from(entry.name.len()).unwrap_or(u16::MAX)
}

/// Byte buffer, little-endian.
#[derive(Default)]
struct Bytes(Vec<u8>);

impl Bytes {
    fn u16(&mut self, value: u16) -> &mut Self {
        self.0.extend(value.to_le_bytes());
        self
    }

    fn u32(&mut self, value: u32) -> &mut Self {
        self.0.extend(value.to_le_bytes());
        self
    }

    fn u64(&mut self, value: u64) -> &mut Self {
        self.0.extend(value.to_le_bytes());
        self
    }

    fn text(&mut self, text: &str) -> &mut Self {
        self.0.extend(text.as_bytes());
        self
    }

    /// MS-DOS time and date, with a resolution of two seconds.
    fn time(&mut self, at: i64) -> &mut Self {
        let at = DateTime::from_timestamp_millis(at).unwrap_or_default();
        let field = |value: u32, bits: u32| value.checked_shl(bits).unwrap_or_default();
        let time = field(at.hour(), 11) | field(at.minute(), 5) | (at.second() / 2);
        let years = u32::try_from(at.year().saturating_sub(1980).clamp(0, 127)).unwrap_or_default();
        let day = field(years, 9) | field(at.month(), 5) | at.day();
        let word = |value: u32| u16::try_from(value).unwrap_or(u16::MAX);
        self.u16(word(time)).u16(word(day))
    }
}
