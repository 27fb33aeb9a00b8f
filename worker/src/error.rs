//! One precise list of what can go wrong, and its one mapping to status, code and sentence.

use std::collections::BTreeMap;

use domain::api::public::SubmitReply;
use domain::gate;
use domain::limits::MEBIBYTE;
use media_wasm::probe::Reason;
use worker::{Response, ResponseBuilder};

/// The result of everything that can fail.
pub type Result<T> = std::result::Result<T, Error>;

/// What can go wrong.
#[derive(Debug)]
pub enum Error {
    /// No such route, client, upload, submission or file; a foreign one answers the same.
    NotFound(&'static str),
    /// The route exists, the method does not.
    MethodNotAllowed,
    /// The request cannot be read.
    Malformed(&'static str),
    /// Single fields are at fault.
    Invalid(BTreeMap<String, String>),
    /// The client's status is not `active`.
    Inactive,
    /// The client has no credit left.
    NoCredits,
    /// The request does not say how long it is.
    NoLength,
    /// The request is longer than allowed.
    TooLarge,
    /// What was sent is no video we take.
    NotVideo(Reason),
    /// The declared media type is no video we take.
    MediaType,
    /// An upload's bytes are not all there yet.
    Incomplete,
    /// The upload belongs to another submission already.
    UploadTaken,
    /// The offset named is not where the upload stands.
    WrongOffset,
    /// Another request is writing to this upload.
    Busy,
    /// The upload has expired or was used.
    Gone,
    /// A tus version we do not speak.
    TusVersion,
    /// Too many open uploads.
    TooManyUploads,
    /// An upload came in more pieces than allowed.
    TooManyPieces,
    /// A signed link that does not open.
    Link(domain::signed_link::Refusal),
    /// No session, or not the role that is needed.
    Forbidden,
    /// A byte range outside the file; holds the file's size.
    Range(u64),
    /// More bytes than the upload declared.
    BeyondLength,
    /// A PATCH that is not what tus sends.
    PatchType,
    /// Our own fault. The text is for the log only.
    Internal(String),
    /// Our own fault while a submission was being accepted.
    Submission(String),
}

impl From<worker::Error> for Error {
    fn from(error: worker::Error) -> Self {
        Self::Internal(error.to_string())
    }
}

impl From<serde_json::Error> for Error {
    fn from(error: serde_json::Error) -> Self {
        Self::Internal(error.to_string())
    }
}

impl Error {
    /// A fault of our own, as the caller of `submit-testimonial` is told of it.
    #[must_use]
    pub fn of_submission(self) -> Self {
        match self {
            Self::Internal(cause) => Self::Submission(cause),
            other => other,
        }
    }

    /// The HTTP status, the stable code and the sentence for a person.
    #[must_use]
    pub fn outward(&self) -> (u16, &'static str, String) {
        let (status, code, text) = match self {
            Self::NotFound(what) => return (404, "not_found", format!("{what} not found.")),
            Self::MethodNotAllowed => (405, "method_not_allowed", "This address does not take that method."),
            Self::Malformed(why) => (400, "malformed", *why),
            Self::Invalid(_) => (400, "invalid", "Please check your input and try again."),
            Self::Inactive => (403, "inactive", gate::INACTIVE),
            Self::NoCredits => (402, "no_credits", gate::NO_CREDITS),
            Self::NoLength => (411, "no_length", "Please send a Content-Length."),
            Self::TooLarge => {
                let most = domain::limits::MAX_VIDEO_BYTES / MEBIBYTE;
                return (413, "too_large", format!("Videos may have at most {most} MB."));
            }
            Self::NotVideo(reason) => (415, "not_a_video", reason.message()),
            Self::MediaType => (415, "media_type", "Please send an MP4, MOV or WebM video."),
            Self::Incomplete => (409, "upload_incomplete", "The video has not arrived completely yet."),
            Self::UploadTaken => (409, "upload_taken", "This video belongs to another submission already."),
            Self::WrongOffset => (409, "wrong_offset", "The upload stands at another offset."),
            Self::Busy => (423, "busy", "Another request is writing to this upload."),
            Self::Gone => (410, "gone", "This upload has expired. Please start again."),
            Self::TusVersion => (412, "tus_version", "This server speaks tus 1.0.0."),
            Self::TooManyUploads => {
                (429, "too_many_uploads", "Too many videos are on their way right now. Please try again later.")
            }
            Self::TooManyPieces => (400, "too_many_pieces", "Please send the video in larger pieces."),
            Self::Link(domain::signed_link::Refusal::Expired) => {
                (410, "link_expired", "This link has expired. Please sign in to see the video.")
            }
            Self::Link(domain::signed_link::Refusal::Forged) => (404, "not_found", "Link not found."),
            Self::Forbidden => (403, "forbidden", "You are not allowed to do this."),
            Self::Range(_) => (416, "range", "The file is shorter than that."),
            Self::BeyondLength => (413, "beyond_length", "The upload declared fewer bytes than this."),
            Self::PatchType => (415, "patch_type", "Please send application/offset+octet-stream."),
            Self::Submission(_) => (500, "submission_failed", "Submission failed"),
            Self::Internal(_) => (500, "internal", "Something went wrong on our side. Please try again."),
        };
        (status, code, text.to_owned())
    }

    /// The JSON answer `{success: false, error, code, fields?}`.
    #[must_use]
    pub fn response(&self) -> Response {
        let (status, code, text) = self.outward();
        let reply = SubmitReply {
            success: false,
            error: Some(text),
            code: Some(code.to_owned()),
            fields: match self {
                Self::Invalid(fields) => Some(fields.clone()),
                _ => None,
            },
        };
        let body = serde_json::to_vec(&reply).unwrap_or_default();
        let response = ResponseBuilder::new().with_status(status).fixed(body);
        let headers = response.headers();
        let _ = headers.set("content-type", "application/json");
        match self {
            Self::TooManyUploads => drop(headers.set("retry-after", "600")),
            Self::Busy => drop(headers.set("retry-after", "2")),
            Self::TusVersion => drop(headers.set("tus-version", "1.0.0")),
            Self::MethodNotAllowed => drop(headers.set("allow", "GET, HEAD")),
            Self::Range(size) => drop(headers.set("content-range", &format!("bytes */{size}"))),
            _ => {}
        }
        response
    }

    /// What the log line says beside the code: only for faults of our own.
    #[must_use]
    pub fn cause(&self) -> Option<String> {
        match self {
            Self::Internal(cause) | Self::Submission(cause) => Some(cause.clone()),
            Self::NotVideo(reason) => Some(format!("{reason:?}")),
            _ => None,
        }
    }
}
