//! Emails the product sends.

use crate::plain_text::without_secrets;
use crate::retention::{HOUR_MS, MINUTE_MS};
use crate::string_enum::string_enum;

string_enum! {
    /// The template of an email.
    EmailTemplate {
        /// To the client: a new testimonial was delivered.
        SubmissionReceived = "submission_received",
        /// To the client: many testimonials were delivered in an hour, those that had no mail of their own.
        SubmissionDigest = "submission_digest",
        /// To those who want one mail a day: the testimonials of the day before.
        DailyDigest = "daily_digest",
        /// To a business: testimonials came that wait on hold until it takes them.
        SubmissionsHeld = "submissions_held",
        /// To somebody whom a business has added to its mails: the button that begins them.
        RecipientAdded = "recipient_added",
        /// To whoever tried the demo: their own video.
        DemoSubmission = "demo_submission",
        /// To a client: the link that sets the first password.
        Invitation = "invitation",
        /// To a user: the link that replaces a forgotten password.
        PasswordReset = "password_reset",
        /// To a client whose first password is set.
        Welcome = "welcome",
        /// To a visitor who signed up: the link that confirms it.
        ConfirmSignUp = "confirm_sign_up",
        /// To a business and to admins: its drive takes no videos.
        DriveFailing = "drive_failing",
        /// To a business and to admins: its drive takes videos again.
        DriveWorks = "drive_works",
        /// To a business and to admins: there is little room left in its drive.
        DriveNearlyFull = "drive_nearly_full",
        /// To admins: the product's own Google Drive takes no videos, or is nearly full.
        PlatformDrive = "platform_drive",
        /// To a business: few credits are left.
        CreditsLow = "credits_low",
        /// To a business: no credit is left.
        CreditsUsedUp = "credits_used_up",
        /// To a business: the videos of a month are about to be deleted.
        VideosExpiring = "videos_expiring",
        /// To admins: videos of a business could not be delivered for a long time.
        VideosUndelivered = "videos_undelivered",
        /// To a business: its plan is cancelled, and what follows when.
        PlanCancelled = "plan_cancelled",
        /// To a business that has cancelled: everything is about to be deleted.
        DeletionAhead = "deletion_ahead",
        /// To a business that has left: everything is deleted.
        DataDeleted = "data_deleted",
        /// To a business: a payment failed, and until when everything goes on.
        PaymentFailed = "payment_failed",
        /// To a business: no payment came, and no videos are taken.
        PlanSuspended = "plan_suspended",
        /// To a business: its plan goes on, after a payment had failed or it was cancelled.
        PlanResumed = "plan_resumed",
        /// To admins: most of a day's mails have gone out.
        MailQuota = "mail_quota",
        /// To a business and to admins: it paid for two subscriptions, of which one was ended.
        ChargedTwice = "charged_twice",
        /// To a buyer: an admin has given the payment back.
        PaymentGivenBack = "payment_given_back",
        /// To admins: a payment needs a decision.
        PaymentWaits = "payment_waits",
        /// To admins: a payment is disputed with the card's bank, and has to be answered for.
        PaymentDisputed = "payment_disputed",
        /// To admins: somebody wants to be a partner.
        AffiliateApplication = "affiliate_application",
        /// To whoever has applied to be a partner: the address was typed into an application again.
        ApplicationRepeated = "application_repeated",
        /// To a new partner: the promotion code, and the link that sets the password.
        AffiliateApproved = "affiliate_approved",
        /// To a partner: the partnership has ended, and until when it earns.
        PartnershipEnded = "partnership_ended",
        /// To a partner: a month is closed, what it comes to, and when that is paid or why it waits.
        MonthClosed = "month_closed",
        /// To a partner: a payout is on its way.
        PayoutMade = "payout_made",
        /// To a partner: a payout did not arrive, and is still owed.
        PayoutDelayed = "payout_delayed",
        /// To admins: a transfer to a partner has failed, and waits to be settled.
        TransferFailed = "transfer_failed",
        /// To a buyer: the purchase is in, and where the client is set up.
        SetUp = "set_up",
        /// To a buyer whose onboarding form has arrived.
        OnboardingReceived = "onboarding_received",
        /// To admins: something cannot wait.
        Alert = "alert",
        /// To admins: what could not wait is over.
        AlertOver = "alert_over",
        /// To an admin: the proof that jobs run and mail leaves.
        HealthCheck = "health_check",
    }
}

string_enum! {
    /// Which mails about a business somebody gets. All get those about trouble.
    MailChoice {
        /// One for each testimonial.
        EveryVideo = "every-video",
        /// One a day, with all testimonials of the day before.
        Daily = "daily",
        /// Only when something needs attention.
        Trouble = "trouble",
    }
}

/// No mail is as long.
const MAX_KEPT_CHARACTERS: usize = 8000;

/// A digest of what was delivered in an hour, or waited for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Digest {
    /// Hours since 1970, UTC.
    pub hour: i64,
    /// When it is sent, UTC milliseconds.
    pub due_at: i64,
}

/// What is noted by then has been noted within the hour: no transaction takes as long.
const DIGEST_PAUSE_MS: i64 = MINUTE_MS;

/// The digest that tells of what is delivered now.
#[must_use]
pub fn digest(now: i64) -> Digest {
    let hour = now.div_euclid(HOUR_MS);
    Digest { hour, due_at: hour.saturating_add(1).saturating_mul(HOUR_MS).saturating_add(DIGEST_PAUSE_MS) }
}

impl EmailTemplate {
    /// Whether somebody waits for it, before they can go on: it goes out first.
    #[must_use]
    pub const fn is_awaited(self) -> bool {
        matches!(
            self,
            Self::PasswordReset
                | Self::ConfirmSignUp
                | Self::Invitation
                | Self::RecipientAdded
                | Self::SetUp
                | Self::AffiliateApproved
                | Self::MailQuota
                | Self::Alert
                | Self::AlertOver
                | Self::HealthCheck
        )
    }

    /// Whether it tells of a client's customers, and is for nobody but the client and those whom it has chosen.
    #[must_use]
    pub const fn is_about_customers(self) -> bool {
        matches!(self, Self::SubmissionReceived | Self::SubmissionDigest | Self::DailyDigest)
    }

    /// Whether it is about a partner, whose id its subject begins with: it is deleted as the partner is erased. A new template has to be
    /// named here.
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
            // To admins, about a payout.
            | Self::TransferFailed
            | Self::SetUp
            | Self::OnboardingReceived
            | Self::Alert
            | Self::AlertOver
            | Self::HealthCheck => false,
        }
    }

    /// The part of a mail's text that its row keeps for admins: what signs in or opens something is cut off its links, and people who can be
    /// erased without the mail are left out.
    #[must_use]
    pub fn kept_text(self, text: &str) -> Option<String> {
        match self {
            // It lists customers, who may be erased one by one.
            Self::SubmissionDigest | Self::DailyDigest => text.lines().next().map(without_secrets),
            _ if self.names_partner() => None,
            _ => Some(without_secrets(text.trim_end()).chars().take(MAX_KEPT_CHARACTERS).collect()),
        }
    }

    /// Whether it names a partner to somebody else: its row outlives the partner, and keeps neither subject nor text.
    #[must_use]
    pub const fn names_partner(self) -> bool {
        matches!(self, Self::TransferFailed | Self::AffiliateApplication)
    }

    /// Whether a visitor may ask for it for any address. It is queued for each alike, and where it turns out as it is to be sent that it is
    /// for nobody, no trace of it is kept: neither the answer nor the time that it takes tells who has an account.
    #[must_use]
    pub const fn may_be_for_nobody(self) -> bool {
        matches!(self, Self::PasswordReset | Self::ConfirmSignUp)
    }
}

string_enum! {
    /// The status of an email.
    EmailStatus {
        /// Waits for its job.
        Queued = "queued",
        /// Being handed over; a crash here may send it twice.
        Sending = "sending",
        /// Handed over.
        Sent = "sent",
        /// Failed for good.
        Failed = "failed",
    }
}

string_enum! {
    /// What is wrong with the product's own Google Drive.
    PlatformDriveTrouble {
        /// It takes no videos.
        Failing = "failing",
        /// There is little room left.
        NearlyFull = "nearly-full",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eml10_a_kept_text_has_no_token_and_names_nobody_who_is_erased_without_it() {
        let text = "Choose a password:\nhttps://sayso.example/clients/login#token=abc\n\nIt works for 7 days.\n";
        let kept = EmailTemplate::Invitation.kept_text(text).unwrap_or_default();
        assert_eq!(kept, "Choose a password:\nhttps://sayso.example/clients/login…\n\nIt works for 7 days.");
        let digest =
            "2 more came for Corner. Here they are in one email:\n\nUna (0:12 long)\nhttps://sayso.example/v?s=1\n";
        for template in [EmailTemplate::SubmissionDigest, EmailTemplate::DailyDigest] {
            let kept = template.kept_text(digest);
            assert_eq!(kept.as_deref(), Some("2 more came for Corner. Here they are in one email:"));
        }
        for template in [EmailTemplate::TransferFailed, EmailTemplate::AffiliateApplication] {
            assert_eq!(template.kept_text("A transfer to Pat has failed."), None);
        }
    }

    #[test]
    fn eml11_a_digest_tells_of_an_hour_once_it_is_over() {
        let (first, last) = (digest(10 * HOUR_MS), digest(11 * HOUR_MS - 1));
        assert_eq!(first, last);
        assert_eq!(first, Digest { hour: 10, due_at: 11 * HOUR_MS + MINUTE_MS });
        assert_eq!(digest(11 * HOUR_MS).hour, 11);
    }
}
