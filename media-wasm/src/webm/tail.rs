//! Finds the last clusters of a live recording without walking through all of it.

use super::blocks::Blocks;
use super::ids;
use crate::reader::{Marker, Outcome, RejectReason, Source};

const CLUSTER: Marker = Marker { name: ids::CLUSTER.to_be_bytes(), at: 0, then: b"" };

/// Searches a growing tail for the last clusters and walks from there to the end. A candidate is valid if the walk from
/// it reaches the end of the file element by element and passes a block. The search continues backwards until the walk
/// covers a second of video, which gives the frame rate. `None`: nothing was found after `floor`, the first cluster.
pub async fn walk(source: &mut Source, head_walk: &Blocks, floor: u64) -> Outcome<Option<Blocks>> {
    let mut found = None;
    let mut searched_from = source.frames_end().await?;
    while let Some(candidates) = source.next_candidates(CLUSTER, &mut searched_from, floor).await? {
        for at in candidates {
            let mut blocks = head_walk.restarted();
            match blocks.walk(source, at, None).await {
                Ok(()) if blocks.saw_any() => {
                    found = Some(blocks);
                    break;
                }
                Err(RejectReason::TooComplex) if found.is_none() => return Err(RejectReason::TooComplex),
                Err(RejectReason::TooComplex) => return Ok(found),
                _ => {}
            }
        }
        if found.is_some_and(|blocks| blocks.has_frame_rate()) {
            break;
        }
    }
    Ok(found)
}
