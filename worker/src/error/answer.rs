//! The public and the logged description of an error.

use domain::commission::{MIN_PAYOUT_PENCE, in_pounds};
use domain::date::{date_of, short};
use domain::gate;
use domain::limits::MEBIBYTE;
use domain::payout::payable_from;
use domain::rate_limit::wait_in_words;
use domain::stripe::signature::SignatureFault;
use domain::text;
use domain::user::Area;

use super::Error;

impl Error {
    /// Returns the HTTP status, the stable code and the sentence for the user.
    #[must_use]
    pub fn api_parts(&self) -> (u16, &'static str, String) {
        let (status, code, sentence) = match self {
            Self::NotFound(what) => return (404, "not_found", format!("{what} not found.")),
            Self::MethodNotAllowed => (405, "method_not_allowed", "This address does not take that method."),
            Self::PlainHttp => (403, "https_required", "Please call this address by https."),
            Self::Malformed(why) => (400, "malformed", *why),
            Self::BodyLost(_) => (408, "body_lost", "The connection was lost before everything had come."),
            Self::Invalid(_) => (400, "invalid", "Please check your input and try again."),
            Self::Inactive => (403, "inactive", gate::INACTIVE),
            Self::NoCredits => (402, "no_credits", gate::NO_CREDITS),
            Self::LengthRequired => (411, "no_length", "Please send a Content-Length."),
            Self::TooLarge => {
                let max = domain::limits::MAX_VIDEO_BYTES / MEBIBYTE;
                return (413, "too_large", format!("A video may be at most {max} MB."));
            }
            Self::TooLong => {
                let max = media_wasm::limits::MAX_UPLOAD_MS / 60_000;
                let sentence = format!("This video is longer than {max} minutes. Please choose a shorter one.");
                return (413, "too_long", sentence);
            }
            Self::TooShort => {
                let min = media_wasm::limits::MIN_VIDEO_MS / 1000;
                let sentence =
                    format!("This video is shorter than {min} seconds. Please record or choose a longer one.");
                return (415, "too_short", sentence);
            }
            Self::ChallengeRequired(_) => (
                429,
                "challenge_required",
                "This needs a check that its page makes automatically. Please reload the page and send it again.",
            ),
            // A form without a key cannot be sent again with the solution.
            Self::ChallengeNeedsKey => (
                400,
                "malformed",
                "Many videos have come in a short time, so this one needs a check. Please send it with an Idempotency-Key, and with \
                 the same one again when you have solved the challenge.",
            ),
            Self::ChallengeUnavailable(_) => {
                (503, "challenge_away", "We cannot check this right now. Please try again in a minute.")
            }
            Self::DuplicateVideo => {
                (409, "duplicate_video", "This video has already arrived. There is no need to send it again.")
            }
            Self::TooManySubmissions(seconds) => {
                let wait = wait_in_words(*seconds);
                let sentence = format!("Many videos have come in a short time. Please send yours again in {wait}.");
                return (429, "too_many_submissions", sentence);
            }
            Self::NotVideo(reason) => (415, "not_a_video", reason.message()),
            Self::UploadIncomplete => (409, "upload_incomplete", "The video has not arrived completely yet."),
            Self::UploadTaken => (409, "upload_taken", "This video belongs to another submission already."),
            Self::WrongOffset => (409, "wrong_offset", "The upload is at a different offset."),
            Self::UploadLocked => (423, "upload_locked", "Another request is writing to this upload."),
            Self::UploadExpired => (410, "upload_expired", "This upload has expired. Please start again."),
            Self::TusVersion => (412, "tus_version", "This server speaks tus 1.0.0."),
            Self::TooManyUploads => {
                (429, "too_many_uploads", "Too many videos are on their way right now. Please try again later.")
            }
            Self::TooManyChunks => (400, "too_many_chunks", "Please send the video in larger chunks."),
            Self::Link(domain::signed_url::Refusal::Expired) => {
                (410, "link_expired", "This link has expired. Please sign in to see the video.")
            }
            Self::Link(domain::signed_url::Refusal::Forged) => (404, "not_found", "Link not found."),
            Self::Confirmation(domain::signed_url::Refusal::Expired) => {
                (410, "link_expired", "This link has expired. Please sign up once more.")
            }
            Self::Confirmation(domain::signed_url::Refusal::Forged) => {
                (403, "link_invalid", "This link is not complete. Please open it again from the email.")
            }
            Self::ForwardInFlight => (409, "forward_in_flight", "This has already been forwarded, or is on its way."),
            Self::SignedOut => (401, "signed_out", "Please sign in."),
            Self::Forbidden => (403, "forbidden", "You are not allowed to do this."),
            Self::ForeignOrigin(own) => {
                return (403, "foreign_origin", format!("Please open this page at {own} and try again."));
            }
            Self::WrongCredentials => (401, "wrong_credentials", "Email or password is wrong."),
            Self::WrongCurrentPassword => (400, "wrong_current_password", "Your current password is wrong."),
            Self::TotpRequired => (401, "totp_required", "Please enter the code of your authenticator app."),
            Self::TotpWrong { signing_in: true } => (401, "totp_wrong", "This code is wrong or was used before."),
            Self::TotpWrong { signing_in: false } => (400, "totp_wrong", "This code is wrong or was used before."),
            Self::TotpMandatory => (403, "totp_mandatory", "Admins need a second factor."),
            Self::NoRole(Area::Admin) => (403, "no_role", "You don't have admin privileges."),
            Self::NoRole(Area::Affiliate | Area::Client) => (403, "no_role", "You don't have affiliate access"),
            Self::TooManyAttempts(seconds) => {
                let wait = wait_in_words(*seconds);
                return (429, "too_many_attempts", format!("Too many failed attempts. Please try again in {wait}."));
            }
            Self::TooManyMails(seconds) => {
                let wait = wait_in_words(*seconds);
                return (
                    429,
                    "too_many_mails",
                    format!("Too many emails have been requested. Please try again in {wait}."),
                );
            }
            Self::TooManyApplications(seconds) => {
                let wait = wait_in_words(*seconds);
                let sentence = format!("Too many applications came from here. Please try again in {wait}.");
                return (429, "too_many_applications", sentence);
            }
            Self::LinkUsed => (410, "link_used", "This link was used or has expired. Please ask for a new one."),
            Self::NoClient => (404, "no_client", "No business belongs to your account yet. Please contact support."),
            Self::PartnershipOver => (
                409,
                "partnership_over",
                "A partner can be taken back within 30 days of leaving. That time has passed.",
            ),
            Self::ChangedMeanwhile(_) | Self::Stale => {
                (409, "changed_meanwhile", "Somebody else has changed this in the meantime. Nothing was saved.")
            }
            Self::BothCredits => (400, "both_credits", "Please set the credits or adjust them, not both at once."),
            Self::EmailInFlight => (409, "email_in_flight", "This email is on its way."),
            Self::PasswordExpired => {
                (401, "password_expired", "This temporary password has expired. Use Forgot password? to set your own.")
            }
            Self::DriveUnavailable(_) => {
                (503, "drive_away", "The drive that holds this is not responding. Please try again later.")
            }
            Self::DriveEnded => (
                409,
                "drive_ended",
                "This is in a drive whose connection has ended. Connect it again on the Drive page.",
            ),
            Self::DriveRefused(why) => return (400, "drive_refused", why.clone()),
            Self::NoDriveKeys => {
                (409, "no_drive_keys", "Drives of your own cannot be connected here yet. Please contact support.")
            }
            Self::AlreadySubscribed => (409, "already_subscribed", "This plan is paid by card already."),
            Self::PurchaseUnanswered => (
                409,
                "purchase_unanswered",
                "A plan was bought with your address. Please tell us which business it is for first, or you will pay for two.",
            ),
            Self::PurchaseOver => {
                (409, "purchase_over", "This payment was refunded, or its plan has ended: there is nothing to set up.")
            }
            Self::PaymentDecided => {
                (409, "payment_decided", "This payment has been assigned to a business or refunded in the meantime.")
            }
            Self::NoSubscription => (409, "no_subscription", "There is no subscription to manage here."),
            Self::PaymentsUnavailable(_) => {
                (502, "payments_away", "The payment provider is not responding. Please try again in a few minutes.")
            }
            Self::NoPlan => (409, "no_plan", "There is no plan to cancel here."),
            Self::PlanEnded => (409, "plan_ended", "This plan has ended. Please contact support to begin again."),
            Self::NoPlatformDrive => (
                409,
                "no_platform_drive",
                "Sayso’s Google Drive is not connected. An admin connects it in the settings.",
            ),
            Self::DriveInUse(folders) => {
                let held = if *folders == 1 {
                    "1 client has its folder".into()
                } else {
                    format!("{folders} clients have their folders")
                };
                let sentence =
                    format!("{held} in this Google Drive. Disconnect each on the client’s Drive page first.");
                return (409, "drive_in_use", sentence);
            }
            Self::NoAdmin => (409, "no_admin", "There is no admin to email yet."),
            Self::NotUsable => (409, "not_usable", "This set-up is no longer waiting for a client."),
            Self::AddressTaken => (409, "address_taken", "This email address already belongs to another client."),
            Self::PartnerTaken => {
                (409, "partner_taken", "This email address already belongs to another partner’s account.")
            }
            Self::ApplicationDecided => {
                (409, "application_decided", "This application has been approved or rejected in the meantime.")
            }
            Self::CodeNeeded => {
                (409, "code_needed", "Please configure the Stripe coupon code before approving this affiliate")
            }
            Self::NothingPending => {
                (409, "nothing_pending", "Nothing is due for payout any more. Please reload the page.")
            }
            Self::NotPayableYet(month) => {
                let day = short(date_of(payable_from(*month)));
                let sentence = format!("{} is paid out from {day}. Nothing was paid.", month.in_words());
                return (409, "not_payable_yet", sentence);
            }
            Self::MonthUncounted(month) => {
                let sentence = format!(
                    "{} is still being counted. Nothing was paid. Please try again in an hour.",
                    month.in_words()
                );
                return (409, "month_uncounted", sentence);
            }
            Self::AmountChanged(pence) => {
                let sentence =
                    format!("The amount due is now {}. Nothing was paid. Please reload the page.", in_pounds(*pence));
                return (409, "amount_changed", sentence);
            }
            Self::StillPartner(until) => {
                let sentence = match until {
                    None => {
                        "Leave the programme first. We can erase your data once you have stopped earning.".to_owned()
                    }
                    Some(at) => {
                        format!(
                            "This partnership earns until {}. We can erase your data after that.",
                            short(date_of(*at))
                        )
                    }
                };
                return (409, "still_partner", sentence);
            }
            Self::MoneyDue => (
                409,
                "money_due",
                "You still have money due or on its way. We can erase your data once it has arrived.",
            ),
            Self::LastMonthOpen => (
                409,
                "last_month_open",
                "The last month of this partnership is still being counted. Please try again in an hour.",
            ),
            Self::NoConnect => (409, "no_connect", "No Stripe key for payouts is set here."),
            Self::NoPayoutAccount => (
                409,
                "no_payout_account",
                "No transfer can reach this partner’s account. Nothing was paid. Please reload the page.",
            ),
            Self::PayoutSettled => {
                (409, "payout_settled", "This payout has already been settled. Please reload the page.")
            }
            Self::BelowMinimum(pence) => {
                let (gathered, least) = (in_pounds(*pence), in_pounds(MIN_PAYOUT_PENCE));
                let sentence = format!("{gathered} is due; payouts start at {least}. It carries over.");
                return (409, "below_minimum", sentence);
            }
            Self::NotAuthenticated => (401, "signed_out", "Not authenticated"),
            Self::Code(fault) => return (400, fault.as_str(), fault.sentence()),
            Self::InvalidSignature(fault) => {
                let why = match fault {
                    SignatureFault::Missing => "The header Stripe-Signature is missing or cannot be read.",
                    SignatureFault::Forged => "No signature fits this body and our secrets.",
                    SignatureFault::Untimely => "It was not signed just now.",
                };
                (400, "not_stripes", why)
            }
            Self::LivemodeMismatch => (400, "other_mode", "This deployment works in the other mode: live or test."),
            Self::BodyTooLarge => (413, "body_too_large", "The request body is too large."),
            Self::ImageTooLarge => (413, "image_too_large", text::IMAGE_TOO_LARGE),
            Self::Image(domain::image::Refusal::Kind) => (415, "not_an_image", text::NOT_AN_IMAGE),
            Self::Image(domain::image::Refusal::Size) => (400, "image_size", text::IMAGE_DIMENSIONS),
            Self::Range(_) => (416, "range", "The file is shorter than that."),
            Self::BeyondLength => (413, "beyond_length", "The upload declared fewer bytes than this."),
            Self::PatchType => (415, "patch_type", "Please send application/offset+octet-stream."),
            Self::Submission(_) => (500, "submission_failed", "Submission failed"),
            Self::Unavailable(_) => {
                (503, "temporarily_unavailable", "We cannot answer for a moment. Please try again in a few seconds.")
            }
            Self::Internal(_) => (500, "internal", "Something went wrong on our side. Please try again."),
        };
        (status, code, sentence.to_owned())
    }

    /// Returns the cause for the log line; only for faults of our own and a few whose cause is worth logging.
    #[must_use]
    pub fn cause(&self) -> Option<String> {
        match self {
            Self::Internal(cause)
            | Self::Unavailable(cause)
            | Self::Submission(cause)
            | Self::BodyLost(cause)
            | Self::DriveUnavailable(cause)
            | Self::PaymentsUnavailable(cause) => Some(cause.clone()),
            Self::NotVideo(reason) => Some(format!("{reason:?}")),
            _ => None,
        }
    }
}
