//! Matroska (RFC 9559), which is EBML (RFC 8794), and WebM: Matroska with the document type `webm`.

mod blocks;
mod element;
mod head;
pub mod ids;
mod tail;
mod track;

pub use element::{Element, vint};

use blocks::Blocks;
use head::Head;

use crate::first_frame;
use crate::reader::{Media, Outcome, RejectReason, Runs, Source, VideoCodec, ms};

/// The first four bytes of every EBML file.
pub const SIGNATURE: [u8; 4] = ids::EBML.to_be_bytes();

/// Maximum elements from the first cluster on among which the first video frame must be.
const FIRST_BLOCKS: u32 = 256;
const NANOSECONDS: u64 = 1_000_000_000;

/// Parses a file that begins with [`SIGNATURE`].
pub async fn read(source: &mut Source) -> Outcome<Media> {
    let (container, segment) = head::segment(source).await?;
    let file_end = source.frames_end().await?;
    let head = Head::read(source, segment).await?;
    let video = head.video.ok_or(RejectReason::NoVideoTrack)?;
    // Browsers and cameras write only the codecs that [`VideoCodec`] names.
    if video.video_codec() == VideoCodec::Other {
        return Err(RejectReason::NoFrame);
    }

    let mut blocks = Blocks::new(&head);
    blocks.walk(source, head.first_cluster, Some(FIRST_BLOCKS)).await?;
    if !blocks.saw_video {
        return Err(RejectReason::NoMedia);
    }
    if let Some(frame) = blocks.first_frame {
        first_frame::check(source, video.video_codec(), frame, first_frame::NAL_LENGTH).await?;
    }
    // A complete file that stores its own size and length needs no walk of the tail.
    let declared_ms = head.duration_ms();
    let is_cut = segment.end.is_some_and(|end| end > file_end);
    if declared_ms == 0 || is_cut || segment.end.is_none() {
        match tail::walk(source, &blocks, head.first_cluster).await? {
            Some(last) => blocks = last,
            None if declared_ms == 0 => return Err(RejectReason::NoDuration),
            None if is_cut => blocks.walk(source, head.first_cluster, None).await?,
            None => {}
        }
    }
    let truncated = blocks.truncated || is_cut && !blocks.ends_void;
    let measured_ms = ms(blocks.nanoseconds(), NANOSECONDS);
    let duration_ms = match declared_ms {
        0 => measured_ms,
        _ if truncated => declared_ms.min(measured_ms),
        _ => declared_ms,
    };
    if duration_ms == 0 {
        return Err(RejectReason::NoDuration);
    }
    let shape = video.display_size()?;
    Ok(Media {
        container,
        video: video.video_codec(),
        audio: head.audio.map(|track| track.audio_codec()),
        duration_ms,
        frame_rate: blocks.frame_rate(),
        width: shape.width,
        height: shape.height,
        rotation: 0,
        video_tracks: head.video_tracks,
        audio_tracks: head.audio_tracks,
        seekable: blocks.cues || head.cues_at.is_some_and(|at| at < file_end),
        fragmented: declared_ms == 0,
        video_runs: Runs::ALL,
        audio_runs: Runs::ALL,
        player_only: false,
        truncated,
        present_bytes: None,
    })
}
