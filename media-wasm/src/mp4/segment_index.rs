//! `sidx`: an index of the fragments that follow it (8.16.3), with their total duration.

use super::mp4_box::{Mp4Box, is_long};
use crate::reader::bytes::{u16_at, u32_at, u64_at};
use crate::reader::{Outcome, Source, Span, ms};

/// Maximum bytes to read, more than the index of a video of acceptable length needs.
const INDEX_READ: u64 = 16 * 1024;

/// Adds the time span in milliseconds that an index covers.
pub async fn read(source: &mut Source, sidx: Mp4Box, announced: &mut Span) -> Outcome<()> {
    let index = sidx.content(source, INDEX_READ).await?;
    let timescale = u32_at(index, 8)?.into();
    let (start, count_at): (u64, usize) =
        if is_long(index) { (u64_at(index, 12)?, 30) } else { (u32_at(index, 12)?.into(), 22) };
    let mut end = start;
    // Each reference consists of size, duration and access point.
    let references = index.get(count_at.saturating_add(2)..).unwrap_or_default().chunks_exact(12);
    for reference in references.take(u16_at(index, count_at)?.into()) {
        end = end.saturating_add(u32_at(reference, 4)?.into());
    }
    announced.cover(ms(start, timescale), ms(end, timescale));
    Ok(())
}
