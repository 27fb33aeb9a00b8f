//! Explains to support why videos that were started or sent were not accepted.

use crate::date::time_in_words;
use crate::limits::{MEBIBYTE, UPLOAD_MOVES_MS};
use crate::string_enum::string_enum;

string_enum! {
    /// Why an attempt did not become a submission. Rejections have the code of their error.
    AttemptReason {
        /// An upload was started, but no bytes arrived.
        Empty = "empty",
        /// The upload stopped part of the way.
        Cut = "cut",
        /// The whole video arrived, but its form did not.
        NotSubmitted = "not_submitted",
        /// The customer cancelled the upload.
        Cancelled = "cancelled",
        /// A field was missing or wrong.
        Invalid = "invalid",
        /// The client was not accepting videos.
        Inactive = "inactive",
        /// The client had no credits left.
        NoCredits = "no_credits",
        /// The video was too large.
        TooLarge = "too_large",
        /// It was too long.
        TooLong = "too_long",
        /// It was too short.
        TooShort = "too_short",
        /// The file was not an accepted type of video.
        NotVideo = "not_a_video",
        /// The client has this video already.
        DuplicateVideo = "duplicate_video",
        /// Too many submissions in a short time.
        TooManySubmissions = "too_many_submissions",
        /// Too many uploads in progress.
        TooManyUploads = "too_many_uploads",
        /// Too many demo mails were requested.
        TooManyMails = "too_many_mails",
        /// A proof of work was required.
        ChallengeRequired = "challenge_required",
        /// The proof could not be verified.
        ChallengeUnavailable = "challenge_away",
        /// The form arrived before the whole video.
        UploadIncomplete = "upload_incomplete",
        /// The video belongs to another submission.
        UploadTaken = "upload_taken",
        /// The upload no longer existed.
        UploadGone = "not_found",
        /// The connection was lost while the form was sent.
        BodyLost = "body_lost",
        /// Internal error.
        Ours = "internal",
    }
}

/// Received part of a video.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReceivedBytes {
    /// Stored bytes.
    pub stored: u64,
    /// Total bytes declared.
    pub declared: u64,
}

impl ReceivedBytes {
    /// Formats it: `3.1 of 12.4 MB`, or `nothing of 0.5 MB`.
    #[must_use]
    pub fn in_words(self) -> String {
        if self.stored == 0 {
            return format!("nothing of {} MB", megabytes(self.declared));
        }
        format!("{} of {} MB", megabytes(self.stored), megabytes(self.declared))
    }
}

/// Formats a size in MB with one decimal; anything above 0 is at least 0.1.
#[must_use]
pub fn megabytes(bytes: u64) -> String {
    let tenths = bytes.saturating_mul(10).div_ceil(MEBIBYTE);
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// Lists form fields in words: `the name and the email address`. `names` are wire names separated
/// by commas; empty for attempts from before they were stored.
fn fields_in_words(names: &str) -> String {
    let words: Vec<&str> = names.split(',').map(field_in_words).collect();
    match words.as_slice() {
        [.., last] if words.len() > 1 => {
            let before = words.get(..words.len().saturating_sub(1)).unwrap_or_default();
            format!("{} and {last}", before.join(", "))
        }
        [one] => (*one).to_owned(),
        _ => String::new(),
    }
}

/// Describes invalid fields: `the name and the email address were missing or wrong`.
fn faults_in_words(names: &str) -> String {
    let verb = if names.contains(',') { "were" } else { "was" };
    format!("{} {verb} missing or wrong", fields_in_words(names))
}

fn field_in_words(name: &str) -> &str {
    match name {
        "" => "a field",
        "customerName" | "name" => "the name",
        "customerEmail" | "email" => "the email address",
        "consentData" | "privacyConsent" => "the consent to store and process data",
        "consentMarketing" | "marketingConsent" => "the marketing consent",
        "consentVersion" => "the version of the consent text",
        "clientId" => "the business",
        "uploadId" | "video" => "the video",
        other => other,
    }
}

impl AttemptReason {
    /// Returns the title of a rejected or unfinished attempt. `fields` are the invalid fields,
    /// separated by commas.
    #[must_use]
    pub fn label(self, fields: &str) -> String {
        let label = match self {
            Self::Invalid => return format!("Refused: {}", faults_in_words(fields)),
            Self::Empty => "Upload started, nothing received",
            Self::Cut => "Upload cut off",
            Self::NotSubmitted => "Uploaded, but never submitted",
            Self::Cancelled => "Cancelled by the customer",
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
            Self::ChallengeUnavailable => "The check for automated traffic was unavailable",
            Self::UploadIncomplete => "Submitted before the whole video was received",
            Self::UploadTaken => "The video belonged to another submission",
            Self::UploadGone => "The upload was no longer there",
            Self::BodyLost => "Connection lost",
            Self::Ours => "Failed on our side",
        };
        label.to_owned()
    }

    /// Explains why the video did not arrive and what customer or business can do.
    #[must_use]
    pub fn answer(self, arrived: Option<ReceivedBytes>, fields: &str) -> String {
        match (self, arrived) {
            (Self::Empty, _) => "It never arrived: the upload started, but we received none of the video. The customer closed the page or lost the connection at once. The customer needs to send it again.".to_owned(),
            (Self::Cut, Some(arrived)) => format!(
                "It never arrived: the upload stopped after {} and never resumed. The customer closed the page or lost the connection and needs to send it again.",
                arrived.in_words()
            ),
            (Self::Cut, None) => "It never arrived: the connection was lost while the video was being sent. The customer needs to send it again.".to_owned(),
            (Self::NotSubmitted, _) => "The whole video was uploaded, but the form was never sent: the customer closed the page first. The customer needs to send it again.".to_owned(),
            (Self::Cancelled, _) => "The customer cancelled the upload.".to_owned(),
            (Self::Invalid, _) => {
                format!("We refused it: {}. The customer saw the reason and needs to send it again.", faults_in_words(fields))
            }
            (Self::Inactive, _) => "We refused it: the business’s account was not active at the time. Once it is active, the customer can send it again.".to_owned(),
            (Self::NoCredits, _) => "We refused it: the business had no credits left. Once it has credits again, the customer can send it again.".to_owned(),
            (Self::TooLarge | Self::TooLong | Self::TooShort | Self::NotVideo, _) => "We refused the video itself. The customer saw the reason and needs to send another one.".to_owned(),
            (Self::DuplicateVideo, _) => "This video had already arrived and was sent again. Nothing is missing.".to_owned(),
            (Self::TooManySubmissions | Self::TooManyUploads | Self::TooManyMails, _) => "We refused it: too many had arrived in a short time. We asked the customer to send it again later.".to_owned(),
            (Self::ChallengeRequired, _) => "Many videos had arrived in a short time, so the page had to pass an automatic check first and did not finish it. The customer needs to reload the page and send it again.".to_owned(),
            (Self::ChallengeUnavailable, _) => "The check for automated traffic was unavailable. The customer can send it again now.".to_owned(),
            (Self::UploadIncomplete | Self::UploadGone, _) => "We received the form, but no longer had all of its video. The customer needs to send it again.".to_owned(),
            (Self::UploadTaken, _) => "The form was for a video that already belongs to another submission.".to_owned(),
            (Self::BodyLost, _) => "It never arrived: the connection was lost before we had received everything. The customer needs to send it again.".to_owned(),
            (Self::Ours, _) => "It failed on our side. The customer needs to send it again; the log has the cause.".to_owned(),
        }
    }
}

/// Returns the title of an open upload, in progress or stalled. `moved_at` is when its last bytes arrived.
#[must_use]
pub fn open_upload_title(arrived: ReceivedBytes, moved_at: i64, now: i64) -> String {
    if arrived.stored >= arrived.declared {
        "Uploaded, but not submitted yet".to_owned()
    } else if now.saturating_sub(moved_at) < UPLOAD_MOVES_MS {
        "A video on its way".to_owned()
    } else if arrived.stored == 0 {
        AttemptReason::Empty.label("")
    } else {
        format!("Upload stopped at {}", arrived.in_words())
    }
}

/// Describes the progress of an open upload.
#[must_use]
pub fn open_upload_answer(arrived: ReceivedBytes, expires_at: i64) -> String {
    let until = time_in_words(expires_at);
    if arrived.stored >= arrived.declared {
        return format!(
            "The whole video has been uploaded, but the form has not been sent yet. The customer’s page can still send it until {until}."
        );
    }
    format!("It has not arrived yet: {} received. The customer’s page can resume it until {until}.", arrived.in_words())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reason_has_a_label_and_an_answer_in_sentences() {
        for reason in AttemptReason::ALL {
            assert!(!reason.label("").is_empty() && !reason.label("").contains('_'));
            let answer = reason.answer(Some(ReceivedBytes { stored: MEBIBYTE, declared: 3 * MEBIBYTE }), "");
            assert!(answer.ends_with('.') && !answer.contains('_'), "{answer}");
        }
        assert!(
            AttemptReason::Cut
                .answer(Some(ReceivedBytes { stored: 1, declared: 2 * MEBIBYTE }), "")
                .contains("0.1 of 2.0 MB")
        );
    }

    #[test]
    fn a_refusal_lists_its_fields() {
        for (fields, words) in [
            ("", "a field was"),
            ("consentData", "the consent to store and process data was"),
            ("customerName,customerEmail", "the name and the email address were"),
            ("a,customerName,video", "a, the name and the video were"),
        ] {
            assert_eq!(AttemptReason::Invalid.label(fields), format!("Refused: {words} missing or wrong"));
            let answer = AttemptReason::Invalid.answer(None, fields);
            assert!(answer.starts_with(&format!("We refused it: {words} missing or wrong. ")), "{answer}");
        }
    }

    #[test]
    fn an_open_upload_without_progress_is_reported_as_stopped() {
        let title = |stored, moved_at| {
            open_upload_title(ReceivedBytes { stored, declared: 3 * MEBIBYTE }, moved_at, UPLOAD_MOVES_MS)
        };
        assert_eq!(title(MEBIBYTE, 1), "A video on its way");
        assert_eq!(title(MEBIBYTE, 0), "Upload stopped at 1.0 of 3.0 MB");
        assert_eq!(title(0, 0), "Upload started, nothing received");
        assert_eq!(title(3 * MEBIBYTE, 0), "Uploaded, but not submitted yet");
    }
}
