//! `moov`: what the file says about itself.

use super::atom::Atom;
use super::track::{Kind, Track};
use crate::probe::bytes::{u32_at, u64_at};
use crate::probe::{Outcome, Reason, Source, ms};

/// One read brings a `moov` of this size whole.
const MOOV_READ: u64 = 64 * 1024;

/// What `moov` says.
#[derive(Clone, Copy, Debug, Default)]
pub struct Movie {
    /// Units per second of the durations in `tkhd`.
    timescale: u64,
    pub video: Option<Track>,
    pub audio: Option<Track>,
    pub video_tracks: u32,
    pub audio_tracks: u32,
    /// `mvex` announces fragments.
    pub fragmented: bool,
}

impl Movie {
    /// Reads a `moov` that lies whole within the file.
    pub async fn read(source: &mut Source, moov: Atom) -> Outcome<Self> {
        source.read(moov.body, moov.len().min(MOOV_READ)).await?;
        let mut movie = Self::default();
        let mut mvex = None;
        let mut at = moov.body;
        while let Some(child) = moov.child(source, at).await? {
            match &child.kind {
                b"mvhd" => movie.timescale = timescale(child.content(source, 32).await?)?,
                b"trak" => movie.add(Track::read(source, child).await?),
                b"mvex" => mvex = Some(child),
                _ => {}
            }
            at = child.end;
        }
        if movie.video.is_none() {
            return Err(Reason::NoVideoTrack);
        }
        if let Some(mvex) = mvex {
            movie.fragmented = true;
            movie.read_defaults(source, mvex).await?;
        }
        Ok(movie)
    }

    /// The first of each kind counts; a video track must have a size.
    fn add(&mut self, track: Track) {
        let (slot, count) = match track.kind {
            Kind::Video if track.shape().is_ok() => (&mut self.video, &mut self.video_tracks),
            Kind::Audio => (&mut self.audio, &mut self.audio_tracks),
            _ => return,
        };
        *count = count.saturating_add(1);
        slot.get_or_insert(track);
    }

    /// `trex`: how long a sample is unless its fragment says otherwise (8.8.3).
    async fn read_defaults(&mut self, source: &mut Source, mvex: Atom) -> Outcome<()> {
        let mut at = mvex.body;
        while let Some(child) = mvex.child(source, at).await? {
            if child.kind == *b"trex" {
                let trex = child.content(source, 24).await?;
                let (id, duration) = (u32_at(trex, 4)?, u32_at(trex, 12)?);
                for track in [&mut self.video, &mut self.audio].into_iter().flatten() {
                    if track.id == id {
                        track.sample_duration = duration;
                    }
                }
            }
            at = child.end;
        }
        Ok(())
    }

    /// The longer of both tracks by the headers; 0 where they do not say.
    pub fn header_ms(&self) -> u64 {
        let length = |track: Track| {
            let edited = ms(track.edited_duration, self.timescale);
            if edited > 0 { edited } else { ms(track.media_duration, track.timescale) }
        };
        [self.video, self.audio].into_iter().flatten().map(length).max().unwrap_or_default()
    }
}

/// The timescale of `mvhd` or `mdhd`: after two times of 4 bytes, or 8 in version 1.
pub fn timescale(header: &[u8]) -> Outcome<u64> {
    let at = if is_long(header) { 20 } else { 12 };
    u32_at(header, at).map(u64::from)
}

/// The number at `short`, or at `long` with twice the width in version 1; all ones mean unknown.
pub fn duration(header: &[u8], short: usize, long: usize) -> Outcome<u64> {
    if is_long(header) {
        u64_at(header, long).map(|d| if d == u64::MAX { 0 } else { d })
    } else {
        u32_at(header, short).map(|d| if d == u32::MAX { 0 } else { u64::from(d) })
    }
}

/// Version 1 of a header holds wide times.
pub fn is_long(header: &[u8]) -> bool {
    header.first() == Some(&1)
}
