//! The boxes at the top level of a file.

use super::fragment::{self, Timelines};
use super::movie::Movie;
use super::mp4_box::Mp4Box;
use super::segment_index;
use crate::reader::{Outcome, RejectReason, Source, Span};

/// The result of a walk along the top level.
#[derive(Clone, Copy, Debug, Default)]
pub struct Layout {
    pub movie: Option<Movie>,
    pub fragments: Timelines,
    /// Offset of the first media data.
    pub first_mdat: Option<u64>,
    /// `sidx` or `mfra`: an index of the fragments.
    pub indexed: bool,
    /// Time span in milliseconds that `sidx` covers.
    pub announced: Span,
    /// The last box is cut off.
    pub truncated: bool,
    /// The media data extend to the end of the file, wherever that is.
    pub is_open_ended: bool,
}

impl Layout {
    /// Walks from `at` to the end of the file, or past `max_fragments` fragments. Returns the offset reached.
    pub async fn walk(&mut self, source: &mut Source, mut at: u64, max_fragments: Option<u32>) -> Outcome<u64> {
        let mut fragments = 0;
        while let Some(mp4_box) = Mp4Box::at(source, at).await? {
            if mp4_box.kind == *b"moof" {
                if Some(fragments) == max_fragments {
                    return Ok(at);
                }
                fragments = fragments.saturating_add(1);
            }
            self.visit(source, mp4_box).await?;
            at = mp4_box.end;
        }
        // A fragmented recording may be cut off within the next box header. A file without fragments needs nothing more.
        let rest = source.len().saturating_sub(at);
        self.truncated |= (1..8).contains(&rest) && self.movie.is_some_and(|movie| movie.fragmented);
        Ok(source.len())
    }

    async fn visit(&mut self, source: &mut Source, mp4_box: Mp4Box) -> Outcome<()> {
        let whole = mp4_box.end <= source.len();
        match &mp4_box.kind {
            b"moov" if !whole => return Err(RejectReason::Truncated),
            b"moov" if self.movie.is_none() => self.movie = Some(Movie::read(source, mp4_box).await?),
            b"moof" if whole => {
                if let Some(movie) = self.movie {
                    let end = source.frames_end().await?;
                    fragment::read(source, mp4_box, &movie, end, &mut self.fragments).await?;
                }
            }
            b"mdat" if mp4_box.body < mp4_box.end.min(source.len()) => {
                self.first_mdat.get_or_insert(mp4_box.body);
                self.is_open_ended |= mp4_box.is_open_ended;
            }
            b"sidx" if whole => {
                self.indexed = true;
                segment_index::read(source, mp4_box, &mut self.announced).await?;
            }
            b"mfra" if whole => self.indexed = true,
            _ => {}
        }
        // Without their end, metadata and free space behind the video are no loss.
        let is_metadata = matches!(&mp4_box.kind, b"uuid" | b"udta" | b"meta" | b"free" | b"skip");
        self.truncated |= !whole && !is_metadata;
        let known = is_metadata || matches!(&mp4_box.kind, b"moof" | b"mdat" | b"sidx" | b"mfra" | b"styp" | b"wide");
        // Parsers must skip unknown boxes (4.2), but a cut-off one is more likely not a box at all.
        if known || whole && is_name(mp4_box.kind) { Ok(()) } else { Err(RejectReason::TrailingData) }
    }

    /// Whether the chunk at this offset is within media data.
    pub fn holds(&self, chunk: u64, len: u64) -> bool {
        self.first_mdat.is_some_and(|first| first <= chunk && chunk < len)
    }
}

/// Whether this is a plausible box name: printable characters, or QuickTime's leading copyright sign.
pub fn is_name(kind: [u8; 4]) -> bool {
    kind.iter().all(|byte| matches!(byte, b' '..=b'~' | 0xa9))
}
