//! Submissions: their status, and the form's statements about the video.

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
        /// Not being delivered: on hold, or imported.
        Pending = "pending",
        /// Imported rows only: will not be delivered.
        Failed = "failed",
    }
}

string_enum! {
    /// Why a submission is on hold.
    HoldReason {
        /// Many came from the sender's network or from everywhere.
        UnusualTraffic = "unusual-traffic",
        /// The business reviews every submission.
        Everything = "everything",
    }
}

string_enum! {
    /// Filter of a client's submission list.
    SubmissionFilter {
        /// On hold.
        Held = "held",
        /// Delivered.
        Processed = "processed",
        /// Being delivered.
        Pending = "pending",
        /// Not deliverable.
        Failed = "failed",
        /// Public, while the plan lasts.
        Published = "published",
        /// Not public.
        Private = "private",
    }
}

string_enum! {
    /// Order of a client's submission list.
    SubmissionOrder {
        /// Newest first.
        Newest = "newest",
        /// Oldest first.
        Oldest = "oldest",
    }
}

impl SubmissionFilter {
    /// Returns the statuses it selects; empty for all.
    #[must_use]
    pub const fn statuses(self) -> &'static [SubmissionStatus] {
        match self {
            Self::Held => &[SubmissionStatus::Pending],
            Self::Processed => &[SubmissionStatus::Processed],
            Self::Pending => &[SubmissionStatus::Pending, SubmissionStatus::AwaitingDriveUpload],
            Self::Failed => &[SubmissionStatus::Failed, SubmissionStatus::DriveUploadFailed],
            Self::Published | Self::Private => &[],
        }
    }
}

const UNWATERMARKED: &str = "It carries no watermark, because your customer's device did not add it. If you want it \
    there, add it before you share the video.";
const UNFINISHED: &str = "This is exactly what your customer's device recorded, so some players may not be able to play \
    it or to skip through it. If yours does not, open it in the free VLC player or convert it to MP4.";

/// Returns warnings about a video file for its business; empty if there are none.
#[must_use]
pub fn file_notes(is_unwatermarked: bool, is_unfinished: bool) -> Vec<&'static str> {
    let notes = [is_unwatermarked.then_some(UNWATERMARKED), is_unfinished.then_some(UNFINISHED)];
    notes.into_iter().flatten().collect()
}

/// Formats a video's length, rounded down as in players and the portal: `0:07`.
#[must_use]
pub fn length(duration_ms: u64) -> String {
    let seconds = duration_ms / 1000;
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// Formats a video's length in seconds for tables: `3.040`.
#[must_use]
pub fn seconds(duration_ms: u64) -> String {
    format!("{}.{:03}", duration_ms / 1000, duration_ms % 1000)
}

/// Processing that the sender's browser reports in the form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Claims {
    /// Whether the video has the client's watermark.
    pub watermarked: bool,
    /// Whether its audio could not be converted and is missing.
    pub sound_left_out: bool,
    /// Whether it was made from a file whose end is missing.
    pub end_missing: bool,
    /// Why it could not be finished.
    reason: Option<RawReason>,
}

impl Claims {
    /// Form fields of the claims, all optional.
    pub const FIELDS: [&str; 4] = ["watermarked", "soundLeftOut", "endMissing", "unfinished"];

    /// Parses the claims; `field` looks up a form field.
    ///
    /// # Errors
    /// The first field with an unknown value, and what to do about it.
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

    /// Whether the sender's browser reports complete processing.
    #[must_use]
    pub const fn gives_no_reason(&self) -> bool {
        self.reason.is_none()
    }

    /// Returns why the stored video is unfinished. A finished file has no reason, whatever was
    /// claimed; an unfinished one without a claim was never given to a finisher.
    #[must_use]
    pub fn unfinished(&self, finished: bool) -> Option<RawReason> {
        (!finished).then_some(self.reason.unwrap_or(RawReason::Skipped))
    }

    /// Returns why the stored video lacks a requested watermark. A browser that skipped it for a
    /// reason also reports the reason for a file that was already finished.
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
    fn rec36_wmk12_a_complete_file_without_a_watermark_preserves_the_given_reason() {
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
    fn wmk12_only_true_claims_a_watermark_and_unknown_words_are_ignored() {
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
