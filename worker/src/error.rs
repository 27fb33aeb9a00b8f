//! One precise list of what can go wrong, and its one mapping to status, code and sentence.

mod answer;
mod response;

use std::collections::BTreeMap;

use domain::affiliate::CodeFault;
use domain::commission::month::Month;
use domain::stripe::signature::SignatureFault;
use domain::user::Area;
use media_wasm::probe::RejectReason;

/// The result of everything that can fail.
pub type Result<T> = std::result::Result<T, Error>;

/// What can go wrong.
#[derive(Debug)]
pub enum Error {
    /// No such route, client, upload, submission or file; a foreign one answers the same.
    NotFound(&'static str),
    /// The route exists, the method does not.
    MethodNotAllowed,
    /// A call by plain HTTP.
    PlainHttp,
    Malformed(&'static str),
    Invalid(BTreeMap<String, String>),
    /// The client's status is not `active`.
    Inactive,
    NoCredits,
    /// The request does not say how long it is.
    LengthRequired,
    TooLarge,
    /// The video lasts longer than we take.
    TooLong,
    /// The video is too short to say anything.
    TooShort,
    /// The client has this very video already.
    DuplicateVideo,
    /// Too many submissions came from an address, or to a client; seconds to wait.
    TooManySubmissions(u32),
    /// A challenge is due, and the form came without a key.
    ChallengeNeedsKey,
    /// Many submissions come: this one needs a proof. Holds the challenge.
    ChallengeRequired(String),
    /// Whoever checks proofs does not answer; holds why.
    ChallengeUnavailable(String),
    /// What was sent is no video we take.
    NotVideo(RejectReason),
    /// An upload's bytes are not all there yet.
    UploadIncomplete,
    /// The upload belongs to another submission already.
    UploadTaken,
    /// The offset named is not where the upload stands.
    WrongOffset,
    /// Another request is writing to this upload.
    UploadLocked,
    /// The upload has expired or was used.
    UploadExpired,
    /// A tus version we do not speak.
    TusVersion,
    TooManyUploads,
    /// An upload came in more chunks than allowed.
    TooManyChunks,
    /// A signed link that does not open.
    Link(domain::signed_url::Refusal),
    /// A link that confirms something and does not open.
    Confirmation(domain::signed_url::Refusal),
    /// Forwarding needs a failed delivery to be tried again.
    ForwardInFlight,
    SignedOut,
    /// A live session that may not do this.
    Forbidden,
    /// A change that a foreign page asks for; holds the address of our own.
    ForeignOrigin(String),
    /// No account with that address and password.
    WrongCredentials,
    /// The password that should hold now does not.
    WrongCurrentPassword,
    /// The password is right; a code of the second factor is needed too.
    TotpRequired,
    /// The code of the second factor is wrong; at sign-in, or in a session.
    TotpWrong {
        signing_in: bool,
    },
    /// The second factor cannot be switched off.
    TotpMandatory,
    /// The account lacks the role of the area.
    NoRole(Area),
    /// Too many failed sign-ins; seconds to wait.
    TooManyAttempts(u32),
    /// Too many mails requested; seconds to wait.
    TooManyMails(u32),
    /// Too many applications came from an address; seconds to wait.
    TooManyApplications(u32),
    /// A one-time link that was used, has expired, or never was.
    LinkUsed,
    /// A signed-in user to whom no client belongs.
    NoClient,
    /// A partner who has left cannot be taken back any more.
    PartnershipOver,
    /// Somebody else has changed these fields meanwhile; holds what they are now.
    ChangedMeanwhile(BTreeMap<String, String>),
    /// A transaction was aborted, with nothing written, because what it was decided by has changed since.
    Stale,
    /// Absolute credits and an adjustment at once.
    BothCredits,
    /// A mail that is on its way cannot be sent again.
    EmailInFlight,
    PasswordExpired,
    /// A drive does not answer as it should; the text says how.
    DriveUnavailable(String),
    /// The connection to the drive that holds a video has ended.
    DriveEnded,
    /// A drive took no test file; the text says why, and what to do.
    DriveRefused(String),
    /// There is no key to keep credentials of drives with.
    NoDriveKeys,
    /// A client that nobody pays for by subscription.
    NoSubscription,
    /// The plan is paid by card already.
    AlreadySubscribed,
    /// A plan was bought with the client's address, and nobody has said for which business.
    PurchaseUnanswered,
    /// A set-up for a purchase that was given back, or whose plan has ended.
    PurchaseOver,
    /// Somebody else has decided about a payment, or it is being given back.
    PaymentDecided,
    /// The payment provider does not answer as it should; holds why.
    PaymentsUnavailable(String),
    /// Sayso's own pages have no plan.
    NoPlan,
    /// A plan was cancelled so long ago that it cannot be taken up again.
    PlanEnded,
    /// There is nobody to mail to.
    NoAdmin,
    /// No Google account of the product's own is connected.
    NoPlatformDrive,
    /// So many folders of clients go by the product's own Google Drive.
    DriveInUse(u32),
    /// No client waits for this set-up.
    NotUsable,
    /// A client's address signs in to another client already.
    AddressTaken,
    /// An applicant's address signs in to another partner already.
    PartnerTaken,
    /// An application that is no longer one.
    ApplicationDecided,
    /// An application without a promotion code.
    CodeNeeded,
    /// Nothing of a partner waits for a payout, or somebody else was quicker.
    NothingPending,
    /// A month that is not paid out yet.
    NotPayableYet(Month),
    /// A month that is over, and whose commissions are still those of an earlier day.
    MonthUncounted(Month),
    /// What waits of a partner, in pence, is not what the admin was shown.
    AmountChanged(i64),
    /// No key for connected accounts is set.
    NoConnect,
    /// A partner has no account that transfers can reach.
    NoPayoutAccount,
    /// A partner whose data is to be erased has not left, or earns until a time.
    StillPartner(Option<i64>),
    /// Something is to be paid out to a partner whose data is to be erased.
    MoneyDue,
    /// The last month that a partner earned in is not counted yet.
    LastMonthOpen,
    /// A payout has not failed, or is settled by now.
    PayoutSettled,
    /// What waits of a partner, in pence, is too little to be paid out.
    BelowMinimum(i64),
    /// The partners' area without a session.
    NotAuthenticated,
    /// A promotion code that cannot be a partner's.
    Code(CodeFault),
    /// A body longer than any call needs.
    BodyTooLarge,
    /// What says that it is an event of Stripe's is not.
    InvalidSignature(SignatureFault),
    /// An event of live mode, where keys are of test mode, or the other way round.
    LivemodeMismatch,
    /// A logo or QR image above its limit.
    ImageTooLarge,
    /// A logo or QR image that is none we take.
    Image(domain::image::Refusal),
    /// A byte range outside the file; holds the file's size.
    Range(u64),
    /// More bytes than the upload declared.
    BeyondLength,
    /// A PATCH that is not what tus sends.
    PatchType,
    /// The body did not come to its end, most often with its connection: no fault of ours. The text is for the log.
    BodyLost(String),
    /// Our own fault. The text is for the log only.
    Internal(String),
    /// The database, or the storage of files, could not answer for a moment, however often it was asked. What was to be written may have been.
    Unavailable(String),
    /// Our own fault while a submission was being accepted.
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
    /// Whether the same may succeed in a moment.
    #[must_use]
    pub fn is_transient(&self) -> bool {
        matches!(self, Self::Unavailable(_))
    }

    /// A fault of our own, as the caller of `submit-testimonial` is told of it.
    #[must_use]
    pub fn of_submission(self) -> Self {
        match self {
            Self::Internal(cause) => Self::Submission(cause),
            other => other,
        }
    }
}

/// Fields at fault, each with what to tell the person.
#[must_use]
pub fn invalid<'a>(fields: impl IntoIterator<Item = (&'a str, &'a str)>) -> Error {
    let mut found = BTreeMap::new();
    for (name, message) in fields {
        // Of several faults of a field the first is told.
        found.entry(name.to_owned()).or_insert_with(|| message.to_owned());
    }
    Error::Invalid(found)
}
