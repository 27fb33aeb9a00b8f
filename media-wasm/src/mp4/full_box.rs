//! Fields whose width depends on the version of their box (`FullBox`, 4.2.2).

use crate::reader::Outcome;
use crate::reader::bytes::{u32_at, u64_at};

/// The timescale of `mvhd` or `mdhd`: after two times of 4 bytes, or 8 in version 1.
pub fn timescale(header: &[u8]) -> Outcome<u64> {
    let at = if is_long(header) { 20 } else { 12 };
    u32_at(header, at).map(u64::from)
}

/// The number at `short`, or at `long` with twice the width in version 1; all ones mean unknown.
pub fn duration(header: &[u8], short: usize, long: usize) -> Outcome<u64> {
    if is_long(header) {
        u64_at(header, long).map(|d| if d == u64::MAX { 0 } else { d })
    } else {
        u32_at(header, short).map(|d| if d == u32::MAX { 0 } else { u64::from(d) })
    }
}

/// Version 1 of a header holds wide times.
pub fn is_long(header: &[u8]) -> bool {
    header.first() == Some(&1)
}
