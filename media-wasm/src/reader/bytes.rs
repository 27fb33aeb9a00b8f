//! Big-endian numbers from a byte slice. Too few bytes are [`RejectReason::Malformed`].

use super::reject_reason::RejectReason;
use super::source::Outcome;

fn array_at<const N: usize>(bytes: &[u8], at: usize) -> Outcome<[u8; N]> {
    bytes.get(at..).and_then(<[u8]>::first_chunk).copied().ok_or(RejectReason::Malformed)
}

/// Two bytes.
pub fn u16_at(bytes: &[u8], at: usize) -> Outcome<u16> {
    array_at(bytes, at).map(u16::from_be_bytes)
}

/// Four bytes.
pub fn u32_at(bytes: &[u8], at: usize) -> Outcome<u32> {
    array_at(bytes, at).map(u32::from_be_bytes)
}

/// Eight bytes.
pub fn u64_at(bytes: &[u8], at: usize) -> Outcome<u64> {
    array_at(bytes, at).map(u64::from_be_bytes)
}

/// A four-character code.
pub fn fourcc_at(bytes: &[u8], at: usize) -> Outcome<[u8; 4]> {
    array_at(bytes, at)
}

/// The offsets at which these four bytes occur.
pub fn find(bytes: &[u8], needle: [u8; 4]) -> impl Iterator<Item = usize> {
    bytes.windows(4).enumerate().filter(move |(_, four)| *four == needle).map(|(at, _)| at)
}
