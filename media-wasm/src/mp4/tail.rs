//! Finds the last fragments of a long file without walking through all of it.

use std::ops::Range;

use super::layout::Layout;
use crate::reader::{Outcome, RejectReason, Source};

/// Searches a growing tail for the last fragments and walks from there to the end. A candidate is valid if the walk
/// from it reaches the end of the file box by box and passes a video fragment. If none does, the result is a candidate
/// that passes audio fragments only. `None`: nothing was found after `floor`, where the walk from the start stopped.
pub async fn walk(source: &mut Source, head_walk: &Layout, floor: u64) -> Outcome<Option<Layout>> {
    let mut audio_only = None;
    let mut searched_from = source.frames_end().await?;
    while source.grow_tail(searched_from, floor).await? {
        let start = source.tail_start();
        let candidates = moofs_in_tail(source, start.max(floor)..searched_from);
        searched_from = start;
        for at in candidates {
            let mut layout = *head_walk;
            layout.fragments.has_video = false;
            match layout.walk(source, at, None).await {
                Ok(_) if layout.fragments.has_video => return Ok(Some(layout)),
                Ok(_) => {
                    layout.fragments.has_video = head_walk.fragments.has_video;
                    audio_only = Some(layout);
                }
                Err(RejectReason::TooComplex) => return Err(RejectReason::TooComplex),
                Err(_) => {}
            }
        }
    }
    Ok(audio_only)
}

/// Returns offsets in the tail at which a fragment may begin.
pub fn moofs_in_tail(source: &Source, range: Range<u64>) -> Vec<u64> {
    // `moof` begins with `mfhd`; four bytes of size precede each name.
    source.candidates((*b"moof", 4), b"mfhd", range)
}
