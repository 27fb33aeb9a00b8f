//! Errors: refusals, whose reason the caller learns, and faults of our own.

use std::collections::BTreeMap;

use domain::api::public::SubmitReply;
use domain::rate_limit::wait_in_words;
use domain::transient_fault::RETRY_SECONDS;
use worker::{Response, ResponseBuilder};

/// Result of every fallible function.
pub type Result<T> = std::result::Result<T, Error>;

/// Every error.
#[derive(Debug)]
pub enum Error {
    /// The request cannot be carried out. Each refusal is a constant or a function beside the code that raises it.
    Refusal(&'static Refusal, Option<Box<Details>>),
    /// A fault of our own. The text is for the log only.
    Internal(String),
    /// The database or the file storage was unavailable, despite retries. The write may have succeeded. The text is for
    /// the log only.
    Unavailable(String),
}

/// The constant parts of a refusal.
#[derive(Debug)]
pub struct Refusal {
    /// HTTP status.
    pub status: u16,
    /// Stable name, for programs.
    pub code: &'static str,
    /// A sentence for people, unless the [`Details`] have another one.
    pub text: &'static str,
    /// Seconds after which another try is worthwhile.
    pub retry_after: Option<u32>,
}

/// The parts of a refusal that vary.
#[derive(Debug, Default)]
pub struct Details {
    text: Option<String>,
    /// A message for each field, or its current value.
    fields: Option<BTreeMap<String, String>>,
    /// A challenge to solve before another try.
    challenge: Option<String>,
    /// The reason, for the log.
    cause: Option<String>,
    retry_after: Option<u32>,
    header: Option<(&'static str, String)>,
}

/// Makes an [`Error::Refusal`] of a status, a code, a sentence and seconds after which another try is worthwhile. The
/// last two are optional.
macro_rules! refusal {
    ($status:literal, $code:expr) => {
        refusal!($status, $code, "")
    };
    ($status:literal, $code:expr, $text:expr) => {
        refusal!(@$status, $code, $text, None)
    };
    ($status:literal, $code:expr, $text:expr, $seconds:expr) => {
        refusal!(@$status, $code, $text, Some($seconds))
    };
    (@$status:literal, $code:expr, $text:expr, $retry_after:expr) => {
        $crate::error::Error::Refusal(
            const { &$crate::error::Refusal { status: $status, code: $code, text: $text, retry_after: $retry_after } },
            None,
        )
    };
}

pub(crate) use refusal;

macro_rules! from_faults_of_ours {
    ($($fault:ty),+) => { $(impl From<$fault> for Error {
        fn from(error: $fault) -> Self {
            Self::Internal(error.to_string())
        }
    })+ };
}
from_faults_of_ours!(worker::Error, askama::Error, serde_json::Error);

/// The body is incomplete, usually because the connection broke: not our fault.
pub const BODY_LOST: Error = refusal!(408, "body_lost", "The connection was lost before everything had come.");

/// Refusals of every area.
impl Error {
    /// A live session without the required right.
    pub const FORBIDDEN: Self = refusal!(403, "forbidden", "You are not allowed to do this.");
    /// No live session.
    pub const SIGNED_OUT: Self = refusal!(401, "signed_out", "Please sign in.");
    /// A transaction aborted without effect, because its basis has changed.
    pub const STALE: Self =
        refusal!(409, "changed_meanwhile", "Somebody else has changed this in the meantime. Nothing was saved.");

    /// An unknown route, client, upload, submission or file. Another user's answers the same.
    #[must_use]
    pub fn not_found(name: &str) -> Self {
        refusal!(404, "not_found").with_text(format!("{name} not found."))
    }

    /// A request that no form of ours sends.
    #[must_use]
    pub fn malformed(text: &str) -> Self {
        refusal!(400, "malformed").with_text(text.to_owned())
    }

    /// Invalid fields, each with its message.
    #[must_use]
    pub fn invalid(fields: BTreeMap<String, String>) -> Self {
        refusal!(400, "invalid", "Please check your input and try again.").with_fields(fields)
    }

    /// [`Self::STALE`], with the fields that have changed and their current values.
    #[must_use]
    pub fn changed_meanwhile(current: BTreeMap<String, String>) -> Self {
        Self::STALE.with_fields(current)
    }

    /// [`BODY_LOST`], with the reason.
    #[must_use]
    pub fn body_lost(cause: String) -> Self {
        BODY_LOST.with_cause(cause)
    }

    /// Too many failed attempts; the seconds to wait.
    #[must_use]
    pub fn too_many_attempts(seconds: u32) -> Self {
        let text = format!("Too many failed attempts. Please try again in {}.", wait_in_words(seconds));
        refusal!(429, "too_many_attempts").with_text(text).with_retry_after(seconds)
    }

    /// Too many requested mails; the seconds to wait.
    #[must_use]
    pub fn too_many_mails(seconds: u32) -> Self {
        let text = format!("Too many emails have been requested. Please try again in {}.", wait_in_words(seconds));
        refusal!(429, "too_many_mails").with_text(text).with_retry_after(seconds)
    }

    /// Stripe is unavailable.
    #[must_use]
    pub fn payments_unavailable(cause: String) -> Self {
        refusal!(502, "payments_away", "The payment provider is not responding. Please try again in a few minutes.")
            .with_cause(cause)
    }
}

/// Details of a refusal.
impl Error {
    fn with(mut self, change: impl FnOnce(&mut Details)) -> Self {
        if let Self::Refusal(_, details) = &mut self {
            change(details.get_or_insert_default());
        }
        self
    }

    /// Replaces the sentence of a refusal.
    #[must_use]
    pub fn with_text(self, text: String) -> Self {
        self.with(|details| details.text = Some(text))
    }

    /// Adds fields to a refusal.
    #[must_use]
    pub fn with_fields(self, fields: BTreeMap<String, String>) -> Self {
        self.with(|details| details.fields = Some(fields))
    }

    /// Adds a challenge to a refusal.
    #[must_use]
    pub fn with_challenge(self, challenge: String) -> Self {
        self.with(|details| details.challenge = Some(challenge))
    }

    /// Adds a reason for the log to a refusal.
    #[must_use]
    pub fn with_cause(self, cause: String) -> Self {
        self.with(|details| details.cause = Some(cause))
    }

    /// Adds to a refusal the seconds after which another try is worthwhile.
    #[must_use]
    pub fn with_retry_after(self, seconds: u32) -> Self {
        self.with(|details| details.retry_after = Some(seconds))
    }

    /// Adds a response header to a refusal.
    #[must_use]
    pub fn with_header(self, name: &'static str, value: String) -> Self {
        self.with(|details| details.header = Some((name, value)))
    }

    fn details(&self) -> Option<&Details> {
        match self {
            Self::Refusal(_, details) => details.as_deref(),
            _ => None,
        }
    }
}

impl Error {
    /// Whether both have the same code, whatever their details.
    #[must_use]
    pub fn is(&self, other: &Self) -> bool {
        self.code() == other.code()
    }

    /// Whether a retry may succeed.
    #[must_use]
    pub fn is_transient(&self) -> bool {
        matches!(self, Self::Unavailable(_))
    }

    /// HTTP status.
    #[must_use]
    pub fn status(&self) -> u16 {
        match self {
            Self::Refusal(refusal, _) => refusal.status,
            Self::Internal(_) => 500,
            Self::Unavailable(_) => 503,
        }
    }

    /// Stable name, for programs.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Refusal(refusal, _) => refusal.code,
            Self::Internal(_) => "internal",
            Self::Unavailable(_) => "temporarily_unavailable",
        }
    }

    /// The sentence for people.
    #[must_use]
    pub fn text(&self) -> &str {
        match self {
            Self::Refusal(refusal, details) => {
                details.as_ref().and_then(|details| details.text.as_deref()).unwrap_or(refusal.text)
            }
            Self::Internal(_) => "Something went wrong on our side. Please try again.",
            Self::Unavailable(_) => "We cannot answer for a moment. Please try again in a few seconds.",
        }
    }

    /// A message for each invalid field, or the current value of each field that has changed.
    #[must_use]
    pub fn fields(&self) -> Option<&BTreeMap<String, String>> {
        self.details()?.fields.as_ref()
    }

    /// Renames the fields.
    #[must_use]
    pub fn rename_fields(self, rename: impl Fn(&str) -> String) -> Self {
        match self.fields() {
            Some(fields) => {
                let renamed = fields.iter().map(|(name, text)| (rename(name), text.clone())).collect();
                self.with_fields(renamed)
            }
            None => self,
        }
    }

    /// Seconds after which another try is worthwhile.
    #[must_use]
    pub fn retry_after(&self) -> Option<u32> {
        match self {
            Self::Refusal(refusal, details) => {
                details.as_ref().and_then(|details| details.retry_after).or(refusal.retry_after)
            }
            Self::Internal(_) => None,
            Self::Unavailable(_) => Some(RETRY_SECONDS),
        }
    }

    /// The cause for the log: of faults of our own, and of refusals whose cause is worth logging.
    #[must_use]
    pub fn cause(&self) -> Option<String> {
        match self {
            Self::Internal(cause) | Self::Unavailable(cause) => Some(cause.clone()),
            Self::Refusal(..) => self.details()?.cause.clone(),
        }
    }

    /// The cause, or the sentence for people if there is none.
    #[must_use]
    pub fn cause_or_text(&self) -> String {
        self.cause().unwrap_or_else(|| self.text().to_owned())
    }

    /// Returns the JSON response `{success: false, error, code, fields?, challenge?}`.
    #[must_use]
    pub fn response(&self) -> Response {
        let reply = SubmitReply {
            success: false,
            error: Some(self.text().to_owned()),
            code: Some(self.code().to_owned()),
            fields: self.fields().cloned(),
            challenge: self.details().and_then(|details| details.challenge.clone()),
            own_page: None,
        };
        let body = serde_json::to_vec(&reply).unwrap_or_default();
        let response = ResponseBuilder::new().with_status(self.status()).fixed(body);
        let headers = response.headers();
        let _ = headers.set("content-type", "application/json");
        if let Some(seconds) = self.retry_after() {
            let _ = headers.set("retry-after", &seconds.to_string());
        }
        if let Some((name, value)) = self.details().and_then(|details| details.header.as_ref()) {
            let _ = headers.set(name, value);
        }
        response
    }
}

/// Returns an error with a message for each invalid field.
#[must_use]
pub fn invalid<'a>(fields: impl IntoIterator<Item = (&'a str, &'a str)>) -> Error {
    let mut found = BTreeMap::new();
    for (name, message) in fields {
        // The first message of a field wins.
        found.entry(name.to_owned()).or_insert_with(|| message.to_owned());
    }
    Error::invalid(found)
}
