//! The head of a file: everything before the first cluster.

use super::element::{Element, NUMBER_READ, number};
use super::ids;
use super::track::Track;
use crate::reader::{Container, Outcome, RejectReason, Source, TrackKind};

/// Maximum length of an EBML header.
const EBML_MAX: u64 = 512;
/// Default nanoseconds per unit of time (RFC 9559, 5.1.2.9).
const SCALE: u64 = 1_000_000;

/// The head of a segment.
#[derive(Clone, Copy, Debug)]
pub struct Head {
    /// Nanoseconds per unit of time.
    pub scale: u64,
    /// Duration in units; 0 if the recorder did not know it.
    duration: f64,
    pub video: Option<Track>,
    pub audio: Option<Track>,
    pub video_tracks: u32,
    pub audio_tracks: u32,
    /// Offset of the index, according to the head.
    pub cues_at: Option<u64>,
    pub first_cluster: u64,
}

/// Checks the EBML header and returns the container and its segment, which must be the last element.
pub async fn segment(source: &mut Source) -> Outcome<(Container, Element)> {
    let ebml = Element::at(source, 0, source.len()).await?.ok_or(RejectReason::Truncated)?;
    let end = ebml.end.filter(|end| *end <= EBML_MAX).ok_or(RejectReason::NotVideo)?;
    if end > source.len() {
        return Err(RejectReason::Truncated);
    }
    let mut at = ebml.body;
    let mut container = None;
    while let Some(child) = ebml.child(source, at).await? {
        if child.id == ids::DOC_TYPE {
            // Strings may be padded with zeros (RFC 8794, 13).
            let name = child.content(source, 32).await?;
            let is = |known: &[u8]| name.strip_prefix(known).is_some_and(|rest| rest.iter().all(|b| *b == 0));
            container = is(b"webm").then_some(Container::Webm).or(is(b"matroska").then_some(Container::Matroska));
        }
        at = child.next();
    }
    let container = container.ok_or(RejectReason::NotVideo)?;
    let segment = Element::at(source, end, source.len()).await?.ok_or(RejectReason::Truncated)?;
    match segment.end {
        _ if segment.id != ids::SEGMENT => Err(RejectReason::Malformed),
        Some(end) if end < source.len() && !source.is_padding(end).await? => Err(RejectReason::TrailingData),
        _ => Ok((container, segment)),
    }
}

impl Head {
    /// Reads the head up to the first cluster.
    pub async fn read(source: &mut Source, segment: Element) -> Outcome<Self> {
        let mut head = Self {
            scale: SCALE,
            duration: 0.0,
            video: None,
            audio: None,
            video_tracks: 0,
            audio_tracks: 0,
            cues_at: None,
            first_cluster: segment.body,
        };
        loop {
            let at = head.first_cluster;
            let child = Element::at(source, at, source.len()).await?.ok_or(RejectReason::Truncated)?;
            if child.id == ids::CLUSTER {
                return Ok(head);
            }
            let end = child.end.ok_or(RejectReason::Malformed)?;
            if end > source.len() {
                return Err(RejectReason::Truncated);
            }
            match child.id {
                ids::SEEK_HEAD => head.read_seek_head(source, child, segment.body).await?,
                ids::INFO => head.read_info(source, child).await?,
                ids::TRACKS => head.read_tracks(source, child).await?,
                ids::CUES => head.cues_at = Some(at),
                ids::VOID | ids::CRC | ids::CHAPTERS | ids::ATTACHMENTS | ids::TAGS => {}
                _ => return Err(RejectReason::Malformed),
            }
            head.first_cluster = end;
        }
    }

    /// Reads the positions, which count from the start of the segment's content (RFC 9559, 16).
    async fn read_seek_head(&mut self, source: &mut Source, seek_head: Element, origin: u64) -> Outcome<()> {
        let mut at = seek_head.body;
        while let Some(seek) = seek_head.child(source, at).await? {
            if seek.id == ids::SEEK {
                let (mut id, mut position, mut at) = (0, 0, seek.body);
                while let Some(child) = seek.child(source, at).await? {
                    match child.id {
                        ids::SEEK_ID => id = number(child.content(source, NUMBER_READ).await?)?,
                        ids::SEEK_POSITION => position = number(child.content(source, NUMBER_READ).await?)?,
                        _ => {}
                    }
                    at = child.next();
                }
                if id == u64::from(ids::CUES) {
                    self.cues_at = Some(origin.saturating_add(position));
                }
            }
            at = seek.next();
        }
        Ok(())
    }

    async fn read_info(&mut self, source: &mut Source, info: Element) -> Outcome<()> {
        let mut at = info.body;
        while let Some(child) = info.child(source, at).await? {
            match child.id {
                ids::TIMESTAMP_SCALE => {
                    self.scale = number(child.content(source, NUMBER_READ).await?)?;
                    if self.scale == 0 {
                        return Err(RejectReason::Malformed);
                    }
                }
                ids::DURATION => self.duration = float(child.content(source, 8).await?),
                _ => {}
            }
            at = child.next();
        }
        Ok(())
    }

    /// Keeps the first track of each kind.
    async fn read_tracks(&mut self, source: &mut Source, tracks: Element) -> Outcome<()> {
        let mut at = tracks.body;
        while let Some(child) = tracks.child(source, at).await? {
            if child.id == ids::TRACK_ENTRY {
                let track = Track::read(source, child).await?;
                let (slot, count) = match track.kind {
                    TrackKind::Video => (&mut self.video, &mut self.video_tracks),
                    TrackKind::Audio => (&mut self.audio, &mut self.audio_tracks),
                    TrackKind::Other => (&mut None, &mut 0),
                };
                *count = count.saturating_add(1);
                slot.get_or_insert(track);
            }
            at = child.next();
        }
        Ok(())
    }

    /// Returns the length from the header; 0 if absent.
    pub fn duration_ms(&self) -> u64 {
        // Exact up to 2^53 nanoseconds, 104 days; a cast saturates and turns NaN into 0.
        #[allow(clippy::cast_precision_loss)]
        let ms = self.duration * self.scale as f64 / 1_000_000.0;
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let ms = ms.round() as u64;
        ms
    }
}

/// Decodes a float of four or eight bytes (RFC 8794, 7.3).
fn float(bytes: &[u8]) -> f64 {
    match bytes.len() {
        4 => bytes.first_chunk().map(|four| f32::from_be_bytes(*four).into()),
        8 => bytes.first_chunk().map(|eight| f64::from_be_bytes(*eight)),
        _ => None,
    }
    .filter(|number| number.is_finite())
    .unwrap_or_default()
}
