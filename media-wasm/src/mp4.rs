//! MP4 and MOV: the ISO base media file format (ISO 14496-12) and its parent, QuickTime.

mod available_duration;
mod edit_list;
mod fragment;
mod layout;
mod matrix;
mod movie;
mod mp4_box;
mod sample_entry;
mod segment_index;
mod tail;
mod track;

use edit_list::Playback;
use layout::Layout;
pub use layout::is_name;
use movie::Movie;
pub use mp4_box::Mp4Box;
pub use sample_entry::is_aac;
pub use tail::FRAGMENT;
use track::Track;

use crate::first_frame::{self, FirstFrame};
use crate::reader::bytes::fourcc_at;
use crate::reader::{Container, DisplaySize, Media, Outcome, RejectReason, Runs, Source, ms};

/// Maximum size of `ftyp`: a brand list is short, and so small a size also keeps `<htm` and the like out of the file's first four bytes.
const FTYP_MAX: u64 = 512;
/// Tolerance for announced lengths: programs round them, and count audio that runs slightly longer.
const ROUNDING_MS: u64 = 500;
/// Fragments after which the walk from the start stops and the tail is searched.
pub const MAX_FRAGMENTS_FROM_START: u32 = 6;

/// Whether a file begins as MP4 or MOV: with `ftyp`, or as `QuickTime` wrote it before there were brands.
pub fn is_signature(head: &[u8]) -> bool {
    match head.get(4..8) {
        Some(b"ftyp") => true,
        Some(b"moov" | b"mdat" | b"wide") => {
            // Text here may be a page of HTML.
            let is_text = |bytes: Option<&[u8]>| {
                bytes.is_none_or(|bytes| bytes.iter().all(|byte| matches!(byte, b'\t'..=b'\r' | b' '..=b'~')))
            };
            !is_text(head.get(..4)) && !is_text(head.get(8..16))
        }
        _ => false,
    }
}

/// Parses a file that begins so.
pub async fn read(source: &mut Source) -> Outcome<Media> {
    let first = Mp4Box::at(source, 0).await?.ok_or(RejectReason::Truncated)?;
    let (brand, start) = if first.kind == *b"ftyp" {
        if !(16..=FTYP_MAX).contains(&first.end) {
            return Err(RejectReason::NotVideo);
        }
        (fourcc_at(source.read(first.body, 4).await?, 0)?, first.end)
    } else {
        (*b"qt  ", 0)
    };

    let mut layout = Layout::default();
    let at = layout.walk(source, start, Some(MAX_FRAGMENTS_FROM_START)).await?;
    if at < source.len() {
        match tail::walk(source, &layout, at).await? {
            Some(finished) => layout = finished,
            None => {
                layout.walk(source, at, None).await?;
            }
        }
    }
    let mut movie = layout.movie.ok_or(RejectReason::Truncated)?;
    if let Some(video) = &mut movie.video
        && video.media_duration == 0
        && video.samples > 0
    {
        video.media_duration = available_duration::total_units(source, video).await?;
    }
    let mut media = describe(source.len(), brand, &layout, &movie)?;
    if let Some(video) = movie.video
        && video.samples > 0
    {
        let is_cut = media.truncated || available_duration::ends_with_zeros(source, &video).await?;
        if (is_cut || layout.is_open_ended)
            && let Some(present) = available_duration::available_ms(source, &video).await?
            && (is_cut || present.saturating_add(ROUNDING_MS) < ms(video.media_duration, video.timescale))
        {
            media.truncated = true;
            media.duration_ms = media.duration_ms.min(present.max(1));
        }
    }
    if let Some(video) = movie.video
        && let Some(frame) = first_frame(&layout, &video)
    {
        first_frame::check(source, media.video, frame, video.sample_entry.nal_length).await?;
    }
    Ok(media)
}

/// Returns the first frame's byte range; `None` if the fragments do not give its offset.
fn first_frame(layout: &Layout, video: &Track) -> Option<FirstFrame> {
    if video.samples > 0 {
        Some(FirstFrame { offset: video.first_chunk, len: video.first_sample.map(u64::from) })
    } else {
        layout.fragments.first_frame
    }
}

fn describe(len: u64, brand: [u8; 4], layout: &Layout, movie: &Movie) -> Outcome<Media> {
    let video = movie.video.ok_or(RejectReason::NoVideoTrack)?;
    let DisplaySize { width, height } = video.display_size()?;
    let rotation = video.rotation(movie.matrix);
    let (width, height) = if rotation % 180 == 90 { (height, width) } else { (width, height) };

    let indexed = video.samples > 0 && layout.holds(video.first_chunk, len);
    if !(indexed || layout.fragments.has_video && layout.first_mdat.is_some()) {
        return Err(if layout.fragments.lacks_samples { RejectReason::NoFrame } else { RejectReason::NoMedia });
    }
    let playback = |track: Option<Track>| track.map_or(Playback::Whole, |track| movie.playback(&track));
    let (pictures, sounds) = (playback(Some(video)), playback(movie.audio));
    if pictures == Playback::Nothing {
        return Err(RejectReason::NoFrame);
    }
    let (video_runs, audio_runs) = (runs_of(pictures), runs_of(sounds));
    let duration_ms = if video_runs.is_empty() && audio_runs.is_empty() {
        movie.header_ms().max(fragments_ms(layout, movie))
    } else {
        movie.cut_ms(&video_runs, &audio_runs)
    };
    if duration_ms == 0 {
        return Err(RejectReason::NoDuration);
    }
    Ok(Media {
        container: if brand == *b"qt  " { Container::Mov } else { Container::Mp4 },
        video: sample_entry::video_codec(video.sample_entry.kind).ok_or(RejectReason::NoFrame)?,
        audio: movie.audio.map(|track| track.sample_entry.audio_codec()),
        duration_ms,
        frame_rate: if movie.fragmented { layout.fragments.frame_rate(video.timescale) } else { video.frame_rate() },
        width,
        height,
        rotation,
        video_tracks: movie.video_tracks,
        audio_tracks: movie.audio_tracks,
        seekable: indexed || layout.indexed,
        fragmented: movie.fragmented,
        truncated: layout.truncated || movie.fragmented && lacks_fragments(layout, movie),
        present_bytes: None,
        video_runs,
        audio_runs,
        player_only: pictures == Playback::PlayerOnly
            || matches!(sounds, Playback::PlayerOnly | Playback::Nothing)
            || video.is_player_only(movie.matrix),
    })
}

const fn runs_of(playback: Playback) -> Runs {
    match playback {
        Playback::Cut(runs) => runs,
        Playback::Whole | Playback::PlayerOnly | Playback::Nothing => Runs::ALL,
    }
}

/// Whether the file is shorter than it announces, or has zeros in place of samples.
fn lacks_fragments(layout: &Layout, movie: &Movie) -> bool {
    let announced = movie.announced_ms().max(layout.announced.length());
    layout.fragments.lacks_samples || announced > fragments_ms(layout, movie).saturating_add(ROUNDING_MS)
}

/// Returns the time from the earliest start to the latest end of both tracks. If the index holds the first samples, the start is zero.
fn fragments_ms(layout: &Layout, movie: &Movie) -> u64 {
    let tracks = [(layout.fragments.video, movie.video), (layout.fragments.audio, movie.audio)];
    let spans = tracks.into_iter().filter_map(|(span, track)| {
        let timescale = track?.timescale;
        Some((ms(span.start?, timescale), ms(span.end, timescale)))
    });
    let indexed = movie.video.is_some_and(|video| video.samples > 0);
    let first = if indexed { 0 } else { u64::MAX };
    let (start, end) = spans.fold((first, 0), |(start, end), span| (span.0.min(start), span.1.max(end)));
    end.saturating_sub(start)
}
