//! Fields whose width depends on the version of their box (`FullBox`, 4.2.2).

use crate::reader::Outcome;
use crate::reader::bytes::{u32_at, u64_at};

/// Reads the timescale of `mvhd` or `mdhd`, which follows two times of 4 bytes, or 8 in version 1.
pub fn timescale(header: &[u8]) -> Outcome<u64> {
    let at = if is_long(header) { 20 } else { 12 };
    u32_at(header, at).map(u64::from)
}

/// Reads the number at `short`, or in version 1 the one at `long` with twice the width. All ones mean unknown and give 0.
pub fn duration(header: &[u8], short: usize, long: usize) -> Outcome<u64> {
    if is_long(header) {
        u64_at(header, long).map(|d| if d == u64::MAX { 0 } else { d })
    } else {
        u32_at(header, short).map(|d| if d == u32::MAX { 0 } else { u64::from(d) })
    }
}

/// Whether the header has version 1, with 64-bit times.
pub fn is_long(header: &[u8]) -> bool {
    header.first() == Some(&1)
}
