//! `trak`: one track.

use super::edit_list::EditList;
use super::matrix::Matrix;
use super::mp4_box::{Mp4Box, duration, is_long, timescale};
use super::sample_entry::SampleEntry;
use crate::reader::bytes::{fourcc_at, u32_at, u64_at};
use crate::reader::{DisplaySize, Outcome, RejectReason, Source, TrackKind, display_size, frames_per_second};

/// The boxes that hold a track's sample tables.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tables {
    /// `stts`: sample durations (8.6.1.2).
    pub times: Option<Mp4Box>,
    /// `stsc`: samples per chunk (8.7.4).
    pub layout: Option<Mp4Box>,
    /// `stsz`: sample sizes in bytes (8.7.3.2).
    pub sizes: Option<Mp4Box>,
    /// `stco` or `co64`: chunk offsets (8.7.5).
    pub chunks: Option<Mp4Box>,
}

/// One track.
#[derive(Clone, Copy, Debug, Default)]
pub struct Track {
    pub id: u32,
    pub kind: TrackKind,
    /// Units per second of every duration below except `edited_duration`.
    pub timescale: u64,
    /// Total duration of the indexed samples.
    pub media_duration: u64,
    /// Duration from the track header, which respects the edit list, in the movie's units (8.3.2).
    pub edited_duration: u64,
    /// Rotates and flips the picture.
    matrix: Matrix,
    /// Selects and places samples on the movie's timeline.
    pub edits: EditList,
    /// Display size from `tkhd`, which implies a pixel aspect ratio if none is stored.
    shown: (u64, u64),
    pub sample_entry: SampleEntry,
    /// Number of samples in the index; 0 in a fragmented file.
    pub samples: u32,
    /// Offset of the first chunk.
    pub first_chunk: u64,
    /// Size of the first sample; `None` if it is not at the start of a table.
    pub first_sample: Option<u32>,
    /// Default duration of a sample in a fragment; `sample_size` is its default size.
    pub sample_duration: u32,
    pub sample_size: u32,
    /// The boxes with the tables of its samples.
    pub tables: Tables,
    /// Delay of the first sample's presentation after its decoding (8.6.1.3).
    pub first_offset: i64,
}

impl Track {
    pub async fn read(source: &mut Source, mp4_box: Mp4Box) -> Outcome<Self> {
        let mut track = Self::default();
        let mut at = mp4_box.body;
        while let Some(child) = mp4_box.child(source, at).await? {
            match &child.kind {
                b"tkhd" => track.read_header(child.content(source, 96).await?)?,
                b"edts" => {
                    if let Some(elst) = child.find(source, *b"elst").await? {
                        track.edits = EditList::read(elst.content(source, EditList::max_len()).await?)?;
                    }
                }
                b"mdia" => track.read_media(source, child).await?,
                _ => {}
            }
            at = child.end;
        }
        Ok(track)
    }

    /// Reads `tkhd` (8.3.2).
    fn read_header(&mut self, tkhd: &[u8]) -> Outcome<()> {
        let long = is_long(tkhd);
        self.id = u32_at(tkhd, if long { 20 } else { 12 })?;
        self.edited_duration = duration(tkhd, 20, 28)?;
        let matrix = if long { 52 } else { 40 };
        self.matrix = Matrix::at(tkhd, matrix)?;
        let width = u64::from(u32_at(tkhd, matrix.saturating_add(36))?);
        self.shown = (width, u64::from(u32_at(tkhd, matrix.saturating_add(40))?));
        Ok(())
    }

    /// Reads `mdia`: timescale, media type and, for video and audio, the samples.
    async fn read_media(&mut self, source: &mut Source, media: Mp4Box) -> Outcome<()> {
        let mut at = media.body;
        let mut minf = None;
        while let Some(child) = media.child(source, at).await? {
            match &child.kind {
                b"mdhd" => {
                    let mdhd = child.content(source, 36).await?;
                    self.timescale = timescale(mdhd)?;
                    self.media_duration = duration(mdhd, 16, 24)?;
                }
                b"hdlr" => {
                    self.kind = match &fourcc_at(child.content(source, 12).await?, 8)? {
                        b"vide" => TrackKind::Video,
                        b"soun" => TrackKind::Audio,
                        _ => TrackKind::Other,
                    };
                }
                b"minf" => minf = Some(child),
                _ => {}
            }
            at = child.end;
        }
        match minf {
            Some(minf) if self.kind != TrackKind::Other => {
                let stbl = minf.find(source, *b"stbl").await?.ok_or(RejectReason::Malformed)?;
                self.read_samples(source, stbl).await
            }
            _ => Ok(()),
        }
    }

    /// Reads `stbl`: format, number and location of the samples (8.5 to 8.7).
    async fn read_samples(&mut self, source: &mut Source, stbl: Mp4Box) -> Outcome<()> {
        let mut at = stbl.body;
        while let Some(child) = stbl.child(source, at).await? {
            match &child.kind {
                b"stsd" => self.sample_entry = SampleEntry::read(source, child, self.kind).await?,
                b"stsz" => {
                    self.tables.sizes = Some(child);
                    let table = child.content(source, 16).await?;
                    self.samples = u32_at(table, 8)?;
                    let all = u32_at(table, 4)?;
                    self.first_sample = Some(if all > 0 { all } else { u32_at(table, 12).unwrap_or_default() });
                }
                b"ctts" => {
                    let table = child.content(source, 16).await?;
                    if u32_at(table, 4)? > 0 {
                        self.first_offset = u32_at(table, 12)?.cast_signed().into();
                    }
                }
                b"stts" => self.tables.times = Some(child),
                b"stsc" => self.tables.layout = Some(child),
                b"stz2" => self.samples = u32_at(child.content(source, 12).await?, 8)?,
                b"stco" | b"co64" => {
                    self.tables.chunks = Some(child);
                    let table = child.content(source, 16).await?;
                    if u32_at(table, 4)? > 0 {
                        let wide = child.kind == *b"co64";
                        self.first_chunk = if wide { u64_at(table, 8)? } else { u32_at(table, 8)?.into() };
                    }
                }
                _ => {}
            }
            at = child.end;
        }
        Ok(())
    }

    /// Returns samples per second; `None` if index or timescale do not tell, or if no camera gives this rate.
    pub fn frame_rate(&self) -> Option<u32> {
        frames_per_second(self.samples.into(), self.media_duration, self.timescale)
    }

    /// Returns the clockwise rotation in degrees that a player applies. `movie`: the matrix applied after the track's.
    pub fn rotation(&self, movie: Matrix) -> u16 {
        self.matrix.then(movie).rotation()
    }

    /// Whether a player crops, skews or stretches the picture, which finishing cannot reproduce.
    pub fn is_player_only(&self, movie: Matrix) -> bool {
        let is_stretched = self.sample_entry.pixel.is_none() && {
            // Without `pasp` demuxers disagree on the pixel aspect ratio.
            let (width, height) = self.sample_entry.size;
            let (across, down) = (height.saturating_mul(self.shown.0), width.saturating_mul(self.shown.1));
            across > 0 && down > 0 && across.abs_diff(down) > across / 50
        };
        is_stretched || self.sample_entry.is_cropped || !self.matrix.then(movie).is_upright()
    }

    /// Returns the display size before rotation. Without `pasp` the pixel aspect ratio follows from a `tkhd` size with
    /// other proportions than the samples.
    pub fn display_size(&self) -> Outcome<DisplaySize> {
        let (width, height) = self.sample_entry.size;
        let pixel = self
            .sample_entry
            .pixel
            .unwrap_or((height.saturating_mul(self.shown.0), width.saturating_mul(self.shown.1)));
        let pixel = if pixel.0 == 0 || pixel.1 == 0 { (1, 1) } else { pixel };
        display_size(width, height, pixel)
    }
}
