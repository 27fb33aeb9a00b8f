//! Why a file is rejected.

use serde::Serialize;

/// The result of reading; the error is why the file is rejected.
pub(crate) type Outcome<T> = Result<T, RejectReason>;

/// Why a file is rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, export_to = "media.ts"))]
pub enum RejectReason {
    /// The file is empty.
    Empty,
    /// The first bytes are not those of MP4, MOV or WebM.
    NotVideo,
    /// An unfinished Matroska file that is not WebM: browsers do not play it.
    Matroska,
    /// The file ends before its headers do.
    Truncated,
    /// The file violates its container format.
    Malformed,
    /// Data that is not part of a video follows the video.
    TrailingData,
    /// The file is also a ZIP archive or a PDF document.
    Polyglot,
    /// The file has no video track, or one without a size.
    NoVideoTrack,
    /// The file describes a video but holds no frame of it.
    NoMedia,
    /// The first frame does not match its codec.
    NoFrame,
    /// The length is neither stored nor measurable.
    NoDuration,
    /// Parsing would need more reads than a real recording does.
    TooComplex,
    /// It has private data, such as a location, that cannot all be found and removed.
    PrivateData,
    /// The caller did not supply the bytes.
    ReadFailed,
}

impl RejectReason {
    /// The message shown to the user.
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
            Self::PrivateData => {
                "This video carries other data, such as a location, that we cannot remove. Please record or choose another one."
            }
            Self::NoFrame => "This video holds no picture that can be shown. Please record or choose another one.",
            Self::NoVideoTrack => "This file has no picture. Please choose a video.",
            Self::ReadFailed => "This video could not be read. Please try again.",
        }
    }
}
