//! Copies the sound of an MP4 into a file of its own, without decoding it.
//!
//! The boxes of its track are copied as they are; only the table of chunk offsets is written anew (ISO 14496-12). A muxer
//! crate would take samples and write the same boxes from scratch.

use std::pin::pin;
use std::task::{Context, Poll, Waker};

use crate::mp4::is_aac;
use crate::reader::bytes::{fourcc_at, u32_at, u64_at};

/// Maximum size of the copied samples in bytes: 12 minutes of 128 kbit/s.
pub const MAX_SOUND_BYTES: u64 = 12 * 1_048_576;
/// Maximum reads per film.
pub const MAX_READS: u32 = 512;

/// Maximum size of the index in bytes.
const MAX_INDEX_BYTES: u64 = 4 * 1_048_576;
/// Maximum boxes before the index.
const MAX_BOXES: u32 = 64;
/// Bytes of a read while the index is searched, which holds that of a short film.
const HEAD: u64 = 128 * 1024;
/// Bytes of a read of samples. Sound and picture alternate, so that nearly the whole film is read.
const READ: u64 = 4 * 1_048_576;

/// `M4A `, as the iTunes brand is called.
const FTYP: &[u8] = b"\0\0\0\x18ftypM4A \0\0\0\0M4A mp42";

/// Why a film's sound cannot be copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoSound {
    /// The file is no MP4 with an index, or its index does not agree with its bytes.
    NotIndexed,
    /// It has no sound.
    NoTrack,
    /// Its sound is not AAC.
    NotAac,
    /// Its sound is too long.
    TooLong,
}

impl NoSound {
    /// Returns the reason for display.
    #[must_use]
    pub const fn message(self) -> &'static str {
        match self {
            Self::NotIndexed => "The sound cannot be taken out of this kind of video file.",
            Self::NoTrack => "This video has no sound.",
            Self::NotAac => "The sound of this video is not AAC.",
            Self::TooLong => "The sound of this video is too long.",
        }
    }
}

/// Why a copy failed.
#[derive(Debug, PartialEq, Eq)]
pub enum CopyError<E> {
    /// The film has no sound that can be copied.
    NoSound(NoSound),
    /// The film could not be read.
    Read(E),
}

impl<E> From<NoSound> for CopyError<E> {
    fn from(reason: NoSound) -> Self {
        Self::NoSound(reason)
    }
}

/// The sound of a film.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sound {
    /// An M4A that begins with the sound.
    pub file: Vec<u8>,
    /// When it begins in the film, in milliseconds.
    pub start_ms: u32,
}

/// Returns the sound of a film of `file_len` bytes, through `read`, which returns the bytes at `(offset, len)`.
///
/// # Errors
/// The first error of `read`, or why there is no such sound.
pub async fn copy_sound<E>(
    file_len: u64,
    read: impl AsyncFn(u64, u32) -> Result<Vec<u8>, E>,
) -> Result<Sound, CopyError<E>> {
    let mut film = Film { len: file_len, read, start: 0, bytes: Vec::new(), reads: 0 };
    let moov = film.index().await?;
    let Track { mut head, chunks, bytes, start_ms } = Track::of(&moov)?;
    drop(moov);
    head.reserve(usize::try_from(bytes).unwrap_or_default());
    for (offset, len) in chunks {
        head.extend_from_slice(film.get(offset, len, READ).await?);
    }
    Ok(Sound { file: head, start_ms })
}

/// Returns the sound of a film in memory.
///
/// # Errors
/// Why there is none.
pub fn copy_sound_of(film: &[u8]) -> Result<Sound, NoSound> {
    let len = u64::try_from(film.len()).map_err(|_| NoSound::TooLong)?;
    let read = async |offset: u64, len: u32| {
        let from = usize::try_from(offset).ok().and_then(|from| film.get(from..));
        let bytes = usize::try_from(len).ok().and_then(|len| from?.get(..len));
        bytes.map(<[u8]>::to_vec).ok_or(())
    };
    match pin!(copy_sound(len, read)).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(Ok(sound)) => Ok(sound),
        Poll::Ready(Err(CopyError::NoSound(reason))) => Err(reason),
        Poll::Ready(Err(CopyError::Read(()))) | Poll::Pending => Err(NoSound::NotIndexed),
    }
}

/// A film with the part of it that was read last.
struct Film<R> {
    len: u64,
    read: R,
    start: u64,
    bytes: Vec<u8>,
    reads: u32,
}

impl<R> Film<R> {
    /// Returns bytes of the film; reads at least `ahead`, if there are so many.
    async fn get<E>(&mut self, offset: u64, len: u64, ahead: u64) -> Result<&[u8], CopyError<E>>
    where
        R: AsyncFn(u64, u32) -> Result<Vec<u8>, E>,
    {
        let available = self.len.saturating_sub(offset);
        if len > available {
            return Err(NoSound::NotIndexed.into());
        }
        if self.slice(offset, len).is_none() {
            self.reads = self.reads.saturating_add(1);
            let wanted = u32::try_from(len.max(ahead).min(available)).ok().filter(|_| self.reads <= MAX_READS);
            let wanted = wanted.ok_or(NoSound::TooLong)?;
            self.bytes = (self.read)(offset, wanted).await.map_err(CopyError::Read)?;
            self.start = offset;
        }
        self.slice(offset, len).ok_or_else(|| NoSound::NotIndexed.into())
    }

    fn slice(&self, offset: u64, len: u64) -> Option<&[u8]> {
        let from = usize::try_from(offset.checked_sub(self.start)?).ok()?;
        self.bytes.get(from..)?.get(..usize::try_from(len).ok()?)
    }

    /// Returns the content of `moov`.
    async fn index<E>(&mut self) -> Result<Vec<u8>, CopyError<E>>
    where
        R: AsyncFn(u64, u32) -> Result<Vec<u8>, E>,
    {
        let mut at = 0;
        for _ in 0..MAX_BOXES {
            let header = self.get(at, 16, HEAD).await?;
            let kind = fourcc_at(header, 4).map_err(malformed)?;
            let (size, header_len) = match u32_at(header, 0).map_err(malformed)? {
                1 => (u64_at(header, 8).map_err(malformed)?, 16),
                size => (u64::from(size), 8),
            };
            let len = size.checked_sub(header_len).ok_or(NoSound::NotIndexed)?;
            if at == 0 && !matches!(&kind, b"ftyp" | b"moov" | b"mdat" | b"wide" | b"free" | b"skip") {
                break;
            }
            if kind == *b"moov" {
                if len > MAX_INDEX_BYTES {
                    return Err(NoSound::TooLong.into());
                }
                return Ok(self.get(at.saturating_add(header_len), len, 0).await?.to_vec());
            }
            at = at.saturating_add(size);
        }
        Err(NoSound::NotIndexed.into())
    }
}

/// The track of a film's sound.
struct Track {
    /// The new file up to its samples.
    head: Vec<u8>,
    /// Offset and length of its chunks in the film.
    chunks: Vec<(u64, u64)>,
    /// Length of all chunks.
    bytes: u64,
    /// When it begins in the film, in milliseconds.
    start_ms: u32,
}

impl Track {
    fn of(moov: &[u8]) -> Result<Self, NoSound> {
        if child(moov, *b"mvex")?.is_some() {
            return Err(NoSound::NotIndexed);
        }
        let mut sound = None;
        for trak in children(moov) {
            let (kind, _, trak) = trak?;
            if kind == *b"trak" && is_sound(trak)? {
                sound = Some(trak);
                break;
            }
        }
        let trak = sound.ok_or(NoSound::NoTrack)?;
        let mdia = needed(trak, *b"mdia")?;
        let minf = needed(mdia, *b"minf")?;
        let stbl = needed(minf, *b"stbl")?;
        let entry = needed(stbl, *b"stsd")?.get(8..).unwrap_or_default();
        // Other versions of an entry are QuickTime's.
        if entry.get(16..18) != Some(&[0, 0]) {
            return Err(NoSound::NotIndexed);
        }
        if !is_aac(entry) {
            return Err(NoSound::NotAac);
        }
        let chunks = chunks(stbl)?;
        let bytes = chunks.iter().try_fold(0_u64, |sum, (_, len)| sum.checked_add(*len)).unwrap_or(u64::MAX);
        if bytes > MAX_SOUND_BYTES {
            return Err(NoSound::TooLong);
        }
        if bytes == 0 {
            return Err(NoSound::NoTrack);
        }
        // The offsets do not change the length of the table.
        let (edts, start_ms) = edits_of(moov, trak)?;
        let before = |first| moov_of(moov, trak, &edts, &offsets(&chunks, first));
        let mdat = u32::try_from(bytes.saturating_add(8)).map_err(|_| NoSound::TooLong)?;
        let length = before(0)?.len().saturating_add(FTYP.len()).saturating_add(8);
        let mut head = FTYP.to_vec();
        head.extend(before(u32::try_from(length).map_err(|_| NoSound::TooLong)?)?);
        head.extend(mdat.to_be_bytes());
        head.extend(b"mdat");
        Ok(Self { head, chunks, bytes, start_ms })
    }
}

/// Returns a track's `edts` without the wait before its sound, and that in milliseconds: engines skip it or play it.
fn edits_of(moov: &[u8], trak: &[u8]) -> Result<(Vec<u8>, u32), NoSound> {
    let none = (Vec::new(), 0);
    let Some(edts) = child(trak, *b"edts")? else { return Ok(none) };
    let Some(elst) = child(edts, *b"elst")? else { return Ok(none) };
    let (mut wait, mut left) = (0_u64, Vec::new());
    let mut count = 0_u32;
    let mut add = |duration: u64, is_empty: bool, edit: &[u8]| {
        if is_empty && count == 0 {
            wait = wait.saturating_add(duration);
        } else {
            count = count.saturating_add(1);
            left.extend_from_slice(edit);
        }
    };
    if elst.first() == Some(&1) {
        for edit in entries::<20>(elst, 4)? {
            let is_empty = u64_at(edit, 8).map_err(malformed)? == u64::MAX;
            add(u64_at(edit, 0).map_err(malformed)?, is_empty, edit);
        }
    } else {
        for edit in entries::<12>(elst, 4)? {
            let is_empty = u32_at(edit, 4).map_err(malformed)? == u32::MAX;
            add(u32_at(edit, 0).map_err(malformed)?.into(), is_empty, edit);
        }
    }
    let mvhd = needed(moov, *b"mvhd")?;
    let timescale = u32_at(mvhd, if mvhd.first() == Some(&1) { 20 } else { 12 }).map_err(malformed)?;
    let wait_ms = wait.saturating_mul(1000).checked_div(timescale.into()).unwrap_or_default();
    let start_ms = u32::try_from(wait_ms).map_err(|_| NoSound::NotIndexed)?;
    if count == 0 {
        return Ok((Vec::new(), start_ms));
    }
    let version = elst.get(..4).unwrap_or_default();
    let elst = container(*b"elst", &[version, &count.to_be_bytes(), &left])?;
    Ok((container(*b"edts", &[&elst])?, start_ms))
}

/// Writes `moov` with one track, its edits and its new `stco`.
fn moov_of(moov: &[u8], trak: &[u8], edts: &[u8], stco: &[u8]) -> Result<Vec<u8>, NoSound> {
    let mdia = needed(trak, *b"mdia")?;
    let minf = needed(mdia, *b"minf")?;
    let stbl = needed(minf, *b"stbl")?;
    let stbl = container(*b"stbl", &[&copied(stbl, &[*b"stsd", *b"stts", *b"stsc", *b"stsz"])?, stco])?;
    let minf = container(*b"minf", &[&copied(minf, &[*b"smhd", *b"dinf"])?, &stbl])?;
    let mdia = container(*b"mdia", &[&copied(mdia, &[*b"mdhd", *b"hdlr"])?, &minf])?;
    let trak = container(*b"trak", &[&copied(trak, &[*b"tkhd"])?, edts, &mdia])?;
    container(*b"moov", &[&copied(moov, &[*b"mvhd"])?, &trak])
}

fn container(kind: [u8; 4], parts: &[&[u8]]) -> Result<Vec<u8>, NoSound> {
    let content = parts.concat();
    let size = u32::try_from(content.len().saturating_add(8)).map_err(|_| NoSound::TooLong)?;
    Ok([&size.to_be_bytes(), &kind[..], &content].concat())
}

/// Returns the children of these kinds, with their headers.
fn copied(parent: &[u8], kinds: &[[u8; 4]]) -> Result<Vec<u8>, NoSound> {
    let mut copy = Vec::new();
    for one in children(parent) {
        let (kind, whole, _) = one?;
        if kinds.contains(&kind) {
            copy.extend_from_slice(whole);
        }
    }
    Ok(copy)
}

/// Writes `stco` for chunks that follow each other from an offset.
fn offsets(chunks: &[(u64, u64)], first: u32) -> Vec<u8> {
    let size = chunks.len().saturating_mul(4).saturating_add(16);
    let mut stco = Vec::with_capacity(size);
    stco.extend(u32::try_from(size).unwrap_or(u32::MAX).to_be_bytes());
    stco.extend(b"stco\0\0\0\0");
    stco.extend(u32::try_from(chunks.len()).unwrap_or(u32::MAX).to_be_bytes());
    let mut at = u64::from(first);
    for (_, len) in chunks {
        stco.extend(u32::try_from(at).unwrap_or(u32::MAX).to_be_bytes());
        at = at.saturating_add(*len);
    }
    stco
}

fn is_sound(trak: &[u8]) -> Result<bool, NoSound> {
    let Some(mdia) = child(trak, *b"mdia")? else { return Ok(false) };
    Ok(child(mdia, *b"hdlr")?.and_then(|hdlr| hdlr.get(8..12)) == Some(b"soun"))
}

/// Returns offset and length of each chunk (8.7.3 to 8.7.5). Never longer than its table.
fn chunks(stbl: &[u8]) -> Result<Vec<(u64, u64)>, NoSound> {
    let offsets = match child(stbl, *b"stco")? {
        Some(stco) => entries::<4>(stco, 4)?.map(|four| u64::from(u32::from_be_bytes(*four))).collect::<Vec<_>>(),
        None => entries::<8>(needed(stbl, *b"co64")?, 4)?.map(|eight| u64::from_be_bytes(*eight)).collect(),
    };
    let stsz = needed(stbl, *b"stsz")?;
    let all = u64::from(u32_at(stsz, 4).map_err(malformed)?);
    let samples = u32_at(stsz, 8).map_err(malformed)?;
    let mut sizes = if all > 0 { None } else { Some(entries::<4>(stsz, 8)?) };
    let mut runs = entries::<12>(needed(stbl, *b"stsc")?, 4)?.peekable();

    let mut chunks = Vec::with_capacity(offsets.len());
    let (mut in_chunk, mut left) = (0, samples);
    for (number, offset) in (1_u32..).zip(offsets) {
        if let Some(run) = runs.next_if(|run| u32_at(&run[..], 0) == Ok(number)) {
            in_chunk = u32_at(run, 4).map_err(malformed)?;
        }
        left = left.checked_sub(in_chunk).ok_or(NoSound::NotIndexed)?;
        let len = match &mut sizes {
            Some(sizes) => sizes
                .by_ref()
                .take(usize::try_from(in_chunk).map_err(|_| NoSound::TooLong)?)
                .fold(0_u64, |sum, size| sum.saturating_add(u32::from_be_bytes(*size).into())),
            None => all.saturating_mul(in_chunk.into()),
        };
        chunks.push((offset, len));
    }
    if left > 0 { Err(NoSound::NotIndexed) } else { Ok(chunks) }
}

/// Returns the entries of a table of `N` bytes each, whose number is at an offset.
fn entries<const N: usize>(table: &[u8], at: usize) -> Result<impl Iterator<Item = &[u8; N]>, NoSound> {
    let count = usize::try_from(u32_at(table, at).map_err(malformed)?).map_err(|_| NoSound::TooLong)?;
    let (entries, _) = table.get(at.saturating_add(4)..).unwrap_or_default().as_chunks::<N>();
    entries.get(..count).map(|entries| entries.iter()).ok_or(NoSound::NotIndexed)
}

/// The kind of a box, the whole of it, and its content.
type Part<'a> = ([u8; 4], &'a [u8], &'a [u8]);

/// Returns the boxes in a box.
fn children(mut parent: &[u8]) -> impl Iterator<Item = Result<Part<'_>, NoSound>> {
    std::iter::from_fn(move || {
        // QuickTime ends some lists with four zeros.
        if parent.len() < 8 {
            return None;
        }
        let size = u32_at(parent, 0).ok().and_then(|size| usize::try_from(size).ok()).filter(|size| *size >= 8);
        let part = size.and_then(|size| {
            let (whole, rest) = parent.split_at_checked(size)?;
            let kind = fourcc_at(whole, 4).ok()?;
            parent = rest;
            Some((kind, whole, whole.get(8..)?))
        });
        if part.is_none() {
            parent = &[];
        }
        Some(part.ok_or(NoSound::NotIndexed))
    })
}

fn child(parent: &[u8], kind: [u8; 4]) -> Result<Option<&[u8]>, NoSound> {
    for one in children(parent) {
        let (other, _, content) = one?;
        if other == kind {
            return Ok(Some(content));
        }
    }
    Ok(None)
}

fn needed(parent: &[u8], kind: [u8; 4]) -> Result<&[u8], NoSound> {
    child(parent, kind)?.ok_or(NoSound::NotIndexed)
}

fn malformed<E>(_: E) -> NoSound {
    NoSound::NotIndexed
}
