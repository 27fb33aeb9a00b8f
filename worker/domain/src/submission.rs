//! What a form says of its video, and what a submission is after it was accepted.

use media_wasm::finish::{Unfinished, UnknownReason};

/// `awaiting_drive_upload`, then `processed` or `drive_upload_failed`.
pub const AWAITING: &str = "awaiting_drive_upload";
/// Delivered to the business's folder.
pub const PROCESSED: &str = "processed";
/// All attempts failed, or the fault is permanent; can be retried.
pub const FAILED: &str = "drive_upload_failed";

/// The media type that a stored container is served with.
#[must_use]
pub fn media_type(container: &str) -> &'static str {
    match container {
        "mp4" => "video/mp4",
        "mov" => "video/quicktime",
        _ => "video/webm",
    }
}

/// What a form says its sender's browser did with the video.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Claims {
    /// The video carries the client's watermark.
    pub watermarked: bool,
    /// Why it could not be finished.
    reason: Option<Unfinished>,
}

impl Claims {
    /// Their fields in a form, both optional.
    pub const FIELDS: [&str; 2] = ["watermarked", "unfinished"];

    /// Reads them; `field` looks one up.
    ///
    /// # Errors
    /// The first field whose value is none of its own, and what to do about it.
    pub fn read<'a>(field: impl Fn(&str) -> Option<&'a str>) -> Result<Self, (&'static str, &'static str)> {
        let [watermarked, unfinished] = Self::FIELDS;
        Ok(Self {
            watermarked: match field(watermarked) {
                Some("true") => true,
                None | Some("false") => false,
                Some(_) => return Err((watermarked, "Please send true or false.")),
            },
            reason: match field(unfinished) {
                None => None,
                Some(word) => {
                    Some(word.parse().map_err(|UnknownReason| (unfinished, "Please send one of the known reasons."))?)
                }
            },
        })
    }

    /// Why the stored video is unfinished. A file that is finished needs no reason, whatever was claimed, and one
    /// that came without a reason was never given to a finisher.
    #[must_use]
    pub fn unfinished(&self, finished: bool) -> Option<Unfinished> {
        (!finished).then_some(self.reason.unwrap_or(Unfinished::Skipped))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rec24_a_finished_file_has_no_reason_and_any_other_has_one() {
        let claims = |reason| Claims { watermarked: false, reason };
        assert_eq!(claims(Some(Unfinished::Stalled)).unfinished(true), None);
        assert_eq!(claims(Some(Unfinished::Stalled)).unfinished(false), Some(Unfinished::Stalled));
        assert_eq!(claims(None).unfinished(true), None);
        assert_eq!(claims(None).unfinished(false), Some(Unfinished::Skipped));
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
