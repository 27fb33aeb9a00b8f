//! The end of a file of many fragments, found without walking there.

use super::layout::Layout;
use crate::probe::{Outcome, Reason, Source};

/// Looks for the last fragments in a tail that grows, and walks from there to the end. A guess
/// is right when it leads box by box to the end of the file and passes video on its way.
/// `None`: no such place was found after `floor`, where the walk from the start stands.
pub async fn walk(source: &mut Source, so_far: &Layout, floor: u64) -> Outcome<Option<Layout>> {
    let mut audio_only = None;
    let mut looked_from = source.len();
    while source.grow_tail(looked_from, floor).await? {
        let start = source.tail_start();
        // `moof` begins with `mfhd`; each name stands after four bytes of size.
        let guesses = source.guesses((*b"moof", 4), b"mfhd", start.max(floor)..looked_from);
        looked_from = start;
        for at in guesses {
            let mut layout = Layout { video_fragments: false, ..*so_far };
            match layout.walk(source, at, None).await {
                Ok(_) if layout.video_fragments => return Ok(Some(layout)),
                Ok(_) => {
                    audio_only = Some(Layout { video_fragments: so_far.video_fragments, ..layout });
                }
                Err(Reason::TooComplex) => return Err(Reason::TooComplex),
                Err(_) => {}
            }
        }
    }
    Ok(audio_only)
}
