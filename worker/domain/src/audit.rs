//! The audit log.

use crate::string_enum::string_enum;

string_enum! {
    /// Action of an admin.
    AuditAction {
        /// Created a client.
        ClientCreate = "client.create",
        /// Changed a client.
        ClientEdit = "client.edit",
        /// Opened a client's portal; logged once an hour.
        ClientView = "client.view",
        /// Invited a client.
        ClientInvite = "client.invite",
        /// Changed a client's watermark.
        WatermarkChange = "watermark.change",
        /// Replaced a client's logo or QR code.
        AssetReplace = "asset.replace",
        /// Cancelled a client's plan.
        PlanCancel = "plan.cancel",
        /// Resumed a client's cancelled plan.
        PlanResume = "plan.resume",
        /// Assigned a payment.
        PaymentAssign = "payment.assign",
        /// Refunded an unassigned payment.
        PaymentRefund = "payment.refund",
        /// Mapped a Stripe product to a plan.
        ProductMap = "product.map",
        /// Calculated a month's commissions.
        CommissionCalculate = "commission.calculate",
        /// Configured a partner's application.
        AffiliateConfigure = "affiliate.configure",
        /// Approved a partner's application.
        AffiliateApprove = "affiliate.approve",
        /// Rejected a partner's application.
        AffiliateReject = "affiliate.reject",
        /// Paid out a partner's commissions.
        AffiliatePay = "affiliate.pay",
        /// Decided how to handle a payout whose transfer failed.
        PayoutSettle = "payout.settle",
        /// Ended a partnership.
        AffiliateEnd = "affiliate.end",
        /// Reinstated a partner.
        AffiliateTakeBack = "affiliate.take-back",
        /// Erased a partner's data.
        AffiliateErase = "affiliate.erase",
        /// Corrected a client’s referrer.
        ReferralSettle = "referral.settle",
        /// Downloaded all videos and data of a client; logged once an hour.
        ArchiveDownload = "archive.download",
        /// Exported the list of a client's submissions; logged once an hour.
        SubmissionsExport = "submissions.export",
        /// Connected a drive for a client.
        DriveConnect = "drive.connect",
        /// Chose another of a client's drives.
        DriveChoose = "drive.choose",
        /// Moved a client's delivered videos to the current drive.
        DriveMove = "drive.move",
        /// Changed the recipients of a client's mails.
        MailsChange = "mails.change",
        /// Changed whether a client's videos are kept in its own drive.
        DriveKeep = "drive.keep",
        /// Disconnected a client's drive.
        DriveDisconnect = "drive.disconnect",
        /// Connected Sayso's own Google Drive.
        PlatformDriveConnect = "platform-drive.connect",
        /// Disconnected Sayso's own Google Drive.
        PlatformDriveDisconnect = "platform-drive.disconnect",
        /// Erased submissions.
        SubmissionErase = "submission.erase",
        /// Rejected submissions as not testimonials.
        SubmissionReject = "submission.reject",
        /// Released submissions from hold.
        SubmissionTake = "submission.take",
        /// Published a submission; by its business or an admin.
        SubmissionPublish = "submission.publish",
        /// Took a submission back from the public; by its business or an admin.
        SubmissionUnpublish = "submission.unpublish",
        /// Shows a clip in public in place of the film.
        SubmissionPublishClip = "submission.publish_clip",
        /// Shows the film in public again in place of a clip.
        SubmissionPublishFilm = "submission.publish_film",
        /// Asked a customer to agree to newer consent texts.
        ConsentAsk = "consent.ask",
        /// Agreed to newer consent texts; by the customer.
        ConsentAgree = "consent.agree",
        /// Withdrew the consent to marketing; by the customer.
        ConsentWithdraw = "consent.withdraw",
        /// Created a wall.
        WallCreate = "wall.create",
        /// Changed a wall.
        WallChange = "wall.change",
        /// Deleted a wall.
        WallDelete = "wall.delete",
        /// Changed whether search engines may list a client's testimonials.
        ListingChange = "listing.change",
        /// Changed whether a client's submissions are transcribed.
        TranscriptionChange = "transcription.change",
        /// Changed whether a client's submissions are put on hold.
        HoldChange = "hold.change",
        /// Retried failed deliveries.
        SubmissionRetry = "submission.retry",
        /// Changed a setting.
        SettingChange = "setting.change",
        /// Created an object in the Stripe account.
        StripeCreate = "stripe.create",
        /// Changed an object in the Stripe account.
        StripeChange = "stripe.change",
        /// Resent an email.
        EmailResend = "email.resend",
        /// Dismissed an onboarding request.
        OnboardingDismiss = "onboarding.dismiss",
        /// Applied an onboarding request to the client of its purchase.
        OnboardingUse = "onboarding.use",
        /// Retried forwarding a submission.
        ForwardRetry = "forward.retry",
        /// Retried failed sign-ups.
        SignUpRetry = "sign-up.retry",
        /// Deleted a sign-up.
        SignUpDelete = "sign-up.delete",
        /// Ended the sessions of an account.
        SessionsEnd = "sessions.end",
        /// Removed the second factor of an account; written by the statement in `docs/operations.md`.
        SecondFactorRemove = "second-factor.remove",
    }
}
