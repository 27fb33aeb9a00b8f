//! The top level of a file, box after box.

use super::atom::Atom;
use super::fragment;
use super::movie::Movie;
use crate::probe::{Outcome, Reason, Source, Span};

/// What a walk along the top level has seen.
#[derive(Clone, Copy, Debug, Default)]
pub struct Layout {
    pub movie: Option<Movie>,
    /// Where the fragments place the first video and the first audio track.
    pub video: Span,
    pub audio: Span,
    /// A fragment holds samples of the video track.
    pub video_fragments: bool,
    /// Where the first media data begins.
    pub first_mdat: Option<u64>,
    /// `sidx` or `mfra`: an index of the fragments.
    pub indexed: bool,
    /// The last box is cut.
    pub truncated: bool,
}

impl Layout {
    /// Walks from `at` to the end of the file, or past `patience` fragments, and says where it
    /// stands.
    pub async fn walk(&mut self, source: &mut Source, mut at: u64, patience: Option<u32>) -> Outcome<u64> {
        let mut fragments = 0;
        while let Some(atom) = Atom::at(source, at, source.len()).await? {
            if atom.kind == *b"moof" {
                if Some(fragments) == patience {
                    return Ok(at);
                }
                fragments = fragments.saturating_add(1);
            }
            self.visit(source, atom).await?;
            at = atom.end;
        }
        // A cut may leave a part of a header, too short to hide anything in.
        self.truncated |= at != source.len();
        Ok(source.len())
    }

    async fn visit(&mut self, source: &mut Source, atom: Atom) -> Outcome<()> {
        let whole = atom.end <= source.len();
        match &atom.kind {
            b"moov" if !whole => return Err(Reason::Truncated),
            b"moov" if self.movie.is_none() => self.movie = Some(Movie::read(source, atom).await?),
            b"moof" if whole => {
                if let Some(movie) = self.movie {
                    fragment::read(source, atom, &movie, self).await?;
                }
            }
            b"mdat" if atom.body < atom.end.min(source.len()) => {
                self.first_mdat.get_or_insert(atom.body);
            }
            b"sidx" | b"mfra" if whole => self.indexed = true,
            _ => {}
        }
        self.truncated |= !whole;
        let known = matches!(&atom.kind, b"moof" | b"mdat" | b"sidx" | b"mfra" | b"styp" | b"free" | b"skip" | b"wide");
        // Unknown boxes are to be skipped (4.2), but a cut one is more likely something else.
        if known || whole && is_name(atom.kind) { Ok(()) } else { Err(Reason::TrailingData) }
    }

    /// Whether a chunk lies where media data can be.
    pub fn holds(&self, chunk: u64, len: u64) -> bool {
        self.first_mdat.is_some_and(|first| first <= chunk && chunk < len)
    }
}

/// Names of boxes are printable; QuickTime begins some with a copyright sign.
fn is_name(kind: [u8; 4]) -> bool {
    kind.iter().all(|byte| matches!(byte, b' '..=b'~' | 0xa9))
}
