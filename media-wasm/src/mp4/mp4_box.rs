//! Boxes (ISO 14496-12, 4.2), which QuickTime calls atoms.

use crate::reader::bytes::{fourcc_at, u32_at, u64_at};
use crate::reader::{Outcome, RejectReason, Source};

/// Bytes that one read loads of a `moov`; a smaller `moov` is then completely in memory.
const MOVIE_READ: u64 = 64 * 1024;

/// Byte range of a box in the file.
#[derive(Clone, Copy, Debug)]
pub struct Mp4Box {
    pub kind: [u8; 4],
    /// Offset of the header.
    pub start: u64,
    /// Offset of the content.
    pub body: u64,
    /// Offset of the next box; at the top level it may be past the end of the file.
    pub end: u64,
    /// Its size is not stored: it extends to the end of the file.
    pub is_open_ended: bool,
}

impl Mp4Box {
    /// Reads the file's box at `at`; `None` if fewer than eight bytes or only padding remain. A size of zero means "up
    /// to the end", which only media data and free space may use.
    pub async fn at(source: &mut Source, at: u64) -> Outcome<Option<Self>> {
        let end = source.len();
        if source.is_padding(at).await? { Ok(None) } else { Self::read(source, at, end, u64::MAX).await }
    }

    /// Reads a box header. `max_end`: the latest offset at which the box may end.
    async fn read(source: &mut Source, at: u64, limit: u64, max_end: u64) -> Outcome<Option<Self>> {
        if limit.saturating_sub(at) < 8 {
            return Ok(None);
        }
        source.tick()?;
        let header = source.read_up_to(at, 16).await?;
        let kind = fourcc_at(header, 4)?;
        let is_open_ended = u32_at(header, 0)? == 0 && matches!(&kind, b"mdat" | b"free" | b"skip");
        let (size, header_len) = match u32_at(header, 0)? {
            0 if is_open_ended => (limit.saturating_sub(at), 8),
            1 => (u64_at(header, 8)?, 16),
            size => (u64::from(size), 8),
        };
        let end = at.saturating_add(size);
        if size < header_len || end > max_end {
            return Err(RejectReason::Malformed);
        }
        Ok(Some(Self { kind, start: at, body: at.saturating_add(header_len), end, is_open_ended }))
    }

    /// Reads the child at `at`, which must fit in its parent. QuickTime ends some lists with four zero bytes; fewer
    /// than eight bytes are not a child.
    pub fn child(self, source: &mut Source, at: u64) -> impl Future<Output = Outcome<Option<Self>>> {
        Self::read(source, at, self.end, self.end)
    }

    /// Finds the first child of a kind.
    pub async fn find(self, source: &mut Source, kind: [u8; 4]) -> Outcome<Option<Self>> {
        let mut at = self.body;
        while let Some(child) = self.child(source, at).await? {
            if child.kind == kind {
                return Ok(Some(child));
            }
            at = child.end;
        }
        Ok(None)
    }

    /// Reads the content in one go, up to [`MOVIE_READ`] bytes, unless its start is already in memory.
    pub async fn load(self, source: &mut Source) -> Outcome<()> {
        if !source.holds(self.body) {
            source.read(self.body, self.len().min(MOVIE_READ)).await?;
        }
        Ok(())
    }

    /// Reads the content, or its first `max` bytes.
    pub fn content(self, source: &mut Source, max: u64) -> impl Future<Output = Outcome<&[u8]>> {
        source.read(self.body, self.len().min(max))
    }

    /// Length of the content in bytes.
    pub fn len(self) -> u64 {
        self.end.saturating_sub(self.body)
    }
}

/// Reads the timescale of `mvhd` or `mdhd` (`FullBox`, 4.2.2), which follows two times of 4 bytes, or 8 in version 1.
pub fn timescale(header: &[u8]) -> Outcome<u64> {
    let at = if is_long(header) { 20 } else { 12 };
    u32_at(header, at).map(u64::from)
}

/// Reads the number at `short`, or in version 1 the one at `long` with twice the width. All ones mean unknown and give 0.
pub fn duration(header: &[u8], short: usize, long: usize) -> Outcome<u64> {
    if is_long(header) {
        u64_at(header, long).map(|d| if d == u64::MAX { 0 } else { d })
    } else {
        u32_at(header, short).map(|d| if d == u32::MAX { 0 } else { u64::from(d) })
    }
}

/// Whether the header has version 1, with 64-bit times.
pub fn is_long(header: &[u8]) -> bool {
    header.first() == Some(&1)
}
