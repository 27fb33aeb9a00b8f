//! How an error is answered.

use domain::api::public::SubmitReply;
use domain::limits::UPLOAD_RETRY_SECONDS;
use domain::transient_fault::RETRY_SECONDS;
use worker::{Response, ResponseBuilder};

use super::Error;

impl Error {
    /// The JSON answer `{success: false, error, code, fields?}`.
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
        match self {
            Self::TooManyUploads => drop(headers.set("retry-after", &UPLOAD_RETRY_SECONDS.to_string())),
            Self::TooManyAttempts(seconds)
            | Self::TooManyMails(seconds)
            | Self::TooManyApplications(seconds)
            | Self::TooManySubmissions(seconds) => {
                drop(headers.set("retry-after", &seconds.to_string()));
            }
            Self::Unavailable(_) => drop(headers.set("retry-after", &RETRY_SECONDS.to_string())),
            Self::ChallengeAway(_) => drop(headers.set("retry-after", "60")),
            Self::UploadLocked => drop(headers.set("retry-after", "2")),
            Self::TusVersion => drop(headers.set("tus-version", "1.0.0")),
            Self::MethodNotAllowed => drop(headers.set("allow", "GET, HEAD")),
            Self::Range(size) => drop(headers.set("content-range", &format!("bytes */{size}"))),
            _ => {}
        }
        response
    }
}
