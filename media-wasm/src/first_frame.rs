//! Checks by its first bytes whether a file's first frame can belong to its codec.
//!
//! Decodes nothing, but rejects a well-formed file that holds no video, or noise. Frames of [`VideoCodec::Other`] are
//! not checked: the containers accept only a few codec names as such.

use crate::reader::{Outcome, RejectReason, Source, VideoCodec};

/// Byte range of the first video frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FirstFrame {
    pub offset: u64,
    /// Length in bytes; `None` if the file does not say directly.
    pub len: Option<u64>,
}

/// Byte range of the frame, truncated at EOF.
#[derive(Clone, Copy)]
struct Extent {
    offset: u64,
    len: u64,
}

/// Bytes of the length before each NAL unit, unless the file specifies another number.
pub const NAL_LENGTH: u8 = 4;
/// Maximum NAL units to read: parameter sets and messages precede the picture, in few units and few bytes.
const MAX_UNITS: u32 = 32;
/// Enough bytes for the header of a frame, or of a unit within one.
const HEADER_READ: u64 = 16;
/// Bytes to search for units that are delimited by start codes.
const SEARCH_BYTES: u64 = 4096;

/// Checks the first bytes of the frame; `nal_length` applies to H.264 and H.265.
///
/// # Errors
/// [`RejectReason::NoFrame`], or why the frame cannot be read.
pub async fn check(source: &mut Source, codec: VideoCodec, frame: FirstFrame, nal_length: u8) -> Outcome<()> {
    let left = source.len().saturating_sub(frame.offset);
    let len = frame.len.unwrap_or(left);
    if len == 0 || len > left {
        return Err(RejectReason::NoFrame);
    }
    let frame = Extent { offset: frame.offset, len };
    let is_frame = match codec {
        VideoCodec::Avc1 => has_picture(source, frame, nal_length, is_avc_picture).await?,
        VideoCodec::Hvc1 => has_picture(source, frame, nal_length, is_hevc_picture).await?,
        VideoCodec::Vp8 => is_vp8_key_frame(head(source, frame).await?),
        VideoCodec::Vp9 => is_vp9_key_frame(head(source, frame).await?),
        VideoCodec::Av1 => has_av1_frame(source, frame).await?,
        VideoCodec::Mp4v => is_mpeg4_start(head(source, frame).await?),
        VideoCodec::Other => true,
    };
    if is_frame { Ok(()) } else { Err(RejectReason::NoFrame) }
}

fn head(source: &mut Source, frame: Extent) -> impl Future<Output = Outcome<&[u8]>> {
    source.read_up_to(frame.offset, HEADER_READ.min(frame.len))
}

/// Whether a NAL unit is the first slice of a picture; `None`: the unit holds no picture.
type IsPicture = fn(&[u8]) -> Option<bool>;

/// Walks a frame's NAL units to the picture (ISO 14496-15, 5.3.4).
async fn has_picture(source: &mut Source, frame: Extent, nal_length: u8, is_picture: IsPicture) -> Outcome<bool> {
    // Some browsers write units with start codes into WebM (H.264, annex B). No unit has a length of 1, which `00 00 00 01` would mean.
    if head(source, frame).await?.starts_with(&[0, 0, 0, 1]) {
        let bytes = source.read_up_to(frame.offset, SEARCH_BYTES.min(frame.len)).await?;
        let codes = bytes.windows(3).enumerate().filter(|(_, three)| *three == [0, 0, 1]);
        let mut units = codes.filter_map(|(at, _)| bytes.get(at.saturating_add(3)..));
        return Ok(units.find_map(is_picture).unwrap_or_default());
    }
    let end = frame.offset.saturating_add(frame.len);
    let mut at = frame.offset;
    for _ in 0..MAX_UNITS {
        source.tick()?;
        let unit = source.read_up_to(at, HEADER_READ.min(end.saturating_sub(at))).await?;
        let Some((length, unit)) = unit.split_at_checked(nal_length.into()) else {
            return Ok(false);
        };
        let length = length.iter().fold(0_u64, |length, byte| length << 8 | u64::from(*byte));
        let next = at.saturating_add(u64::from(nal_length)).saturating_add(length);
        if length == 0 || next > end {
            return Ok(false);
        }
        if let Some(is_first) = is_picture(unit) {
            return Ok(is_first);
        }
        at = next;
    }
    Ok(false)
}

/// Whether this slice starts at the frame's first macroblock, in any kind of picture (H.264, 7.3.1, 7.3.3 and table 7-1).
fn is_avc_picture(unit: &[u8]) -> Option<bool> {
    let (header, slice) = (unit.first()?, unit.get(1)?);
    match header & 0x9f {
        1 | 5 => Some(slice & 0x80 != 0),
        0 | 24.. => Some(false),
        _ => None,
    }
}

/// Whether this slice segment is the first of its picture (H.265, 7.3.1.2, 7.3.6 and table 7-1).
fn is_hevc_picture(unit: &[u8]) -> Option<bool> {
    let [first, second, slice] = unit.first_chunk()?;
    match first >> 1 {
        0..=9 | 16..=21 => Some(second & 7 != 0 && slice & 0x80 != 0),
        32..=63 => None,
        _ => Some(false),
    }
}

/// Checks the frame header (RFC 6386, 9.1).
fn is_vp8_key_frame(frame: &[u8]) -> bool {
    let [tag, _, _, b0, b1, b2, size @ ..] = frame else {
        return false;
    };
    tag & 1 == 0 && [*b0, *b1, *b2] == [0x9d, 0x01, 0x2a] && size.first_chunk::<4>().is_some_and(|size| *size != [0; 4])
}

/// Checks the uncompressed header (VP9 bitstream specification, 6.2 and 6.2.1). Profile 3 has one bit more.
fn is_vp9_key_frame(frame: &[u8]) -> bool {
    let Some(head) = frame.first_chunk().map(|head| u64::from_be_bytes(*head)) else {
        return false;
    };
    let bits = |from: u32, count: u32| head.wrapping_shl(from).checked_shr(64_u32.saturating_sub(count));
    let marker = bits(0, 2) == Some(0b10);
    let from = if bits(2, 2) == Some(0b11) { 5 } else { 4 };
    // `show_existing_frame`, `frame_type`, `show_frame` and `error_resilient_mode` precede the sync code.
    marker && bits(from, 2) == Some(0) && bits(from.saturating_add(4), 24) == Some(0x49_83_42)
}

/// Whether the frame starts with an MPEG-4 start code, the H.263 short header that may replace it (ISO 14496-2, 6.2),
/// or a JPEG picture, which cameras store under the same name.
fn is_mpeg4_start(frame: &[u8]) -> bool {
    matches!(frame, [0, 0, 1 | 0x80..=0x83, ..] | [0xff, 0xd8, ..])
}

/// Walks the open bitstream units to the first frame, which must be a key frame (AV1 specification, 5.3 and 5.9.2).
async fn has_av1_frame(source: &mut Source, frame: Extent) -> Outcome<bool> {
    const FRAME_HEADER: u8 = 3;
    const FRAME: u8 = 6;
    let end = frame.offset.saturating_add(frame.len);
    let mut at = frame.offset;
    for _ in 0..MAX_UNITS {
        source.tick()?;
        let unit = source.read_up_to(at, HEADER_READ.min(end.saturating_sub(at))).await?;
        let Some(header) = unit.first().filter(|header| **header & 0x80 == 0) else {
            return Ok(false);
        };
        let kind = header >> 3;
        let sized = header & 2 != 0;
        let header_len: usize = if header & 4 != 0 { 2 } else { 1 };
        let rest = unit.get(header_len..).unwrap_or_default();
        let (size, size_len) = match leb128(rest) {
            Some(size) if sized => size,
            // A unit without a size is the last one.
            _ if !sized && matches!(kind, FRAME_HEADER | FRAME) => (0, 0),
            _ => return Ok(false),
        };
        if matches!(kind, FRAME_HEADER | FRAME) {
            return Ok(rest.get(size_len..).and_then(<[u8]>::first).is_some_and(|first| first & 0xe0 == 0));
        }
        let before = u64::try_from(header_len.saturating_add(size_len)).unwrap_or(u64::MAX);
        at = at.saturating_add(before).saturating_add(size);
    }
    Ok(false)
}

/// Decodes a variable-length number; returns it and its length in bytes (AV1 specification, 4.10.5).
fn leb128(bytes: &[u8]) -> Option<(u64, usize)> {
    let last = bytes.iter().take(5).position(|byte| byte & 0x80 == 0)?;
    let number = bytes.get(..=last)?.iter().rev().fold(0_u64, |number, byte| number << 7 | u64::from(byte & 0x7f));
    Some((number, last.saturating_add(1)))
}
