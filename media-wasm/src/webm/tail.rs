//! Finds the last clusters of a live recording without walking through all of it.

use super::blocks::Blocks;
use super::ids;
use crate::reader::{Outcome, RejectReason, Source};

/// Searches a growing tail for the last clusters and walks from there to the end. A candidate is
/// right when it leads element by element to the end of the file and passes a block.
/// `None`: nothing was found after `floor`, the first cluster.
pub async fn walk(source: &mut Source, head_walk: &Blocks, floor: u64) -> Outcome<Option<Blocks>> {
    let mut searched_from = source.len();
    while source.grow_tail(searched_from, floor).await? {
        let start = source.tail_start();
        let candidates = source.candidates((ids::CLUSTER.to_be_bytes(), 0), b"", start.max(floor)..searched_from);
        searched_from = start;
        for at in candidates {
            let mut blocks = head_walk.restarted();
            match blocks.walk(source, at, None).await {
                Ok(()) if blocks.saw_any() => return Ok(Some(blocks)),
                Err(RejectReason::TooComplex) => return Err(RejectReason::TooComplex),
                _ => {}
            }
        }
    }
    Ok(None)
}
