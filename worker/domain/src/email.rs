//! Emails the product sends.

use crate::plain_text::without_secrets;
use crate::retention::{HOUR_MS, MINUTE_MS};
use crate::string_enum::string_enum;

string_enum! {
    /// The template of an email.
    EmailTemplate {
        /// To the client: a new testimonial was delivered.
        SubmissionReceived = "submission_received",
        /// To the client: the testimonials delivered in an hour that had no mail of their own.
        SubmissionDigest = "submission_digest",
        /// To recipients with one mail a day: the testimonials of the previous day.
        DailyDigest = "daily_digest",
        /// To a business: new testimonials are on hold.
        SubmissionsHeld = "submissions_held",
        /// To a customer: the business has published the testimonial; where it is, and how to withdraw it.
        TestimonialPublished = "testimonial_published",
        /// To a business: a customer has withdrawn the consent to marketing.
        ConsentWithdrawn = "consent_withdrawn",
        /// To a business: a customer has erased the own testimonials.
        TestimonialsErased = "testimonials_erased",
        /// To a customer: the business asks for the consent to newer texts.
        ConsentRequested = "consent_requested",
        /// To a customer who asked for it: the private link to the own testimonial.
        OwnPage = "own_page",
        /// To an added recipient of a business's mails: the button that confirms it.
        RecipientAdded = "recipient_added",
        /// To a visitor of the demo: their own video.
        DemoSubmission = "demo_submission",
        /// To a client: the link that sets the first password.
        Invitation = "invitation",
        /// To a user: the link that replaces a forgotten password.
        PasswordReset = "password_reset",
        /// To a client whose first password is set.
        Welcome = "welcome",
        /// To a visitor who signed up: the link that confirms it.
        ConfirmSignUp = "confirm_sign_up",
        /// To a business and to admins: its drive rejects videos.
        DriveFailing = "drive_failing",
        /// To a business and to admins: its drive accepts videos again.
        DriveWorks = "drive_works",
        /// To a business and to admins: its drive is nearly full.
        DriveNearlyFull = "drive_nearly_full",
        /// To admins: Sayso's own Google Drive rejects videos or is nearly full.
        PlatformDrive = "platform_drive",
        /// To a business: few credits are left.
        CreditsLow = "credits_low",
        /// To a business: no credit is left.
        CreditsUsedUp = "credits_used_up",
        /// To a business: the videos of a month will be deleted soon.
        VideosExpiring = "videos_expiring",
        /// To admins: videos of a business could not be delivered for a long time.
        VideosUndelivered = "videos_undelivered",
        /// To a business: its plan is cancelled, with the dates of what follows.
        PlanCancelled = "plan_cancelled",
        /// To a business that cancelled: all its data will be deleted soon.
        DeletionAhead = "deletion_ahead",
        /// To a former client: all its data has been deleted.
        DataDeleted = "data_deleted",
        /// To a business: a payment failed; with the end of the grace period.
        PaymentFailed = "payment_failed",
        /// To a business: suspended because no payment arrived.
        PlanSuspended = "plan_suspended",
        /// To a business: its plan continues after a failed payment or a cancellation.
        PlanResumed = "plan_resumed",
        /// To admins: most of the daily mail quota is used.
        MailQuota = "mail_quota",
        /// To a business and to admins: it paid for two subscriptions, one of which was ended.
        ChargedTwice = "charged_twice",
        /// To a buyer: an admin refunded the payment.
        PaymentGivenBack = "payment_given_back",
        /// To admins: a payment needs a decision.
        PaymentWaits = "payment_waits",
        /// To admins: a payment is disputed and needs evidence.
        PaymentDisputed = "payment_disputed",
        /// To admins: a partner application arrived.
        AffiliateApplication = "affiliate_application",
        /// To admins: the partner applications of an hour that had no mail of their own.
        AffiliateApplications = "affiliate_applications",
        /// To an applicant: the same email address was used in another application.
        ApplicationRepeated = "application_repeated",
        /// To a new partner: the promotion code, and the link that sets the password.
        AffiliateApproved = "affiliate_approved",
        /// To a partner: the partnership has ended, and until when it keeps earning.
        PartnershipEnded = "partnership_ended",
        /// To a partner: a month is closed; its amount, and when it is paid or why not yet.
        MonthClosed = "month_closed",
        /// To a partner: a payout is on its way.
        PayoutMade = "payout_made",
        /// To a partner: a payout failed and is still owed.
        PayoutDelayed = "payout_delayed",
        /// To admins: a transfer to a partner failed and needs a decision.
        TransferFailed = "transfer_failed",
        /// To a buyer: the purchase is complete; with the link to the set-up.
        SetUp = "set_up",
        /// To a buyer: the onboarding form has arrived.
        OnboardingReceived = "onboarding_received",
        /// To admins: an alert began.
        Alert = "alert",
        /// To admins: an alert ended.
        AlertOver = "alert_over",
        /// To an admin: proof that jobs run and mail is sent.
        HealthCheck = "health_check",
    }
}

string_enum! {
    /// Mails about a business that a recipient gets. Everybody gets those about problems.
    MailChoice {
        /// One for each testimonial.
        EveryVideo = "every-video",
        /// One a day, with all testimonials of the day before.
        Daily = "daily",
        /// Only when something needs attention.
        Trouble = "trouble",
    }
}

/// Longer than any mail.
const MAX_STORED_CHARACTERS: usize = 8000;

/// An hourly digest of deliveries, held submissions or partner applications.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Digest {
    /// Hours since 1970, UTC.
    pub hour: i64,
    /// When it is sent, UTC milliseconds.
    pub due_at: i64,
}

/// Delay after the hour, longer than any transaction, so that everything recorded for the hour is visible.
const DIGEST_PAUSE_MS: i64 = MINUTE_MS;

/// Returns the digest for something delivered now.
#[must_use]
pub fn digest(now: i64) -> Digest {
    let hour = now.div_euclid(HOUR_MS);
    Digest { hour, due_at: hour.saturating_add(1).saturating_mul(HOUR_MS).saturating_add(DIGEST_PAUSE_MS) }
}

impl EmailTemplate {
    /// Whether somebody waits for it to continue; such mails are sent first.
    #[must_use]
    pub const fn is_interactive(self) -> bool {
        matches!(
            self,
            Self::PasswordReset
                | Self::ConfirmSignUp
                | Self::Invitation
                | Self::RecipientAdded
                | Self::OwnPage
                | Self::SetUp
                | Self::AffiliateApproved
                | Self::MailQuota
                | Self::Alert
                | Self::AlertOver
                | Self::HealthCheck
        )
    }

    /// Whether it is about a client's customers, and so only for the client and its chosen recipients.
    #[must_use]
    pub const fn is_about_customers(self) -> bool {
        matches!(
            self,
            Self::SubmissionReceived
                | Self::SubmissionDigest
                | Self::DailyDigest
                | Self::ConsentWithdrawn
                | Self::TestimonialsErased
        )
    }

    /// Whether it is about a partner, whose id starts its subject; it is deleted when the partner
    /// is erased. Every new template has to be listed here.
    #[must_use]
    pub const fn is_about_partner(self) -> bool {
        match self {
            Self::AffiliateApplication
            | Self::ApplicationRepeated
            | Self::AffiliateApproved
            | Self::PartnershipEnded
            | Self::MonthClosed
            | Self::PayoutMade
            | Self::PayoutDelayed => true,
            Self::SubmissionReceived
            | Self::SubmissionDigest
            | Self::DailyDigest
            | Self::SubmissionsHeld
            | Self::TestimonialPublished
            | Self::ConsentWithdrawn
            | Self::TestimonialsErased
            | Self::ConsentRequested
            | Self::OwnPage
            | Self::RecipientAdded
            | Self::DemoSubmission
            | Self::Invitation
            | Self::PasswordReset
            | Self::Welcome
            | Self::ConfirmSignUp
            | Self::DriveFailing
            | Self::DriveWorks
            | Self::DriveNearlyFull
            | Self::PlatformDrive
            | Self::CreditsLow
            | Self::CreditsUsedUp
            | Self::VideosExpiring
            | Self::VideosUndelivered
            | Self::PlanCancelled
            | Self::DeletionAhead
            | Self::DataDeleted
            | Self::PaymentFailed
            | Self::PlanSuspended
            | Self::PlanResumed
            | Self::MailQuota
            | Self::ChargedTwice
            | Self::PaymentGivenBack
            | Self::PaymentWaits
            | Self::PaymentDisputed
            // To admins, about all of an hour.
            | Self::AffiliateApplications
            // To admins, about a payout.
            | Self::TransferFailed
            | Self::SetUp
            | Self::OnboardingReceived
            | Self::Alert
            | Self::AlertOver
            | Self::HealthCheck => false,
        }
    }

    /// Returns the part of a mail's text stored for admins: links without their tokens, and without
    /// customers, who can be erased while the mail remains.
    #[must_use]
    pub fn stored_text(self, text: &str) -> Option<String> {
        match self {
            // Lists customers, who may be erased one by one.
            Self::SubmissionDigest | Self::DailyDigest => text.lines().next().map(without_secrets),
            _ if self.names_partner() => None,
            _ => Some(without_secrets(text.trim_end()).chars().take(MAX_STORED_CHARACTERS).collect()),
        }
    }

    /// Whether it names a partner to somebody else. Its row outlives the partner, so that neither
    /// subject nor text is stored.
    #[must_use]
    pub const fn names_partner(self) -> bool {
        matches!(self, Self::TransferFailed | Self::AffiliateApplication)
    }

    /// Whether a visitor may request it for any address. It is queued for every address and dropped
    /// without a trace when it turns out to be for nobody, so that neither the answer nor its
    /// timing reveals accounts.
    #[must_use]
    pub const fn hides_recipient(self) -> bool {
        matches!(self, Self::PasswordReset | Self::ConfirmSignUp)
    }
}

string_enum! {
    /// The status of an email.
    EmailStatus {
        /// Waiting for its job.
        Queued = "queued",
        /// Being sent; a crash now may send it twice.
        Sending = "sending",
        /// Accepted by the mail provider.
        Sent = "sent",
        /// Failed permanently.
        Failed = "failed",
    }
}

string_enum! {
    /// Problem of Sayso's own Google Drive.
    PlatformDriveTrouble {
        /// It rejects videos.
        Failing = "failing",
        /// There is little room left.
        NearlyFull = "nearly-full",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eml10_a_stored_text_contains_no_token_and_no_erasable_names() {
        let text = "Choose a password:\nhttps://sayso.example/clients/login#token=abc\n\nIt works for 7 days.\n";
        let stored = EmailTemplate::Invitation.stored_text(text).unwrap_or_default();
        assert_eq!(stored, "Choose a password:\nhttps://sayso.example/clients/login…\n\nIt works for 7 days.");
        let digest =
            "2 more came for Corner. Here they are in one email:\n\nUna (0:12 long)\nhttps://sayso.example/v?s=1\n";
        for template in [EmailTemplate::SubmissionDigest, EmailTemplate::DailyDigest] {
            let stored = template.stored_text(digest);
            assert_eq!(stored.as_deref(), Some("2 more came for Corner. Here they are in one email:"));
        }
        for template in [EmailTemplate::TransferFailed, EmailTemplate::AffiliateApplication] {
            assert_eq!(template.stored_text("A transfer to Pat has failed."), None);
        }
    }

    #[test]
    fn eml11_a_digest_is_sent_after_its_hour_ends() {
        let (first, last) = (digest(10 * HOUR_MS), digest(11 * HOUR_MS - 1));
        assert_eq!(first, last);
        assert_eq!(first, Digest { hour: 10, due_at: 11 * HOUR_MS + MINUTE_MS });
        assert_eq!(digest(11 * HOUR_MS).hour, 11);
    }
}
