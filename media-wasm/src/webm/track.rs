//! `TrackEntry`: one track (RFC 9559, 5.1.4.1).

use super::element::{Element, NUMBER_READ, number};
use super::ids;
use crate::reader::{AudioCodec, DisplaySize, Outcome, Source, TrackKind, VideoCodec, display_size};

/// One track.
#[derive(Clone, Copy, Debug, Default)]
pub struct Track {
    /// The number by which blocks refer to the track.
    pub number: u64,
    pub kind: TrackKind,
    codec: [u8; 16],
    /// Duration of one frame in nanoseconds; 0 if unspecified.
    pub frame_ns: u64,
    /// Coded size in pixels.
    size: (u64, u64),
    /// Display size; its unit does not matter, only the proportion.
    shown: (u64, u64),
}

impl Track {
    pub async fn read(source: &mut Source, entry: Element) -> Outcome<Self> {
        let mut track = Self::default();
        let mut at = entry.body;
        while let Some(child) = entry.child(source, at).await? {
            match child.id {
                ids::TRACK_NUMBER => track.number = number(child.content(source, NUMBER_READ).await?)?,
                ids::TRACK_TYPE => {
                    track.kind = match number(child.content(source, NUMBER_READ).await?)? {
                        1 => TrackKind::Video,
                        2 => TrackKind::Audio,
                        _ => TrackKind::Other,
                    };
                }
                ids::CODEC_ID => {
                    let name = child.content(source, 16).await?;
                    track.codec.iter_mut().zip(name).for_each(|(to, from)| *to = *from);
                }
                ids::DEFAULT_DURATION => track.frame_ns = number(child.content(source, NUMBER_READ).await?)?,
                ids::VIDEO => track.read_video(source, child).await?,
                _ => {}
            }
            at = child.next();
        }
        Ok(track)
    }

    async fn read_video(&mut self, source: &mut Source, video: Element) -> Outcome<()> {
        let mut at = video.body;
        while let Some(child) = video.child(source, at).await? {
            let slot = match child.id {
                ids::PIXEL_WIDTH => Some(&mut self.size.0),
                ids::PIXEL_HEIGHT => Some(&mut self.size.1),
                ids::DISPLAY_WIDTH => Some(&mut self.shown.0),
                ids::DISPLAY_HEIGHT => Some(&mut self.shown.1),
                _ => None,
            };
            if let Some(slot) = slot {
                *slot = number(child.content(source, NUMBER_READ).await?)?;
            }
            at = child.next();
        }
        Ok(())
    }

    pub fn display_size(&self) -> Outcome<DisplaySize> {
        let (width, height) = self.size;
        let across = height.saturating_mul(self.shown.0);
        let down = width.saturating_mul(self.shown.1);
        let pixel = if across == 0 || down == 0 { (1, 1) } else { (across, down) };
        display_size(width, height, pixel)
    }

    pub fn video_codec(&self) -> VideoCodec {
        match self.codec() {
            b"V_VP8" => VideoCodec::Vp8,
            b"V_VP9" => VideoCodec::Vp9,
            b"V_AV1" => VideoCodec::Av1,
            // Chromium writes this for `video/webm;codecs=avc1`.
            b"V_MPEG4/ISO/AVC" => VideoCodec::Avc1,
            b"V_MPEGH/ISO/HEVC" => VideoCodec::Hvc1,
            _ => VideoCodec::Other,
        }
    }

    pub fn audio_codec(&self) -> AudioCodec {
        match self.codec() {
            b"A_OPUS" => AudioCodec::Opus,
            b"A_VORBIS" => AudioCodec::Vorbis,
            b"A_AC3" | b"A_EAC3" => AudioCodec::Ac3,
            b"A_MPEG/L3" => AudioCodec::Mp3,
            name if name.starts_with(b"A_AAC") => AudioCodec::Aac,
            name if name.starts_with(b"A_PCM") => AudioCodec::Pcm,
            _ => AudioCodec::Other,
        }
    }

    /// The codec name without its zero padding.
    fn codec(&self) -> &[u8] {
        let len = self.codec.iter().take_while(|byte| **byte != 0).count();
        self.codec.get(..len).unwrap_or_default()
    }
}
