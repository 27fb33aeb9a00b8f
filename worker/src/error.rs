//! All errors, and their mapping to status, code and sentence.

mod answer;
mod response;

use std::collections::BTreeMap;

use domain::affiliate::CodeFault;
use domain::commission::month::Month;
use domain::stripe::signature::SignatureFault;
use domain::user::Area;
use media_wasm::probe::RejectReason;

/// Result of every fallible function.
pub type Result<T> = std::result::Result<T, Error>;

/// Every error.
#[derive(Debug)]
pub enum Error {
    /// Unknown route, client, upload, submission or file. Another user's answers the same.
    NotFound(&'static str),
    /// The route exists, but not for this method.
    MethodNotAllowed,
    /// A call by plain HTTP.
    PlainHttp,
    Malformed(&'static str),
    Invalid(BTreeMap<String, String>),
    /// The client's status is not `active`.
    Inactive,
    NoCredits,
    /// The request has no length.
    LengthRequired,
    TooLarge,
    /// The video is longer than allowed.
    TooLong,
    /// The video is too short to say anything.
    TooShort,
    /// The client already has this video.
    DuplicateVideo,
    /// Too many submissions from an address or to a client; seconds to wait.
    TooManySubmissions(u32),
    /// A challenge is required, and the form has no idempotency key.
    ChallengeNeedsKey,
    /// This submission needs a solved challenge, because many have arrived. Holds the challenge.
    ChallengeRequired(String),
    /// Turnstile does not answer; holds the reason.
    ChallengeUnavailable(String),
    /// The body is no accepted video.
    NotVideo(RejectReason),
    /// The upload's bytes are incomplete.
    UploadIncomplete,
    /// The upload already belongs to another submission.
    UploadTaken,
    /// The offset is not the upload's.
    WrongOffset,
    /// Another request is writing to this upload.
    UploadLocked,
    /// The upload has expired or was used.
    UploadExpired,
    /// An unsupported tus version.
    TusVersion,
    TooManyUploads,
    /// An upload in more chunks than allowed.
    TooManyChunks,
    /// A signed link that is forged or expired.
    Link(domain::signed_url::Refusal),
    /// A confirmation link that is forged or expired.
    Confirmation(domain::signed_url::Refusal),
    /// The forward is under way or done, so it cannot be retried.
    ForwardInFlight,
    SignedOut,
    /// A live session without the required right.
    Forbidden,
    /// A change from a foreign page; holds our own origin.
    ForeignOrigin(String),
    /// No account with this address and password.
    WrongCredentials,
    /// The given current password is wrong.
    WrongCurrentPassword,
    /// The password is right; a code of the second factor is required.
    TotpRequired,
    /// The code of the second factor is wrong, at sign-in or in a session.
    TotpWrong {
        signing_in: bool,
    },
    /// The second factor must not be disabled.
    TotpMandatory,
    /// The account lacks the role of the area.
    NoRole(Area),
    /// Too many failed sign-ins; seconds to wait.
    TooManyAttempts(u32),
    /// Too many requested mails; seconds to wait.
    TooManyMails(u32),
    /// Too many applications from an address; seconds to wait.
    TooManyApplications(u32),
    /// A one-time link that is used, expired or unknown.
    LinkUsed,
    /// The signed-in user has no client.
    NoClient,
    /// A partner who left too long ago to be reinstated.
    PartnershipOver,
    /// These fields have changed since they were loaded; holds their current values.
    ChangedMeanwhile(BTreeMap<String, String>),
    /// A transaction aborted without effect, because its basis has changed.
    Stale,
    /// Both absolute credits and an adjustment.
    BothCredits,
    /// A mail in flight cannot be resent.
    EmailInFlight,
    PasswordExpired,
    /// A drive does not work; holds the details.
    DriveUnavailable(String),
    /// The connection to the drive that holds a video has ended.
    DriveEnded,
    /// A drive rejected a test file; holds the reason and the solution.
    DriveRefused(String),
    /// No key to seal drives' credentials is set.
    NoDriveKeys,
    /// The client has no subscription.
    NoSubscription,
    /// The plan is already paid by card.
    AlreadySubscribed,
    /// A plan bought with the client's address is unassigned.
    PurchaseUnanswered,
    /// A set-up request for a refunded purchase or an ended plan.
    PurchaseOver,
    /// A payment was assigned or is being refunded.
    PaymentDecided,
    /// Stripe is unavailable; holds the reason.
    PaymentsUnavailable(String),
    /// The client has no plan, as Sayso's own pages.
    NoPlan,
    /// A plan cancelled too long ago to be resumed.
    PlanEnded,
    /// No admin exists to mail.
    NoAdmin,
    /// The platform has no connected Google account.
    NoPlatformDrive,
    /// So many clients' folders use the platform's Google Drive.
    DriveInUse(u32),
    /// No client waits for this set-up request.
    NotUsable,
    /// The client's address already signs in to another client.
    AddressTaken,
    /// The applicant's address already signs in to another partner.
    PartnerTaken,
    /// The application was already decided.
    ApplicationDecided,
    /// The application has no promotion code.
    CodeNeeded,
    /// Nothing is pending for the partner, or a concurrent payout was faster.
    NothingPending,
    /// The month's payout day has not come.
    NotPayableYet(Month),
    /// The month is over, but its commissions were computed on an earlier day.
    MonthUncounted(Month),
    /// The pending amount, in pence, differs from the one the admin saw.
    AmountChanged(i64),
    /// No key for connected accounts is set.
    NoConnect,
    /// The partner has no account that transfers can reach.
    NoPayoutAccount,
    /// The partner to erase has not left, or earns until this time.
    StillPartner(Option<i64>),
    /// The partner to erase is owed a payout.
    MoneyDue,
    /// The last month of the partner to erase is not counted yet.
    LastMonthOpen,
    /// The payout has not failed, or is settled.
    PayoutSettled,
    /// The pending amount, in pence, is below the minimum payout.
    BelowMinimum(i64),
    /// The partners' area requires a session.
    NotAuthenticated,
    /// A promotion code that cannot be a partner's.
    Code(CodeFault),
    /// A body longer than any call needs.
    BodyTooLarge,
    /// An event without a valid signature of Stripe's.
    InvalidSignature(SignatureFault),
    /// An event's mode, live or test, differs from the key's.
    LivemodeMismatch,
    /// A logo or QR image above its limit.
    ImageTooLarge,
    /// A logo or QR image that is not accepted.
    Image(domain::image::Refusal),
    /// A byte range outside the file; holds the file's size.
    Range(u64),
    /// More bytes than the upload declared.
    BeyondLength,
    /// A PATCH without tus's media type.
    PatchType,
    /// The body is incomplete, usually because the connection broke: not our fault. The text is for the log.
    BodyLost(String),
    /// An internal error. The text is for the log only.
    Internal(String),
    /// The database or the file storage was unavailable, despite retries. The write may have succeeded.
    Unavailable(String),
    /// An internal error while accepting a submission.
    Submission(String),
}

macro_rules! from_faults_of_ours {
    ($($fault:ty),+) => { $(impl From<$fault> for Error {
        fn from(error: $fault) -> Self {
            Self::Internal(error.to_string())
        }
    })+ };
}
from_faults_of_ours!(worker::Error, askama::Error, serde_json::Error);

impl Error {
    /// Whether a retry may succeed.
    #[must_use]
    pub fn is_transient(&self) -> bool {
        matches!(self, Self::Unavailable(_))
    }

    /// Converts an internal error to that of `submit-testimonial`.
    #[must_use]
    pub fn of_submission(self) -> Self {
        match self {
            Self::Internal(cause) => Self::Submission(cause),
            other => other,
        }
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
    Error::Invalid(found)
}
