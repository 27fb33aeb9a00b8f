//! Accepted formats of logos and QR codes. Detected from the bytes, never from a name or declared type.

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

/// Returns a JPEG without its metadata (EXIF, XMP, comments), which may tell where it was taken. Keeps what its colours
/// need. `None` if its segments cannot be read.
#[must_use]
pub fn without_metadata(jpeg: &[u8]) -> Option<Vec<u8>> {
    const SCAN: u8 = 0xda;
    let (start, mut rest) = jpeg.split_at_checked(2)?;
    let mut kept = start.to_vec();
    loop {
        let &[0xff, marker, high, low, ..] = rest else { return None };
        if marker == SCAN {
            kept.extend_from_slice(rest);
            return Some(kept);
        }
        let length = usize::from(u16::from_be_bytes([high, low])).checked_add(2)?;
        let (segment, after) = rest.split_at_checked(length)?;
        let is_kept = match marker {
            0xe2 => segment.get(4..).is_some_and(|data| data.starts_with(b"ICC_PROFILE\0")),
            // APP0 and APP14 name the colour space; COM is a comment.
            0xe1..=0xed | 0xef | 0xfe => false,
            _ => true,
        };
        if is_kept {
            kept.extend_from_slice(segment);
        }
        rest = after;
    }
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

    /// A JPEG of these segments.
    fn jpeg(segments: &[(u8, &[u8])]) -> Vec<u8> {
        let mut bytes = vec![0xff, 0xd8];
        for (marker, data) in segments {
            bytes.extend([0xff, *marker]);
            bytes.extend(u16::try_from(data.len().saturating_add(2)).unwrap().to_be_bytes());
            bytes.extend(*data);
        }
        bytes.extend(b"\xff\xda\0\x08\x01\x01\0\0\x3f\0picture\xff\xd9");
        bytes
    }

    #[test]
    fn pub10_a_poster_is_kept_without_its_metadata() {
        let (jfif, tables) = ((0xe0, b"JFIF\0".as_slice()), (0xdb, [7; 65].as_slice()));
        let icc = (0xe2, b"ICC_PROFILE\0\x01\x01".as_slice());
        let place = [(0xe1, b"Exif\0\0GPS".as_slice()), (0xe2, b"MPF\0".as_slice()), (0xed, b"IPTC"), (0xfe, b"home")];
        let sent = [&[jfif], place.as_slice(), &[icc, tables]].concat();
        assert_eq!(without_metadata(&jpeg(&sent)), Some(jpeg(&[jfif, icc, tables])));
        let whole = jpeg(&sent);
        let cut = whole.iter().take(40).copied().collect::<Vec<_>>();
        assert_eq!(without_metadata(&cut), None);
        assert_eq!(without_metadata(&[]), None);
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
                let _ = Image::of(&cut);
                for change in [0x00, 0x7f, 0xff] {
                    let mut changed = sample.clone();
                    if let Some(byte) = changed.get_mut(length) {
                        *byte = change;
                    }
                    let _ = Image::of(&changed);
                }
            }
        }
    }
}
