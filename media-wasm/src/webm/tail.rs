//! The end of a live recording, found without walking there.

use super::blocks::Blocks;
use super::ids;
use crate::probe::{Outcome, Reason, Source};

/// Looks for the last clusters in a tail that grows, and walks from there to the end. A guess is
/// right when it leads element by element to the end of the file and passes a block on its way.
/// `None`: no such place was found after `floor`, the first cluster.
pub async fn walk(source: &mut Source, so_far: &Blocks, floor: u64) -> Outcome<Option<Blocks>> {
    let mut looked_from = source.len();
    while source.grow_tail(looked_from, floor).await? {
        let start = source.tail_start();
        let guesses = source.guesses((ids::CLUSTER.to_be_bytes(), 0), b"", start.max(floor)..looked_from);
        looked_from = start;
        for at in guesses {
            let mut blocks = so_far.forget();
            match blocks.walk(source, at, None).await {
                Ok(()) if blocks.saw_any() => return Ok(Some(blocks)),
                Err(Reason::TooComplex) => return Err(Reason::TooComplex),
                _ => {}
            }
        }
    }
    Ok(None)
}
