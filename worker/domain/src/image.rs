//! Accepted formats of logos and QR codes. Detected from the bytes, never from a name or declared type.

use std::borrow::Cow;

use imagesize::ImageType;

use crate::limits::{MAX_IMAGE_PIXELS, MAX_IMAGE_SIDE};

/// An accepted image format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Image {
    /// `image/jpeg`
    Jpeg,
    /// `image/png`
    Png,
    /// `image/webp`
    Webp,
}

/// Why an image is rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImageError {
    /// Not a JPEG, PNG or WebP. SVG is rejected because it may contain scripts.
    Kind,
    /// Width or height is too large or missing.
    Size,
}

impl Image {
    /// Detects the format of an image.
    ///
    /// # Errors
    /// [`ImageError`].
    pub fn of(bytes: &[u8]) -> Result<Self, ImageError> {
        let kind = match imagesize::image_type(bytes) {
            Ok(ImageType::Jpeg) => Self::Jpeg,
            Ok(ImageType::Png) => Self::Png,
            Ok(ImageType::Webp) => Self::Webp,
            _ => return Err(ImageError::Kind),
        };
        let size = imagesize::blob_size(bytes).map_err(|_| ImageError::Kind)?;
        let pixels = size.width.saturating_mul(size.height);
        if pixels == 0 || size.width.max(size.height) > MAX_IMAGE_SIDE || pixels > MAX_IMAGE_PIXELS {
            return Err(ImageError::Size);
        }
        if kind.ends(bytes) { Ok(kind) } else { Err(ImageError::Kind) }
    }

    /// Whether the format's end marker is present, without which the image is truncated. Trailing
    /// data, as some phones add, is fine.
    fn ends(self, bytes: &[u8]) -> bool {
        let holds = |mark: &[u8]| bytes.windows(mark.len()).any(|window| window == mark);
        match self {
            Self::Jpeg => holds(&[0xff, 0xd9]),
            Self::Png => holds(b"IEND"),
            Self::Webp => {
                let length = bytes.get(4..8).and_then(|four| four.try_into().ok()).map(u32::from_le_bytes);
                length.is_some_and(|length| bytes.len() as u64 >= u64::from(length).saturating_add(8))
            }
        }
    }

    /// Returns its media type.
    #[must_use]
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
            Self::Webp => "image/webp",
        }
    }

    /// Returns its file extension.
    #[must_use]
    pub fn extension(self) -> &'static str {
        match self {
            Self::Jpeg => "jpg",
            Self::Png => "png",
            Self::Webp => "webp",
        }
    }
}

/// Returns width and height of an image in pixels.
#[must_use]
pub fn size(bytes: &[u8]) -> Option<(u32, u32)> {
    let size = imagesize::blob_size(bytes).ok()?;
    Some((size.width.try_into().ok()?, size.height.try_into().ok()?))
}

/// Returns a JPEG with only the segments that decoders need: no metadata (EXIF, XMP, comments), which may tell where it
/// was taken, no thumbnails, and nothing after its end. `None` if its segments cannot be read.
#[must_use]
pub fn without_metadata(jpeg: &[u8]) -> Option<Vec<u8>> {
    const SCAN: u8 = 0xda;
    const END: u8 = 0xd9;
    let mut rest = jpeg.strip_prefix(&[0xff, 0xd8])?;
    let mut kept = vec![0xff, 0xd8];
    let mut has_scan = false;
    loop {
        // Any number of 0xff may precede a marker.
        let fill = rest.iter().take_while(|byte| **byte == 0xff).count();
        let (marker, after) = rest.get(fill..).filter(|_| fill > 0)?.split_first()?;
        if *marker == END {
            kept.extend([0xff, END]);
            return has_scan.then_some(kept);
        }
        let length = after.first_chunk().map(|length| usize::from(u16::from_be_bytes(*length)))?;
        let (segment, after) = after.split_at_checked(length)?;
        if let Some(data) = needed(*marker, segment.get(2..)?).filter(|_| !has_scan || !is_application(*marker)) {
            kept.extend([0xff, *marker]);
            kept.extend(u16::try_from(data.len().saturating_add(2)).ok()?.to_be_bytes());
            kept.extend_from_slice(&data);
        }
        rest = after;
        if *marker == SCAN {
            let (picture, after) = rest.split_at_checked(scan_length(rest))?;
            kept.extend(picture);
            rest = after;
            has_scan = true;
        }
    }
}

/// Returns what decoders need of a segment; `None` if nothing.
fn needed(marker: u8, data: &[u8]) -> Option<Cow<'_, [u8]>> {
    match marker {
        // JFIF names the colour space. Its last two bytes are the size of a thumbnail.
        0xe0 => data.get(..12).filter(|data| data.starts_with(b"JFIF\0")).map(|data| [data, &[0, 0]].concat().into()),
        0xe2 => data.starts_with(b"ICC_PROFILE\0").then_some(data.into()),
        // Adobe's names the colour space too.
        0xee => data.get(..12).filter(|data| data.starts_with(b"Adobe")).map(Cow::from),
        // Frames, tables, scans, and restart intervals.
        0xc0..=0xc7 | 0xc9..=0xcf | 0xda..=0xdd => Some(data.into()),
        _ => None,
    }
}

const fn is_application(marker: u8) -> bool {
    matches!(marker, 0xe0..=0xef)
}

/// Length of a scan's picture data: up to the next marker, besides those for restarting.
fn scan_length(bytes: &[u8]) -> usize {
    let is_marker = |pair: &[u8]| matches!(pair, [0xff, after] if !matches!(after, 0x00 | 0xd0..=0xd7));
    bytes.windows(2).position(is_marker).unwrap_or(bytes.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The head of a PNG, with its size.
    fn png(width: u32, height: u32) -> Vec<u8> {
        let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR".to_vec();
        bytes.extend(width.to_be_bytes());
        bytes.extend(height.to_be_bytes());
        bytes.extend([8, 6, 0, 0, 0, 0, 0, 0, 0]);
        bytes.extend(b"\0\0\0\0IEND\xae\x42\x60\x82");
        bytes
    }

    #[test]
    fn inv48_only_jpeg_png_and_webp_within_the_limits_are_accepted() {
        assert_eq!(Image::of(&png(640, 640)), Ok(Image::Png));
        assert_eq!(Image::of(&png(50_000, 50_000)), Err(ImageError::Size));
        assert_eq!(Image::of(&png(8000, 8000)), Err(ImageError::Size));
        assert_eq!(Image::of(&png(0, 10)), Err(ImageError::Size));
        let svg = b"<?xml version=\"1.0\"?><svg xmlns=\"http://www.w3.org/2000/svg\" onload=\"alert(1)\"/>";
        for other in [svg.as_slice(), b"", b"GIF89a\x01\0\x01\0", b"\x89PNG", b"%PDF-1.7", b"RIFF\0\0\0\0WAVEfmt "] {
            assert_eq!(Image::of(other), Err(ImageError::Kind));
        }
    }

    #[test]
    fn inv48_a_truncated_image_is_rejected() {
        let whole = png(640, 640);
        assert_eq!(Image::of(&whole), Ok(Image::Png));
        let cut: Vec<u8> = whole.iter().take(33).copied().collect();
        assert_eq!(Image::of(&cut), Err(ImageError::Kind));
    }

    fn segment((marker, data): (u8, &[u8])) -> Vec<u8> {
        let length = u16::try_from(data.len().saturating_add(2)).unwrap().to_be_bytes();
        [&[0xff, marker], length.as_slice(), data].concat()
    }

    /// A JPEG of these segments and a scan.
    fn jpeg(segments: &[(u8, &[u8])]) -> Vec<u8> {
        let segments: Vec<u8> = segments.iter().copied().flat_map(segment).collect();
        [b"\xff\xd8", segments.as_slice(), SCAN, b"\xff\xd9"].concat()
    }

    const SCAN: &[u8] = b"\xff\xda\0\x08\x01\x01\0\0\x3f\0picture\xff\0\xff\xd3more";
    const JFIF: (u8, &[u8]) = (0xe0, b"JFIF\0\x01\x02\0\0\x01\0\x01\0\0");
    const TABLES: (u8, &[u8]) = (0xdb, &[7; 65]);

    #[test]
    fn pub10_a_poster_keeps_only_what_decoders_need() {
        let icc = (0xe2, b"ICC_PROFILE\0\x01\x01".as_slice());
        let adobe = (0xee, b"Adobe\0\x64\0\0\0\0\x01".as_slice());
        let hidden = [
            (0xe1, b"Exif\0\0GPS".as_slice()),
            (0xe2, b"MPF\0"),
            (0xed, b"IPTC"),
            (0xee, b"other"),
            (0xfe, b"home"),
            (0xe0, b"JFXX\0\x10thumbnail"),
            (0xf0, b"unknown"),
        ];
        let sent = [&[JFIF], hidden.as_slice(), &[icc, adobe, TABLES]].concat();
        assert_eq!(without_metadata(&jpeg(&sent)), Some(jpeg(&[JFIF, icc, adobe, TABLES])));
        let whole = jpeg(&sent);
        let cut = whole.iter().take(40).copied().collect::<Vec<_>>();
        assert_eq!(without_metadata(&cut), None);
        assert_eq!(without_metadata(&[]), None);
        let mut long = adobe.1.to_vec();
        long.extend(b"more");
        assert_eq!(without_metadata(&jpeg(&[(0xee, &long)])), Some(jpeg(&[adobe])));
        let thumbnail = b"JFIF\0\x01\x02\0\0\x01\0\x01\x01\x01rgb".as_slice();
        assert_eq!(without_metadata(&jpeg(&[(0xe0, thumbnail)])), Some(jpeg(&[JFIF])));
    }

    #[test]
    fn pub10_a_poster_carries_nothing_between_its_scans_or_after_its_end() {
        let head: &[u8] = &[b"\xff\xd8", segment(TABLES).as_slice()].concat();
        let tail = segment(TABLES);
        let expected = [head, SCAN, &tail, SCAN, b"\xff\xd9"].concat();
        for hidden in [JFIF, (0xe1, b"Exif".as_slice()), (0xe2, b"ICC_PROFILE\0"), (0xfe, b"home")] {
            let between = segment(hidden);
            let sent = [head, SCAN, b"\xff", &between, &tail, SCAN, &between, b"\xff\xd9", b"behind", &expected];
            assert_eq!(without_metadata(&sent.concat()), Some(expected.clone()), "{hidden:?}");
        }
        assert_eq!(without_metadata(&[head, SCAN].concat()), None, "without an end");
        assert_eq!(without_metadata(&[head, b"loose", SCAN, b"\xff\xd9"].concat()), None);
        assert_eq!(without_metadata(&[head, b"\xff\xd9"].concat()), None, "without a picture");
    }

    #[test]
    fn inv48_damaged_images_cause_no_panic() {
        let jpeg: Vec<u8> = [0xff, 0xd8, 0xff, 0xe0, 0, 16]
            .into_iter()
            .chain(b"JFIF\0\x01\x01\0\0\x01\0\x01\0\0".iter().copied())
            .collect();
        let webp = b"RIFF\x24\0\0\0WEBPVP8 \x18\0\0\0\x30\x01\0\x9d\x01\x2a\x10\0\x10\0".to_vec();
        for sample in [png(4, 4), jpeg, webp] {
            for length in 0..=sample.len() {
                let cut: Vec<u8> = sample.iter().take(length).copied().collect();
                let _ = (Image::of(&cut), without_metadata(&cut));
                for change in [0x00, 0x7f, 0xff] {
                    let mut changed = sample.clone();
                    if let Some(byte) = changed.get_mut(length) {
                        *byte = change;
                    }
                    let _ = (Image::of(&changed), without_metadata(&changed));
                }
            }
        }
    }
}
