//! Boxes (ISO 14496-12, 4.2), which QuickTime calls atoms.

use crate::reader::bytes::{fourcc_at, u32_at, u64_at};
use crate::reader::{Outcome, RejectReason, Source};

/// One read brings a `moov` of this size whole.
const MOVIE_READ: u64 = 64 * 1024;

/// Where a box lies in the file.
#[derive(Clone, Copy, Debug)]
pub struct Mp4Box {
    pub kind: [u8; 4],
    /// Where its header begins.
    pub start: u64,
    /// Where its content begins.
    pub body: u64,
    /// Where the next box begins; at the top level this may lie past the end of the file.
    pub end: u64,
}

impl Mp4Box {
    /// The box of the file at `at`; `None` where fewer than eight bytes are left, or only padding.
    /// A size of zero means: up to the end. Allowed for media data and free space only.
    pub async fn at(source: &mut Source, at: u64) -> Outcome<Option<Self>> {
        let end = source.len();
        if source.is_padding(at).await? { Ok(None) } else { Self::read(source, at, end, u64::MAX).await }
    }

    /// `max_end`: the latest offset at which it may end.
    async fn read(source: &mut Source, at: u64, limit: u64, max_end: u64) -> Outcome<Option<Self>> {
        if limit.saturating_sub(at) < 8 {
            return Ok(None);
        }
        source.tick()?;
        let header = source.read_up_to(at, 16).await?;
        let kind = fourcc_at(header, 4)?;
        let (size, header_len) = match u32_at(header, 0)? {
            0 if matches!(&kind, b"mdat" | b"free" | b"skip") => (limit.saturating_sub(at), 8),
            1 => (u64_at(header, 8)?, 16),
            size => (u64::from(size), 8),
        };
        let end = at.saturating_add(size);
        if size < header_len || end > max_end {
            return Err(RejectReason::Malformed);
        }
        Ok(Some(Self { kind, start: at, body: at.saturating_add(header_len), end }))
    }

    /// The child at `at`, which must fit in its parent. QuickTime ends some lists with four
    /// zero bytes; fewer than eight are no child.
    pub fn child(self, source: &mut Source, at: u64) -> impl Future<Output = Outcome<Option<Self>>> {
        Self::read(source, at, self.end, self.end)
    }

    /// The first child of a kind.
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

    /// Reads all of it at once where that is little and nothing of it is in memory.
    pub async fn load(self, source: &mut Source) -> Outcome<()> {
        if !source.holds(self.body) {
            source.read(self.body, self.len().min(MOVIE_READ)).await?;
        }
        Ok(())
    }

    /// The content, or its first `max` bytes.
    pub fn content(self, source: &mut Source, max: u64) -> impl Future<Output = Outcome<&[u8]>> {
        source.read(self.body, self.len().min(max))
    }

    /// Bytes of content.
    pub fn len(self) -> u64 {
        self.end.saturating_sub(self.body)
    }
}
