//! What a form says of its video, and what a submission is after it was accepted.

use crate::string_enum::string_enum;
use media_wasm::finish::{RawReason, UnknownRawReason};

string_enum! {
    /// The status of a submission.
    SubmissionStatus {
        /// Accepted; the delivery job is pending or running.
        AwaitingDriveUpload = "awaiting_drive_upload",
        /// Delivered to the client's folder.
        Processed = "processed",
        /// All attempts failed, or the failure is permanent; an admin can retry it.
        DriveUploadFailed = "drive_upload_failed",
        /// Nothing delivers it yet: it is on hold, or an imported row.
        Pending = "pending",
        /// Of imported rows: will not be delivered.
        Failed = "failed",
    }
}

string_enum! {
    /// Why a submission waits for its business to take it.
    HoldReason {
        /// Many came from its sender's household, or from everywhere.
        UnusualTraffic = "unusual-traffic",
        /// The business looks at everything first.
        Everything = "everything",
    }
}

string_enum! {
    /// What a client's list of submissions is filtered by.
    SubmissionFilter {
        /// On hold.
        Held = "held",
        /// Delivered.
        Processed = "processed",
        /// On its way.
        Pending = "pending",
        /// Not deliverable.
        Failed = "failed",
    }
}

string_enum! {
    /// How a client's list of submissions is sorted.
    SubmissionOrder {
        /// By the time they came, the newest first.
        Newest = "newest",
        /// The oldest first.
        Oldest = "oldest",
    }
}

impl SubmissionFilter {
    /// The statuses it selects.
    #[must_use]
    pub const fn statuses(self) -> &'static [SubmissionStatus] {
        match self {
            Self::Held => &[SubmissionStatus::Pending],
            Self::Processed => &[SubmissionStatus::Processed],
            Self::Pending => &[SubmissionStatus::Pending, SubmissionStatus::AwaitingDriveUpload],
            Self::Failed => &[SubmissionStatus::Failed, SubmissionStatus::DriveUploadFailed],
        }
    }
}

const UNWATERMARKED: &str = "It carries no watermark, because your customer's device did not add it. If you want it \
    there, add it before you share the video.";
const UNFINISHED: &str = "This is exactly what your customer's device recorded, so some players may not be able to play \
    it or to skip through it. If yours does not, open it in the free VLC player or convert it to MP4.";

/// Warnings about a video file for its business; empty when all is well.
#[must_use]
pub fn file_notes(is_unwatermarked: bool, is_unfinished: bool) -> Vec<&'static str> {
    let notes = [is_unwatermarked.then_some(UNWATERMARKED), is_unfinished.then_some(UNFINISHED)];
    notes.into_iter().flatten().collect()
}

/// A video's length as people write it, rounded down as players and the portal do: `0:07`.
#[must_use]
pub fn length(duration_ms: u64) -> String {
    let seconds = duration_ms / 1000;
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// A video's length in seconds as tables have it: `3.040`.
#[must_use]
pub fn seconds(duration_ms: u64) -> String {
    format!("{}.{:03}", duration_ms / 1000, duration_ms % 1000)
}

/// What a form says its sender's browser did with the video.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Claims {
    /// The video carries the client's watermark.
    pub watermarked: bool,
    /// Its sound could not be converted, and is missing.
    pub sound_left_out: bool,
    /// It was made of a file whose end is missing.
    pub end_missing: bool,
    /// Why it could not be finished.
    reason: Option<RawReason>,
}

impl Claims {
    /// Their fields in a form, all optional.
    pub const FIELDS: [&str; 4] = ["watermarked", "soundLeftOut", "endMissing", "unfinished"];

    /// Reads them; `field` looks one up.
    ///
    /// # Errors
    /// The first field whose value is none of its own, and what to do about it.
    pub fn read<'a>(field: impl Fn(&str) -> Option<&'a str>) -> Result<Self, (&'static str, &'static str)> {
        let [watermarked, sound_left_out, end_missing, unfinished] = Self::FIELDS;
        let flag = |name| match field(name) {
            Some("true") => Ok(true),
            None | Some("false") => Ok(false),
            Some(_) => Err((name, "Please send true or false.")),
        };
        Ok(Self {
            watermarked: flag(watermarked)?,
            sound_left_out: flag(sound_left_out)?,
            end_missing: flag(end_missing)?,
            reason: match field(unfinished) {
                None => None,
                Some(word) => Some(
                    word.parse().map_err(|UnknownRawReason| (unfinished, "Please send one of the known reasons."))?,
                ),
            },
        })
    }

    /// Whether the sender's browser says that it has done all that it was to do.
    #[must_use]
    pub const fn gives_no_reason(&self) -> bool {
        self.reason.is_none()
    }

    /// Why the stored video is unfinished. A file that is finished needs no reason, whatever was claimed, and one
    /// that came without a reason was never given to a finisher.
    #[must_use]
    pub fn unfinished(&self, finished: bool) -> Option<RawReason> {
        (!finished).then_some(self.reason.unwrap_or(RawReason::Skipped))
    }

    /// Why the stored video lacks a watermark, where it lacks one that is wanted. A browser that did without for a
    /// reason says it of a file that was finished before it came there, too.
    #[must_use]
    pub fn unwatermarked_reason(&self, finished: bool) -> Option<RawReason> {
        if finished { self.reason } else { self.unfinished(finished) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rec24_a_finished_file_has_no_reason_and_any_other_has_one() {
        let claims = |reason| Claims { watermarked: false, sound_left_out: false, end_missing: false, reason };
        assert_eq!(claims(Some(RawReason::Stalled)).unfinished(true), None);
        assert_eq!(claims(Some(RawReason::Stalled)).unfinished(false), Some(RawReason::Stalled));
        assert_eq!(claims(None).unfinished(true), None);
        assert_eq!(claims(None).unfinished(false), Some(RawReason::Skipped));
    }

    #[test]
    fn rec36_wmk12_a_whole_file_without_its_watermark_keeps_the_reason_that_was_given() {
        let reason = |reason, finished| {
            Claims { watermarked: false, sound_left_out: false, end_missing: false, reason }
                .unwatermarked_reason(finished)
        };
        assert_eq!(reason(Some(RawReason::Crashed), true), Some(RawReason::Crashed));
        assert_eq!(reason(None, true), None);
        assert_eq!(reason(Some(RawReason::Crashed), false), Some(RawReason::Crashed));
        assert_eq!(reason(None, false), Some(RawReason::Skipped));
    }

    #[test]
    fn wmk12_only_true_claims_a_watermark_and_an_unknown_word_is_no_claim() {
        let read = |word| Claims::read(|name| if name == "watermarked" { word } else { None });
        assert_eq!(read(Some("true")).map(|claims| claims.watermarked), Ok(true));
        for no in [None, Some("false")] {
            assert_eq!(read(no).map(|claims| claims.watermarked), Ok(false));
        }
        for odd in ["", "TRUE", "1", "perhaps"] {
            assert_eq!(read(Some(odd)).map_err(|(field, _)| field), Err("watermarked"));
        }
    }
}
