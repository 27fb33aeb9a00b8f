//! Videos that were begun or sent and not accepted, as support explains them.

use crate::date::time_in_words;
use crate::limits::MEBIBYTE;
use crate::string_enum::string_enum;

string_enum! {
    /// Why an attempt did not become a submission. Refusals have the code of their error.
    AttemptReason {
        /// An upload was begun, and none of the video came.
        Empty = "empty",
        /// The upload stopped part of the way.
        Cut = "cut",
        /// The whole video came, and its form did not.
        NotSubmitted = "not_submitted",
        /// The customer ended the upload.
        Cancelled = "cancelled",
        /// A field was missing or wrong.
        Invalid = "invalid",
        /// The client took no videos.
        Inactive = "inactive",
        /// The client had no credits left.
        NoCredits = "no_credits",
        /// The video was too large.
        TooLarge = "too_large",
        /// It was too long.
        TooLong = "too_long",
        /// It was too short.
        TooShort = "too_short",
        /// The file was no video that is taken.
        NotVideo = "not_a_video",
        /// The client has this video already.
        DuplicateVideo = "duplicate_video",
        /// Too many came in a short time.
        TooManySubmissions = "too_many_submissions",
        /// Too many were being uploaded at once.
        TooManyUploads = "too_many_uploads",
        /// Too many mails of the demo were asked for.
        TooManyMails = "too_many_mails",
        /// A proof was asked for.
        ChallengeRequired = "challenge_required",
        /// The proof could not be checked.
        ChallengeAway = "challenge_away",
        /// The form came before the video was there.
        UploadIncomplete = "upload_incomplete",
        /// The video belongs to another submission.
        UploadTaken = "upload_taken",
        /// The upload was no longer there.
        UploadGone = "not_found",
        /// The connection was lost while the form was sent.
        BodyLost = "body_lost",
        /// Our own fault.
        Ours = "internal",
    }
}

/// How much of a video came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Arrived {
    /// Bytes that are stored.
    pub stored: u64,
    /// Bytes of the whole video.
    pub declared: u64,
}

impl Arrived {
    /// `3.1 of 12.4 MB`.
    #[must_use]
    pub fn in_words(self) -> String {
        format!("{} of {} MB", megabytes(self.stored), megabytes(self.declared))
    }
}

/// A size in MB with one decimal, rounded up to 0.1 where there is anything.
#[must_use]
pub fn megabytes(bytes: u64) -> String {
    let tenths = bytes.saturating_mul(10).div_ceil(MEBIBYTE);
    format!("{}.{}", tenths / 10, tenths % 10)
}

impl AttemptReason {
    /// The name of a refused or unfinished attempt in a list.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Empty => "Upload begun, nothing came",
            Self::Cut => "Upload cut off",
            Self::NotSubmitted => "Uploaded, but never submitted",
            Self::Cancelled => "Cancelled by the customer",
            Self::Invalid => "Refused: a field was missing or wrong",
            Self::Inactive => "Refused: the account was not active",
            Self::NoCredits => "Refused: no credits left",
            Self::TooLarge => "Refused: too large",
            Self::TooLong => "Refused: too long",
            Self::TooShort => "Refused: too short",
            Self::NotVideo => "Refused: not a video we take",
            Self::DuplicateVideo => "Sent twice",
            Self::TooManySubmissions => "Refused: too many in a short time",
            Self::TooManyUploads => "Refused: too many uploads at once",
            Self::TooManyMails => "Refused: too many demo emails",
            Self::ChallengeRequired => "Stopped at the check for automated traffic",
            Self::ChallengeAway => "The check for automated traffic was unavailable",
            Self::UploadIncomplete => "Submitted before all of the video had come",
            Self::UploadTaken => "The video belonged to another submission",
            Self::UploadGone => "The upload was no longer there",
            Self::BodyLost => "Connection lost",
            Self::Ours => "Failed on our side",
        }
    }

    /// Explains why the video did not arrive, and what the customer or the business can do.
    #[must_use]
    pub fn answer(self, arrived: Option<Arrived>) -> String {
        match (self, arrived) {
            (Self::Empty, _) => "It never arrived: the upload was begun, but none of the video came. The page was closed or the connection lost at once. The customer needs to send it again.".to_owned(),
            (Self::Cut, Some(arrived)) => format!(
                "It never arrived: the upload stopped after {}, and nobody came back to it. The page was closed or the connection lost. The customer needs to send it again.",
                arrived.in_words()
            ),
            (Self::Cut, None) => "It never arrived: the connection was lost while the video was being sent. The customer needs to send it again.".to_owned(),
            (Self::NotSubmitted, _) => "The whole video was uploaded, but the form that goes with it was never sent: the page was closed first. The customer needs to send it again.".to_owned(),
            (Self::Cancelled, _) => "The customer cancelled it while it was being uploaded.".to_owned(),
            (Self::Invalid, _) => "It was refused because a field was missing or wrong. The customer saw the reason and needs to send it again.".to_owned(),
            (Self::Inactive, _) => "It was refused because the business’s account was not active then. Once the account is active, the customer can send it again.".to_owned(),
            (Self::NoCredits, _) => "It was refused because the business had no credits left then. Once it has credits again, the customer can send it again.".to_owned(),
            (Self::TooLarge | Self::TooLong | Self::TooShort | Self::NotVideo, _) => "It was refused because of the video itself. The customer saw the reason and needs to send another one.".to_owned(),
            (Self::DuplicateVideo, _) => "This video had already arrived; it was sent a second time. Nothing is missing.".to_owned(),
            (Self::TooManySubmissions | Self::TooManyUploads | Self::TooManyMails, _) => "It was refused because many had come in a short time. The customer was asked to send it again later.".to_owned(),
            (Self::ChallengeRequired, _) => "Many videos had come in a short time, so the page had to pass an automatic check first, and did not finish it. The customer needs to reload the page and send it again.".to_owned(),
            (Self::ChallengeAway, _) => "The check for automated traffic was unavailable. The customer can send it again now.".to_owned(),
            (Self::UploadIncomplete | Self::UploadGone, _) => "The form came, but its video was not all there any more. The customer needs to send it again.".to_owned(),
            (Self::UploadTaken, _) => "The form named a video that already belongs to another submission.".to_owned(),
            (Self::BodyLost, _) => "It never arrived: the connection was lost before everything had come. The customer needs to send it again.".to_owned(),
            (Self::Ours, _) => "It failed on our side. The customer needs to send it again; the log has the cause.".to_owned(),
        }
    }
}

/// Explains how far an upload is that is still open.
#[must_use]
pub fn open_upload_answer(arrived: Arrived, expires_at: i64) -> String {
    let until = time_in_words(expires_at);
    if arrived.stored >= arrived.declared {
        return format!(
            "The whole video has been uploaded, but the form that goes with it has not been sent yet. The customer’s page can still send it until {until}."
        );
    }
    format!(
        "It has not arrived yet: {} have come so far. The customer’s page can go on with it until {until}.",
        arrived.in_words()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reason_has_a_label_and_an_answer_of_whole_sentences() {
        for reason in AttemptReason::ALL {
            assert!(!reason.label().is_empty() && !reason.label().contains('_'));
            let answer = reason.answer(Some(Arrived { stored: MEBIBYTE, declared: 3 * MEBIBYTE }));
            assert!(answer.ends_with('.') && !answer.contains('_'), "{answer}");
        }
        assert!(
            AttemptReason::Cut.answer(Some(Arrived { stored: 1, declared: 2 * MEBIBYTE })).contains("0.1 of 2.0 MB")
        );
    }
}
