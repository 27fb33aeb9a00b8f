//! Big-endian numbers out of bytes that may be too few.

use super::Reason;
use super::source::Outcome;

fn array<const N: usize>(bytes: &[u8], at: usize) -> Outcome<[u8; N]> {
    bytes.get(at..).and_then(<[u8]>::first_chunk).copied().ok_or(Reason::Malformed)
}

/// Two bytes.
pub fn u16_at(bytes: &[u8], at: usize) -> Outcome<u16> {
    array(bytes, at).map(u16::from_be_bytes)
}

/// Four bytes.
pub fn u32_at(bytes: &[u8], at: usize) -> Outcome<u32> {
    array(bytes, at).map(u32::from_be_bytes)
}

/// Eight bytes.
pub fn u64_at(bytes: &[u8], at: usize) -> Outcome<u64> {
    array(bytes, at).map(u64::from_be_bytes)
}

/// A name of four letters.
pub fn name_at(bytes: &[u8], at: usize) -> Outcome<[u8; 4]> {
    array(bytes, at)
}
