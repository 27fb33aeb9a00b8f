//! `sidx`: an index of the fragments behind it (8.16.3), which tells how long they are together.

use super::full_box::is_long;
use super::mp4_box::Mp4Box;
use crate::reader::bytes::{u16_at, u32_at, u64_at};
use crate::reader::{Outcome, Source, Span, ms};

/// More than the index of a film takes that is short enough.
const INDEX_READ: u64 = 16 * 1024;

/// Adds the milliseconds that an index covers.
pub async fn read(source: &mut Source, sidx: Mp4Box, announced: &mut Span) -> Outcome<()> {
    let index = sidx.content(source, INDEX_READ).await?;
    let timescale = u32_at(index, 8)?.into();
    let (start, count_at): (u64, usize) =
        if is_long(index) { (u64_at(index, 12)?, 30) } else { (u32_at(index, 12)?.into(), 22) };
    let mut end = start;
    // Each reference has its size, its length and its access point.
    let references = index.get(count_at.saturating_add(2)..).unwrap_or_default().chunks_exact(12);
    for reference in references.take(u16_at(index, count_at)?.into()) {
        end = end.saturating_add(u32_at(reference, 4)?.into());
    }
    announced.cover(ms(start, timescale), ms(end, timescale));
    Ok(())
}
