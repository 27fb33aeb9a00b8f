//! EBML elements (RFC 8794).

use crate::reader::{Outcome, RejectReason, Source};

/// Byte range of an element in the file.
#[derive(Clone, Copy, Debug)]
pub struct Element {
    pub id: u32,
    /// Offset of the content.
    pub body: u64,
    /// End of the content; `None` if the recorder did not know its size. May be past the end of the file.
    pub end: Option<u64>,
}

impl Element {
    /// Reads the element at `at`; `None` if `limit` cuts off its header or leaves no room for one.
    pub fn at(source: &mut Source, at: u64, limit: u64) -> impl Future<Output = Outcome<Option<Self>>> {
        Self::read(source, at, limit, true)
    }

    /// Reads an element header. `top_level`: the element may have an unknown size, or end past `limit`.
    async fn read(source: &mut Source, at: u64, limit: u64, top_level: bool) -> Outcome<Option<Self>> {
        if at >= limit {
            return Ok(None);
        }
        source.tick()?;
        let header = source.read_up_to(at, limit.saturating_sub(at).min(12)).await?;
        let Some((id, id_len)) = vint(header, 4, true)? else {
            return Ok(None);
        };
        let rest = header.get(id_len..).unwrap_or_default();
        let Some((size, size_len)) = vint(rest, 8, false)? else {
            return Ok(None);
        };
        let header_len = u64::try_from(id_len.saturating_add(size_len)).unwrap_or_default();
        let body = at.saturating_add(header_len);
        let unknown = size == unknown_size(size_len);
        let end = (!unknown).then(|| body.saturating_add(size));
        if !top_level && end.is_none_or(|end| end > limit) {
            return Err(RejectReason::Malformed);
        }
        Ok(Some(Self { id: u32::try_from(id).map_err(|_| RejectReason::Malformed)?, body, end }))
    }

    /// Reads the child at `at`, which must have a known size and fit in its parent.
    pub fn child(self, source: &mut Source, at: u64) -> impl Future<Output = Outcome<Option<Self>>> {
        Self::read(source, at, self.next(), false)
    }

    /// Offset of the next element; `u64::MAX` after an element of unknown size, which has no next one.
    pub fn next(self) -> u64 {
        self.end.unwrap_or(u64::MAX)
    }

    /// Reads the content, or its first `max` bytes.
    pub fn content(self, source: &mut Source, max: u64) -> impl Future<Output = Outcome<&[u8]>> {
        source.read(self.body, self.next().saturating_sub(self.body).min(max))
    }
}

/// Bytes to read of a number: one more than the longest, so that a longer one is detected.
pub const NUMBER_READ: u64 = 9;

/// Decodes an element's content as an unsigned number of up to eight bytes.
pub fn number(content: &[u8]) -> Outcome<u64> {
    if content.len() > 8 {
        return Err(RejectReason::Malformed);
    }
    Ok(content.iter().fold(0, |number, byte| number << 8 | u64::from(*byte)))
}

/// Decodes a variable-size number of up to `max` bytes, whose leading zero bits encode its length (RFC 8794, 4).
/// Returns it and its length in bytes; `None` if the bytes end early. Identifiers keep the marker bit, sizes drop it.
pub fn vint(bytes: &[u8], max: u32, keep_marker: bool) -> Outcome<Option<(u64, usize)>> {
    let Some(first) = bytes.first() else {
        return Ok(None);
    };
    let zeros = first.leading_zeros();
    if zeros >= max {
        return Err(RejectReason::Malformed);
    }
    let len = usize::try_from(zeros).unwrap_or_default().saturating_add(1);
    let marker = 0x80_u8 >> zeros;
    let start = if keep_marker { *first } else { *first & !marker };
    let Some(rest) = bytes.get(1..len) else {
        return Ok(None);
    };
    let value = rest.iter().fold(u64::from(start), |value, byte| value << 8 | u64::from(*byte));
    Ok(Some((value, len)))
}

/// The size with all bits set, which means unknown (RFC 8794, 6.2).
fn unknown_size(size_len: usize) -> u64 {
    let bits = u32::try_from(size_len).unwrap_or(8).saturating_mul(7);
    1_u64.checked_shl(bits).unwrap_or_default().wrapping_sub(1)
}
