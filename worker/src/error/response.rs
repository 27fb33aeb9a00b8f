//! The HTTP response to an error.

use domain::api::public::SubmitReply;
use domain::limits::UPLOAD_RETRY_SECONDS;
use domain::transient_fault::RETRY_SECONDS;
use worker::{Response, ResponseBuilder};

use super::Error;

const CHALLENGE_RETRY_SECONDS: u32 = 60;
const LOCK_RETRY_SECONDS: u32 = 2;

impl Error {
    /// Returns the JSON response `{success: false, error, code, fields?}`.
    #[must_use]
    pub fn response(&self) -> Response {
        let (status, code, sentence) = self.api_parts();
        let reply = SubmitReply {
            success: false,
            error: Some(sentence),
            code: Some(code.to_owned()),
            fields: match self {
                Self::Invalid(fields) | Self::ChangedMeanwhile(fields) => Some(fields.clone()),
                _ => None,
            },
            challenge: match self {
                Self::ChallengeRequired(challenge) => Some(challenge.clone()),
                _ => None,
            },
        };
        let body = serde_json::to_vec(&reply).unwrap_or_default();
        let response = ResponseBuilder::new().with_status(status).fixed(body);
        let headers = response.headers();
        let _ = headers.set("content-type", "application/json");
        if let Some(seconds) = self.retry_after() {
            let _ = headers.set("retry-after", &seconds.to_string());
        }
        match self {
            Self::TusVersion => drop(headers.set("tus-version", "1.0.0")),
            Self::MethodNotAllowed => drop(headers.set("allow", "GET, HEAD")),
            Self::Range(size) => drop(headers.set("content-range", &format!("bytes */{size}"))),
            _ => {}
        }
        response
    }

    /// Returns the seconds after which a retry is worthwhile.
    #[must_use]
    pub const fn retry_after(&self) -> Option<u32> {
        match self {
            Self::TooManyUploads => Some(UPLOAD_RETRY_SECONDS),
            Self::TooManyAttempts(seconds)
            | Self::TooManyMails(seconds)
            | Self::TooManyApplications(seconds)
            | Self::TooManySubmissions(seconds) => Some(*seconds),
            Self::Unavailable(_) => Some(RETRY_SECONDS),
            Self::ChallengeUnavailable(_) => Some(CHALLENGE_RETRY_SECONDS),
            Self::UploadLocked => Some(LOCK_RETRY_SECONDS),
            _ => None,
        }
    }
}
