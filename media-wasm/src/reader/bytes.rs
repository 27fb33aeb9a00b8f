//! Big-endian numbers from a byte slice. Too few bytes give [`RejectReason::Malformed`].

use super::reject_reason::{Outcome, RejectReason};

fn array_at<const N: usize>(bytes: &[u8], at: usize) -> Outcome<[u8; N]> {
    bytes.get(at..).and_then(<[u8]>::first_chunk).copied().ok_or(RejectReason::Malformed)
}

/// Reads two bytes.
pub fn u16_at(bytes: &[u8], at: usize) -> Outcome<u16> {
    array_at(bytes, at).map(u16::from_be_bytes)
}

/// Reads four bytes.
pub fn u32_at(bytes: &[u8], at: usize) -> Outcome<u32> {
    array_at(bytes, at).map(u32::from_be_bytes)
}

/// Reads eight bytes.
pub fn u64_at(bytes: &[u8], at: usize) -> Outcome<u64> {
    array_at(bytes, at).map(u64::from_be_bytes)
}

/// Reads a four-character code.
pub fn fourcc_at(bytes: &[u8], at: usize) -> Outcome<[u8; 4]> {
    array_at(bytes, at)
}

/// Returns the offsets at which these four bytes occur.
pub fn find(bytes: &[u8], needle: [u8; 4]) -> impl Iterator<Item = usize> {
    let [first, second, third, fourth] = needle;
    let mut from = 0_usize;
    std::iter::from_fn(move || {
        // The last of four bytes determines the minimum distance to the needle (Boyer, Moore and Horspool).
        while let Some(four) = bytes.get(from..).and_then(<[u8]>::first_chunk::<4>) {
            let at = from;
            let last = four[3];
            let step = match last {
                _ if last == third => 1,
                _ if last == second => 2,
                _ if last == first => 3,
                _ => 4,
            };
            from = from.saturating_add(step);
            if last == fourth && *four == needle {
                return Some(at);
            }
        }
        None
    })
}
