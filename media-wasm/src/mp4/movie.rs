//! `moov`: the movie header and the tracks.

use super::edit_list::{Playback, Samples};
use super::matrix::Matrix;
use super::mp4_box::{Mp4Box, duration, is_long, timescale};
use super::track::Track;
use crate::reader::bytes::u32_at;
use crate::reader::{Outcome, RejectReason, Runs, Source, TrackKind, ms};

/// The contents of `moov`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Movie {
    /// Units per second of the durations in `tkhd`.
    timescale: u64,
    /// Applied after each track's matrix (8.2.2).
    pub matrix: Matrix,
    pub video: Option<Track>,
    pub audio: Option<Track>,
    pub video_tracks: u32,
    pub audio_tracks: u32,
    /// The file has `mvex`, which announces fragments.
    pub fragmented: bool,
    /// Total duration including all fragments, in the movie's units (`mehd`); 0 if absent.
    fragments_duration: u64,
}

impl Movie {
    /// Reads a `moov` that is completely within the file.
    pub async fn read(source: &mut Source, moov: Mp4Box) -> Outcome<Self> {
        moov.load(source).await?;
        let mut movie = Self::default();
        let mut mvex = None;
        let mut at = moov.body;
        while let Some(child) = moov.child(source, at).await? {
            match &child.kind {
                b"mvhd" => {
                    let mvhd = child.content(source, 84).await?;
                    movie.timescale = timescale(mvhd)?;
                    movie.matrix = Matrix::at(mvhd, if is_long(mvhd) { 48 } else { 36 })?;
                }
                b"trak" => movie.add(Track::read(source, child).await?),
                b"mvex" => mvex = Some(child),
                _ => {}
            }
            at = child.end;
        }
        if movie.video.is_none() {
            return Err(RejectReason::NoVideoTrack);
        }
        if let Some(mvex) = mvex {
            movie.fragmented = true;
            movie.read_defaults(source, mvex).await?;
        }
        Ok(movie)
    }

    /// Keeps the first track of each kind; a video track must have a size.
    #[allow(clippy::large_types_passed_by_value)] // it is kept
    fn add(&mut self, track: Track) {
        let (slot, count) = match track.kind {
            TrackKind::Video if track.display_size().is_ok() => (&mut self.video, &mut self.video_tracks),
            TrackKind::Audio => (&mut self.audio, &mut self.audio_tracks),
            _ => return,
        };
        *count = count.saturating_add(1);
        slot.get_or_insert(track);
    }

    /// Reads `mehd`, the duration of all fragments (8.8.2), and `trex`, the default sample duration and size in fragments (8.8.3).
    async fn read_defaults(&mut self, source: &mut Source, mvex: Mp4Box) -> Outcome<()> {
        let mut at = mvex.body;
        while let Some(child) = mvex.child(source, at).await? {
            if child.kind == *b"mehd" {
                let mehd = child.content(source, 12).await?;
                self.fragments_duration = duration(mehd, 4, 4)?;
            } else if child.kind == *b"trex" {
                let trex = child.content(source, 24).await?;
                let (id, sample_duration, sample_size) = (u32_at(trex, 4)?, u32_at(trex, 12)?, u32_at(trex, 16)?);
                for track in [&mut self.video, &mut self.audio].into_iter().flatten() {
                    if track.id == id {
                        track.sample_duration = sample_duration;
                        track.sample_size = sample_size;
                    }
                }
            }
            at = child.end;
        }
        Ok(())
    }

    /// Returns the duration of all fragments from `mehd`; 0 if absent.
    pub fn announced_ms(&self) -> u64 {
        ms(self.fragments_duration, self.timescale)
    }

    /// Returns the longer of both tracks by the headers; 0 if they do not say.
    pub fn header_ms(&self) -> u64 {
        let tracks = [self.video, self.audio].into_iter().flatten();
        tracks.map(|track| self.track_ms(&track)).max().unwrap_or_default()
    }

    /// Returns the longer of both tracks if edit lists leave something out.
    pub fn cut_ms(&self, video: &Runs, audio: &Runs) -> u64 {
        let length = |track: Option<Track>, runs: &Runs| {
            if runs.is_empty() { track.map(|track| self.track_ms(&track)).unwrap_or_default() } else { runs.end_ms() }
        };
        length(self.video, video).max(length(self.audio, audio))
    }

    fn track_ms(&self, track: &Track) -> u64 {
        let edited = ms(track.edited_duration, self.timescale);
        if edited > 0 { edited } else { ms(track.media_duration, track.timescale) }
    }

    /// Returns how a player plays a track.
    pub fn playback(&self, track: &Track) -> Playback {
        let samples = Samples {
            timescale: track.timescale,
            duration: track.media_duration,
            count: track.samples,
            first_offset: track.first_offset,
            is_sound: track.kind == TrackKind::Audio,
            fragmented: self.fragmented && track.samples == 0,
        };
        track.edits.playback(self.timescale, samples)
    }
}
