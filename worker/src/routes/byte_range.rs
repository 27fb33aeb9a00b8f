//! The `Range` header (RFC 9110, 14.2): one byte range. Ignores others, as the RFC permits.

use domain::number::parse_u64;

use crate::error::{Error, Result, refusal};

/// A byte range outside the file.
fn not_satisfiable(size: u64) -> Error {
    NOT_SATISFIABLE.with_header("content-range", format!("bytes */{size}"))
}

/// A byte range outside the file.
pub const NOT_SATISFIABLE: Error = refusal!(416, "range", "The file is shorter than that.");

/// The requested part of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ByteRange {
    All,
    /// Offset and length.
    Part(u64, u64),
}

impl ByteRange {
    /// Returns offset and length in a file of `size` bytes.
    #[must_use]
    pub fn run(self, size: u64) -> (u64, u64) {
        match self {
            Self::All => (0, size),
            Self::Part(offset, length) => (offset, length),
        }
    }
}

/// Parses a `Range` header for a file of `size` bytes.
///
/// # Errors
/// [`not_satisfiable`] if the range is not satisfiable.
pub fn parse(header: Option<&str>, size: u64) -> Result<ByteRange> {
    let spec = header.and_then(|text| text.strip_prefix("bytes=")?.trim().split_once('-'));
    let Some((from, to)) = spec else { return Ok(ByteRange::All) };
    let is_number = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    if !is_number(from) || !is_number(to) || (from.is_empty() && to.is_empty()) {
        return Ok(ByteRange::All);
    }
    // A number that overflows is beyond every file.
    let number = |text: &str| parse_u64(text).unwrap_or(u64::MAX);
    let last = size.saturating_sub(1);
    let (from, to) = match (from, to) {
        ("", suffix) => (size.saturating_sub(number(suffix)), last),
        (from, "") => (number(from), last),
        (from, to) if number(from) > number(to) => return Ok(ByteRange::All),
        (from, to) => (number(from), number(to).min(last)),
    };
    if from >= size {
        Err(not_satisfiable(size))
    } else {
        Ok(ByteRange::Part(from, to.saturating_sub(from).saturating_add(1)))
    }
}

/// `Content-Range` header of a part.
#[must_use]
pub fn content_range(offset: u64, length: u64, size: u64) -> String {
    format!("bytes {offset}-{}/{size}", offset.saturating_add(length).saturating_sub(1))
}
