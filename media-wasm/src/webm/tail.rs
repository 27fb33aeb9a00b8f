//! The end of a live recording, found without walking there.

use super::blocks::Blocks;
use super::ids;
use crate::probe::polyglot::find;
use crate::probe::{Outcome, Reason, Source};

/// Guesses per piece of the tail that may fail before the next piece is read.
const GUESSES: usize = 32;

/// Looks for the last clusters in a tail that grows, and walks from there to the end. A guess is
/// right when it leads element by element to the end of the file and passes a block on its way.
/// `None`: no such place was found after `floor`, the first cluster.
pub async fn walk(source: &mut Source, so_far: &Blocks, floor: u64) -> Outcome<Option<Blocks>> {
    let mut looked_from = source.len();
    while source.grow_tail(looked_from, floor).await? {
        let (start, window) = source.tail();
        let guesses: Vec<u64> = find(window, ids::CLUSTER.to_be_bytes())
            .filter_map(|at| start.checked_add(u64::try_from(at).ok()?))
            .filter(|at| (start.max(floor)..looked_from).contains(at))
            .take(GUESSES)
            .collect();
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
