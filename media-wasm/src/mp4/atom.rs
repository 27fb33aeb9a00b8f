//! Boxes, which QuickTime calls atoms (ISO 14496-12, 4.2). `box` is a word of Rust.

use crate::probe::bytes::{name_at, u32_at, u64_at};
use crate::probe::{Outcome, Reason, Source};

/// Where a box lies in the file.
#[derive(Clone, Copy, Debug)]
pub struct Atom {
    pub kind: [u8; 4],
    /// Where its content begins.
    pub body: u64,
    /// Where the next box begins; at the top level this may lie past the end of the file.
    pub end: u64,
}

impl Atom {
    /// The box at `at`; `None` where fewer than eight bytes are left before `limit`.
    /// A size of zero means: as far as `limit`; only media data may be so lazy.
    pub fn at(source: &mut Source, at: u64, limit: u64) -> impl Future<Output = Outcome<Option<Self>>> {
        Self::read(source, at, limit, u64::MAX)
    }

    /// `furthest`: where it must end at the latest.
    async fn read(source: &mut Source, at: u64, limit: u64, furthest: u64) -> Outcome<Option<Self>> {
        if limit.saturating_sub(at) < 8 {
            return Ok(None);
        }
        source.tick()?;
        let header = source.read_up_to(at, 16).await?;
        let kind = name_at(header, 4)?;
        let (size, header_len) = match u32_at(header, 0)? {
            0 if kind == *b"mdat" => (limit.saturating_sub(at), 8),
            1 => (u64_at(header, 8)?, 16),
            size => (u64::from(size), 8),
        };
        let end = at.saturating_add(size);
        if size < header_len || end > furthest {
            return Err(Reason::Malformed);
        }
        Ok(Some(Self { kind, body: at.saturating_add(header_len), end }))
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

    /// The content, or its first `max` bytes.
    pub fn content(self, source: &mut Source, max: u64) -> impl Future<Output = Outcome<&[u8]>> {
        source.read(self.body, self.len().min(max))
    }

    /// Bytes of content.
    pub fn len(self) -> u64 {
        self.end.saturating_sub(self.body)
    }
}
