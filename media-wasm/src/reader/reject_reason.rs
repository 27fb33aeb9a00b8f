//! Why a file is rejected.

use serde::Serialize;

/// What reading gives, or why the file is rejected.
pub(crate) type Outcome<T> = Result<T, RejectReason>;

/// Why a file is rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, export_to = "media.ts"))]
pub enum RejectReason {
    /// No bytes.
    Empty,
    /// Neither an MP4, a MOV nor a WebM by its first bytes.
    NotVideo,
    /// Matroska that is not WebM, as it was made: browsers do not play it.
    Matroska,
    /// It ends before it says what is in it.
    Truncated,
    /// It breaks the rules of its container.
    Malformed,
    /// Something that is no video follows the video.
    TrailingData,
    /// It is also a ZIP archive or a PDF document.
    Polyglot,
    /// It has no video track, or one without a size.
    NoVideoTrack,
    /// It describes a video but holds no frame of it.
    NoMedia,
    /// What it calls its first frame is none of its codec.
    NoFrame,
    /// Its length can neither be read nor measured.
    NoDuration,
    /// It would take more reading than a real recording does.
    TooComplex,
    /// The caller did not supply the bytes.
    ReadFailed,
}

impl RejectReason {
    /// The text a person reads.
    #[must_use]
    pub const fn message(self) -> &'static str {
        match self {
            Self::Empty => "This file is empty. Please choose another video.",
            Self::NotVideo => "This file is not a video we can accept. Please choose an MP4, MOV or WebM video.",
            Self::Polyglot | Self::TrailingData => {
                "This file holds something else beside its video. Please record or choose another one."
            }
            Self::Matroska => "MKV videos are not supported. Please choose an MP4, MOV or WebM video.",
            Self::Truncated => "This video is incomplete. Please record or choose it again.",
            Self::Malformed | Self::NoMedia | Self::NoDuration | Self::TooComplex => {
                "This video is damaged. Please record or choose another one."
            }
            Self::NoFrame => "This video holds no picture that can be shown. Please record or choose another one.",
            Self::NoVideoTrack => "This file has no picture. Please choose a video.",
            Self::ReadFailed => "This video could not be read. Please try again.",
        }
    }
}
