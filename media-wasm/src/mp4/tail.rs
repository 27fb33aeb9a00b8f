//! Finds the last fragments of a long file without walking through all of it.

use super::layout::Layout;
use crate::reader::{Marker, Outcome, RejectReason, Source};

/// `moof`, which begins with `mfhd`; four bytes of size precede each name.
pub const FRAGMENT: Marker = Marker { name: *b"moof", at: 4, then: b"mfhd" };

/// Searches a growing tail for the last fragments and walks from there to the end. A candidate is valid if the walk
/// from it reaches the end of the file box by box and passes a video fragment. If none does, the result is a candidate
/// that passes audio fragments only. `None`: nothing was found after `floor`, where the walk from the start stopped.
pub async fn walk(source: &mut Source, head_walk: &Layout, floor: u64) -> Outcome<Option<Layout>> {
    let mut audio_only = None;
    let mut searched_from = source.frames_end().await?;
    while let Some(candidates) = source.next_candidates(FRAGMENT, &mut searched_from, floor).await? {
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
