//! `stsd`: the sample format of a track.

use super::mp4_box::Mp4Box;
use crate::first_frame::NAL_LENGTH;
use crate::reader::bytes::{fourcc_at, u16_at, u32_at};
use crate::reader::{AudioCodec, Outcome, Source, TrackKind, VideoCodec};

/// Bytes of `stsd` to read: enough for the first entry without long codec data.
const STSD_READ: u64 = 2048;
/// Offset of the first entry, after version, flags and count (8.5.2).
const FIRST: usize = 8;
/// Bytes of an entry before its boxes (12.1.3, 12.2.3).
const VISUAL: usize = 86;
const AUDIO: usize = 36;

/// The first sample entry.
#[derive(Clone, Copy, Debug, Default)]
pub struct SampleEntry {
    pub kind: [u8; 4],
    /// Coded size in pixels.
    pub size: (u64, u64),
    /// `pasp`: the pixel aspect ratio, horizontal and vertical.
    pub pixel: Option<(u64, u64)>,
    /// `clap` shows only part of the coded picture (12.1.4).
    pub is_cropped: bool,
    /// Bytes of the length before each NAL unit of H.264 and H.265 (ISO 14496-15, 5.3.3 and 8.3.3).
    pub nal_length: u8,
    /// The codec of `mp4a`, by ISO 14496-1 table 5; 0 if unspecified.
    object_type: u8,
}

impl SampleEntry {
    pub async fn read(source: &mut Source, stsd: Mp4Box, kind: TrackKind) -> Outcome<Self> {
        let stsd = stsd.content(source, STSD_READ).await?;
        let entry = stsd.get(FIRST..).unwrap_or_default();
        let mut found = Self { kind: fourcc_at(entry, 4)?, ..Self::default() };
        if kind == TrackKind::Video {
            found.size = (u16_at(entry, 32)?.into(), u16_at(entry, 34)?.into());
            found.nal_length = nal_length(entry).unwrap_or(NAL_LENGTH);
            if let Some(pasp) = child(entry, VISUAL, *b"pasp") {
                found.pixel = Some((u32_at(pasp, 0)?.into(), u32_at(pasp, 4)?.into()));
            }
            if let Some(clap) = child(entry, VISUAL, *b"clap") {
                let side = |at: usize| -> Outcome<u64> {
                    Ok(u64::from(u32_at(clap, at)?)
                        .checked_div(u32_at(clap, at.saturating_add(4))?.into())
                        .unwrap_or(0))
                };
                found.is_cropped = (side(0)?, side(8)?) != found.size;
            }
        } else if let Some(esds) = child(entry, AUDIO, *b"esds") {
            found.object_type = object_type(esds).unwrap_or_default();
        }
        Ok(found)
    }

    pub fn audio_codec(&self) -> AudioCodec {
        match (&self.kind, self.object_type) {
            (b"mp4a", 0x69 | 0x6b) | (b".mp3", _) => AudioCodec::Mp3,
            (b"mp4a", 0xad) | (b"Opus", _) => AudioCodec::Opus,
            (b"mp4a", 0xdd) => AudioCodec::Vorbis,
            (b"mp4a", _) => AudioCodec::Aac,
            (b"alac", _) => AudioCodec::Alac,
            (b"ac-3" | b"ec-3", _) => AudioCodec::Ac3,
            (b"sowt" | b"twos" | b"lpcm" | b"ipcm" | b"fpcm" | b"in24" | b"raw ", _) => AudioCodec::Pcm,
            _ => AudioCodec::Other,
        }
    }
}

/// Whether a sample entry is of AAC, as MP4 describes it (ISO 14496-14, 5.6).
pub fn is_aac(entry: &[u8]) -> bool {
    let kind = entry.get(4..8).and_then(<[u8]>::first_chunk).copied().unwrap_or_default();
    let object_type = child(entry, AUDIO, *b"esds").and_then(object_type).unwrap_or_default();
    // MPEG-4, and the three profiles of MPEG-2.
    kind == *b"mp4a" && matches!(object_type, 0x40 | 0x66..=0x68)
}

/// Codecs that cameras and editing programs write besides those whose frames are checked: ProRes, Motion JPEG, H.263,
/// DV, MPEG-2, DNxHD and CineForm.
const OTHERS: [&[u8; 4]; 19] = [
    b"apch", b"apcn", b"apcs", b"apco", b"ap4h", b"ap4x", b"jpeg", b"mjpa", b"mjpb", b"s263", b"h263", b"dvc ",
    b"dvcp", b"dvpp", b"mp2v", b"m2v1", b"AVdn", b"AVdh", b"CFHD",
];

/// Returns the codec of a sample entry by its name; `None` for an unknown name.
pub fn video_codec(kind: [u8; 4]) -> Option<VideoCodec> {
    Some(match &kind {
        b"avc1" | b"avc2" | b"avc3" | b"avc4" | b"dvav" | b"dva1" => VideoCodec::Avc1,
        b"hvc1" | b"hev1" | b"dvh1" | b"dvhe" => VideoCodec::Hvc1,
        b"vp08" => VideoCodec::Vp8,
        b"vp09" => VideoCodec::Vp9,
        b"av01" => VideoCodec::Av1,
        b"mp4v" => VideoCodec::Mp4v,
        other if OTHERS.contains(&other) => VideoCodec::Other,
        _ => return None,
    })
}

/// Reads the NAL length size from `avcC` or `hvcC`.
fn nal_length(entry: &[u8]) -> Option<u8> {
    let avc = || child(entry, VISUAL, *b"avcC")?.get(4);
    let hevc = || child(entry, VISUAL, *b"hvcC")?.get(21);
    avc().or_else(hevc).map(|sizes| (sizes & 3).saturating_add(1))
}

/// Returns the content of a child box, if all of it was read.
fn child(entry: &[u8], mut at: usize, kind: [u8; 4]) -> Option<&[u8]> {
    loop {
        let rest = entry.get(at..)?;
        let size = usize::try_from(u32_at(rest, 0).ok()?).ok().filter(|size| *size >= 8)?;
        if fourcc_at(rest, 4).ok()? == kind {
            return rest.get(8..size);
        }
        at = at.checked_add(size)?;
    }
}

/// Reads the object type: the first byte of the `DecoderConfigDescriptor` within the `ES_Descriptor` (ISO 14496-1, 7.2.6).
fn object_type(esds: &[u8]) -> Option<u8> {
    let stream = descriptor(esds.get(4..)?, 3)?;
    let flags = *stream.get(2)?;
    let mut at: usize = 3;
    if flags & 0x80 != 0 {
        at = at.checked_add(2)?;
    }
    if flags & 0x40 != 0 {
        at = at.checked_add(1)?.checked_add(usize::from(*stream.get(at)?))?;
    }
    if flags & 0x20 != 0 {
        at = at.checked_add(2)?;
    }
    descriptor(stream.get(at..)?, 4)?.first().copied()
}

/// Returns the bytes after a descriptor's tag and its length, which takes one to four bytes.
fn descriptor(bytes: &[u8], tag: u8) -> Option<&[u8]> {
    let (first, rest) = bytes.split_first()?;
    let more = rest.iter().take(3).take_while(|byte| **byte & 0x80 != 0).count();
    (*first == tag).then(|| rest.get(more.checked_add(1)?..))?
}
